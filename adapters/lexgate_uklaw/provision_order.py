"""The order in which provisions stand in an instrument; it knows nothing of what they say.

Numbers follow the drafting practice for insertions: 45ZA < 45A < 45AA < 45B, A1 < A2 < 1, and A2A just before 2A.
"""

import re
from functools import lru_cache

_TOKEN = re.compile(r"\d+|[a-z]+", re.IGNORECASE)
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_END = 0
_BEFORE = -1

OrderKey = tuple[int, ...]


@lru_cache(maxsize=8192)
def segments(path: str) -> tuple[str, ...]:
    """Return the path's segments: `section/45/2` gives ("section", "45", "2")."""
    return tuple(part for part in path.split("/") if part)


def follows_within(start: tuple[str, ...], asked: tuple[str, ...], end: tuple[str, ...]) -> bool:
    """Return whether `asked`, an ancestor of it or a part of it lies in the range from `start` to `end`.

    Where the two ends name different kinds of unit at a level, the order is unknown and the answer is no.
    """
    for edge in (start, end):
        shortest = min(len(edge), len(asked))
        if edge[:shortest] == asked[:shortest]:
            return True
    return _compares(start, asked) and _compares(asked, end)


def _compares(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """`first` stands before `second`, decided at the first segment in which they differ."""
    for left, right in zip(first, second, strict=False):
        if left == right:
            continue
        if not (_is_number(left) and _is_number(right)):
            return False
        return precedes(left, right)
    return False


def _is_number(segment: str) -> bool:
    return any(c.isdigit() for c in segment) or len(segment) <= 3 or bool(_ROMAN.fullmatch(segment))


def precedes(first: str, second: str) -> bool:
    """Return whether one number of a level stands before another. Letters that read as Roman in both count as such."""
    if _ROMAN.fullmatch(first) and _ROMAN.fullmatch(second):
        return _roman(first) < _roman(second)
    return order_key(first) < order_key(second)


@lru_cache(maxsize=8192)
def order_key(number: str) -> OrderKey:
    """Return a key that sorts the numbers of one level: "45ZA" before "45A" before "45AA" before "45B"."""
    key: list[int] = []
    tokens = _TOKEN.findall(number.lower())
    if len(tokens) > 1 and tokens[0].isalpha() and tokens[1].isdigit():
        return _before(tokens)
    for token in tokens:
        key.extend([int(token)] if token.isdigit() else _letters(token))
    return (*key, _END)


def _before(tokens: list[str]) -> OrderKey:
    """Return the key of a number with letters in front: A1, A2 … stand before 1, but A2A just before 2A."""
    if len(tokens) == 2:
        return 0, *_letters(tokens[0]), int(tokens[1]), _END
    main = order_key("".join(tokens[1:]))
    return *main[:-1], _BEFORE, *_letters(tokens[0]), _END


def _letters(token: str) -> list[int]:
    # A z with another letter after it means "before a": ZA, ZB ... come between 45 and 45A.
    last = len(token) - 1
    return [1 if c == "z" and i < last else ord(c) - ord("a") + 2 for i, c in enumerate(token)]


def _roman(number: str) -> int:
    values = [_ROMAN_VALUES[c] for c in number.lower()]
    return sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))
