"""The last calls of this process, for its operator: in memory, bounded, and without what was asked or answered."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from lexgate.gateway import AnsweredCall

KEPT = 50


@dataclass(frozen=True)
class RecentCall:
    """One call that was answered; `at` is in seconds since 1970. Who asked is not kept: any token opens the page."""

    at: float
    request_id: str
    tool: str
    reason: str
    seconds: float


class RecentCalls:
    """An observer of the gateway that remembers the last calls."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._calls: deque[RecentCall] = deque(maxlen=KEPT)
        self.total = 0

    def __call__(self, call: AnsweredCall) -> None:
        self.total += 1
        self._calls.append(RecentCall(self._clock(), call.request_id, call.tool, call.reason, call.seconds))

    def newest_first(self) -> tuple[RecentCall, ...]:
        return tuple(reversed(self._calls))
