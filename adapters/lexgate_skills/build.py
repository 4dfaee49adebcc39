"""One build of the index: what changed since the current generation goes into a new one. It serves no searches.

It runs under the builder's lock, so of several processes one builds and the others find the work done.
"""

import json
import shutil
import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from lexgate_skills.catalogue import Catalogue, SkillFile, scan
from lexgate_skills.folding_workers import checksum, fold_files
from lexgate_skills.generations import (
    INDEX,
    NUMBERS,
    Generation,
    Generations,
    Unusable,
    read_findings,
    write_findings,
    write_private,
)
from lexgate_skills.index_files import IndexFiles
from lexgate_skills.skill import Finding, skill_number

MANIFEST = "manifest.json"
# Above both, an index without the gaps of removed skills costs no more than mending the old one.
_FEW, _SHARE_FOR_BUILD_ANEW = 200, 0.3
_TOLD_EVERY = 200

Row = tuple[int, int, str]
"""Size, modification time in nanoseconds, checksum."""
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Outcome:
    """The generation that is current now, how many skills were worked on, and how many it holds."""

    generation: str
    changed: int
    skills: int
    unreadable: tuple[str, ...]


class BuildFailed(Exception):
    """The build came to no end; the earlier generation, if any, still stands. The text is ours."""


@dataclass(frozen=True)
class _Base:
    """What the current generation knows of its files; empty when there is none that can be used."""

    generation: Generation | None
    rows: Mapping[str, Row]
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class _Changes:
    """What differs from the base: files to fold, keys that are gone, and rows that stay (some with new times)."""

    fold: list[SkillFile]
    gone: list[str]
    kept: dict[str, Row]
    touched: bool

    def __bool__(self) -> bool:
        return bool(self.fold or self.gone or self.touched)


def build(
    store: Generations,
    libraries: Mapping[str, Path],
    *,
    now: datetime,
    told: Told = lambda done, total: None,
    fresh: bool = False,
) -> Outcome:
    """Bring the index up to date and return what is current then. The caller holds the builder's lock.

    Skills of a library that cannot be read now stay as they were indexed. `fresh` ignores what was built before.
    Raises: BuildFailed, OSError (the folder cannot be written).
    """
    base = _Base(None, {}, ()) if fresh else _base(store)
    found = scan(libraries)
    changes = _changes(found, base)
    unreadable = tuple(found.unreadable)
    if base.generation is not None and not changes and _told_the_same(base.generation, unreadable, libraries):
        return Outcome(base.generation.name, 0, len(base.rows), unreadable)
    if len(changes.fold) > max(_FEW, _SHARE_FOR_BUILD_ANEW * len(found.files)) and not unreadable:
        base = _Base(None, {}, ())
        changes = _changes(found, base)
    folder = store.new_folder()
    try:
        rows, findings = _write(folder, base, changes, found, told)
        report = _report(rows, findings, unreadable, libraries, now)
        generation = store.publish(folder, report)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    store.prune()
    return Outcome(generation.name, len(changes.fold) + len(changes.gone), len(rows), unreadable)


def _base(store: Generations) -> _Base:
    try:
        generation = store.current()
        rows = json.loads((generation.folder / MANIFEST).read_bytes())
        findings = read_findings(generation)
    except (Unusable, OSError, ValueError):
        return _Base(None, {}, ())
    return _Base(generation, {key: (size, mtime, check) for key, size, mtime, check in rows}, findings)


def _changes(found: Catalogue, base: _Base) -> _Changes:
    fold: list[SkillFile] = []
    kept: dict[str, Row] = {}
    touched = False
    for file in found.files:
        row = base.rows.get(file.key)
        if row is not None and row[:2] == (file.size, file.mtime_ns):
            kept[file.key] = row
        elif row is not None and row[2] == _checksum_now(file):
            kept[file.key] = (file.size, file.mtime_ns, row[2])
            touched = True
        else:
            fold.append(file)
    seen = kept.keys() | {file.key for file in fold}
    gone = []
    for key, row in base.rows.items():
        if key not in seen:
            if key.partition(":")[0] in found.unreadable:
                kept[key] = row
            else:
                gone.append(key)
    return _Changes(fold, gone, kept, touched)


def _checksum_now(file: SkillFile) -> str:
    try:
        return checksum(Path(file.path).read_bytes())
    except OSError:
        return ""


def _told_the_same(generation: Generation, unreadable: Iterable[str], libraries: Mapping[str, Path]) -> bool:
    report = generation.report
    return report.get("unreadable") == list(unreadable) and report.get("libraries_configured") == list(libraries)


def _write(
    folder: Path, base: _Base, changes: _Changes, found: Catalogue, told: Told
) -> tuple[dict[str, Row], list[Finding]]:
    if base.generation is not None:
        shutil.copytree(
            base.generation.index, folder / INDEX, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.lock")
        )
    index = IndexFiles(folder / INDEX, is_new=base.generation is None)
    rows = dict(changes.kept)
    old = {f"{key}/SKILL.md" for key in rows}
    findings = [each for each in base.findings if each.path in old] + found.findings
    index.remove([*changes.gone, *(file.key for file in changes.fold if file.key in base.rows)])
    told(0, len(changes.fold))
    for count, each in enumerate(fold_files(changes.fold), 1):
        findings.extend(each.findings)
        if each.skill is not None:
            index.add(each.skill, skill_number(each.file.key, each.checksum))
            rows[each.file.key] = (each.file.size, each.file.mtime_ns, each.checksum)
        if count % _TOLD_EVERY == 0:
            told(count, len(changes.fold))
    if index.finish() != len(rows):
        raise BuildFailed("The index that was written does not hold every skill.")
    write_private(folder / MANIFEST, json.dumps([(key, *row) for key, row in rows.items()], separators=(",", ":")))
    numbers = sorted(skill_number(key, check) for key, (_, _, check) in rows.items())
    write_private(folder / NUMBERS, struct.pack(f"<{len(numbers)}Q", *numbers))
    write_findings(folder, findings)
    return rows, findings


def _report(
    rows: Mapping[str, Row],
    findings: Iterable[Finding],
    unreadable: Iterable[str],
    libraries: Mapping[str, Path],
    now: datetime,
) -> dict[str, Any]:
    counts = dict.fromkeys(libraries, 0)
    for key in rows:
        counts[key.partition(":")[0]] += 1
    kinds = {"repaired": 0, "skipped": 0, "note": 0}
    for each in findings:
        kinds[each.kind] += 1
    return {
        "built_at": now.isoformat(timespec="seconds"),
        "skills": len(rows),
        "libraries": counts,
        "libraries_configured": list(libraries),
        "unreadable": list(unreadable),
        "findings": kinds,
    }
