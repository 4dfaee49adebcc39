"""The walk over one list of the log, newest first, by the number of events that are left.

Events are only ever added at the top, so an event's rank from the end (the oldest is 1) never changes, whatever
arrives while the list is read. A page's ranks follow from its own total, so pages of different age fit together.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from lexgate_kit.errors import UpstreamChanged
from lexgate_uklaw.answers import Provenance, Served
from lexgate_uklaw.feeds.log import LogEvent, LogPage

PAGE_SIZE = 20
"""The log's pages have this many entries, whatever is asked for."""

PageSource = Callable[[int], Awaitable[Served[LogPage]]]


class PagesDisagree(Exception):
    """The stored pages are of different ages and the event that comes next is on none of them."""


@dataclass(frozen=True)
class Place:
    """How many events are left to read, and how many the list had when that was known; None before the first page."""

    left: int
    total: int


@dataclass
class LogWalk:
    """Reads one list of the log event by event. `place` is where it stands, and is all that a cursor needs."""

    read: PageSource
    place: Place | None = None
    pages_read: int = 0
    short: bool = False
    size: int = PAGE_SIZE
    provenances: list[Provenance] = field(default_factory=list)
    _page: list[tuple[int, LogEvent]] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        """Whether every event was read."""
        return self.place is not None and self.place.left <= 0

    @property
    def needs_page(self) -> bool:
        """Whether the next event is on a page that was not read."""
        return not self.is_done and (self.place is None or not self._on_page(self.place.left))

    async def next(self) -> LogEvent | None:
        """Return the next event; None at the end. Raises what the page source raises, and PagesDisagree."""
        if self.needs_page:
            await self._turn()
        if self.place is None or self.is_done:
            return None
        event = self._on_page(self.place.left)
        self.place = Place(self.place.left - 1, self.place.total)
        return event

    def _on_page(self, rank: int) -> LogEvent | None:
        first = self._page[0][0] if self._page else 0
        return self._page[first - rank][1] if 0 <= first - rank < len(self._page) else None

    async def _turn(self) -> None:
        """Read pages until the next event is on one; the list may grow before each."""
        seen: set[tuple[int, int]] = set()
        while self.needs_page:
            number = self._number()
            total, is_stored = await self._load(number)
            left = total if self.place is None else self.place.left
            if left > total and is_stored:
                raise PagesDisagree  # the page is older than the place
            if left > total:
                self.short, left = True, total
            self.place = Place(left, total)
            if self.needs_page and number == self._number():
                # The page lacks an event that belongs on it: there is nothing to wait for.
                self.short, self.place = True, Place(max(total - number * self.size, 0), total)
            elif self.needs_page and (number, total) in seen:
                raise PagesDisagree
            seen.add((number, total))

    def _number(self) -> int:
        return 1 if self.place is None else (self.place.total - self.place.left) // self.size + 1

    async def _load(self, number: int) -> tuple[int, bool]:
        served = await self.read(number)
        self.pages_read += 1
        self.provenances.append(served.provenance)
        page = served.content
        total = page.paging.total
        if total is None:
            raise UpstreamChanged(
                "A page of the Publication Log does not say how many events there are.",
                next_step="Try again later; if it stays so, read the log on the website.",
            )
        self.size = page.paging.per_page or self.size
        first = total - (number - 1) * self.size
        self._page = [(first - at, event) for at, event in enumerate(page.events) if first - at > 0]
        return total, served.provenance.from_cache
