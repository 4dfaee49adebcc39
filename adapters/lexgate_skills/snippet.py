"""The passage of a text that shows why it was found. Pure; it finds nothing that the index did not."""

import re
from collections.abc import Iterable

from lexgate_skills.folding import fold, plain
from lexgate_skills.terms import is_paired, pairs, words

WIDTH = 240
_BEFORE = 60
_MOST_TEXT = 12_000
_SHORTEST_STEM = 5
_MOST_PLACES = 12
_SPACES = re.compile(r"\s+")


def needles(query: str) -> tuple[str, ...]:
    """Return what to look for in a text: each word as written and folded, longer ones without their ending too."""
    found: dict[str, None] = {}
    for word in words(plain(query)):
        if is_paired(word):
            found.update(dict.fromkeys(pairs(word)))
        elif len(word) > 2 or word.isdigit():
            found.update(dict.fromkeys((_root(word), _root(fold(word)), _root(_with_umlauts(word)))))
    return tuple(found)


def snippet(text: str, looked_for: Iterable[str]) -> str:
    """Return about `WIDTH` characters of the text where most needles stand close together; "" where none does."""
    text = text[:_MOST_TEXT]
    lower = text.replace("İ", "i").lower()  # the one capital whose small form is longer; positions must not shift
    places = sorted((at, needle) for needle in looked_for for at in _places(lower, needle))
    if not places:
        return ""
    best = max(range(len(places)), key=lambda start: (_different(places, start), -start))
    return _cut(text, places[best][0])


def _places(text: str, needle: str) -> Iterable[int]:
    at = text.find(needle)
    count = 0
    while at >= 0 and count < _MOST_PLACES:
        # Inside a word only long needles count: parts of compounds do, "art" in "party" does not.
        if len(needle) >= _SHORTEST_STEM or at == 0 or not text[at - 1].isalnum() or is_paired(needle):
            yield at
            count += 1
        at = text.find(needle, at + len(needle))


def _different(places: list[tuple[int, str]], start: int) -> int:
    first = places[start][0]
    return len({needle for at, needle in places[start : start + 24] if at - first <= WIDTH - _BEFORE})


def _cut(text: str, at: int) -> str:
    start = max(0, at - _BEFORE)
    end = min(len(text), start + WIDTH)
    if start:
        space = text.find(" ", start, at)
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", at, end)
        end = space if space > at else end
    shown = _SPACES.sub(" ", text[start:end]).strip()
    return f"{'…' if start else ''}{shown}{'…' if end < len(text) else ''}"


def _root(word: str) -> str:
    return word if len(word) <= _SHORTEST_STEM else word[: max(_SHORTEST_STEM, len(word) - 2)]


def _with_umlauts(word: str) -> str:
    return word.replace("ae", "ä").replace("oe", "ö").replace("ue", "ü")
