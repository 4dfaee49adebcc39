"""Makes vectors beside a serving process, when the settings say so: politely, once at a time, after each change."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from anyio.abc import TaskGroup
from anyio.to_thread import run_sync

from lexgate_skills.vectors.embed_job import EmbedJob, Ended, run_embed

_RETRY_SECONDS = 300.0


@dataclass
class Embedding:
    """How far a background run is: blank `what` when none runs; `failure` of the last one."""

    what: str = ""
    done: int = 0
    total: int = 0
    failure: str = ""

    def told(self, what: str, done: int, total: int) -> None:
        self.what, self.done, self.total = what, done, total

    def __str__(self) -> str:
        return f"{self.what} {self.done:,} of {self.total:,}" if self.what else ""


class Background:
    """Runs the job when it is asked to and none runs; `finished` is called after each that made something."""

    def __init__(
        self, job: Callable[[], EmbedJob], finished: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._job, self._finished, self._clock = job, finished, clock
        self.progress = Embedding()
        self._running = False
        self._failed_at: float | None = None
        self._covered = ""

    def start(self, tasks: TaskGroup, generation: str) -> None:
        """Begin to make what the keyword generation of this name lacks, unless that runs or was done already."""
        resting = self._failed_at is not None and self._clock() - self._failed_at < _RETRY_SECONDS
        if self._running or resting or generation == self._covered:
            return
        self._running = True
        tasks.start_soon(self._run, generation)

    async def _run(self, generation: str) -> None:
        ended = Ended(failure="It was stopped.")
        try:
            ended = await run_embed(self._job(), self.progress.told, beside=True)
        finally:
            self._running = False
            self.progress = Embedding(failure=ended.failure)
        if ended.failure:
            self._failed_at = self._clock()
        else:
            self._covered, self._failed_at = generation, None
            await run_sync(self._finished)
