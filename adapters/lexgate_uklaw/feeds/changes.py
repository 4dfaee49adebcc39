"""Reads a page of the changes feed: effects of one item's provisions on another's."""

from dataclasses import dataclass

from lexgate_uklaw.effects import Effect, read_effects
from lexgate_uklaw.feeds import atom
from lexgate_uklaw.feeds.atom import LEGISLATION, Paging


@dataclass(frozen=True)
class ChangesPage:
    """A page of effects, newest modified first. A page past the end is empty, and so is the list of an item that
    does not exist: nothing here tells the two from an item without effects."""

    effects: tuple[Effect, ...]
    paging: Paging
    pages: int | None


def read_changes(body: bytes) -> ChangesPage:
    """Read a page. Raises UpstreamChanged when it is no complete Atom feed."""
    feed = atom.parse_feed(body)
    return ChangesPage(read_effects(feed), atom.paging(feed), atom.count(atom.text(feed, f"{LEGISLATION}totalPages")))
