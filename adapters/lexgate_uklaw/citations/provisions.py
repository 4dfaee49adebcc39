"""Provisions as they are cited: `ss. 3(4), 12(1)`, `Sch. 2 para. 3`, `paragraph 3 of Part 1 of Schedule 2`.

One clause is one head with all it governs. Which instrument a clause belongs to is decided elsewhere.
"""

from dataclasses import dataclass, field

from lexgate_uklaw.citations.label_ranges import labels_through
from lexgate_uklaw.citations.levels import Levels, level, read_levels
from lexgate_uklaw.citations.provision_words import CONTAINERS, Head, head, label, ordinal
from lexgate_uklaw.citations.tokens import Tokens
from lexgate_uklaw.citations.wording import words

CAP = 50
_UNITS = frozenset(("section", "regulation", "article", "rule"))
_JOINING = frozenset((",", "and", "or", "&", "ac", "neu"))
_AFTER_A_NUMBER = frozenset(("", ",", ";", ".", ")", "]", ":", "and", "or", "&", "of", "to", "-", '"', "'", "(", "o"))
_TIMES = words(
    "january february march april may june july august september october november december day days week weeks month "
    "months year years hour hours per other others people persons more less pounds million metres km cases times"
)
_INSIDE = {
    "schedule": frozenset(("part", "paragraph", "chapter", "section", "article", "rule", "regulation", "annex")),
    "annex": frozenset(("part", "paragraph", "chapter", "section", "article", "point")),
    "part": frozenset(("chapter", "paragraph", "section", "regulation", "article", "rule")),
    "chapter": frozenset(("paragraph", "section")),
}


@dataclass
class Piece:
    """One member of a clause's list, with the tokens that it covers and every path that it names."""

    first: int
    after: int
    paths: list[tuple[str, ...]]
    expanded: bool = False
    open_range: bool = False


@dataclass
class Clause:
    """One head with all it governs. A relative clause (`subsection (2)`) still needs the provision that it is in."""

    unit: str
    first: int
    after: int
    pieces: list[Piece] = field(default_factory=list)
    relative: bool = False

    @property
    def paths(self) -> list[tuple[str, ...]]:
        return [path for piece in self.pieces for path in piece.paths]


def clause(cut: Tokens, place: int, depth: int = 0) -> Clause | None:
    """Read one clause at a head; None where no provision stands."""
    if depth > 4:
        return None
    numbered = ordinal(cut, place)
    if numbered:
        found = Clause("schedule", place, numbered[1], [Piece(place, numbered[1], [("schedule", numbered[0])])])
        return _with_inner(cut, found, depth)
    opening = head(cut, place)
    if opening is None or _is_a_title(cut, place, opening):
        return None
    if opening.unit == "subsection" or (opening.unit == "paragraph" and level(cut, opening.after)):
        return _relative(cut, place, opening, depth)
    found = Clause(opening.unit, place, opening.after)
    _read_list(cut, found, opening)
    if not found.pieces:
        if opening.unit != "schedule" or not _stands_alone(cut, place, opening):
            return None
        found.pieces.append(Piece(place, opening.after, [("schedule",)]))
    if opening.unit in CONTAINERS:
        found = _with_inner(cut, found, depth)
    else:
        _with_subsections(cut, found)
    return _of_outer(cut, found, depth)


def _is_a_title(cut: Tokens, place: int, opening: Head) -> bool:
    """`Regulations 2018` and `Rules 1998` are the end of a title."""
    return (
        cut.at(place) in ("regulations", "rules")
        and cut.year(opening.after) is not None
        and not level(cut, opening.after + 1)
    )


def _stands_alone(cut: Tokens, place: int, opening: Head) -> bool:
    """The only Schedule has no number: `Sch.`, `Sch. para. 3`, `the Schedule`."""
    if opening.plural or cut.is_number(opening.after):
        return False
    written = cut.at(place)
    return written in ("sch", "sched") or (
        cut.raw(place)[0].isupper() and cut.at(place - 1) in ("the", "that", "of", ",")
    )


def _read_list(cut: Tokens, found: Clause, opening: Head) -> None:
    place, first = opening.after, found.first
    total = 0
    while total < CAP * 2:
        item = _item(cut, place, opening.unit)
        if item is None:
            break
        piece, after = item
        if found.pieces and not _may_follow(cut, place, after, found, opening):
            break
        piece.first = first if not found.pieces else piece.first
        found.pieces.append(piece)
        found.after = after
        total += len(piece.paths)
        place = _next_member(cut, after, opening.plural)
        if place < 0:
            break


def _item(cut: Tokens, place: int, unit: str) -> tuple[Piece, int] | None:
    start = label(cut, place, unit)
    if start is None:
        return None
    text, after = start
    if (
        unit != "rule"
        and cut.at(after) in (".", "/")
        and cut.glued(after)
        and cut.is_number(after + 1)
        and cut.glued(after + 1)
    ):
        return None  # a date or an instrument's number: 1.4.2012, 1987/585
    stop = _far_end(cut, after, unit)
    if stop is not None:
        return _range(cut, place, (unit, text), stop)
    levels = Levels((unit, text))
    after = read_levels(cut, after, levels)
    after = _more_levels(cut, after, levels)
    paths = levels.all()
    return Piece(place, after, paths, expanded=len(paths) > 1), after


def _far_end(cut: Tokens, place: int, unit: str) -> tuple[str, int] | None:
    """Read `-5` or `to 5` after a label."""
    if cut.at(place) not in ("-", "to", "hyd"):
        return None
    place += 1
    again = head(cut, place)
    if again is not None and again.unit == unit:
        place = again.after
    stop = label(cut, place, unit)
    if stop is None or cut.year(place) is not None:
        return None
    if cut.at(place - 1) == "-" and not cut.glued(place) and cut.at(stop[1]) not in _AFTER_A_NUMBER:
        return None  # `section 5 - 12 months later`
    return None if cut.at(stop[1]) in _TIMES else stop


def _range(cut: Tokens, place: int, start: tuple[str, str], stop: tuple[str, int]) -> tuple[Piece, int]:
    unit, first = start
    last, after = stop
    labels = labels_through(first, last, CAP + 1)
    levels = Levels((unit, last))
    after = read_levels(cut, after, levels)
    paths = [(unit, each) for each in labels[:-1]] + levels.all()
    return Piece(place, after, paths, expanded=True, open_range=True), after


def _more_levels(cut: Tokens, place: int, levels: Levels) -> int:
    """Read `and (b)`, `or (2)`, `, (3)` after brackets: siblings of what stands before."""
    while levels.stack and cut.at(place) in _JOINING:
        after = place + 1
        if cut.at(place) == "," and cut.at(after) in ("and", "or"):
            after += 1
        found = level(cut, after)
        if found is None or not _is_sibling(levels, found[0]):
            break
        place = read_levels(cut, after, levels)
    return place


def _is_sibling(levels: Levels, value: str) -> bool:
    trial = Levels(levels.label, list(levels.stack), [("",)])
    trial.add(value)
    return len(trial.stack) <= len(levels.stack)


def _next_member(cut: Tokens, place: int, plural: bool) -> int:
    """Return where the next member of the list would stand, -1 where the list cannot go on."""
    if cut.at(place) == "," and cut.at(place + 1) in ("and", "or"):
        return place + 2
    if cut.at(place) in _JOINING:
        return place + 1
    return place if plural and cut.is_number(place) and not cut.glued(place) else -1


def _may_follow(cut: Tokens, place: int, after: int, found: Clause, opening: Head) -> bool:
    """Whether a bare number in a list is one more provision, and not a year, a date or a count."""
    following = cut.at(after)
    levelled = cut.at(after - 1) == ")"
    if (
        following in _TIMES
        or following in ("/", "%")
        or (cut.year(place) is not None and not levelled and not opening.plural)
    ):
        return False
    if cut.year(place) is not None and not levelled and len(found.pieces[-1].paths[-1][1]) < 4:
        return False
    if cut.sentence[place] != cut.sentence[found.first]:
        return False
    return levelled or opening.plural or following in _AFTER_A_NUMBER


def _with_inner(cut: Tokens, found: Clause, depth: int) -> Clause:
    """Read what is cited inside a Schedule, Part or Chapter: `Sch. 2 para. 3`, `Sch 2, para 3`, `Pt 3 Ch 2`."""
    container = found.pieces[-1]
    for _ in range(12):
        place, comma = found.after, False
        if cut.at(place) in (",", "and") and (len(container.paths[-1]) < 3 or cut.at(place) == ","):
            place, comma = place + 1, True
        opening = head(cut, place)
        if opening is None or opening.unit not in _INSIDE.get(found.unit, ()):
            break
        if comma and (
            opening.unit not in ("paragraph", "part", "chapter") or (found.unit, opening.unit) == ("part", "part")
        ):
            break
        if found.unit == "part" and opening.unit in _UNITS and comma:
            break
        inner = clause(cut, place, depth + 1)
        if inner is None or inner.relative:
            break
        _nest(found, container, inner)
    return found


def _nest(found: Clause, container: Piece, inner: Clause) -> None:
    bases = container.paths if container in found.pieces else [container.paths[-1]]
    nested = [
        Piece(piece.first, piece.after, [_joined(base, path) for base in bases for path in piece.paths], piece.expanded)
        for piece in inner.pieces
    ]
    if container in found.pieces:
        nested[0].first = container.first
        found.pieces.remove(container)
    found.pieces.extend(nested)
    found.after = inner.after
    if found.unit == "part" and inner.unit in _UNITS:
        found.unit = inner.unit


def _joined(outer: tuple[str, ...], inner: tuple[str, ...]) -> tuple[str, ...]:
    """A section's address starts at the item, never under a Part; in a Schedule everything stands under it."""
    if inner[0] in _UNITS and outer[0] in ("part", "chapter"):
        return inner
    return (*outer, *inner)


def _with_subsections(cut: Tokens, found: Clause) -> None:
    """Read `section 45, subsection (2)`."""
    place = found.after + (cut.at(found.after) == ",")
    opening = head(cut, place)
    if opening is None or opening.unit not in ("subsection", "paragraph") or not level(cut, opening.after):
        return
    if len(found.pieces[-1].paths) != 1:
        return
    levels = Levels(found.pieces[-1].paths[0])
    after = _more_levels(cut, read_levels(cut, opening.after, levels), levels)
    if cut.at(after) == "of" and head(cut, after + 1 + (cut.at(after + 1) == "the")):
        return
    found.pieces[-1] = Piece(found.pieces[-1].first, after, levels.all(), len(levels.all()) > 1)
    found.after = after


def _relative(cut: Tokens, place: int, opening: Head, depth: int) -> Clause | None:
    """Read `subsection (2)(a) of section 45` and `paragraph (a) of section 45(2)`."""
    levels = Levels(())
    after = read_levels(cut, opening.after, levels)
    if after == opening.after:
        return None
    after = _more_levels(cut, after, levels)
    found = Clause(
        opening.unit, place, after, [Piece(place, after, levels.all(), len(levels.all()) > 1)], relative=True
    )
    outer = _outer(cut, after, depth)
    if outer is None:
        return found
    base = outer.pieces[-1].paths[-1]
    paths = [(*base, *path) for path in found.pieces[0].paths]
    piece = Piece(place, outer.after, paths, len(paths) > 1)
    return Clause(outer.unit, place, outer.after, [piece], relative=outer.relative)


def _outer(cut: Tokens, place: int, depth: int) -> Clause | None:
    if cut.at(place) not in ("of", "in", "to", "o"):
        return None
    place += 1 + (cut.at(place + 1) in ("the", "that"))
    return clause(cut, place, depth + 1)


def _of_outer(cut: Tokens, found: Clause, depth: int) -> Clause:
    """Read `paragraph 3 of Part 1 of Schedule 2`: the paths of the inner go under that of the outer."""
    outer = _outer(cut, found.after, depth)
    if outer is None or outer.relative or outer.unit not in CONTAINERS or len(outer.pieces) != 1:
        return found
    base = outer.pieces[0].paths[0]
    for piece in found.pieces:
        piece.paths = [_joined(base, path) for path in piece.paths]
    found.pieces[-1].after = outer.after
    found.after = outer.after
    if base[0] in ("schedule", "annex"):
        found.unit = "schedule"
    return found
