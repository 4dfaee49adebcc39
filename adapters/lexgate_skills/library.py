"""The library as a server keeps it: the open index, the build that replaces it, and what to say when there is none.

Building happens in another process; opening and reading in threads that can be abandoned.
"""

import shutil
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from anyio.abc import TaskGroup
from anyio.to_thread import run_sync

from lexgate_kit.adapter import Call
from lexgate_kit.errors import NotConfigured
from lexgate_kit.inline import one_line
from lexgate_skills.builder import BuildJob, Built, Failed, Progress, run_build
from lexgate_skills.generations import Generation, Generations, Unusable, read_findings
from lexgate_skills.skill import Finding
from lexgate_skills.terms import TERMS_VERSION

if TYPE_CHECKING:
    from lexgate_skills.glossary import Glossary
    from lexgate_skills.keyword_index import KeywordIndex

LOOKS_EVERY = 60.0
_RETRIES_AFTER = 10.0
_TELLS_EVERY = 0.5
_KEPT_FOR_ANSWER = 3.0
_SHOWN = 3
_NEXT = {
    "disk_full": "Free at least 100 MB, or set paths.data_dir to another disk; then search again.",
    "read_only": "Let the user of this process write to paths.data_dir, or set another; then search again.",
    "build": "Run 'lexgate skills index' to see what happens; then search again.",
}
ResultT = TypeVar("ResultT")


class Library:
    """The index over some libraries (name and folder), kept up to date while its `alive` is entered."""

    def __init__(
        self,
        libraries: Mapping[str, Path],
        home: Path,
        *,
        glossary_file: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.libraries = dict(libraries)
        self.home = home
        self.progress = Progress()
        self.failure: Failed | None = None
        self.unreadable: tuple[str, ...] = ()
        self.is_private = False
        self._glossary_file = glossary_file
        self._glossary: Glossary | None = None
        self._glossary_lock = threading.Lock()
        self._clock = clock
        self._index: KeywordIndex | None = None
        self._building = False
        self._fresh = False
        self._looked_at: float | None = None
        self._changed = anyio.Event()
        self._opening = anyio.Lock()
        self._tasks: TaskGroup | None = None

    @asynccontextmanager
    async def alive(self) -> AsyncIterator[None]:
        """Let builds run in the background; they end when this is left."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            try:
                yield
            finally:
                self._tasks = None
                tasks.cancel_scope.cancel()
                if self.is_private:
                    shutil.rmtree(self.home, ignore_errors=True)

    def job(self, *, fresh: bool = False) -> BuildJob:
        """Return what a build brings up to date; `fresh` ignores what was built before."""
        return BuildJob(self.home, self.libraries, self._glossary_file, fresh)

    def glossary(self) -> "Glossary":
        """Return the glossary with the user's own file. The first call takes a moment and blocks."""
        from lexgate_skills.glossary import shared_glossary
        from lexgate_skills.glossary_process import make_aside

        with self._glossary_lock:  # words and vectors ask for it at the same time
            if self._glossary is None:
                make_aside(self._glossary_file, self.home)
                self._glossary = shared_glossary(self._glossary_file, self.home)
            return self._glossary

    @property
    def is_open(self) -> bool:
        return self._index is not None

    @property
    def report(self) -> Mapping[str, Any]:
        """Return what the build of the open index reported; empty when none is open."""
        return {} if self._index is None else self._index.generation.report

    @property
    def state(self) -> str:
        """Return "ready", or how far the first build is."""
        return "ready" if self._index is not None else f"building: {self.progress}"

    async def ask(self, call: Call, question: Callable[["KeywordIndex"], ResultT]) -> ResultT | None:
        """Return the answer of the index, or None while the first build lasts longer than the call may.

        An index that turns out to be damaged is built anew, and then asked.
        Raises: NotConfigured (there is no index and none can be built).
        """
        for _ in range(2):
            index = await self._ready(call)
            if index is None:
                return None
            try:
                return await run_sync(question, index, abandon_on_cancel=True)
            except Unusable:
                self._index, self._fresh = None, True
        raise NotConfigured(
            "The index of the skills was damaged twice in a row.", reason="index_damaged", next_step=_NEXT["build"]
        )

    async def _ready(self, call: Call) -> "KeywordIndex | None":
        if self._index is None and not self._fresh:
            await self._open()
        if self._index is None or self._is_time_to_look():
            self._start_build()
        while self._index is None:
            if self.failure is not None and not self._building:
                raise NotConfigured(
                    self.failure.message, reason=f"index_{self.failure.reason}", next_step=_NEXT[self.failure.reason]
                )
            left = call.deadline - anyio.current_time() - _KEPT_FOR_ANSWER
            if left <= 0:
                return None
            await call.progress(self.progress.done, self.progress.total or None, f"Indexing: {self.progress}")
            with anyio.move_on_after(min(left, _TELLS_EVERY)):
                await self._changed.wait()
        return self._index

    def _is_time_to_look(self) -> bool:
        return self._looked_at is None or self._clock() - self._looked_at >= LOOKS_EVERY

    def _start_build(self) -> None:
        recently = self._looked_at is not None and self._clock() - self._looked_at < _RETRIES_AFTER
        if self._building or self._tasks is None or (self.failure is not None and recently):
            return
        self._building = True
        self._looked_at = self._clock()
        self._tasks.start_soon(self._build)

    async def _build(self) -> None:
        try:
            self.progress.done = self.progress.total = 0
            outcome = await run_build(self.job(fresh=self._fresh), self.progress)
            if isinstance(outcome, Failed) and outcome.reason == "read_only" and self._index is None:
                self._move_to_private_home()
                outcome = await run_build(self.job(), self.progress)
            await self._take(outcome)
            if isinstance(outcome, Built) and not outcome.changed and self._index is None:
                # Its files are as they were written, and still it does not open: another build must not start from it.
                await self._take(await run_build(self.job(fresh=True), self.progress))
        finally:
            self._building = False
            self._tell()

    async def _take(self, outcome: Built | Failed) -> None:
        if isinstance(outcome, Failed):
            self.failure = outcome
            return
        self.failure, self._fresh, self.unreadable = None, False, outcome.unreadable
        if self._index is None or self._index.generation.name != outcome.generation:
            await self._open()
            if self._index is None:
                self.failure = Failed("build", "The index that was built cannot be opened.")

    def _move_to_private_home(self) -> None:
        try:
            self.home = Path(tempfile.mkdtemp(prefix="lexgate-skills-"))
            self.is_private = True
        except OSError:
            return  # the first failure is told

    async def _open(self) -> None:
        async with self._opening:
            self._index = await run_sync(_opened, self.home, self._index, self.glossary, abandon_on_cancel=True)
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()


def current(home: Path) -> Generation:
    """Return the verified current generation. Raises: Unusable."""
    return Generations(home, terms=TERMS_VERSION).current()


@dataclass(frozen=True)
class OnDisk:
    """What the last build reported, and a few of the files that it repaired or skipped, with line and reason."""

    report: Mapping[str, Any]
    worst: Sequence[str]


def state_on_disk(home: Path) -> OnDisk | None:
    """Return what is known of the current generation, None when there is none that can be used."""
    try:
        generation = current(home)
        findings = read_findings(generation)
    except (Unusable, OSError, ValueError, TypeError):
        return None
    return OnDisk(
        generation.report, [one_line(finding_line(each)) for each in findings if each.kind != "note"][:_SHOWN]
    )


def finding_line(finding: Finding) -> str:
    """Return a finding as one line: path, line, kind and what it is."""
    line = f":{finding.line}" if finding.line is not None else ""
    return f"{finding.path}{line}: {finding.kind}: {finding.what}"


def _opened(home: Path, before: "KeywordIndex | None", glossary: "Callable[[], Glossary]") -> "KeywordIndex | None":
    from lexgate_skills.keyword_index import KeywordIndex  # imports tantivy

    for _ in range(2):  # once more where a build took the generation away between reading its name and opening it
        try:
            generation = current(home)
            if before is not None and before.generation.name == generation.name:
                return before
            return KeywordIndex(generation, glossary)
        except Unusable:
            continue
    return before
