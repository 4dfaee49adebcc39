"""The walk over a list of effects: page by page, from a position that is found again also when the list has moved.

A position names the last effect that was read, so what is recorded meanwhile at the top repeats and loses nothing.
"""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, TypeAdapter

from lexgate_kit.errors import ToolFailure
from lexgate_uklaw.answers import Budget, PastEnd, Provenance, Served
from lexgate_uklaw.effects import Effect
from lexgate_uklaw.feeds.atom import Paging
from lexgate_uklaw.feeds.changes import ChangesPage

PageSource = Callable[[int], Awaitable[Served[ChangesPage] | PastEnd]]
"""Reads the page with that number; raises ToolFailure when it cannot."""

_Page = Annotated[int, Field(ge=1, le=1_000_000)]
_Index = Annotated[int, Field(ge=0, le=499)]
_Total = Annotated[int, Field(ge=-1, le=1_000_000_000)]
SHAPE: TypeAdapter[tuple[int, int, str, int]] = TypeAdapter(tuple[_Page, _Index, str, _Total])


@dataclass(frozen=True)
class Position:
    """The last effect that was read: its page and place there, a digest of it, and the list's length then (-1: not
    said)."""

    page: int
    index: int
    mark: str
    total: int

    @property
    def values(self) -> tuple[int | str, ...]:
        """What a cursor holds."""
        return self.page, self.index, self.mark, self.total


@dataclass
class Walk:
    """Reads effects one after the other, from pages of `size`.

    `stopped` says that a later page could not be read, `moved` that the list has changed since the position was
    taken, `lost` that the place was then found by count only, `short` that a page held fewer effects than the list's
    length says: the rest of that page is not known.
    """

    read: PageSource
    size: int
    budget: Budget
    kept: Position | None = None
    page: ChangesPage | None = None
    number: int = 0
    next_index: int = 0
    provenance: Provenance | None = None
    stopped: bool = False
    moved: bool = False
    lost: bool = False
    short: bool = False

    @property
    def at(self) -> Position | None:
        """Where the walk stands: the last effect that was read; None before the first."""
        effects = self.page.effects if self.page else ()
        if self.page is None or not 0 < self.next_index <= len(effects):
            return self.kept
        last = self.next_index - 1
        return Position(self.number, last, mark(effects[last]), _total(self.page))

    async def start(self) -> None:
        """Read the first page, or the one of the position. Raises what the client raises, and filter_refused."""
        start = self.kept
        if start is None:
            await self._read(1)
            return
        page = await self._read(start.page)
        try:
            await self._find_again(page, start)
        except ToolFailure:
            self.stopped = True  # the position stays as it was
            return
        self.moved = self.at != start

    async def next(self) -> Effect | None:
        """Return the next effect; None at the end of the list, or when its page cannot be read now."""
        while self.page is not None and not self.stopped:
            if self.next_index < len(self.page.effects):
                effect = self.page.effects[self.next_index]
                self.next_index += 1
                return effect
            if not self.has_more or not await self._turned():
                return None
        return None

    def put_back(self) -> None:
        """Take back the effect that was read last: the walk stands before it again."""
        self.next_index -= 1

    @property
    def has_more(self) -> bool:
        """Whether the list goes on after what was read."""
        page = self.page
        if self.stopped:
            return True
        if page is None or self.next_index < len(page.effects):
            return page is not None
        if not page.effects:
            return False
        if page.paging.total is None:
            return page.paging.has_more
        return (self.number - 1) * self.size + self.next_index < page.paging.total

    async def _turned(self) -> bool:
        """Turn to the next page; False when it cannot be read now."""
        if self.budget.is_spent:
            self.stopped = True
            return False
        self.kept = self.at
        try:
            page = await self._read(self.number + 1)
            await self._checked(page)
        except ToolFailure:
            self.stopped = True
            return False
        return True

    async def _checked(self, page: ChangesPage) -> None:
        """See whether the list grew or shrank between two pages of a call (stored pages can be older than others)."""
        last = self.kept
        if last is None or last.total < 0 or _total(page) == last.total or not page.effects:
            return
        self.moved = True
        if _total(page) < last.total:
            self.lost = True
            return
        await self._find_again(page, last)

    async def _read(self, number: int) -> ChangesPage:
        answer = await self.read(number)
        page = answer.content if isinstance(answer, Served) else _NO_PAGE
        self.provenance = answer.provenance
        self.page, self.number, self.next_index = page, number, 0
        expected = min(self.size, _total(page) - (number - 1) * self.size)
        self.short = self.short or len(page.effects) < expected
        return page

    async def _find_again(self, page: ChangesPage, last: Position) -> None:
        """Go on after the last effect: on this page, or where the list's growth has pushed it.

        Where it is nowhere, its place is taken by count, and `lost` says so.
        """
        seen = -2
        while True:
            grown = max(_total(page) - last.total, 0) if last.total >= 0 else 0
            place = (last.page - 1) * self.size + last.index + grown
            number, index = place // self.size + 1, place % self.size
            found = _found(page, last.mark, index)
            if found is not None or number == self.number or _total(page) == seen:
                self.lost = found is None
                self.next_index = (index if found is None else found) + 1
                return
            seen = _total(page)  # the list may grow again before the next page is read
            page = await self._read(number)


_NO_PAGE = ChangesPage((), Paging(1, None, None, has_more=False), None)


def mark(effect: Effect) -> str:
    """Return a short digest of an effect as recorded, to know it again."""
    return hashlib.blake2b(repr(effect).encode(), digest_size=8).hexdigest()


def _found(page: ChangesPage, sought: str, index: int) -> int | None:
    """Return the effect's place on the page: where it was, else the first place that has it."""
    effects = page.effects
    if index < len(effects) and mark(effects[index]) == sought:
        return index
    return next((at for at, each in enumerate(effects) if mark(each) == sought), None)


def _total(page: ChangesPage) -> int:
    return -1 if page.paging.total is None else page.paging.total
