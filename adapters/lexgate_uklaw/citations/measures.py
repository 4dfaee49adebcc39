"""Church Measures by number, `1997 No. 1`: a form that statutory instruments share, so both readings are kept."""

from lexgate_uklaw.citations.model import Reading
from lexgate_uklaw.citations.numbering import Numbering, opened, shut
from lexgate_uklaw.citations.tokens import Tokens


def measure(cut: Tokens, place: int, year: int | None) -> Numbering | None:
    """Read `1997 No. 1`, `(1997 No. 1)`, and `(No. 1)` after the title of a Measure (its year is then given)."""
    titled = year is not None
    place, bracket = opened(cut, place)
    written = cut.year(place)
    if written is not None:
        place, year = place + 1, written
    place, inner = opened(cut, place)
    if year is None or cut.at(place) not in ("no", "rhif"):
        return None
    place += 1 + (cut.at(place + 1) == ".")
    value = cut.integer(place)
    if value is None or (cut.is_word(place + 1) and cut.glued(place + 1)):
        return None
    after = shut(cut, shut(cut, place + 1, inner), bracket)
    types = ("ukcm",) if titled else ("ukcm", "uksi") if year >= 1920 else ("uksro",)
    notes = () if titled else ("The form is shared by Church Measures and statutory instruments.",)
    return Numbering("measure", tuple(Reading(code, year, str(value)) for code in types), after, year, notes=notes)
