"""Quoted words: finds them in a draft, and compares them word for word with the text of the law.

Tolerated are case, spaces, the forms of quote marks and dashes, ellipses, and insertions in square brackets.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from lexgate_uklaw.comparison.words import word_changes, word_tokens
from lexgate_uklaw.comparison.writing import written

FEWEST_WORDS = 3
"""Fewer quoted words are a term or a title, not a quotation of the law."""
MOST_GAPS = 30
_QUOTED = re.compile(r"“([^“”]{1,4000})”|\"([^\"]{1,4000})\"|‘([^‘’]{12,4000})’(?!\w)")
_CASE_CHANGED = re.compile(r"\[(\w)\](?=\w)")
_GAP = re.compile(r"\[\s*(?:\.\s?){3,}\]|\[\s*…\s*\]|(?:\.\s?){3,}|…|(\[[^\[\]]{0,200}\])")
_MOST_INSERTED = 8
"""Words of the law that a bracket may stand for."""
_LIKE = 55.0
_SIGNS = frozenset(".,;:-\"'()[]")


@dataclass(frozen=True)
class Quotation:
    """Quoted words and their place in the draft, quote marks included (code points)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Difference:
    """How a quotation differs: `shown` is a redline from the law to the quotation, its text escaped; blank where the
    provision has no words like it."""

    shown: str


def find_quotations(text: str) -> Iterator[Quotation]:
    """Yield what stands in quote marks and has words enough to be a quotation."""
    for match in _QUOTED.finditer(text):
        words = next(filter(None, match.groups()))
        if len(_GAP.findall(words)) > MOST_GAPS:
            continue  # a list of crumbs says nothing about what it leaves out
        if has_words_enough(words):
            yield Quotation(words, match.start(), match.end())


def has_words_enough(text: str) -> bool:
    """Say whether a text has words enough to be a quotation."""
    return sum(token[0].isalnum() for token in word_tokens(text)) >= FEWEST_WORDS


def is_quoted_from(quotation: str, law: str) -> bool:
    """Say whether the words stand in the law, in order, without others between them except at a gap."""
    marks, ends = _marks(law), {0}
    stretches = list(_stretches(quotation))
    for words, allowed in stretches:
        reached = _before_any_gap(ends) if allowed is None else _before_an_insertion(ends, allowed)
        ends = {place + len(words) for place in _places(words, marks) if reached(place)}
        if not ends:
            return False
    return bool(stretches)


def difference(quotation: str, law: str) -> Difference:
    """Return what differs from the words of the law that are most like the quotation."""
    flat = " ".join(law.split())
    words = " ".join(quotation.split())
    found = fuzz.partial_ratio_alignment(words.casefold(), flat.casefold(), score_cutoff=_LIKE)
    if found is None or len(flat.casefold()) != len(flat):
        return Difference("")
    start, end = _whole_words(flat, found.dest_start, found.dest_end)
    return Difference("".join(written(word_changes(flat[start:end].strip(), words))).strip())


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def _marks(text: str) -> list[str]:
    """Return words and signs as they are compared; quote marks are left out."""
    return [token.casefold() for token in word_tokens(text) if token not in ("'", '"')]


def _stretches(quotation: str) -> Iterator[tuple[list[str], int | None]]:
    """Yield the words between gaps, each with how many words of the law the gap before may stand for (None: any)."""
    words = _CASE_CHANGED.sub(r"\1", quotation)
    at, allowed = 0, None
    pieces: list[tuple[str, int | None]] = []
    for gap in _GAP.finditer(words):
        pieces.append((words[at : gap.start()], allowed))
        at, allowed = gap.end(), _MOST_INSERTED if gap.group(1) else None
    pieces.append((words[at:], allowed))
    for place, (piece, before) in enumerate(pieces):
        marks = _marks(piece)
        # The comma or full stop before a closing quote mark is often the draft's own.
        while marks and place == len(pieces) - 1 and marks[-1] in _SIGNS:
            marks.pop()
        if marks:
            yield marks, before


def _places(words: list[str], law: list[str]) -> Iterator[int]:
    for place, mark in enumerate(law):
        if mark == words[0] and law[place : place + len(words)] == words:
            yield place


def _before_any_gap(ends: set[int]) -> Callable[[int], bool]:
    first = min(ends)
    return lambda place: place >= first


def _before_an_insertion(ends: set[int], allowed: int) -> Callable[[int], bool]:
    reach = {end + words for end in ends for words in range(allowed + 1)}
    return lambda place: place in reach
