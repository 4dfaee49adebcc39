"""The redline of two texts: their lines in one order, each with the words that went and the words that came.

Exactly symmetric: with the two texts in the other order, what was inserted is deleted and the other way round.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lexgate_uklaw.comparison.lines import Line, Sheet
from lexgate_uklaw.comparison.matching import Pairs, match
from lexgate_uklaw.comparison.words import Span, word_changes


@dataclass(frozen=True, slots=True)
class Within:
    """The changes inside a line: those of its numbers, and those of its words."""

    numbers: tuple[Span, ...]
    text: tuple[Span, ...]

    def mirrored(self) -> "Within":
        """Return the changes as they are when the two texts change places."""
        numbers, text = (tuple(span.mirrored() for span in spans) for spans in (self.numbers, self.text))
        return Within(numbers, text)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the redline. `old` and `new` are places in the two texts; one of them may be None.

    `is_moved` says that the line stands elsewhere in the other text, where it is shown again.
    """

    old: int | None
    new: int | None
    spans: tuple[Span, ...]
    is_moved: bool = False

    @property
    def is_same(self) -> bool:
        return all(span.same for span in self.spans)


@dataclass(frozen=True, slots=True)
class Redline:
    """Two texts compared. `pairs` are the places of lines that are one another's, moved ones included; `within`
    has the word changes of each pair."""

    old: Sheet
    new: Sheet
    rows: tuple[Row, ...]
    pairs: Pairs
    within: dict[int, Within]

    @property
    def is_same(self) -> bool:
        """Whether the two have the same words and numbers in the same order."""
        return all(row.is_same and not row.is_moved for row in self.rows)


def compare(old: Sheet, new: Sheet) -> Redline:
    """Return the redline from the older to the newer text."""
    # Where several alignments are as good, the choice must not depend on which text is the older one: so it is
    # made in one order of the two, whatever they are called.
    turned = _order(new) < _order(old)
    first, second = (new, old) if turned else (old, new)
    pairs = match(first.lines, second.lines)
    kept = _in_order(pairs, first.lines)
    within = {i: _changes(first.lines[i], second.lines[j]) for i, j in pairs.items()}
    if turned:
        kept = {j: i for i, j in kept.items()}
        within = {pairs[i]: each.mirrored() for i, each in within.items()}
        pairs = {j: i for i, j in pairs.items()}
    return Redline(old, new, tuple(_rows(old, new, kept, (pairs, within))), pairs, within)


def _order(text: Sheet) -> tuple[tuple[str, tuple[str, ...], str, bool], ...]:
    return tuple((line.key, line.numbers, line.text, line.is_heading) for line in text.lines)


def _changes(old: Line, new: Line) -> Within:
    """Return the changes of a line; a number is never taken for a word of the text."""
    numbers = word_changes(" ".join(old.numbers), " ".join(new.numbers))
    text = word_changes(_text_of(old), _text_of(new))
    return Within(numbers, text)


def _text_of(line: Line) -> str:
    return f" {line.text}" if line.numbers and line.text else line.text


def _in_order(pairs: Pairs, lines: tuple[Line, ...]) -> Pairs:
    """Return the pairs that keep their order, with as many characters as possible; the others have moved."""
    order = sorted(pairs)
    ranks = {j: rank for rank, j in enumerate(sorted(pairs.values()), start=1)}
    best: list[tuple[int, int]] = [(0, -1)] * (len(order) + 1)  # a Fenwick tree of the heaviest chain up to a rank
    before: list[int] = []
    heaviest = (0, -1)
    for place, i in enumerate(order):
        rank = ranks[pairs[i]]
        weight, came = _best_up_to(best, rank - 1)
        before.append(came)
        chain = (weight + len(lines[i].full) + 1, place)
        heaviest = max(heaviest, chain, key=lambda one: one[0])
        while rank < len(best):
            if chain[0] > best[rank][0]:
                best[rank] = chain
            rank += rank & -rank
    kept: Pairs = {}
    place = heaviest[1]
    while place >= 0:
        kept[order[place]] = pairs[order[place]]
        place = before[place]
    return dict(sorted(kept.items()))


def _best_up_to(best: list[tuple[int, int]], rank: int) -> tuple[int, int]:
    found = (0, -1)
    while rank > 0:
        found = max(found, best[rank], key=lambda one: one[0])
        rank -= rank & -rank
    return found


def _rows(old: Sheet, new: Sheet, kept: Pairs, matched: tuple[Pairs, dict[int, Within]]) -> Iterator[Row]:
    pairs, within = matched
    returned = {j: i for i, j in pairs.items()}
    at_old = at_new = 0
    for i, j in [*sorted(kept.items()), (len(old.lines), len(new.lines))]:
        for gone in range(at_old, i):
            yield Row(gone, None, _one_sided(old.lines[gone], deleted=True), gone in pairs)
        for come in range(at_new, j):
            yield Row(None, come, _one_sided(new.lines[come], deleted=False), come in returned)
        if i in kept:
            yield Row(i, j, (*within[i].numbers, *within[i].text))
        at_old, at_new = i + 1, j + 1


def _one_sided(line: Line, *, deleted: bool) -> tuple[Span, ...]:
    return (Span(line.full, "", False) if deleted else Span("", line.full, False),)
