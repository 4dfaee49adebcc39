"""Words that point at an instrument named elsewhere: `that Act`, `the 2018 Act`, `the amending S.I.`, given names."""

from bisect import bisect_right
from dataclasses import dataclass

from lexgate_uklaw.citations.mentions import Mention
from lexgate_uklaw.citations.tokens import Tokens

NOUNS = frozenset(
    ("act", "order", "regulations", "rules", "measure", "scheme", "directive", "regulation", "decision", "instrument")
)
_SPOKEN = {"acts": "act", "orders": "order", "directions": "directions", "si": "instrument", "deddf": "act"}
_POINTING = frozenset(("that", "those", "the", "said", "same", "this", "these", "amending", "thereof"))
_LONGEST_NAME = 8


@dataclass(frozen=True)
class Pointer:
    """Words that point: how (that, the, this, amending, thereof, name), at what noun, of which year."""

    first: int
    after: int
    how: str
    noun: str
    year: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Definition:
    """A name that the text itself gives to the instrument before it, from the place where it does so."""

    name: str
    place: int
    mention: int


def definitions(cut: Tokens, named: list[Mention]) -> list[Definition]:
    """Find `(“the 2018 Act”)`, `("PACE")`, `(the 2006 Act)`, `(hereafter DPA 2018)` after a mention."""
    found: list[Definition] = []
    for index, mention in enumerate(named):
        found.extend(_defined_before(cut, mention, index))
        place = mention.after
        if cut.at(place) in (":", ";", ",") or (cut.at(place) == ")" and cut.at(place + 1) == "("):
            place += 1
        if cut.at(place) == "(":
            place += 1
        elif cut.at(mention.after) not in (":", ";", ","):
            continue
        found.extend(Definition(name, place, index) for name in _names(cut, place))
    return found


def _defined_before(cut: Tokens, mention: Mention, index: int) -> list[Definition]:
    """Find `“the Act” means the Housing Act 1985`."""
    place = mention.first - 1
    place -= cut.at(place) == "the"
    if cut.at(place) != "means" or cut.at(place - 1) not in ('"', "'"):
        return []
    for at in range(place - 2, max(-1, place - _LONGEST_NAME - 3), -1):
        if cut.at(at) == cut.at(place - 1):
            return [Definition(_plain(cut, at + 1, place - 1), place, index)] if at < place - 2 else []
    return []


def without_defined_names(
    cut: Tokens, named: list[Mention], known: list[Definition]
) -> tuple[list[Mention], list[Definition]]:
    """Take out the names that the text itself defines: `(“PACE”)`, `(“the Markets Act”)`, and their uses after it.

    A later use of a common name stays a mention of its own where the table means the Act that the text names: it
    gives the number.
    """
    by_name: dict[str, list[Definition]] = {}
    for definition in sorted(known, key=lambda each: each.place):
        by_name.setdefault(definition.name, []).append(definition)
    kept = [each for each in named if not _is_defined(cut, each, named, by_name)]
    places = {id(mention): place for place, mention in enumerate(kept)}
    moved = [
        Definition(each.name, each.place, places[id(named[each.mention])])
        for each in known
        if id(named[each.mention]) in places
    ]
    return kept, moved


def _is_defined(cut: Tokens, mention: Mention, named: list[Mention], by_name: dict[str, list[Definition]]) -> bool:
    by_table = mention.instrument.kind == "name"
    if not by_table and cut.year(mention.after - 1) is not None:
        return False
    known = by_name.get(" ".join(cut.low[mention.first : mention.after]), [])
    last = bisect_right(known, mention.first, key=lambda each: each.place) - 1
    if last < 0 or named[known[last].mention] is mention:
        return False
    if not by_table or mention.first - known[last].place <= 3:
        return True
    defined = named[known[last].mention].instrument.title or ""
    return defined.lower() != (mention.instrument.title or "").lower()


def pointers(cut: Tokens, known: list[Definition], taken: list[bool]) -> list[Pointer]:
    """Find every pointing expression outside the mentions, in order; defined names from their definition on."""
    by_first: dict[str, list[tuple[list[str], Definition]]] = {}
    for definition in known:
        words = definition.name.split()
        by_first.setdefault(words[0], []).append((words, definition))
    found: list[Pointer] = []
    place = 0
    while place < cut.size:
        word = cut.low[place]
        points = word in _POINTING or word in by_first or (cut.year(place) is not None and cut.at(place + 1) == "act")
        points = points and not taken[place]
        one = (_named(cut, place, by_first) or _pointer(cut, place)) if points else None
        if one is not None and not any(taken[one.first : one.after]):
            found.append(one)
            place = one.after
        else:
            place += 1
    return found


def _pointer(cut: Tokens, place: int) -> Pointer | None:
    how = cut.low[place]
    if how == "thereof":
        return Pointer(place, place + 1, how, "")
    if cut.year(place) is not None and cut.raw(place + 1) == "Act":
        return Pointer(place, place + 2, "the", "act", cut.year(place))
    if how not in _POINTING:
        return None
    first = place
    place += 1
    if cut.at(place) in ("said", "same", "amending"):
        how, place = ("that" if cut.at(place) != "amending" else "amending"), place + 1
    year = cut.year(place)
    place += year is not None
    noun = _noun(cut, place)
    if not noun[0]:
        return None
    place = noun[1]
    if year is None and cut.at(place) == "of" and cut.year(place + 1) is not None:
        year, place = cut.year(place + 1), place + 2
    how = {"those": "that", "these": "this", "said": "that", "same": "that"}.get(how, how)
    return Pointer(first, place, how, noun[0], year)


def _noun(cut: Tokens, place: int) -> tuple[str, int]:
    after = cut.abbreviation(place, "si")
    if after > 0 and cut.capital(place):
        return "instrument", after
    word = cut.at(place)
    if (word in NOUNS or word in _SPOKEN) and cut.capital(place) and cut.year(place + 1) is None:
        return _SPOKEN.get(word, word), place + 1
    return "", place


def _named(cut: Tokens, place: int, by_first: dict[str, list[tuple[list[str], Definition]]]) -> Pointer | None:
    start = place + (cut.low[place] == "the")
    for words, definition in reversed(by_first.get(cut.at(start), [])):
        if definition.place < place and all(cut.at(start + at) == word for at, word in enumerate(words)):
            return Pointer(place, start + len(words), "name", "", name=definition.name)
    return None


def _names(cut: Tokens, place: int) -> list[str]:
    """The names defined between here and the end of the brackets."""
    names: list[str] = []
    first = place
    while place < min(cut.size, first + 25) and cut.at(place) not in (")", "]"):
        if cut.at(place) in ('"', "'"):
            end = _quote_end(cut, place)
            if end > place + 1:
                names.append(_plain(cut, place + 1, end))
                place = end
        place += 1
    if not names:
        names.extend(_unquoted(cut, first))
    return [name for name in names if len(name) > 1]


def _quote_end(cut: Tokens, place: int) -> int:
    for at in range(place + 1, min(cut.size, place + _LONGEST_NAME + 2)):
        if cut.at(at) == cut.at(place):
            return at
    return -1


def _unquoted(cut: Tokens, place: int) -> list[str]:
    """`(the 2006 Act)`, `(DPA 2018)`, `(hereafter the Act)` and the like, without quotes."""
    if cut.at(place) in ("hereafter", "hereinafter", "henceforth"):
        place += 1
    end = place
    while end < place + _LONGEST_NAME and cut.at(end) not in (")", "]", ""):
        end += 1
    if cut.at(end) != ")" or end == place:
        return []
    start = place + (cut.at(place) == "the")
    if cut.at(place) == "the" and _noun(cut, end - 1)[0] and end - start <= 4:
        return [_plain(cut, place, end)]
    if (
        end - start <= 2
        and cut.raw(start).isupper()
        and len(cut.raw(start)) > 1
        and (end - start == 1 or cut.year(end - 1))
    ):
        return [_plain(cut, start, end)]
    return []


def _plain(cut: Tokens, first: int, after: int) -> str:
    words = cut.low[first:after]
    return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)
