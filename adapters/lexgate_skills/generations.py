"""Built indexes on disk: immutable folders, one small pointer file that names the current one, checks before use.

Readers take no lock and write nothing. It knows files, not what is in the index.
"""

import json
import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from lexgate_skills.skill import Finding

FORMAT = 1
"""Of the pointer, the report and the manifest. A generation of another format is built anew."""

_POINTER = "current.json"
_FOLDER = "generations"
_REPORT = "report.json"
_FINDINGS = "findings.json"
INDEX = "index"
NUMBERS = "numbers.u8"
"""The numbers of a generation's skills (`skill_number`), sorted, unsigned of eight bytes, little-endian."""


class Unusable(Exception):
    """A generation that cannot be used, for a reason that a new build mends: absent, other format, damaged."""


@dataclass(frozen=True)
class Generation:
    """One verified generation: its folder, and what its build reported."""

    folder: Path
    report: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def index(self) -> Path:
        return self.folder / INDEX


class Generations:
    """The generations below one folder. `terms` is the version of the terms that readers and builders use."""

    def __init__(self, home: Path, *, terms: int) -> None:
        self.home = home
        self.lock = home / "builder.lock"
        self.progress = home / "progress.json"
        self._terms = terms

    def current_name(self) -> str:
        """Return the name that the pointer holds, "" when there is none that we can read."""
        try:
            pointer = json.loads((self.home / _POINTER).read_bytes())
            name = pointer["generation"] if pointer["format"] == FORMAT else ""
        except (OSError, ValueError, KeyError, TypeError):
            return ""
        return name if isinstance(name, str) and name.startswith("g-") and "/" not in name and "\\" not in name else ""

    def current(self) -> Generation:
        """Return the current generation with every file of its index checked.

        Raises: Unusable.
        """
        name = self.current_name()
        if not name:
            raise Unusable("there is no index yet")
        folder = self.home / _FOLDER / name
        report = self._report(folder)
        _verify(folder, report)
        return Generation(folder, report)

    def _report(self, folder: Path) -> dict[str, Any]:
        try:
            report = json.loads((folder / _REPORT).read_bytes())
        except (OSError, ValueError) as error:
            raise Unusable("its report cannot be read") from error
        if not isinstance(report, dict) or (report.get("format"), report.get("terms")) != (FORMAT, self._terms):
            raise Unusable("it has another format")
        return report

    def new_folder(self) -> Path:
        """Make the folder of a generation to come, readable by the user alone."""
        parent = self.home / _FOLDER
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = parent / f"g-{secrets.token_hex(8)}"
        folder.mkdir(mode=0o700)
        (folder / INDEX).mkdir(mode=0o700)
        return folder

    def publish(self, folder: Path, report: Mapping[str, Any]) -> Generation:
        """Write the report with the checksums of all files, and point at the generation."""
        files = {path.relative_to(folder).as_posix(): _checksum(path) for path in _files(folder)}
        whole = {**report, "format": FORMAT, "terms": self._terms, "files": files}
        write_private(folder / _REPORT, json.dumps(whole, ensure_ascii=False))
        write_private(self.home / _POINTER, json.dumps({"format": FORMAT, "generation": folder.name}))
        return Generation(folder, whole)

    def prune(self) -> None:
        """Remove what is neither current nor being built: call it under the builder's lock.

        A reader that has a removed generation open keeps its mapped files; where the system forbids the removal
        of open files (Windows), they go at a later build.
        """
        keep = self.current_name()
        try:
            others = [path for path in (self.home / _FOLDER).iterdir() if path.name != keep]
        except OSError:
            return
        for path in others:
            shutil.rmtree(path, ignore_errors=True)


def read_findings(generation: Generation) -> tuple[Finding, ...]:
    """Return what the build found in the files. Raises: OSError, ValueError, TypeError."""
    return tuple(Finding(**each) for each in json.loads((generation.folder / _FINDINGS).read_bytes()))


def write_findings(folder: Path, findings: Iterable[Finding]) -> None:
    """Write what a build found into the folder of its generation."""
    write_private(folder / _FINDINGS, json.dumps([asdict(each) for each in findings], separators=(",", ":")))


def write_private(path: Path, content: str | bytes) -> None:
    """Write a file that only the user can read, and put it in place in one step."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")


def _checksum(path: Path) -> str:
    digest = blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _verify(folder: Path, report: Mapping[str, Any]) -> None:
    files = report.get("files")
    if not isinstance(files, dict) or not files:
        raise Unusable("its report names no files")
    for name, checksum in files.items():
        try:
            intact = _checksum(folder / name) == checksum
        except OSError as error:
            raise Unusable("a file of it cannot be read") from error
        if not intact:
            raise Unusable("a file of it is damaged")
