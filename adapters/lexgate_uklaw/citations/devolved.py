"""Acts and Measures of the devolved legislatures by number: asp, anaw, asc, nawm (mwa), and nia, apni, mnia as codes.

`2020 asp 13`, `asp 2020/13`, `2016 anaw 1`, `(nawm 1)` after a title. Chapters with `(N.I.)` are read as chapters.
"""

from lexgate_uklaw.citations.model import Reading
from lexgate_uklaw.citations.numbering import Numbering, opened, shut
from lexgate_uklaw.citations.tokens import Tokens

SERIES = {
    "asp": "asp",
    "anaw": "anaw",
    "dccc": "anaw",
    "asc": "asc",
    "dsc": "asc",
    "nawm": "mwa",
    "mcc": "mwa",
    "mwa": "mwa",
    "nia": "nia",
    "apni": "apni",
    "mnia": "mnia",
}
_WELSH = frozenset(("dccc", "dsc", "mcc"))


def devolved(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read a devolved Act's number; its year stands before it, inside it (`asp 2020/13`), or is given."""
    written = cut.year(place)
    if written is not None:
        place += 1 + (cut.at(place + 1) == ",")
        year = written
    place, bracket = opened(cut, place)
    word = cut.at(place)
    if word not in SERIES or (len(word) == 3 and cut.capital(place) and not cut.raw(place).isupper()):
        return None
    place += 1 + (cut.at(place + 1) == ".")
    if cut.year(place) is not None and cut.at(place + 1) in ("/", "no"):
        year = cut.year(place)
        place += 2 + (cut.at(place + 2) == ".")
    elif cut.at(place) == "no":
        place += 1 + (cut.at(place + 1) == ".")
    value = cut.integer(place, 3)
    if value is None or year is None:
        return None
    reading = Reading(SERIES[word], year, str(value))
    return Numbering(
        "devolved", (reading,), shut(cut, place + 1, bracket), year, language="cy" if word in _WELSH else None
    )
