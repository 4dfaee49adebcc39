"""Which of the editors' annotations on the newer text explain a change: which instrument made it, and from when.

It concludes nothing: an annotation that stood in the older text too is not named, and a change that the editors did
not annotate has none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lexgate_uklaw.clml.rendering.annotations import Annotation
from lexgate_uklaw.comparison.changes import Change
from lexgate_uklaw.comparison.lines import Sheet, Unit

EXPLAINING = ("F", "I")
"""Textual amendments and commencements."""


@dataclass(frozen=True, slots=True)
class Explained:
    """`own` annotations are on the changed provision; those `around` it may explain the change, or another one."""

    own: tuple[Annotation, ...]
    around: tuple[Annotation, ...]


class Explanations:
    """The annotations of the newer of two texts that the older one has not."""

    def __init__(self, older: Sheet, newer: Sheet, *, newer_is_new: bool) -> None:
        self._older, self._newer, self._newer_is_new = older, newer, newer_is_new
        self._known = {(note.type, note.text) for unit in older.units.values() for note in unit.annotations}

    def of(self, change: Change) -> Explained:
        """Return the annotations on the changed provision itself, and, where none is on its text, those around it."""
        here, there = (change.new, change.old) if self._newer_is_new else (change.old, change.new)
        if here is None:
            return Explained((), self._around(self._standing_parent(there)))
        unit = self._newer.units[here]
        units = self._inside(here) if there is None else iter((unit,))
        found = self._new(note for each in units for note in each.annotations)
        if any(note.type == "F" for note in found):
            return Explained(found, ())
        return Explained(found, self._around(unit.parent))

    def _inside(self, key: str) -> Iterator[Unit]:
        return (unit for unit in self._newer.units.values() if self._newer.within(key, unit.key))

    def _around(self, key: str | None) -> tuple[Annotation, ...]:
        while key is not None:
            found = tuple(note for note in self._new(self._newer.units[key].annotations) if note.type == "F")
            if found:
                return found
            key = self._newer.units[key].parent
        return ()

    def _standing_parent(self, gone: str | None) -> str | None:
        at = self._older.units[gone].parent if gone is not None else None
        while at is not None and at not in self._newer.units:
            at = self._older.units[at].parent
        return at

    def _new(self, notes: Iterable[Annotation]) -> tuple[Annotation, ...]:
        return tuple(note for note in notes if note.type in EXPLAINING and (note.type, note.text) not in self._known)
