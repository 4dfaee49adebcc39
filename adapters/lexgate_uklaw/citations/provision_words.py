"""The words that open a provision (`s.`, `sections`, `Rhan`) and the labels after them (`45ZA`, `IV`, `3.4`)."""

from dataclasses import dataclass

from lexgate_uklaw.citations.numbering import roman
from lexgate_uklaw.citations.tokens import Tokens
from lexgate_uklaw.citations.wording import words


@dataclass(frozen=True)
class Head:
    """A word that opens a provision: the unit in paths, and whether it announces several."""

    unit: str
    plural: bool
    after: int


_ONE = {
    "section": ("s", "sec", "sect", "section", "adran"),
    "regulation": ("reg", "regulation", "rheoliad"),
    "article": ("art", "article", "erthygl"),
    "rule": ("r", "rule", "rheol"),
    "paragraph": ("para", "paragraph", "paragraff"),
    "schedule": ("sch", "sched", "schedule", "atodlen"),
    "part": ("pt", "part", "rhan"),
    "chapter": ("ch", "chap", "chapter", "pennod"),
    "annex": ("annex", "atodiad"),
    "subsection": ("subsection", "subs", "subparagraph", "subpara", "isadran", "point"),
}
_SEVERAL = {
    "section": ("ss", "secs", "sects", "sections", "adrannau"),
    "regulation": ("regs", "regulations", "rheoliadau"),
    "article": ("arts", "articles", "erthyglau"),
    "rule": ("rr", "rules", "rheolau"),
    "paragraph": ("paras", "paragraphs", "paragraffau"),
    "schedule": ("schs", "scheds", "schedules", "atodlenni"),
    "part": ("pts", "parts", "rhannau"),
    "chapter": ("chs", "chaps", "chapters", "penodau"),
    "annex": ("annexes", "atodiadau"),
    "subsection": ("subsections", "subss", "subparagraphs", "subparas", "points"),
}
_HEADS = {word: (unit, False) for unit, words in _ONE.items() for word in words}
_HEADS.update({word: (unit, True) for unit, words in _SEVERAL.items() for word in words})
# One or two letters, or words that mean much else: only right before a number.
_SHORT = words("s ss r rr ch chs pt pts art arts reg regs sec")
_MONEY = frozenset("£$€")
CONTAINERS = frozenset(("schedule", "part", "chapter", "annex"))
_ORDINALS = {
    word: str(place)
    for place, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), start=1
    )
}


def starts_provision(word: str) -> bool:
    """Say whether a word can open a provision."""
    return word in _HEADS or word in ("§", "sub") or word in _ORDINALS


def head(cut: Tokens, place: int) -> Head | None:
    """Read the word that opens a provision, with its stop."""
    if cut.at(place) == "§":
        several = cut.at(place + 1) == "§"
        return Head("section", several, place + 1 + several)
    if cut.at(place) == "sub" and cut.at(place + 1) == "-":
        inner = head(cut, place + 2)
        return Head("subsection", inner.plural, inner.after) if inner else None
    found = _HEADS.get(cut.at(place))
    if found is None or _is_no_word_of_its_own(cut, place):
        return None
    after = place + 1 + (cut.at(place + 1) == "." and cut.gap(place + 1) == "")
    if cut.at(place) in _SHORT and not _can_follow_short(cut, after):
        return None
    return Head(found[0], found[1], after)


def ordinal(cut: Tokens, place: int) -> tuple[str, int] | None:
    """Read `First Schedule`: the number, and the place after it."""
    number = _ORDINALS.get(cut.at(place))
    if number and cut.raw(place)[0].isupper() and cut.at(place + 1) == "schedule":
        return number, place + 2
    return None


def label(cut: Tokens, place: int, unit: str) -> tuple[str, int] | None:
    """Read the label after a head, as it is written in paths, and the place after it."""
    if cut.is_number(place):
        return _numeric(cut, place, unit)
    if not cut.is_word(place):
        return None
    word = cut.raw(place)
    if len(word) <= 3 and word.isupper() and cut.is_number(place + 1) and cut.glued(place + 1):
        inner = _numeric(cut, place + 1, unit)
        return (word + inner[0], inner[1]) if inner else None
    if unit in CONTAINERS and _is_lettered(word):
        return word.upper(), place + 1
    return None


def _is_no_word_of_its_own(cut: Tokens, place: int) -> bool:
    before = cut.raw(place - 1) if cut.glued(place) else ""
    if before == "'":
        before = cut.raw(place - 2) if cut.glued(place - 1) else ""
    if before == "/":
        return not (cut.is_number(place - 2) or cut.at(place - 2) == ")")
    if before and (before in _MONEY or before[-1].isalnum()):
        return True
    return cut.raw(place) == "R" and cut.at(place + 1) != "."


def _can_follow_short(cut: Tokens, place: int) -> bool:
    if cut.is_number(place):
        return True
    word = cut.raw(place)
    if cut.at(place) in _HEADS:
        return True
    if cut.is_word(place) and word.isupper() and len(word) <= 3:
        return (cut.is_number(place + 1) and cut.glued(place + 1)) or roman(word) is not None or len(word) == 1
    return not cut.is_word(place)


def _numeric(cut: Tokens, place: int, unit: str) -> tuple[str, int] | None:
    if len(cut.raw(place)) > 4:
        return None
    text = cut.raw(place)
    place += 1
    if (
        unit == "rule"
        and cut.at(place) == "."
        and cut.glued(place)
        and cut.is_number(place + 1)
        and cut.glued(place + 1)
    ):
        text += "." + cut.raw(place + 1)
        place += 2
    if cut.is_word(place) and cut.glued(place):
        letters = cut.raw(place)
        small = letters.islower() and len(letters) == 1
        if len(letters) > 1 and letters[0].isupper() and letters[1:].islower():
            return text, place  # a word that lost the space before it: `art.4Act`
        if not (letters.isascii() and (small or (letters.isupper() and len(letters) <= 4))):
            return None
        text, place = text + letters, place + 1
        if cut.is_number(place) and cut.glued(place):
            text, place = text + cut.raw(place), place + 1
    return text, place


def _is_lettered(word: str) -> bool:
    """A roman numeral, perhaps with a letter after it, or one capital: IV, IIA, A."""
    if len(word) > 8 or not word.isascii():
        return False
    if len(word) == 1:
        return word.isupper()
    if not (word.isupper() or word.islower()):
        return False
    return roman(word) is not None or (word.isupper() and roman(word[:-1]) is not None)
