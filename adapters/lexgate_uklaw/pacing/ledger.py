"""The file in which all processes of a user keep one schedule, changed only under a lock. It decides nothing.

Where the file cannot be kept, the process keeps the schedule to itself, and `problem` says so.
"""

import math
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Protocol, TypeVar

from filelock import FileLock
from pydantic import TypeAdapter, ValidationError

from lexgate_uklaw.pacing.schedule import Schedule, anew, merged

T = TypeVar("T")
Change = Callable[[Schedule, float], tuple[Schedule, T]]

FORMAT = 1
_LONGEST = 256_000
_LOCK_SECONDS = 1.0  # a transaction takes about a millisecond; a process that holds the lock longer is stuck


@dataclass(frozen=True)
class _Page:
    format: int
    schedule: Schedule


_PAGES = TypeAdapter(_Page)


def read_page(value: bytes) -> Schedule | None:
    """Return the schedule that was written, or None for what is none or of another version."""
    try:
        page = _PAGES.validate_json(value)
    except ValidationError:
        return None
    return page.schedule if page.format == FORMAT and _is_finite(page.schedule) else None


def written_page(schedule: Schedule) -> bytes:
    """Return the schedule as it is kept."""
    return _PAGES.dump_json(_Page(FORMAT, schedule))


class KeepsSchedule(Protocol):
    """One schedule that several pacers share.

    `shares` is for the change that runs: how many such schedules stand beside this one, unseen. `problem` says why
    it is shared with fewer than it should be.
    """

    @property
    def shares(self) -> int: ...

    @property
    def problem(self) -> str: ...

    def change(self, change: Change[T]) -> T:
        """Apply a change to the schedule in one step and return its result. The change may be applied again."""


class Ledger:
    """One schedule in `path`; `clock` is the time of day in seconds, the same for all processes."""

    shares = 1

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._alone: Schedule | None = None
        self._threads = threading.Lock()
        self.problem = ""

    def change(self, change: Change[T]) -> T:
        """Apply a change to the schedule under the lock and return its result. Blocks for at most about a second."""
        with self._threads:
            return self._change(change)

    def _change(self, change: Change[T]) -> T:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(f"{self._path}.lock", timeout=_LOCK_SECONDS, mode=0o600, poll_interval=0.005):
                result = self._change_file(change)
        except OSError:  # filelock's Timeout is one of them
            self.problem = "the shared pace file cannot be written: this process paces alone"
            return self._change_alone(change)
        self.problem, self._alone = "", None
        return result

    def _change_file(self, change: Change[T]) -> T:
        now = self._clock()
        shared = self._read(now)
        before = shared if self._alone is None else merged(shared, self._alone, now)
        after, result = change(before, now)
        if after != shared:
            self._write(after)
        return result

    def _change_alone(self, change: Change[T]) -> T:
        now = self._clock()
        self._alone, result = change(self._alone or anew(now, unsure=True), now)
        return result

    def _read(self, now: float) -> Schedule:
        try:
            with self._path.open("rb") as file:
                return read_page(file.read(_LONGEST)) or anew(now, unsure=True)
        except FileNotFoundError:
            return anew(now)

    def _write(self, schedule: Schedule) -> None:
        fresh = self._path.with_name(self._path.name + ".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(written_page(schedule))
        fresh.replace(self._path)


def _is_finite(schedule: Schedule) -> bool:
    times = [getattr(schedule, field.name) for field in fields(schedule)]
    numbers = [time for time in times if isinstance(time, int | float)]
    return all(map(math.isfinite, (*numbers, schedule.rules.crawl_delay, *(slot.until for slot in schedule.slots))))
