"""Spellings that a reader takes for the same word become the same term: case, accents, umlauts, widths.

It folds single words and whole texts; what counts as a word is the tokeniser's concern (`terms`).
"""

import re
import unicodedata
from functools import lru_cache

# Marks that writers leave out or put in at will: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels
# and the tatweel, the Devanagari nukta. Vowel signs of Indic and Thai scripts and the Japanese voicing marks make
# other words, so they stay.
_OPTIONAL_MARKS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]+"
)
# Letters that no decomposition reaches. ß is folded by casefold, İ by the loss of its dot.
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "ŋ": "n",
        "ґ": "г",
        "є": "е",
        "ى": "ي",
        "ی": "ي",
        "ک": "ك",
        "ة": "ه",
    }
)
# Below this length the e of "due", "sue" or "que" is a letter of its own more often than an umlaut.
_SHORTEST_WITH_DIGRAPH = 4
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def plain(text: str) -> str:
    """Return the text in one width and case, composed, without optional marks; accented letters stay as they are."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).casefold()
    if _OPTIONAL_MARKS.search(text) is not None:
        text = _OPTIONAL_MARKS.sub("", text)
    return text


@lru_cache(4_000)
def fold(word: str) -> str:
    """Return the one spelling that stands for all spellings of a word given by `plain`.

    ä, ae and a come out alike, as do the other umlauts, so "Gebühren", "Gebuehren" and "Gebuhren" meet.
    """
    return _without_digraphs(unaccented(word))


def unaccented(word: str) -> str:
    """Return the word without accents, with its special letters written out."""
    if word.isascii():
        return word
    bare = _OPTIONAL_MARKS.sub("", unicodedata.normalize("NFD", word.translate(_LETTERS)))
    return unicodedata.normalize("NFC", bare).translate(_LETTERS)


def spellings(word: str) -> tuple[str, ...]:
    """Return `fold(word)` and, for a short word with an umlaut ("Öl"), the spelling with e, which folds otherwise."""
    folded = fold(word)
    if len(folded) >= _SHORTEST_WITH_DIGRAPH or word.isascii():
        return (folded,)
    written_out = unaccented(word.translate(_UMLAUTS))
    return (folded,) if written_out == folded else (folded, written_out)


def _without_digraphs(word: str) -> str:
    if len(word) < _SHORTEST_WITH_DIGRAPH:
        return word
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
