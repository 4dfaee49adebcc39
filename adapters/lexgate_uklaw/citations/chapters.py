"""Acts by chapter number: `2018 c. 12`, `1964 c. 29 (N.I.)`, `1998 p. 31`, `1994 c. xv`, and `(c. 12)` after a title.

It reads no regnal years.
"""

from lexgate_uklaw.citations.model import Reading
from lexgate_uklaw.citations.numbering import Numbering, jurisdiction, opened, roman, shut
from lexgate_uklaw.citations.tokens import Tokens

_WORDS = frozenset(("c", "ch", "chapter", "cap", "p", "pennod"))
_WELSH = frozenset(("p", "pennod"))


def chapter(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read a chapter clause; its year stands first in it, or is given (that of the title before it)."""
    written, comma = cut.year(place), cut.at(place + 1) == ","
    if written is not None:
        place += 1 + comma
        year = written
    if year is None:
        return None
    place, bracket = opened(cut, place)
    word = cut.at(place)
    if word not in _WORDS or (word == "p" and comma):
        return None  # `1921, p. 1332` is a page
    word_is_small = cut.raw(place).islower()
    place += 1 + (cut.at(place + 1) == ".")
    value, local = cut.integer(place, 4), False
    if value is None:
        value, local = roman(cut.raw(place)), True
        if value is None or not cut.raw(place).islower() or not word_is_small:
            return None  # `1240 C. civ.` is the French code
    elif cut.is_word(place + 1) and cut.glued(place + 1):
        return None  # `12A` is no chapter number
    place, country = jurisdiction(cut, place + 1)
    place = _past_index(cut, place)
    place = shut(cut, place, bracket)
    if not country:
        place, country = jurisdiction(cut, place)
    types = _types(year, country, local)
    readings = tuple(Reading(code, year, str(value)) for code in types)
    return Numbering("chapter", readings, place, year, language="cy" if word in _WELSH else None)


def _types(year: int, country: str, local: bool) -> tuple[str, ...]:
    if country == "ni":
        # The Parliament of Northern Ireland sat 1921 to 1972, its first Assembly in 1974, the present one since 1999.
        return ("apni",) if year < 1973 else ("mnia",) if year < 1999 else ("nia",)
    if country == "s":
        return ("aosp",)
    if country == "i":
        return ("aip",)
    if local:
        return ("ukla",) if year > 1800 else ("gbla",)
    return ("ukpga",) if year > 1800 else ("apgb",) if year > 1707 else ("apgb", "aep") if year == 1707 else ("aep",)


def _past_index(cut: Tokens, place: int) -> int:
    """Skip the class number of the statutes in force index: `(c. 35, SIF 40:1)`."""
    if cut.at(place) == "," and cut.at(place + 1) == "sif":
        place += 2
        while cut.is_number(place) or cut.at(place) in (":", ","):
            place += 1
    return place
