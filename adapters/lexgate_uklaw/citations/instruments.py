"""Statutory instruments and rules by number: S.I., S.S.I., S.R., S.R. & O., Welsh O.S., and their second series.

`S.I. 2019/419`, `SI 2019 No. 419`, `S.I. 2002/808 (W. 89)`, `S.R. & O. (N.I.) 1937 No. 42`, `1976 NI 15`.
"""

from lexgate_uklaw.citations.model import Reading, Series
from lexgate_uklaw.citations.numbering import Numbering, opened, shut
from lexgate_uklaw.citations.tokens import Tokens

_SERIES = ("ni", "w", "c", "s", "l", "cy", "eu")
_OPEN_TYPES = ("uksi", "wsi", "nisi")


def instrument(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read a numbered instrument at a family's letters; a given year serves where the clause has none."""
    place, bracket = opened(cut, place)
    family, place = _family(cut, place)
    if not family:
        return None
    place = _past_words(cut, place)
    written = cut.year(place)
    if written is None:
        return None
    found = _number(cut, place, family, bracket)
    return found


def elided(cut: Tokens, place: int, before: Numbering) -> Numbering | None:
    """Read `, 1987/585` or `and 2008/2352` after an instrument: the same family, its letters left out."""
    family = before.readings[0].type_code
    if cut.year(place) is None or cut.at(place + 1) != "/" or family in ("ukcm", "ukpga"):
        return None
    return _number(cut, place, "uksi" if family in _OPEN_TYPES else family, False)


def elided_number(cut: Tokens, place: int, before: Numbering) -> Numbering | None:
    """Read `, 3228` after `S.I. 2005/2078`: family and year left out. Only before another mark or the end."""
    value = cut.integer(place, 4)
    if value is None or value < 20 or len(before.readings) == 0 or (cut.year(place) is not None and value < 2101):
        return None
    if cut.at(place + 1) not in ("", ",", ";", ".", ")", "and", "&"):
        return None
    family = before.readings[0].type_code
    types = _open_types(before.year) if family in _OPEN_TYPES else (family,)
    readings = tuple(Reading(code, before.year, str(value)) for code in types)
    notes = ("The year is that of the instrument before it.",)
    return Numbering("instrument", readings, place + 1, before.year, notes=notes)


def bare_pair(cut: Tokens, place: int) -> Numbering | None:
    """Read `2012/787` with nothing else: some instrument; which family the words do not say."""
    year = cut.year(place)
    value = cut.integer(place + 2)
    if year is None or value is None or cut.at(place + 1) != "/" or not cut.glued(place + 1):
        return None
    if cut.at(place + 3) == "/" or (cut.glued(place + 3) and cut.is_word(place + 3)):
        return None  # a date, or a unit of measurement
    place, series = _series(cut, place + 3)
    types = _types("uksi", series, year) if series else ("uksi", "wsi", "ssi", "nisr", "nisi")
    readings = tuple(Reading(code, year, str(value)) for code in types)
    return Numbering("instrument", readings, place, year, series, notes=("The family is not written.",))


def series_number(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read `1976 NI 15`, `(NI 15)` or `(W. 89)` where the series number stands alone: the main number is not known."""
    written = cut.year(place)
    if written is not None:
        place, year = place + 1, written
    if year is None:
        return None
    place, bracket = opened(cut, place)
    for letters, code in (("ni", "nisi"), ("w", "wsi"), ("cy", "wsi")):
        after = cut.abbreviation(place, letters)
        after += after > 0 and cut.at(after) == "."
        value = cut.integer(after, 4) if after > 0 else None
        if value is not None and cut.raw(place)[0].isupper():
            reading = Reading(code, year, None)
            series = (Series("W" if letters == "cy" else letters.upper(), value),)
            return Numbering("series", (reading,), shut(cut, after + 1, bracket), year, series)
    return None


def _family(cut: Tokens, place: int) -> tuple[str, int]:
    """Return the type that the letters stand for and the place after them."""
    for letters, code in (("ssi", "ssi"), ("nisr", "nisr"), ("si", "uksi"), ("os", "os")):
        after = cut.abbreviation(place, letters)
        if after > 0 and _written_as_letters(cut, place):
            return code, after
    rule = _statutory_rule(cut, place)
    if rule[0]:
        return rule
    if cut.at(place) == "statutory" and cut.at(place + 1) == "instrument":
        return "uksi", place + 2
    if cut.at(place) == "wsi" and cut.raw(place).isupper():
        return "wsi", place + 1
    return "", place


def _written_as_letters(cut: Tokens, place: int) -> bool:
    """Capitals, or small letters with stops: `s.i. 2019/419`; not the `os` or `s i` of other words."""
    return cut.raw(place)[:1].isupper() or cut.at(place) in ("si", "ssi") or cut.glued(place + 2)


def _statutory_rule(cut: Tokens, place: int) -> tuple[str, int]:
    """Read `S.R.` and the older `S.R. & O.`, either with `(N.I.)`."""
    if not cut.raw(place).isupper():
        return "", place
    after = cut.abbreviation(place, "sro")
    if after < 0:
        after = cut.abbreviation(place, "sr")
        if after < 0:
            return "", place
        older = cut.abbreviation(after + 1, "o") if cut.at(after) in ("&", "and") else -1
        if older < 0:
            return "nisr", _northern(cut, after) or after
        after = older + (cut.at(older) == ".")
    northern = _northern(cut, after)
    return ("nisro", northern) if northern else ("uksro", after)


def _northern(cut: Tokens, place: int) -> int:
    inside, bracket = opened(cut, place)
    after = cut.abbreviation(inside, "ni")
    after += after > 0 and cut.at(after) == "."
    return shut(cut, after, bracket) if after > 0 else 0


def _past_words(cut: Tokens, place: int) -> int:
    """Step over `No.` and stray stops between the letters and the year."""
    while cut.at(place) in (".", "no", "nos", ",", ":") and place < cut.size:
        if cut.at(place) in (",", ":") and cut.year(place + 1) is None:
            break
        place += 1
    return place


def _number(cut: Tokens, place: int, family: str, bracket: bool) -> Numbering | None:
    year = cut.year(place)
    place += 1
    if cut.at(place) in ("/", "-", ","):
        place += 1
    elif cut.at(place) not in ("no", "nos", "rhif"):
        return None
    if cut.at(place) in ("no", "nos", "rhif"):
        place += 1 + (cut.at(place + 1) == ".")
    value = cut.integer(place)
    if value is None:
        return None
    place, series = _series(cut, place + 1)
    place = shut(cut, place, bracket)
    if not series:
        place, series = _series(cut, place)
    readings = tuple(Reading(code, year, str(value)) for code in _types(family, series, year))
    return Numbering("instrument", readings, place, year, series, "cy" if family == "os" else None)


def _types(family: str, series: tuple[Series, ...], year: int | None) -> tuple[str, ...]:
    if family not in ("uksi", "os"):
        return (family,)
    letters = {each.letters for each in series}
    if "NI" in letters:
        return ("nisi",)
    if letters & {"W", "CY"}:
        return ("wsi",)
    return _open_types(year)


def _open_types(year: int | None) -> tuple[str, ...]:
    """Without a series, the number alone does not tell a UK instrument from a Welsh or a Northern Ireland one.

    Welsh instruments are made since 1999; Orders in Council that are primary law for Northern Ireland since 1972.
    """
    year = year or 2000
    return ("uksi", *(("wsi",) if year >= 1999 else ()), *(("nisi",) if year >= 1972 else ()))


def _series(cut: Tokens, place: int) -> tuple[int, tuple[Series, ...]]:
    """Read every `(W. 89)`, `(C. 12)`, `(N.I. 3)` that follows, also `(W. 89) (C. 12)` and `(W. 89, C. 12)`."""
    found: list[Series] = []
    while len(found) < 4:
        inside, bracket = opened(cut, place)
        one = _one_series(cut, inside) if bracket else None
        if one is None:
            break
        while one is not None:
            found.append(one[0])
            inside = one[1]
            one = _one_series(cut, inside + 1) if cut.at(inside) in (",", ";") else None
        if cut.at(inside) not in (")", "]"):
            found.pop()
            break
        place = inside + 1
    return place, tuple(found)


def _one_series(cut: Tokens, place: int) -> tuple[Series, int] | None:
    for letters in _SERIES:
        after = cut.abbreviation(place, letters)
        if after < 0 or not cut.raw(place)[0].isupper():
            continue
        after += cut.at(after) == "."
        value = cut.integer(after, 4)
        if value is not None:
            return Series(letters.upper(), value), after + 1
    return None
