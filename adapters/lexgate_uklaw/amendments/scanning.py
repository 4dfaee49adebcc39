"""Which effects concern a provision, on the side of the item that was asked for. Pure.

An effect whose provisions are given in words that are not understood is kept and counted, never dropped.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from lexgate_uklaw.addressing import Direction
from lexgate_uklaw.citations import parse_citation
from lexgate_uklaw.effects import Effect, EffectSide, ProvisionReference, touches
from lexgate_uklaw.identifiers.provisions import DIVISIONS, ProvisionPath


class Concern(Enum):
    """Whether an effect concerns the provision; IN_WORDS: its words do not say clearly."""

    YES = "yes"
    NO = "no"
    IN_WORDS = "in words"


@dataclass(frozen=True)
class ProvisionFilter:
    """Tells whether an effect concerns the provision."""

    provision: ProvisionPath
    direction: Direction

    def concern(self, effect: Effect) -> Concern:
        """Compare by path, and by the words where the editors gave no path, or only that of a heading."""
        side = effect.affected if self.direction == "affected" else effect.affecting
        if not side.provisions:
            return Concern.YES if _is_whole(side.provisions_label) else self._by_words(effect, side.provisions_label)
        read = [each for reference in side.provisions for each in _with_words(reference)]
        placed = tuple(each for each in read if each.path is not None)
        if placed and self._touched(effect, side, placed):
            return Concern.YES
        unread = [each for each in side.provisions if each.path is None and not _paths(each.label)]
        if any(_is_whole(each.label) for each in unread):
            return Concern.YES
        return Concern.IN_WORDS if unread else Concern.NO

    @property
    def caveat(self) -> str:
        """What a reader must know of this filter; blank for provisions with a number of their own."""
        if self.provision.head not in DIVISIONS:
            return ""
        return (
            "Effects on sections inside this Part or heading carry the section's own path and are not found by it: "
            "scan for the sections."
        )

    def _by_words(self, effect: Effect, label: str) -> Concern:
        paths = _paths(label)
        if not paths:
            return Concern.IN_WORDS
        placed = tuple(ProvisionReference(label, path=path) for path in paths)
        return Concern.YES if self._touched(effect, effect.affected, placed) else Concern.NO

    def _touched(self, effect: Effect, side: EffectSide, placed: tuple[ProvisionReference, ...]) -> bool:
        return touches(replace(effect, affected=replace(side, provisions=placed)), str(self.provision))


def _with_words(reference: ProvisionReference) -> list[ProvisionReference]:
    """Return the reference, and what its words name where they say more than its path.

    An effect on the heading of a section carries the path of the heading around it ("s. 65 heading").
    """
    if reference.path is not None and "crossheading" not in reference.path:
        return [reference]
    return [reference, *(ProvisionReference(reference.label, path=path) for path in _paths(reference.label))]


@lru_cache(maxsize=4096)
def _paths(label: str) -> tuple[str, ...]:
    """Return the provisions that words name; none unless all words are understood (a heading is)."""
    if not label or len(label) > 300:
        return ()
    parsed = parse_citation(label)
    understood = parsed.kind == "unparsed" and not parsed.unparsed_head
    if parsed.provisions is None or not understood or parsed.unparsed_tail.lower() not in ("", "heading"):
        return ()
    return tuple(str(path) for path in parsed.provisions.paths)


def _is_whole(label: str) -> bool:
    return label.strip().lower() in ("", "act", "order", "regulations", "rules", "measure", "instrument", "whole act")
