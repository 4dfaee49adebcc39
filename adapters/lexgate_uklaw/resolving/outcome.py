"""What became of a citation: an item, or candidates, and the sentences that say what is proved and what is not."""

from dataclasses import dataclass, replace

from lexgate_uklaw.resolving.register import Known

MOST_CANDIDATES = 20


@dataclass(frozen=True)
class Outcome:
    """`found` is the one item that is meant; `said` are sentences of ours.

    `provision_found` is None when the provision was not checked.
    """

    found: Known | None = None
    candidates: tuple[Known, ...] = ()
    said: tuple[str, ...] = ()
    provision_found: bool | None = None

    def saying(self, *sentences: str) -> "Outcome":
        """Return the outcome with more sentences."""
        return replace(self, said=(*self.said, *(each for each in sentences if each)))


def several(known: tuple[Known, ...], *said: str) -> Outcome:
    """Return candidates of which none is chosen, each item once."""
    once = {each.item: each for each in reversed(known)}
    kept = tuple(once[item] for item in dict.fromkeys(each.item for each in known))
    more = len(kept) - MOST_CANDIDATES
    cut = (f"{more} further candidates are left out: give more of the citation.",) if more > 0 else ()
    return Outcome(candidates=kept[:MOST_CANDIDATES], said=(*said, *cut))
