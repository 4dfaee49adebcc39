"""Writes NOTICE: every package that an installation of lexgate brings, with the licence that it declares."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAD = """\
lexgate
Copyright (c) 2026 The lexgate developers. MIT License.

The starter skills in vendor/starter-skills are ours, under the same licence. They were not reviewed by a lawyer.

lexgate shows texts of other sources without shipping them. UK legislation: © Crown and database right, Open
Government Licence v3.0; each answer names the licence lines of its content. Skills: each has its own licence, which
each answer names.

An installation brings these packages, each under its own licence (written by scripts/notice.py):

"""


def requirements(package: Distribution) -> Iterator[str]:
    for requirement in package.requires or []:
        name = re.match(r"[\w.-]+", requirement)
        if name and "extra ==" not in requirement:
            yield re.sub(r"[-_.]+", "-", name.group()).lower()


def closure(root: str) -> dict[str, Distribution]:
    found: dict[str, Distribution] = {}
    waiting = list(requirements(distribution(root)))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # required on another platform or Python only
        waiting.extend(requirements(found[name]))
    return found


def licence(package: Distribution) -> str:
    declared = package.metadata.get("License-Expression") or ""
    classifiers = [line for line in package.metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    if not declared and classifiers:
        declared = ", ".join(line.rsplit(" :: ", 1)[-1] for line in classifiers)
    if not declared:
        lines = (package.metadata.get("License") or "").strip().splitlines()
        declared = lines[0] if lines else "see the package"
    return declared


def notice() -> str:
    packages = sorted(closure("lexgate").items())
    return HEAD + "".join(f"{name}: {licence(package)}\n" for name, package in packages)


if __name__ == "__main__":
    (ROOT / "NOTICE").write_text(notice(), encoding="utf-8")
    sys.exit(0)
