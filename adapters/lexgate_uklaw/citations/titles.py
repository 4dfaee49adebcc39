"""Short titles: from a noun and its year back to where the title begins, with brackets balanced.

`Finance (No. 2) Act 2023`, `Companies Act 1985 (Accounts) (Amendment) Regulations 2006`. The year of a title is the
last one before its end. A title is found by its shape; whether an instrument has it is for the look-up.
"""

from dataclasses import dataclass

from lexgate_uklaw.citations.numbering import roman
from lexgate_uklaw.citations.provision_words import starts_provision
from lexgate_uklaw.citations.title_bounds import begins_group, bounded_left, first_word
from lexgate_uklaw.citations.tokens import Tokens

PRIMARY = frozenset(("act", "measure", "statute"))
SECONDARY = frozenset(("regulations", "order", "rules", "scheme", "byelaws", "instrument", "directions", "warrant"))
WELSH = {"deddf": "act", "mesur": "measure", "rheoliadau": "regulations", "gorchymyn": "order", "rheolau": "rules"}
# The same words as they begin after a vowel or a preposition: `o Ddeddf …`.
_MUTATED = {
    "ddeddf": "Deddf",
    "fesur": "Mesur",
    "reoliadau": "Rheoliadau",
    "orchymyn": "Gorchymyn",
    "reolau": "Rheolau",
}
WELSH.update({mutated: WELSH[plain.lower()] for mutated, plain in _MUTATED.items()})
_LONGEST, _LONGEST_UNDATED = 70, 15
_COUNTRIES = frozenset(("northern", "scotland", "wales", "ireland", "england"))


@dataclass(frozen=True)
class Title:
    """A title as it stands: its tokens, its last noun and its year (None where it has none)."""

    first: int
    after: int
    noun: str
    year: int | None
    text: str
    welsh: bool = False


def title_ending_at(cut: Tokens, place: int, floor: int) -> Title | None:
    """Read the title whose noun stands here (`Act`, `Order`), looking back no further than the floor.

    The title may go on after its year into another noun with a year of its own. None where no year follows.
    """
    end = _year_after_noun(cut, place)
    if end < 0:
        return None
    first = first_word(cut, place, max(floor, place - _LONGEST))
    if first >= place:
        return None
    noun, after = cut.at(place), end + 1
    longer = _longer(cut, after)
    while longer is not None and longer[1] < first + _LONGEST * 2:
        noun, after = longer
        longer = _longer(cut, after)
    return Title(first, after, noun, cut.year(after - 1), cut.text(first, after))


def welsh_title(cut: Tokens, place: int) -> Title | None:
    """Read a Welsh title, whose noun comes first: `Deddf yr Amgylchedd (Cymru) 2016`."""
    noun = WELSH.get(cut.at(place))
    if noun is None or not cut.capital(place):
        return None
    for after in range(place + 1, min(cut.size, place + 30)):
        if cut.sentence[after] != cut.sentence[place] or cut.at(after) in (";", ".", '"'):
            return None
        if cut.year(after) is not None and (cut.partner[after - 1] < 0 or cut.at(after - 1) == ")"):
            rest = cut.text(place + 1, after + 1)
            text = f"{_MUTATED.get(cut.at(place), cut.raw(place))} {rest}"
            return Title(place, after + 1, noun, cut.year(after), text, welsh=True)
    return None


def title_without_year(cut: Tokens, place: int, floor: int) -> Title | None:
    """Read a title that gives no year: `the Theft Act`. Only a capital noun after a capital word counts."""
    if not cut.capital(place) or cut.at(place) not in PRIMARY | SECONDARY or cut.at(place) == "statute":
        return None
    first = first_word(cut, place, max(floor, place - _LONGEST_UNDATED))
    if first >= place or roman(cut.raw(first)) is not None or starts_provision(cut.at(first)):
        return None
    after = place + 1
    while begins_group(cut, after) and cut.at(after + 1) in _COUNTRIES:
        after = cut.partner[after] + 1
    return Title(first, after, cut.at(place), None, cut.text(first, after))


def _year_after_noun(cut: Tokens, place: int) -> int:
    """Return the place of the year after a noun and its brackets: `Act (Northern Ireland) 1960`; -1 for none."""
    after = place + 1
    groups = 0
    while begins_group(cut, after) and groups < 6:
        after = cut.partner[after] + 1
        groups += 1
    if cut.at(after) == "in" and cut.at(after + 1) == "council":
        after += 2
    if cut.at(after) == "," and cut.year(after + 1) is not None and cut.at(after + 2) not in ("/",):
        after += 1  # `Act, 1925`, as older texts have it
    return after if cut.year(after) is not None and cut.at(after + 1) != "/" else -1


def _longer(cut: Tokens, place: int) -> tuple[str, int] | None:
    """Return the noun and end of a title that goes on after a year: `(Accounts) (Amendment) Regulations 2006`."""
    at = place
    grouped = False
    for _ in range(_LONGEST):
        if begins_group(cut, at):
            at, grouped = cut.partner[at] + 1, True
            continue
        word = cut.at(at)
        if grouped and word in SECONDARY | PRIMARY and cut.capital(at):
            end = _year_after_noun(cut, at)
            if end >= 0:
                return word, end + 1
        at, grouped = _one_more(cut, at, grouped)
        if at < 0:
            return None
    return None


def _one_more(cut: Tokens, at: int, grouped: bool) -> tuple[int, bool]:
    """Step over one word that a longer title can have after a year; -1 where it cannot go on."""
    word = cut.at(at)
    if cut.capital(at):
        return at + 1, grouped or cut.at(at) in ("amendment", "commencement", "etc")
    if cut.year(at) is not None and cut.at(at - 1) in PRIMARY | SECONDARY:
        return at + 1, False
    if word == "and" and (cut.at(at + 1) != "the" or grouped) and (cut.capital(at + 1) or grouped):
        return at + 1 + (cut.at(at + 1) == "the"), grouped
    if word in ("of", "for", "to", "in", "etc", ".", "-", "&") and cut.capital(at + 1) and grouped:
        return at + 1, grouped
    if word == "," and grouped and cut.capital(at + 1):
        return at + 1, grouped
    return -1, False


__all__ = ["PRIMARY", "SECONDARY", "Title", "bounded_left", "title_ending_at", "title_without_year", "welsh_title"]
