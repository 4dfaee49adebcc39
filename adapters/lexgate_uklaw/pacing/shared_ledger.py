"""One schedule for all hosts, in their common Redis; while that is gone, the host's own file at a slower share.

It decides nothing. Times in the Redis are its own, so that hosts with different clocks agree.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from lexgate_kit.shared import SharedGone, SharedMemory
from lexgate_uklaw.pacing.ledger import Change, Ledger, read_page, written_page
from lexgate_uklaw.pacing.schedule import ROBOTS_EVERY_S, Schedule, anew, merged, moved, seen_at

T = TypeVar("T")

_LIFETIME_S = ROBOTS_EVERY_S + 3600.0
"""Longer than anything that the schedule says: the day of robots.txt, and the longest gate."""


@dataclass(frozen=True)
class _Seen:
    """A schedule, and what the clock of its times showed then."""

    schedule: Schedule
    at: float

    def on_a_clock(self, now: float, since: float = 0.0) -> Schedule:
        """Return the schedule with the times of a clock that shows `now`, `since` seconds later."""
        return moved(self.schedule, now - since - self.at)


class SharedLedger:
    """A schedule under `key`, and `alone` for the time without it. `clock` measures how much time passed.

    `shares` is for the change that runs: 1 with the Redis, else the number of hosts, by which the gap grows.
    """

    def __init__(self, memory: SharedMemory, key: str, alone: Ledger, clock: Callable[[], float]) -> None:
        self.shares = 1
        self._memory = memory
        self._key = key
        self._alone = alone
        self._clock = clock
        self._threads = threading.Lock()
        self._last: _Seen | None = None
        self._last_at = 0.0
        # Another process of this host, or an earlier one, may have paced alone until now.
        self._returning = True

    @property
    def problem(self) -> str:
        """Why the pace is not shared with the other hosts, in words of ours; blank when it is."""
        if not self._memory.problem:
            return ""
        shares = self._memory.place.replicas
        words = f"the shared Redis {self._memory.problem}: this host paces alone, with {shares} times the gap"
        return f"{words}; {self._alone.problem}" if self._alone.problem else words

    def change(self, change: Change[T]) -> T:
        """Apply a change for all hosts, or for this one, and return its result. Blocks for about a second at most."""
        with self._threads:
            try:
                return self._change_shared(change)
            except SharedGone:
                return self._change_alone(change)

    def _change_shared(self, change: Change[T]) -> T:
        self.shares = 1
        mine = self._alone.change(lambda schedule, now: (schedule, _Seen(schedule, now))) if self._returning else None

        def apply(value: bytes | None, now: float) -> tuple[bytes | None, tuple[_Seen, T]]:
            shared = self._read(value, now)
            before = merged(shared, mine.on_a_clock(now), now) if mine else shared
            after, result = change(before, now)
            return written_page(after) if after != shared or value is None else None, (_Seen(after, now), result)

        seen, result = self._memory.change(self._key, apply, _LIFETIME_S)
        self._returning = False
        self._remember(seen)
        return result

    def _read(self, value: bytes | None, now: float) -> Schedule:
        """Return the shared schedule. A Redis that lost it gets back what this process knew, and one gap passes."""
        found = read_page(value) if value is not None else None
        if found is not None:
            return found
        if self._last is None:
            return anew(now, unsure=True)
        known = seen_at(self._last.on_a_clock(now, self._clock() - self._last_at), now)
        return merged(known, anew(now, unsure=True), now)

    def _remember(self, seen: _Seen) -> None:
        before, self._last, self._last_at = self._last, seen, self._clock()
        closed_until = seen.schedule.closed_until
        if closed_until > seen.at and (before is None or before.schedule.closed_until != closed_until):
            # A closed gate also goes into the file: it holds for a process that starts while the Redis is gone.
            self._alone.change(lambda schedule, now: (merged(schedule, seen.on_a_clock(now), now), None))

    def _change_alone(self, change: Change[T]) -> T:
        self.shares = self._memory.place.replicas
        self._returning = True
        last, since = self._last, self._clock() - self._last_at

        def apply(schedule: Schedule, now: float) -> tuple[Schedule, T]:
            before = merged(schedule, last.on_a_clock(now, since), now) if last else schedule
            return change(before, now)

        result = self._alone.change(apply)
        # It is in the file now, and what is promised there goes on from it.
        self._last = None
        return result
