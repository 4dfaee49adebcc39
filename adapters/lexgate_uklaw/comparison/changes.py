"""The list of changes by sub-provision: added, removed, changed, renumbered, moved. It judges no change."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from lexgate_uklaw.comparison.lines import Sheet, Unit
from lexgate_uklaw.comparison.redline import Redline
from lexgate_uklaw.comparison.words import is_dots, word_count

Kind = Literal["added", "removed", "changed", "renumbered", "moved"]
_MIRRORED: dict[Kind, Kind] = {"added": "removed", "removed": "added"}


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one sub-provision. `old` and `new` are its keys in the two texts.

    `deleted` and `inserted` count words of its own lines (of all inside it when it came or went as a whole).
    `dots` says that the editors' row of dots stands in its place on the other side.
    """

    kind: Kind
    old: str | None
    new: str | None
    deleted: int
    inserted: int
    at: int = field(compare=False)
    dots: bool = False

    def mirrored(self) -> "Change":
        """Return the change as it is when the two texts change places."""
        return replace(
            self,
            kind=_MIRRORED.get(self.kind, self.kind),
            old=self.new,
            new=self.old,
            deleted=self.inserted,
            inserted=self.deleted,
        )


def list_changes(redline: Redline) -> tuple[Change, ...]:
    """Return the changes in the order of the redline; what came or went as a whole is one change."""
    return tuple(sorted(_Changes(redline).find(), key=lambda change: (change.at, change.old or "", change.new or "")))


class _Changes:
    def __init__(self, redline: Redline) -> None:
        self.redline = redline
        self.old, self.new = redline.old, redline.new
        self.same_unit = _correspondence(redline)
        self.known = set(self.same_unit.values())
        self.rows_of_old = {row.old: place for place, row in enumerate(redline.rows) if row.old is not None}
        self.rows_of_new = {row.new: place for place, row in enumerate(redline.rows) if row.new is not None}
        self.moved_lines = {row.old for row in redline.rows if row.is_moved}
        self.sources = _sources(redline)
        self.paired = set(redline.pairs.values())
        self.inside_old, self.inside_new = _extents(redline.old), _extents(redline.new)

    def find(self) -> list[Change]:
        both = [change for old, new in self.same_unit.items() if (change := self._both(old, new))]
        dotted_old = {change.old for change in both if change.dots and change.kind == "removed"}
        dotted_new = {change.new for change in both if change.dots and change.kind == "added"}
        gone = [key for key in self.old.units if key not in self.same_unit]
        come = [key for key in self.new.units if key not in self.known]
        return [
            *both,
            *(self._gone(key) for key in _topmost(self.old, gone, dotted_old)),
            *(self._come(key) for key in _topmost(self.new, come, dotted_new)),
        ]

    def _both(self, old: str, new: str) -> Change | None:
        a, b = self.old.units[old], self.new.units[new]
        deleted, inserted, touched = self._own_words(a, b)
        at = self._place(b.lines, a.lines)
        one, other = _own_text(self.old, a), _own_text(self.new, b)
        if touched and is_dots(one) != is_dots(other):
            return Change("added" if is_dots(one) else "removed", old, new, deleted, inserted, at, dots=True)
        moved = self._moved(a, b) and not self._moves_with_parent(a, b)
        if old != new and not self._named_by_parent(a, b):
            return Change("moved" if moved else "renumbered", old, new, deleted, inserted, at)
        if moved:
            return Change("moved", old, new, deleted, inserted, at)
        return Change("changed", old, new, deleted, inserted, at) if touched else None

    def _gone(self, key: str) -> Change:
        inside = self.inside_old[key]
        target = self.sources[0].get(key)
        if target is not None:
            return Change("renumbered", key, target, 0, 0, self._place((), inside))
        words, dots = _size(self.old, inside)
        return Change("removed", key, None, words, 0, self._place((), inside), dots)

    def _come(self, key: str) -> Change:
        inside = self.inside_new[key]
        source = self.sources[1].get(key)
        if source is not None:
            return Change("renumbered", source, key, 0, 0, self._place(inside, ()))
        words, dots = _size(self.new, inside)
        return Change("added", None, key, 0, words, self._place(inside, ()), dots)

    def _own_words(self, a: Unit, b: Unit) -> tuple[int, int, bool]:
        theirs = set(b.lines)
        pairs = [(i, self.redline.pairs[i]) for i in a.lines if self.redline.pairs.get(i) in theirs]
        changed = [span for i, _ in pairs for span in self.redline.within[i].text if not span.same]
        renamed = any(self.old.lines[i].own_number != self.new.lines[j].own_number for i, j in pairs)
        gone = [i for i in a.lines if i not in self.redline.pairs]
        come = [j for j in b.lines if j not in self.paired]
        deleted = sum(word_count(span.old) for span in changed) + sum(word_count(self.old.lines[i].text) for i in gone)
        inserted = sum(word_count(span.new) for span in changed) + sum(word_count(self.new.lines[j].text) for j in come)
        return deleted, inserted, bool(changed or renamed or gone or come)

    def _place(self, new: Sequence[int], old: Sequence[int]) -> int:
        places = [self.rows_of_new[j] for j in new] + [self.rows_of_old[i] for i in old]
        return min(places, default=len(self.redline.rows))

    def _named_by_parent(self, a: Unit, b: Unit) -> bool:
        """Whether the new address follows from that of the provision around it: (3)(a) to (4)(a) with (3) to (4)."""
        if a.parent is None or b.parent is None or self.same_unit.get(a.parent) != b.parent:
            return False
        return a.key.removeprefix(a.parent) == b.key.removeprefix(b.parent)

    def _moves_with_parent(self, a: Unit, b: Unit) -> bool:
        if a.parent is None or b.parent is None or self.same_unit.get(a.parent) != b.parent:
            return False
        return self._moved(self.old.units[a.parent], self.new.units[b.parent])

    def _moved(self, a: Unit, b: Unit) -> bool:
        theirs = set(b.lines)
        return any(i in self.moved_lines and self.redline.pairs[i] in theirs for i in a.lines)


def _correspondence(redline: Redline) -> dict[str, str]:
    """Return which sub-provision is which: by the words that they share, else by address."""
    votes = _votes(redline)
    best = {old: max(counts, key=lambda new: (counts[new], new == old)) for old, counts in votes.items()}
    backward: dict[str, Counter[str]] = defaultdict(Counter)
    for old, counts in votes.items():
        for new, count in counts.items():
            backward[new][old] += count
    found: dict[str, str] = {}
    for old, new in best.items():
        mutual = max(backward[new], key=lambda one: (backward[new][one], one == new)) == old
        nested = _nested(redline.old, redline.new, old, new)
        if mutual and (old == new or not nested):
            found[old] = new
    taken = set(found.values())
    roots = next(iter(redline.old.units)), next(iter(redline.new.units))
    for old, new in [roots, *((key, key) for key in redline.old.units)]:
        if old not in found and new in redline.new.units and new not in taken:
            found[old] = new
            taken.add(new)
    return found


def _votes(redline: Redline) -> dict[str, Counter[str]]:
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for i, j in redline.pairs.items():
        old, new = redline.old.lines[i], redline.new.lines[j]
        if not old.is_heading:
            votes[old.key][new.key] += 1 + min(word_count(old.text), word_count(new.text))
    return votes


def _nested(old: Sheet, new: Sheet, a: str, b: str) -> bool:
    return (a in new.units and new.within(a, b)) or (b in old.units and old.within(b, a))


def _sources(redline: Redline) -> tuple[dict[str, str], dict[str, str]]:
    """Return, for provisions whose only words come from a provision around them, that provision; both ways."""
    forward: dict[str, str] = {}
    backward: dict[str, str] = {}
    for i, j in redline.pairs.items():
        old, new = redline.old.lines[i].key, redline.new.lines[j].key
        if old != new and _nested(redline.old, redline.new, old, new):
            forward.setdefault(old, new)
            backward.setdefault(new, old)
    return forward, backward


def _topmost(text: Sheet, keys: list[str], covering: set[str | None]) -> list[str]:
    chosen = set(keys)
    return [key for key in keys if not _covered(text, key, chosen, covering)]


def _covered(text: Sheet, key: str, chosen: set[str], covering: set[str | None]) -> bool:
    at = text.units[key].parent
    while at is not None:
        if at in chosen or at in covering:
            return True
        at = text.units[at].parent
    return False


def _extents(text: Sheet) -> dict[str, range]:
    """Return the lines inside each sub-provision: they stand together, because a text is written in order."""
    found = {key: range(0) for key in text.units}
    for place, line in enumerate(text.lines):
        at: str | None = line.key
        while at is not None:
            found[at] = range(found[at].start if found[at] else place, place + 1)
            at = text.units[at].parent
    return found


def _size(text: Sheet, inside: range) -> tuple[int, bool]:
    lines = [text.lines[place].text for place in inside if not text.lines[place].is_heading]
    return sum(word_count(line) for line in lines), is_dots(" ".join(lines))


def _own_text(text: Sheet, unit: Unit) -> str:
    return " ".join(text.lines[line].text for line in unit.lines if not text.lines[line].is_heading)
