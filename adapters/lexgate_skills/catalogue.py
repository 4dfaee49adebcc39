"""The files of the configured libraries: which skills there are. It reads no skill's text and follows no link."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG

from lexgate_skills.skill import Finding

SKILL_FILE = "SKILL.md"
LARGEST_SKILL = 5_000_000
DEEPEST = 12
MOST_SUPPORTING_FILES = 200


@dataclass(frozen=True)
class SkillFile:
    """One SKILL.md as a scan sees it. `id` is its folder's path in the library, with `/` on every system."""

    library: str
    id: str
    path: str
    size: int
    mtime_ns: int

    @property
    def key(self) -> str:
        return f"{self.library}:{self.id}"


@dataclass
class Catalogue:
    """What a scan of all libraries found. A library in `unreadable` was not seen, which does not mean it is empty."""

    files: list[SkillFile] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def scan(libraries: Mapping[str, Path]) -> Catalogue:
    """List the skills of each library (name and folder). Symbolic links and hidden folders are not entered.

    The library's own folder may be a link: a person named it.
    """
    found = Catalogue()
    for name, root in libraries.items():
        try:
            with os.scandir(root):
                pass
        except OSError:
            found.unreadable.append(name)
            continue
        files: dict[str, SkillFile] = {}
        for skill in _skills(name, os.fspath(root), found.findings):
            # The skill in the library's own folder has the library's name as its id, and so may a folder in it.
            if skill.id in files:
                found.findings.append(_skipped(name, "", "A folder of the library has the library's name."))
            if skill.id not in files or skill.path != os.path.join(root, SKILL_FILE):
                files[skill.id] = skill
        found.files += files.values()
    return found


def _skills(library: str, root: str, findings: list[Finding]) -> Iterator[SkillFile]:
    pending = [("", root, 0)]
    while pending:
        inside, folder, depth = pending.pop()
        try:
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError:
            findings.append(Finding(f"{library}:{inside}", None, "The folder could not be read.", "skipped"))
            continue
        for entry in listed:
            if entry.name == SKILL_FILE:
                yield from _skill(library, inside, entry, findings)
            elif depth < DEEPEST and not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                pending.append((f"{inside}/{entry.name}" if inside else entry.name, entry.path, depth + 1))


def _skill(library: str, inside: str, entry: os.DirEntry[str], findings: list[Finding]) -> Iterator[SkillFile]:
    try:
        seen = entry.stat(follow_symlinks=False)
    except OSError:
        findings.append(_skipped(library, inside, "The file could not be read."))
        return
    if not S_ISREG(seen.st_mode):
        findings.append(_skipped(library, inside, "Not a file of its own: symbolic links are not followed."))
    elif seen.st_size > LARGEST_SKILL:
        findings.append(_skipped(library, inside, f"The file is larger than {LARGEST_SKILL:,} bytes."))
    elif not _is_text(inside):
        findings.append(
            _skipped(library, inside.encode("utf-8", "replace").decode(), "The folder's name is not UTF-8.")
        )
    else:
        yield SkillFile(library, inside or library, entry.path, seen.st_size, seen.st_mtime_ns)


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _skipped(library: str, inside: str, what: str) -> Finding:
    return Finding(f"{library}:{inside}/{SKILL_FILE}" if inside else f"{library}:{SKILL_FILE}", None, what, "skipped")


def supporting_files(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield (path, bytes) of each file beside a SKILL.md, those of skills further down left out; never opened.

    Stops after `MOST_SUPPORTING_FILES`. A folder that cannot be read yields nothing.
    """
    pending = [("", os.fspath(folder))]
    count = 0
    while pending and count < MOST_SUPPORTING_FILES:
        inside, path = pending.pop()
        listed = _listed(path)
        if inside and any(entry.name == SKILL_FILE for entry in listed):
            continue
        for entry in listed:
            name = f"{inside}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith("."):
                    pending.append((f"{name}/", entry.path))
            elif entry.is_file(follow_symlinks=False) and name != SKILL_FILE and count < MOST_SUPPORTING_FILES:
                count += 1
                yield name.encode("utf-8", "replace").decode(), entry.stat(follow_symlinks=False).st_size


def _listed(path: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []
