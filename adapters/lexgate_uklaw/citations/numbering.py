"""What all numbered forms share: the result of reading one, brackets around it, roman numerals, series letters."""

from dataclasses import dataclass
from functools import lru_cache

from lexgate_uklaw.citations.model import Kind, Reading, Series
from lexgate_uklaw.citations.tokens import Tokens


@dataclass(frozen=True)
class Numbering:
    """A number clause that was read: what it can mean, and the place after its last token."""

    kind: Kind
    readings: tuple[Reading, ...]
    after: int
    year: int | None
    series: tuple[Series, ...] = ()
    language: str | None = None
    notes: tuple[str, ...] = ()


def opened(cut: Tokens, place: int) -> tuple[int, bool]:
    """Step over an opening bracket."""
    return (place + 1, True) if cut.at(place) in ("(", "[") else (place, False)


def shut(cut: Tokens, place: int, bracket: bool) -> int:
    """Step over the closing bracket of one that was opened."""
    return place + 1 if bracket and cut.at(place) in (")", "]") else place


def jurisdiction(cut: Tokens, place: int) -> tuple[int, str]:
    """Read `(N.I.)`, `(S.)`, `[S]`, `(I.)`, `[Ir]` after a chapter: ni, s, i or blank, and the place after it."""
    inside, bracket = opened(cut, place)
    if not bracket:
        return place, ""
    for letters, country in (("ni", "ni"), ("s", "s"), ("ir", "i"), ("i", "i")):
        after = cut.abbreviation(inside, letters)
        after += cut.at(after) == "."
        if after > 0 and cut.at(after) in (")", "]"):
            return after + 1, country
    return place, ""


_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_TENS = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


@lru_cache(maxsize=1024)
def roman(word: str) -> int | None:
    """Return the value of a well-formed roman numeral up to 3999, in either case; None for any other word."""
    low = word.lower()
    if not 0 < len(low) <= 15 or any(mark not in _VALUES for mark in low):
        return None
    values = [_VALUES[mark] for mark in low]
    pairs = zip(values, [*values[1:], 0], strict=True)
    total = sum(-value if value < following else value for value, following in pairs)
    return total if as_roman(total) == low else None


def as_roman(value: int) -> str:
    """Write a number from 1 to 3999 as a roman numeral in small letters."""
    written = ""
    for worth, marks in _TENS:
        while value >= worth:
            written += marks
            value -= worth
    return written
