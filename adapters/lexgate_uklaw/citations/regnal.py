"""Acts by regnal year: `52 & 53 Vict. c. 49`, `3 & 4 Eliz. 2 c. 19`, `13 Geo. 5 Sess. 2 c. 2`.

The address form keeps monarch and session; the calendar year is what the reign's first day allows.
"""

from dataclasses import dataclass

from lexgate_uklaw.citations.model import Reading
from lexgate_uklaw.citations.numbering import Numbering, jurisdiction, opened, roman, shut
from lexgate_uklaw.citations.tokens import Tokens


@dataclass(frozen=True)
class _Reign:
    code: str
    accession: int


_HOUSES: dict[str, tuple[str, dict[int, int]]] = {
    # name in addresses, and the calendar year in which the first regnal year of each bearer began
    "hen": ("Hen", {3: 1216, 4: 1399, 5: 1413, 6: 1422, 7: 1485, 8: 1509}),
    "edw": ("Edw", {1: 1272, 2: 1307, 3: 1327, 4: 1461, 6: 1547, 7: 1901, 8: 1936}),
    "ric": ("Ric", {2: 1377, 3: 1483}),
    "eliz": ("Eliz", {1: 1558, 2: 1952}),
    "ja": ("Ja", {1: 1603, 2: 1685}),
    "cha": ("Cha", {1: 1625, 2: 1649}),
    "will": ("Will", {3: 1689, 4: 1830}),
    "geo": ("Geo", {1: 1714, 2: 1727, 3: 1760, 4: 1820, 5: 1910, 6: 1936}),
    "ann": ("Ann", {0: 1702}),
    "vict": ("Vict", {0: 1837}),
    "mar": ("Mar", {0: 1553, 1: 1553}),
}
_NAMES = {
    **dict.fromkeys(("hen", "henry"), "hen"),
    **dict.fromkeys(("edw", "edward", "ed"), "edw"),
    **dict.fromkeys(("ric", "rich", "richard"), "ric"),
    **dict.fromkeys(("eliz", "elizabeth"), "eliz"),
    **dict.fromkeys(("ja", "jas", "jac", "james"), "ja"),
    **dict.fromkeys(("cha", "chas", "car", "charles"), "cha"),
    **dict.fromkeys(("will", "wm", "william", "gul"), "will"),
    **dict.fromkeys(("geo", "george"), "geo"),
    **dict.fromkeys(("ann", "anne"), "ann"),
    **dict.fromkeys(("vict", "vic", "victoria"), "vict"),
    **dict.fromkeys(("mar", "mary"), "mar"),
}
_ARTICLES = ("c", "cap", "ch", "chapter")


def starts_regnal(word: str) -> bool:
    """Say whether a word can be a monarch's name in a citation."""
    return word in _NAMES


def regnal(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read a regnal citation. A given year (that of the title before it) settles the calendar year."""
    place, bracket = opened(cut, place)
    years, place = _regnal_years(cut, place)
    if not years:
        return None
    reign, place = _reign(cut, place)
    if reign is None:
        return None
    joined, place = _second_reign(cut, place)
    session, place = _session(cut, place)
    place += cut.at(place) == ","
    if cut.at(place) not in _ARTICLES:
        return None
    place += 1 + (cut.at(place + 1) == ".")
    value, local = cut.integer(place, 4), False
    if value is None:
        value, local = roman(cut.raw(place)), True
        if value is None:
            return None
    place, country = jurisdiction(cut, place + 1)
    place = shut(cut, place, bracket)
    calendar = _calendar(reign, years)
    known = year if year is not None else calendar[0]
    code = f"{reign.code}{joined}{session}"
    readings = tuple(
        Reading(kind, known, str(value), code, "-".join(map(str, years)))
        for kind in _types(reign, years, country, local)
    )
    notes = () if year is not None else (f"The calendar year is {' or '.join(map(str, sorted(calendar)))}.",)
    return Numbering("regnal", readings, place, known, notes=notes)


def _regnal_years(cut: Tokens, place: int) -> tuple[tuple[int, ...], int]:
    years: list[int] = []
    while len(years) < 3:
        value = cut.integer(place, 2)
        if value is None or value > 70:
            break
        years.append(value)
        place += 1
        if cut.at(place) not in ("&", "and", "-") or not cut.is_number(place + 1):
            break
        place += 1
    return tuple(years), place


def _reign(cut: Tokens, place: int) -> tuple[_Reign | None, int]:
    house = _HOUSES.get(_NAMES.get(cut.at(place), ""))
    if house is None:
        return None, place
    name, bearers = house
    place += 1 + (cut.at(place + 1) == ".")
    if 0 in bearers and not (1 in bearers and cut.at(place) == "1"):
        return _Reign(name, bearers[0]), place
    if name == "Will" and cut.at(place) in ("&", "and"):
        return _william_and_mary(cut, place)
    which = cut.integer(place, 1)
    if which is None:
        which = roman(cut.raw(place))
    if which not in bearers:
        return None, place
    place += 1 + (cut.at(place + 1) == "." and cut.at(place + 2) in _ARTICLES)
    return _Reign(f"{name}{which}", bearers[which]), place


def _second_reign(cut: Tokens, place: int) -> tuple[str, int]:
    """Read the second reign of a session that saw the Crown pass: `26 Geo. 5 & 1 Edw. 8`."""
    if cut.at(place) not in ("&", "and") or cut.at(place + 1) != "1":
        return "", place
    reign, after = _reign(cut, place + 2)
    return (f"and1{reign.code}", after) if reign else ("", place)


def _william_and_mary(cut: Tokens, place: int) -> tuple[_Reign | None, int]:
    if _NAMES.get(cut.at(place + 1)) != "mar":
        return None, place
    place += 2
    return _Reign("WillandMar", 1689), place + (cut.at(place) == ".")


def _session(cut: Tokens, place: int) -> tuple[str, int]:
    inside, bracket = opened(cut, place)
    inside += cut.at(inside) == ","
    if cut.at(inside) not in ("sess", "session"):
        return "", place
    inside += 1 + (cut.at(inside + 1) == ".")
    value = cut.integer(inside, 1)
    if value is None:
        return "", place
    return f"Sess{value}", shut(cut, inside + 1, bracket)


def _calendar(reign: _Reign, years: tuple[int, ...]) -> tuple[int, ...]:
    """The calendar years that the session can lie in, the likeliest first.

    Regnal year n runs from the accession's anniversary in year accession + n - 1 into the next calendar year. A
    session over two regnal years holds the anniversary between them, and may have begun in the year before it.
    """
    first = reign.accession + years[0] - 1
    return (first, first + 1) if len(years) == 1 else (first + 1, first)


def _types(reign: _Reign, years: tuple[int, ...], country: str, local: bool) -> tuple[str, ...]:
    if country:
        return ({"ni": "apni", "s": "aosp", "i": "aip"}[country],)
    british, kingdom = ("gbla", "ukla") if local else ("apgb", "ukpga")
    if reign.code == "Ann":  # the Parliament of Great Britain met in the sixth year of Anne
        return ("aep",) if years[-1] < 6 else ("aep", british) if years[-1] == 6 else (british,)
    if reign.code == "Geo3":  # and that of the United Kingdom in the forty-first of George III
        return (british,) if years[-1] < 41 else (kingdom, british) if years[-1] == 41 else (kingdom,)
    if reign.accession < 1702:
        return ("aep",)
    return (british,) if reign.accession < 1760 else (kingdom,)
