"""Reading and folding many skill files at once in processes of their own, which end with the one that started them.

They are spawned, not forked, and talk over a pipe each: when it closes, they stop.
"""

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from lexgate_skills.catalogue import LARGEST_SKILL, SkillFile
from lexgate_skills.folded import FoldedSkill, Folder
from lexgate_skills.frontmatter import read_skill
from lexgate_skills.skill import Finding

_BATCH = 64
_FEWEST_FOR_WORKERS = 400
_MOST_WORKERS = 4


@dataclass(frozen=True)
class FoldedFile:
    """One file after folding: its checksum, its fields (None when it could not be read), and what was found in it."""

    file: SkillFile
    checksum: str
    skill: FoldedSkill | None
    findings: tuple[Finding, ...]


def fold_files(files: Sequence[SkillFile]) -> Iterator[FoldedFile]:
    """Yield each file folded, in no certain order. Few files are folded here, many by workers."""
    if len(files) < _FEWEST_FOR_WORKERS:
        folder = Folder()
        for file in files:
            yield fold_file(file, folder)
    else:
        yield from _with_workers(files, min(_MOST_WORKERS, max(1, _processors())))


def fold_file(file: SkillFile, folder: Folder) -> FoldedFile:
    """Read and fold one file. A file that cannot be read is told in its findings."""
    try:
        with open(file.path, "rb") as opened:
            data = opened.read(LARGEST_SKILL)
    except OSError:
        return FoldedFile(
            file, "", None, (Finding(f"{file.key}/SKILL.md", None, "The file could not be read.", "skipped"),)
        )
    skill = read_skill(data, id=file.id, library=file.library)
    findings = tuple(Finding(f"{file.library}:{each.path}", each.line, each.what, each.kind) for each in skill.findings)
    return FoldedFile(file, checksum(data), folder.fold(skill), findings)


def checksum(data: bytes) -> str:
    """Return the checksum by which a changed file is told from a touched one."""
    return blake2b(data, digest_size=12).hexdigest()


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Windows and macOS do not tell
        return os.cpu_count() or 1


def _with_workers(files: Sequence[SkillFile], count: int) -> Iterator[FoldedFile]:
    batches = iter([files[at : at + _BATCH] for at in range(0, len(files), _BATCH)])
    context = get_context("spawn")
    with ExitStack() as stack:
        busy: list[Connection] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            stack.callback(ours.close)
            context.Process(target=_work, args=(theirs,), daemon=True).start()
            theirs.close()
            busy.append(ours)
            # Two batches each: one to work on while the other's answer is taken in.
            for batch in (next(batches, None), next(batches, None)):
                if batch is not None:
                    ours.send(batch)
        waiting = len(files)
        while waiting:
            for connection in wait(busy):
                if not isinstance(connection, Connection):
                    continue
                folded = connection.recv()
                batch = next(batches, None)
                if batch is not None:
                    connection.send(batch)
                waiting -= len(folded)
                yield from folded


def _work(connection: Connection) -> None:
    gc.disable()  # nothing here makes cycles, and looking for them takes a tenth of the time
    folder = Folder()
    try:
        while True:
            connection.send([fold_file(file, folder) for file in connection.recv()])
    except (EOFError, OSError):
        return  # the builder is gone or has all it wanted
