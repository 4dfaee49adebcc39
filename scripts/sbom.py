"""Prints a bill of materials (CycloneDX 1.6, JSON): lexgate and every package that its installation here brings.

It reads the metadata of installed packages only. The same installation gives the same bytes; SOURCE_DATE_EPOCH, where
it is set, becomes its timestamp.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any
from uuid import NAMESPACE_URL, uuid5

ROOT = "lexgate"
SPDX = re.compile(r"[A-Za-z0-9.+() -]+")


def required(package: Distribution) -> Iterator[str]:
    """Yield the names of what a package requires without any extra."""
    for requirement in package.requires or []:
        name = re.match(r"[\w.-]+", requirement)
        if name and "extra ==" not in requirement:
            yield normal(name.group())


def normal(name: str) -> str:
    """Return a package's name as PEP 503 writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed(root: str) -> Mapping[str, Distribution]:
    """Return the root and what it brings, by name; what only another platform needs is not there."""
    found: dict[str, Distribution] = {}
    waiting = [root]
    while waiting:
        name = waiting.pop()
        if name not in found:
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:
                continue
            waiting.extend(required(found[name]))
    return found


def address(name: str, package: Distribution) -> str:
    """Return the package URL."""
    return f"pkg:pypi/{name}@{package.version}"


def licences(package: Distribution) -> list[dict[str, Any]]:
    """Return the licence as the package declares it: an SPDX expression, else its own words."""
    expression = package.metadata.get("License-Expression")
    if expression and SPDX.fullmatch(expression):
        return [{"expression": expression}]
    classifiers = [line for line in package.metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    if classifiers:
        return [{"license": {"name": line.rsplit(" :: ", 1)[-1]}} for line in classifiers]
    words = (package.metadata.get("License") or "").strip().splitlines()
    return [{"license": {"name": words[0][:200]}}] if words else []


def component(name: str, package: Distribution, kind: str) -> dict[str, Any]:
    """Return one package as a component."""
    reference = address(name, package)
    row = {"type": kind, "bom-ref": reference, "name": name, "version": package.version, "purl": reference}
    declared = licences(package)
    return {**row, "licenses": declared} if declared else row


def bill(root: str = ROOT) -> dict[str, Any]:
    """Return the whole bill."""
    packages = dict(sorted(installed(root).items()))
    reference = {name: address(name, package) for name, package in packages.items()}
    metadata: dict[str, Any] = {"component": component(root, packages[root], "application")}
    moment = os.environ.get("SOURCE_DATE_EPOCH")
    if moment:
        metadata["timestamp"] = datetime.fromtimestamp(int(moment), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    depends = [
        {"ref": reference[name], "dependsOn": sorted({reference[n] for n in required(package) if n in reference})}
        for name, package in packages.items()
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, ' '.join(reference.values()))}",
        "version": 1,
        "metadata": metadata,
        "components": [component(name, package, "library") for name, package in packages.items() if name != root],
        "dependencies": depends,
    }


if __name__ == "__main__":
    print(json.dumps(bill(), indent=1, ensure_ascii=False))
    sys.exit(0)
