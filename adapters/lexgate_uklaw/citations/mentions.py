"""Every instrument that a text names, in order: by number, title, common name or address; no pointing words."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from lexgate_uklaw.citations.addresses import addresses, instrument_of
from lexgate_uklaw.citations.chapters import chapter
from lexgate_uklaw.citations.devolved import SERIES, devolved
from lexgate_uklaw.citations.european import KINDS, european
from lexgate_uklaw.citations.instruments import elided, elided_number, instrument, series_number
from lexgate_uklaw.citations.measures import measure
from lexgate_uklaw.citations.model import Instrument, Reading
from lexgate_uklaw.citations.names import FIRST_WORDS, Name, common_name
from lexgate_uklaw.citations.numbering import Numbering
from lexgate_uklaw.citations.regnal import regnal
from lexgate_uklaw.citations.spans_of_years import doubt
from lexgate_uklaw.citations.title_types import is_northern_act, readings_of_title
from lexgate_uklaw.citations.titles import (
    PRIMARY,
    SECONDARY,
    WELSH,
    Title,
    title_ending_at,
    title_without_year,
    welsh_title,
)
from lexgate_uklaw.citations.tokens import NUMBER, Tokens
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import Version

Reader = Callable[[Tokens, int, int | None], Numbering | None]

_BY_LETTERS = frozenset(("s", "si", "ssi", "sr", "sro", "nisr", "o", "os", "statutory", "wsi"))
_AFTER_YEAR: tuple[Reader, ...] = (chapter, devolved, european, measure, series_number)
_AFTER_TITLE: tuple[Reader, ...] = (chapter, devolved, regnal, instrument, series_number)
_BODIES = frozenset(("eu", "ec", "eec", "euratom"))


_UNDATED = frozenset(("act", "measure", "regulations", "order", "rules"))
_OPENING = frozenset((*_BY_LETTERS, *KINDS, *_BODIES, *SERIES, "("))


@dataclass(frozen=True)
class Mention:
    """An instrument and the tokens that name it; `noun` is what pointing words call it (act, order, regulations)."""

    first: int
    after: int
    instrument: Instrument
    noun: str
    provision: ProvisionPath | None = None
    version: Version | None = None


def mentions(cut: Tokens) -> list[Mention]:
    """Find every instrument named in the text, none overlapping another, in order."""
    taken = [False] * cut.size
    found = _addresses(cut, taken)
    for title in _titles(cut, taken):
        found.append(_titled(cut, title))
        _take(taken, found[-1])
    for undated in _undated(cut, taken, found):
        found.append(undated)
        _take(taken, undated)
    place = 0
    while place < cut.size:
        one = _numbered(cut, place) if not taken[place] and _may_open(cut, place) else None
        if one is None or any(taken[one.first : one.after]):
            place += 1
            continue
        for each in _with_elided(cut, one, taken):
            found.append(each)
            _take(taken, each)
            place = each.after
    return sorted(found, key=lambda each: each.first)


def _may_open(cut: Tokens, place: int) -> bool:
    return cut.kind[place] == NUMBER or cut.low[place] in _OPENING or cut.word[place] in FIRST_WORDS


def _take(taken: list[bool], one: Mention) -> None:
    for place in range(one.first, one.after):
        taken[place] = True


def _addresses(cut: Tokens, taken: list[bool]) -> list[Mention]:
    found: list[Mention] = []
    for each in addresses(cut.source.text):
        inside = [at for at in _between(cut, each.start, each.end) if not taken[at]]
        if inside:
            language = "cy" if each.address.language == "cy" else None
            named = instrument_of(each.address.item, language)
            noun = noun_of(named)
            mention = Mention(inside[0], inside[-1] + 1, named, noun, each.address.provision, each.address.version)
            found.append(mention)
            _take(taken, mention)
    return found


def _between(cut: Tokens, start: int, end: int) -> list[int]:
    first = bisect_left(cut.start, start)
    return [at for at in range(first, bisect_left(cut.start, end)) if cut.end[at] <= end]


def _titles(cut: Tokens, taken: list[bool]) -> list[Title]:
    found: list[Title] = []
    depth, level = 0, []
    for word in cut.word:
        depth += word in "(["
        level.append(depth)
        depth -= word in ")]" and depth > 0
    for place, word in enumerate(cut.low):
        if taken[place] or (found and place < found[-1].after):
            continue
        if not cut.capital(place) and not (word == "act" and cut.year(place + 1) is not None):
            continue
        if word in WELSH:
            title = welsh_title(cut, place)
        elif word in PRIMARY or word in SECONDARY:
            floor = max((each.after for each in found[-3:] if level[each.first] <= level[place]), default=0)
            title = title_ending_at(cut, place, floor)
        else:
            continue
        if title is not None:
            while found and found[-1].first >= title.first:
                found.pop()
            found.append(title)
    return found


def _undated(cut: Tokens, taken: list[bool], known: list[Mention]) -> list[Mention]:
    """Find titles without their year, where the text gives it elsewhere or cites a provision of it."""
    by_name = {_undated_name(each.instrument.title): each for each in known if each.instrument.title}
    found: list[Mention] = []
    for place, word in enumerate(cut.low):
        if taken[place] or word not in _UNDATED or not cut.capital(place - 1) or taken[place - 1]:
            continue
        title = title_without_year(cut, place, found[-1].after if found else 0)
        if title is None or any(taken[title.first : title.after]):
            continue
        same = by_name.get(title.text.lower())
        if same is not None:
            found.append(Mention(title.first, title.after, same.instrument, title.noun))
        elif _governs_provision(cut, title.first):
            named = Instrument("title", readings_of_title(title), title.text)
            found.append(Mention(title.first, title.after, named, title.noun))
    return found


def _undated_name(title: str) -> str:
    name, _, year = title.rpartition(" ")
    return name.rstrip(",").lower() if year.isdigit() else title.lower()


def _governs_provision(cut: Tokens, place: int) -> bool:
    """`section 3 of the Human Rights Act`: a number, or its brackets, and `of the` before the title."""
    place -= cut.at(place - 1) == "the"
    if cut.at(place - 1) not in ("of", "to"):
        return False
    return cut.is_number(place - 2) or cut.at(place - 2) == ")" or (cut.is_number(place - 3) and cut.glued(place - 2))


def _titled(cut: Tokens, title: Title) -> Mention:
    """Join a title and the number clause after it."""
    secondary = title.noun in SECONDARY
    place = title.after + (cut.at(title.after) == ",")
    bracketed = cut.at(place) in ("(", "[")
    for read in (*_AFTER_TITLE, measure) if title.noun == "measure" else _AFTER_TITLE:
        if (read is instrument and not secondary) or (read is series_number and not bracketed):
            continue
        number = read(cut, place, title.year)
        if number is not None and _agrees(number, title, bracketed):
            return Mention(title.first, number.after, _joined(number, title), title.noun)
    plain = Instrument(
        "title", readings_of_title(title), title.text, title.year, language="cy" if title.welsh else None
    )
    return Mention(title.first, title.after, plain, title.noun)


def _agrees(number: Numbering, title: Title, bracketed: bool) -> bool:
    """Whether a number is that of the title before it; an instrument's may be of the year after its title's."""
    if number.kind == "chapter" and title.noun in SECONDARY:
        return False
    if number.kind == "instrument" and not bracketed:
        return abs((number.year or 0) - (title.year or 0)) <= 1
    return number.kind in ("regnal", "instrument") or number.year == title.year


def _joined(number: Numbering, title: Title) -> Instrument:
    readings = number.readings
    if number.kind == "chapter" and is_northern_act(title):
        readings = tuple(replace(each, type_code=code) for each in readings[:1] for code in _northern(title))
    year = title.year if number.kind == "regnal" else number.year
    return Instrument(number.kind, readings, title.text, year, number.series, number.language, _notes(number))


def _northern(title: Title) -> tuple[str, ...]:
    return tuple(reading.type_code for reading in readings_of_title(title))


def _numbered(cut: Tokens, place: int) -> Mention | None:
    name = common_name(cut, place)
    if name is not None:
        named = _by_name(name[0])
        return Mention(place, name[1], named, noun_of(named))
    number = _number(cut, place)
    if number is None:
        return None
    named = Instrument(number.kind, number.readings, None, number.year, number.series, number.language, _notes(number))
    return Mention(place, number.after, named, noun_of(named))


@cache
def _by_name(name: Name) -> Instrument:
    item = ItemPath.parse(name.path)
    return replace(instrument_of(item), kind="name", title=name.title, year=_year_of(name.title))


def _number(cut: Tokens, place: int) -> Numbering | None:
    word = cut.low[place]
    readers: tuple[Reader, ...] = ()
    if cut.kind[place] == NUMBER:
        if cut.glued(place) and cut.at(place - 1) in ("/", "."):
            return None
        readers = _AFTER_YEAR if cut.year(place) is not None else (regnal, european)
    elif word in _BY_LETTERS:
        readers = (instrument,)
    elif word in KINDS or word in _BODIES or (word == "(" and cut.at(place + 1) in _BODIES):
        readers = (european,)
    elif word in SERIES:
        readers = (devolved,)
    for read in readers:
        number = read(cut, place, None)
        if number is not None:
            return number
    return None


def _with_elided(cut: Tokens, one: Mention, taken: list[bool]) -> list[Mention]:
    """Follow `S.I. 1972/1434, 1987/585 and 2008/2352` to its end."""
    found = [one]
    if one.instrument.kind != "instrument" or one.instrument.title:
        return found
    while len(found) < 60:
        last = found[-1]
        place = last.after
        if cut.at(place) not in (",", "and", ";", "&"):
            break
        place += 1 + (cut.at(place + 1) in ("and", "&"))
        before = Numbering("instrument", last.instrument.readings, last.after, last.instrument.year)
        number = elided(cut, place, before) or elided_number(cut, place, before)
        if number is None or any(taken[place : number.after]):
            break
        named = Instrument("instrument", number.readings, None, number.year, number.series, None, _notes(number))
        found.append(Mention(place, number.after, named, one.noun))
    return found


def _notes(number: Numbering) -> tuple[str, ...]:
    first = number.readings[0]
    return (*number.notes, *doubt(first.type_code, first.year))


def _year_of(title: str) -> int | None:
    last = title.split()[-1]
    return int(last) if last.isdigit() else None


def noun_of(named: Instrument) -> str:
    """Return what pointing words call an instrument without a title: act, regulations, order or blank."""
    code = named.readings[0].type_code if named.readings else ""
    if code in ("eur", "eudr", "eudn"):
        return {"eur": "regulation", "eudr": "directive", "eudn": "decision"}[code]
    if code in ("mwa", "ukcm", "mnia"):
        return "measure"
    return "instrument" if is_secondary(code) else "act"


def is_secondary(code: str) -> bool:
    """Say whether a type's instruments have regulations, articles or rules in place of sections."""
    return code in (
        "uksi",
        "wsi",
        "ssi",
        "nisr",
        "nisi",
        "uksro",
        "nisro",
        "ukci",
        "ukmo",
        "ukmd",
        "eur",
        "eudr",
        "eudn",
    )


__all__ = ["Mention", "Reading", "is_secondary", "mentions", "noun_of"]
