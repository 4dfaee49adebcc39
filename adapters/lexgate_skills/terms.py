"""The one tokeniser, for what is indexed and for what is asked: a text becomes the terms it is found by.

Words are folded; Chinese, Japanese, Korean and Thai are cut into pairs of characters; a reference to a
provision is also one term of its own. Stems are added elsewhere (`stems`).
"""

import re
from collections.abc import Iterator, Sequence

from lexgate_skills.folding import fold, plain, spellings

TERMS_VERSION = 3
"""Raised with every change of terms, stems or fields: an index of another version is built anew."""

# Scripts written without spaces, or (Korean) with endings glued on: pairs of characters stand for words.
_PAIRED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
_TOKEN = re.compile(rf"[{_PAIRED}]+|(?:[^\W_{_PAIRED}]|[\u0900-\u0dff])+|§")
# Most texts need no telling apart of scripts, and the plain pattern is three times as fast.
_NOT_SIMPLE = re.compile("[\u0900-\u1cff\u2e80-\uffff\U00010000-\U0010ffff]")
_SIMPLE_TOKEN = re.compile(r"\w+|§")
_IS_PAIRED = re.compile(rf"[{_PAIRED}]")
_FIRST_PAIRED = "\u0e00"
_DIGIT = re.compile(r"\d")
_MIXED = re.compile(r"[^\W\d_]+|\d+")
_LONGEST_WORD = 60
_LONGEST_MIXED = 12
_SIGNS = {"§": "§", "s": "s", "ss": "s", "sec": "s", "section": "s", "sections": "s", "clause": "cl", "cl": "cl"}
_SIGNS |= dict.fromkeys(("par", "para", "paragraph", "paragraf", "parágrafo", "párrafo", "paragrafo"), "§")
_SIGNS |= dict.fromkeys(
    (
        "art",
        "arts",
        "article",
        "articles",
        "artikel",
        "articolo",
        "artículo",
        "articulo",
        "artigo",
        "madde",
        "статья",
        "ст",
    ),
    "art",
)
_NUMBER = re.compile(r"\d{1,5}[a-z]?")


def words(plain_text: str) -> list[str]:
    """Return the words and signs § of a text given by `folding.plain`; runs of scripts without spaces stay whole."""
    if plain_text.isascii() or _NOT_SIMPLE.search(plain_text) is None:
        return _SIMPLE_TOKEN.findall(plain_text.replace("_", " "))
    return _TOKEN.findall(plain_text)


def references(found: Sequence[str]) -> list[str]:
    """Return one term for each provision that the words name: "§ 623 BGB" has `§623`, "s. 45" has `s45`."""
    return [
        _SIGNS[found[at - 1]] + found[at]
        for at in [at for at, word in enumerate(found, 1) if word in _SIGNS]
        if at < len(found) and _NUMBER.fullmatch(found[at]) is not None
    ]


def terms(text: str) -> list[str]:
    """Return all terms of a text but its stems, in order, references last."""
    found = words(plain(text))
    return [term for word in found for term in word_terms(word)] + references(found)


def is_paired(word: str) -> bool:
    """Tell whether the word belongs to a script that is cut into pairs of characters."""
    return word[:1] >= _FIRST_PAIRED and _IS_PAIRED.match(word) is not None


def word_terms(word: str) -> tuple[str, ...]:
    """Return the terms of one word of `words`: its spellings, the parts of "eu261", or its pairs of characters."""
    if word == "§":
        return ()
    if is_paired(word):
        return tuple(pairs(word))
    if len(word) > _LONGEST_WORD:
        return (fold(word[:_LONGEST_WORD]),)
    if len(word) <= _LONGEST_MIXED and not word.isdigit() and _DIGIT.search(word):
        return (*spellings(word), *(part for part in _MIXED.findall(word) if part != word))
    return spellings(word)


def pairs(run: str) -> Iterator[str]:
    """Yield each pair of neighbouring characters; a single character stands alone."""
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]
