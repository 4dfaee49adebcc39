"""EU-origin legislation: `Regulation (EU) 2016/679`, `Directive 95/46/EC`, `Decision 676/2002/EC`.

Which of the two numbers is the year follows from the kind, the words `No`, and what can be a year; where both
readings stand, both are kept. Treaties are not read.
"""

from dataclasses import dataclass

from lexgate_uklaw.citations.model import Reading
from lexgate_uklaw.citations.numbering import Numbering, opened, shut
from lexgate_uklaw.citations.tokens import Tokens

KINDS = {
    "regulation": "eur",
    "regulations": "eur",
    "reg": "eur",
    "directive": "eudr",
    "directives": "eudr",
    "decision": "eudn",
    "decisions": "eudn",
    "rheoliad": "eur",
    "cyfarwyddeb": "eudr",
    "penderfyniad": "eudn",
}
_BODIES = frozenset(("eu", "ec", "eec", "euratom", "ecsc", "jha", "cfsp", "ue"))
_FIRST_YEAR, _LAST_YEAR = 1952, 2030
# Since 2015 every act carries its year first; until then regulations carried their number first.
_ONE_NUMBERING = 2015


@dataclass(frozen=True)
class _Pair:
    first: int
    second: int
    first_digits: int
    second_digits: int
    numbered: bool
    suffix: bool


def european(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read an EU citation at its kind (`Regulation …`) or, without one, at `(EU) 2016/679` and `2002/87/EC`."""
    kind = KINDS.get(cut.at(place), "")
    if kind:
        place += 1
        if kind == "eur" and cut.at(place - 1) == "reg":
            place += cut.at(place) == "."
    body, place = _body(cut, place)
    pair, place = _pair(cut, place)
    if pair is None or not (kind or body or pair.suffix):
        return None
    if kind == "eur" and not body and not pair.numbered and pair.first_digits < 3 and pair.second_digits < 3:
        return None  # `regulation 5/6` of an instrument
    readings = tuple(_readings(kind, pair))
    if not readings:
        return None
    notes = ("Either number can be the year.",) if len({reading.year for reading in readings}) > 1 else ()
    return Numbering("european", readings, place, readings[0].year, notes=notes)


def _body(cut: Tokens, place: int) -> tuple[bool, int]:
    inside, bracket = opened(cut, place)
    found = False
    while cut.at(inside) in _BODIES and (bracket or cut.raw(inside).isupper()):
        found = True
        inside += 1
        if cut.at(inside) in (",", "/"):
            inside += 1
    if not found or (bracket and cut.at(inside) not in (")", "]")):
        return False, place
    return True, shut(cut, inside, bracket)


def _pair(cut: Tokens, place: int) -> tuple[_Pair | None, int]:
    numbered = cut.at(place) in ("no", "nos", "rhif")
    if numbered:
        place += 1 + (cut.at(place + 1) == ".")
    first, second = cut.integer(place), cut.integer(place + 2)
    if first is None or second is None or cut.at(place + 1) != "/":
        return None, place
    digits = len(cut.raw(place)), len(cut.raw(place + 2))
    place += 3
    suffix = cut.at(place) == "/" and cut.at(place + 1) in _BODIES
    if suffix:
        place += 2
        if cut.at(place) in (",", "/") and cut.at(place + 1) in _BODIES:
            place += 2
    return _Pair(first, second, *digits, numbered, suffix), place


def _readings(kind: str, pair: _Pair) -> list[Reading]:
    year_first = _year(pair.first, pair.first_digits)
    number_first = _year(pair.second, pair.second_digits)
    if kind == "eur" and not pair.numbered and year_first is not None and year_first < _ONE_NUMBERING:
        year_first = None if number_first is not None else year_first
    if number_first is not None and number_first >= _ONE_NUMBERING:
        number_first = None if year_first is not None else number_first
    if year_first is not None and pair.first_digits == 4 and pair.second_digits == 2 and not pair.numbered:
        number_first = None  # `2002/87/EC` is of 2002
    types = (kind,) if kind else ("eudr", "eudn") if pair.suffix else ("eur", "eudr", "eudn")
    if not kind and pair.suffix and year_first is None:
        types = ("eudn",)  # of acts with a suffix, only decisions carried their number first
    ahead = [Reading(code, year_first, str(pair.second)) for code in types if year_first is not None]
    behind = [Reading(code, number_first, str(pair.first)) for code in types if number_first is not None]
    if pair.numbered and kind != "eudr":
        return behind if behind and year_first is not None and year_first < _ONE_NUMBERING else behind + ahead
    if kind == "eudr" or (not kind and pair.suffix):
        return ahead if ahead and pair.first_digits == 2 else ahead + behind
    return ahead + behind


def _year(value: int, digits: int) -> int | None:
    if digits == 2 and value >= _FIRST_YEAR % 100:
        return 1900 + value
    return value if digits == 4 and _FIRST_YEAR <= value <= _LAST_YEAR else None
