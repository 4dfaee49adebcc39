"""How many requests each caller may send a minute: a bucket that fills evenly, for a bounded number of callers.

Pure: the clock is passed in.
"""

from collections import OrderedDict
from dataclasses import dataclass

_CALLERS_KEPT = 10_000


@dataclass
class _Bucket:
    left: float
    at: float


class Allowance:
    """`a_minute` requests for each caller, at once or spread; 0: no limit."""

    def __init__(self, a_minute: int) -> None:
        self._a_minute = a_minute
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait_for(self, caller: str, now: float) -> float:
        """Take one request; return 0.0, or the seconds after which the caller may ask again."""
        if not self._a_minute:
            return 0.0
        bucket = self._buckets.pop(caller, None) or _Bucket(self._a_minute, now)
        self._buckets[caller] = bucket
        if len(self._buckets) > _CALLERS_KEPT:
            self._buckets.popitem(last=False)
        bucket.left = min(self._a_minute, bucket.left + (now - bucket.at) * self._a_minute / 60)
        bucket.at = now
        if bucket.left < 1:
            return (1 - bucket.left) * 60 / self._a_minute
        bucket.left -= 1
        return 0.0
