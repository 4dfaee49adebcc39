"""The copy of a text that is matched: plain digits, dashes, quotes and letters, each tied to where it stood.

It changes nothing that is shown: every span is given in code points of the text as it came.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
# Cyrillic and Greek letters that are drawn like Latin ones: "с. 12" pasted from elsewhere is "c. 12".
_LOOK_ALIKE = dict(zip("асеорхуіѕјАВСЕНІКМОРЅТХΑΒΕΗΙΚΜΝΟΡΤΧ", "aceopxyisjABCEHIKMOPSTXABEHIKMNOPTX", strict=True))
_AS_DIGIT = {"O": "0", "o": "0", "l": "1", "I": "1"}

_TABLE: dict[int, str] = {
    **{ord(mark): "-" for mark in _DASHES},
    **{ord(mark): "'" for mark in _SINGLE_QUOTES},
    **{ord(mark): '"' for mark in _DOUBLE_QUOTES},
    **{ord(mark): plain for mark, plain in _LOOK_ALIKE.items()},
    0x2044: "/",
    0x2215: "/",
}
# Markdown's emphasis stands where a space could: `*Human Rights Act 1998*, s 6`.
_EMPHASIS = {ord("*"): " ", ord("_"): " "}
# A superscript figure is a footnote's mark, not part of the number before it.
_FOOTNOTE_MARKS = frozenset("¹²³⁰⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Normal:
    """A text for matching. `offsets[i]` is where its character i stood; None means at i."""

    original: str
    text: str
    offsets: tuple[int, ...] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that the given span of the copy stands for."""
        if self.offsets is None or start >= end:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def normal(original: str) -> Normal:
    """Return the copy of a text for matching. Linear in its length."""
    if original.isascii():
        return Normal(original, _digits_mended(original.translate(_EMPHASIS)), None)
    parts = [_plain(mark) for mark in original]
    if all(len(part) == 1 for part in parts):
        return Normal(original, _digits_mended("".join(parts)), None)
    offsets = tuple(place for place, part in enumerate(parts) for _ in part)
    return Normal(original, _digits_mended("".join(parts)), offsets)


@lru_cache(maxsize=4096)
def _plain(mark: str) -> str:
    if mark.isascii():
        return " " if mark in "*_" else mark
    if mark in _FOOTNOTE_MARKS or mark.isspace():
        return "\n" if mark in "\u0085\u2028\u2029" else " "
    known = _TABLE.get(ord(mark))
    if known is not None:
        return known
    if unicodedata.category(mark) == "Cf":
        return ""
    if unicodedata.category(mark) == "Nd":
        return str(unicodedata.digit(mark))
    return unicodedata.normalize("NFKC", mark).translate(_TABLE)


def _digits_mended(text: str) -> str:
    """Read O, o, l and I between two digits as the digits they are drawn like: 2O19, 20l8."""
    if not any(mark in text for mark in _AS_DIGIT):
        return text
    marks = list(text)
    for place in range(1, len(marks) - 1):
        drawn = _AS_DIGIT.get(marks[place])
        if drawn and _is_digit(marks[place - 1]) and _is_digit(marks[place + 1]):
            marks[place] = drawn
    return "".join(marks)


def _is_digit(mark: str) -> bool:
    return "0" <= mark <= "9"
