"""The walk over simulated logs that grow while they are read, also from stored pages: nothing twice, nothing lost."""

import dataclasses
from datetime import UTC, datetime

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented_feeds import event, feed

from lexgate_uklaw.answers import Provenance, Served
from lexgate_uklaw.feeds.atom import Paging
from lexgate_uklaw.feeds.log import LogEvent, LogPage, read_log
from lexgate_uklaw.publication_log.walking import LogWalk, PagesDisagree, Place

SIZE = 4
ONE = read_log(feed(event("x", "2026-01-02T03:04:05+00:00"))).events[0]
FRESH = Provenance("/x", "/x", "http://x.test/x", datetime(2026, 1, 1, tzinfo=UTC), from_cache=False)


def named(number: int) -> LogEvent:
    return dataclasses.replace(ONE, entry_id=str(number))


class SimulatedLog:
    """A log, newest first; before each request it grows as it is told, and some pages come from a store."""

    def __init__(self, length: int, growths: list[int], stored: list[bool]) -> None:
        self.events = [named(number) for number in range(length, 0, -1)]
        self.growths, self.stored = growths, stored
        self.requests = 0
        self._kept: dict[int, LogPage] = {}

    async def page(self, number: int) -> Served[LogPage]:
        assert number >= 1
        self.requests += 1
        for _ in range(self.growths.pop(0) if self.growths else 0):
            self.events.insert(0, named(len(self.events) + 1))
        if number in self._kept and self.stored and self.stored.pop(0):
            return Served(self._kept[number], 1, dataclasses.replace(FRESH, from_cache=True))
        here = tuple(self.events[(number - 1) * SIZE : number * SIZE])
        paging = Paging(number, SIZE, len(self.events), has_more=True)
        self._kept[number] = LogPage(here, paging)
        return Served(self._kept[number], 1, FRESH)


def read_all(log: SimulatedLog, limits: list[int]) -> list[int]:
    """Read the log in calls, each with a new walk from the place of the last; a call may find that pages disagree."""

    async def work() -> list[int]:
        read: list[int] = []
        place: Place | None = None
        for turn in range(400):
            walk = LogWalk(log.page, place, size=SIZE)
            try:
                for _ in range(limits[turn % len(limits)]):
                    got = await walk.next()
                    if got is None:
                        break
                    read.append(int(got.entry_id))
            except PagesDisagree:
                pass
            place = walk.place
            assert not walk.short
            if walk.is_done:
                return read
        raise AssertionError("the walk does not end")

    return anyio.run(work)


LIMITS = st.lists(st.integers(1, 15), min_size=1, max_size=4)


@settings(deadline=None)
@given(st.integers(0, 50), LIMITS)
def test_a_log_that_stands_still_is_read_once_and_newest_first(length: int, limits: list[int]) -> None:
    assert read_all(SimulatedLog(length, [], []), limits) == list(range(length, 0, -1))


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 50), LIMITS, st.lists(st.integers(0, 9), max_size=40), st.lists(st.booleans(), max_size=40))
def test_a_log_that_grows_while_it_is_read_loses_and_repeats_nothing(
    length: int, limits: list[int], growths: list[int], stored: list[bool]
) -> None:
    begun_with = length + (growths[0] if growths else 0)
    read = read_all(SimulatedLog(length, growths, stored), limits)
    assert read == list(range(begun_with, 0, -1))


def test_a_walk_goes_on_where_the_growth_has_pushed_its_events_to_another_page() -> None:
    log = SimulatedLog(10, [0, 6], [])
    assert read_all(log, [3]) == list(range(10, 0, -1))


def test_a_page_that_lacks_an_event_is_passed_and_said_to_be_short() -> None:
    async def page(number: int) -> Served[LogPage]:
        events = (named(5), named(4), named(3)) if number == 1 else (named(1),)
        return Served(LogPage(events, Paging(number, SIZE, 5, has_more=True)), 1, FRESH)

    async def work() -> tuple[list[str], bool]:
        walk = LogWalk(page, size=SIZE)
        read = []
        while (got := await walk.next()) is not None:
            read.append(got.entry_id)
        return read, walk.short

    assert anyio.run(work) == (["5", "4", "3", "1"], True)


def test_a_stored_page_older_than_the_place_is_not_taken_for_the_end() -> None:
    async def page(number: int) -> Served[LogPage]:
        stored = dataclasses.replace(FRESH, from_cache=True)
        return Served(LogPage((named(1),), Paging(number, SIZE, 1, has_more=False)), 1, stored)

    async def work() -> None:
        await LogWalk(page, Place(left=3, total=5), size=SIZE).next()

    with pytest.raises(PagesDisagree):
        anyio.run(work)
