"""Ranges of provisions written out: `1-5`, `45A to 45D`, `5 to 7A`, `Parts I to IV`.

Labels follow the order of insertion, 7 < 7A < 7B < 8. What was inserted between two whole numbers cannot be known
from the words, so only what must be there is named.
"""

import re
from functools import lru_cache

from lexgate_uklaw.citations.numbering import as_roman, roman

_LABEL = re.compile(r"([A-Z]{0,3})([0-9]{1,4})([A-Za-z]{0,4})")


@lru_cache(maxsize=1024)
def labels_through(first: str, last: str, cap: int) -> tuple[str, ...]:
    """Return the labels from the first to the last, both with it, at most `cap`; the last is always there."""
    between = _between(first, last, cap)
    if len(between) > cap:
        between = [*between[: cap - 1], between[-1]]
    return tuple(between)


def _between(first: str, last: str, cap: int) -> list[str]:
    start, stop = roman(first), roman(last)
    if start is not None and stop is not None and first.isupper():
        return [as_roman(value).upper() for value in range(start, min(stop, start + cap) + 1)] or [first, last]
    near, far = _LABEL.fullmatch(first), _LABEL.fullmatch(last)
    if near is None or far is None or near[1] != far[1]:
        return [first, last]
    low, high = int(near[2]), int(far[2])
    if low == high:
        return _letters(first, last, near, far)
    if low > high:
        return [first, last]
    whole = [f"{near[1]}{value}" for value in range(low + 1, min(high, low + cap))]
    ends = [f"{far[1]}{high}", last] if far[3] else [last]
    return [first, *whole, *ends]


def _letters(first: str, last: str, near: re.Match[str], far: re.Match[str]) -> list[str]:
    a, b = near[3], far[3]
    if len(b) == 1 and len(a) <= 1 and a < b:
        start = ord(a) if a else ord("A") if b.isupper() else ord("a")
        letters = [chr(value) for value in range(start, ord(b) + 1)]
        written = [f"{near[1]}{near[2]}{letter}" for letter in letters]
        return written if a else [first, *written]
    return [first, last]
