"""What an installation is made of: the lock of development and the bill of materials agree with pyproject.toml."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
SBOM = [sys.executable, str(ROOT / "scripts" / "sbom.py")]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked() -> dict[str, list[Version]]:
    found: dict[str, list[Version]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK, re.MULTILINE):
        found.setdefault(normal(name), []).append(Version(version))
    return found


def test_the_lock_holds_every_dependency_within_its_bounds() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = [Requirement(each) for group in (PROJECT["dependencies"], *extras.values()) for each in group]
    versions = locked()
    for requirement in wanted:
        if requirement.name != "lexgate" and requirement.name not in _left_out():
            found = versions.get(normal(requirement.name), [])
            assert found, f"run scripts/lock: {requirement} is missing"
            assert all(version in requirement.specifier for version in found), f"run scripts/lock: {requirement}"


def _left_out() -> set[str]:
    """Return what only extras need that development does not install."""
    extras = PROJECT["optional-dependencies"]
    inside = {"dev"}
    while True:
        more = {
            extra
            for group in inside
            for each in extras[group]
            if Requirement(each).name == "lexgate"
            for extra in Requirement(each).extras
        }
        if more <= inside:
            break
        inside |= more
    outside = [Requirement(each).name for name, group in extras.items() if name not in inside for each in group]
    kept = {Requirement(each).name for name in inside for each in extras[name]}
    return set(outside) - kept


def test_the_lock_names_no_place_and_has_a_hash_for_everything() -> None:
    assert "://" not in LOCK
    assert "index" not in LOCK
    blocks = re.split(r"\n(?=[A-Za-z0-9])", LOCK.strip())
    assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_the_bill_of_materials_names_what_is_installed() -> None:
    written = subprocess.run(SBOM, capture_output=True, check=True, timeout=30).stdout
    assert written == subprocess.run(SBOM, capture_output=True, check=True, timeout=30).stdout
    bill = json.loads(written)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "lexgate"
    names = {row["name"] for row in bill["components"]}
    assert {normal(Requirement(each).name) for each in PROJECT["dependencies"]} <= names
    references = {row["bom-ref"] for row in [*bill["components"], bill["metadata"]["component"]]}
    assert references == {row["ref"] for row in bill["dependencies"]}
    assert all(each in references for row in bill["dependencies"] for each in row["dependsOn"])
    assert [row["name"] for row in bill["components"] if not row.get("licenses")] == []
