"""The walk over effects on simulated lists, which also grow while they are read: nothing twice, nothing lost."""

import dataclasses
from datetime import UTC, datetime
from typing import Any

import anyio
from hypothesis import given, settings
from hypothesis import strategies as st
from invented_feeds import effect, feed

from lexgate_kit.errors import UpstreamUnavailable
from lexgate_uklaw.amendments.walking import Position, Walk
from lexgate_uklaw.answers import Budget, Provenance, Served
from lexgate_uklaw.effects import Effect
from lexgate_uklaw.feeds.atom import Paging
from lexgate_uklaw.feeds.changes import ChangesPage, read_changes

SIZE = 5
ONE = read_changes(feed(effect("x"))).effects[0]
PROVENANCE = Provenance("/x", "/x", "http://x.test/x", datetime(2026, 1, 1, tzinfo=UTC), from_cache=False)


def named(*numbers: int) -> list[Effect]:
    return [dataclasses.replace(ONE, effect_id=f"e-{number}") for number in numbers]


class SimulatedList:
    """A list of effects, newest first, that answers in pages and may grow at its top before any request."""

    def __init__(self, length: int, growths: list[int]) -> None:
        self.effects = named(*range(length))
        self._growths, self._next = growths, -1
        self.budget = Budget(0.0)

    def grow(self, by: int) -> None:
        for _ in range(by):
            self.effects[:0] = named(self._next)
            self._next -= 1

    async def page(self, number: int) -> Served[ChangesPage]:
        if self.budget.is_spent:
            raise UpstreamUnavailable("spent", next_step="x")
        self.budget.requests_left -= 1
        if self._growths:
            self.grow(self._growths.pop(0))
        here = tuple(self.effects[(number - 1) * SIZE : number * SIZE])
        paging = Paging(number, SIZE, len(self.effects), has_more=number * SIZE < len(self.effects))
        return Served(ChangesPage(here, paging, None), 1, PROVENANCE)


def read_in_calls(simulated: SimulatedList, limits: list[int]) -> tuple[list[str], list[Any]]:
    """Read the list as calls with cursors do; each call has four requests."""
    read: list[str] = []
    walks: list[Any] = []

    async def one_call(at: Position | None, limit: int) -> Walk:
        simulated.budget = Budget(0.0)
        walk = Walk(simulated.page, SIZE, simulated.budget, kept=at)
        await walk.start()
        for _ in range(limit):
            got = await walk.next()
            if got is None:
                break
            read.append(got.effect_id)
        return walk

    async def all_calls() -> None:
        at: Position | None = None
        for turn in range(200):
            walk = await one_call(at, limits[turn % len(limits)])
            walks.append(walk)
            at = walk.at
            if not walk.has_more or at is None:
                return
        raise AssertionError("the walk does not end")

    anyio.run(all_calls)
    return read, walks


LIMITS = st.lists(st.integers(1, 23), min_size=1, max_size=5)


@settings(deadline=None)
@given(st.integers(0, 60), LIMITS)
def test_a_list_that_stands_still_is_read_once_and_in_order(length: int, limits: list[int]) -> None:
    read, walks = read_in_calls(SimulatedList(length, []), limits)
    assert read == [f"e-{number}" for number in range(length)]
    assert not any(walk.moved or walk.lost for walk in walks)


@settings(deadline=None, max_examples=300)
@given(st.integers(1, 60), LIMITS, st.lists(st.integers(0, 12), max_size=30))
def test_a_list_that_grows_at_its_top_repeats_and_loses_nothing(
    length: int, limits: list[int], growths: list[int]
) -> None:
    read, walks = read_in_calls(SimulatedList(length, growths), limits)
    old = [name for name in read if int(name[2:]) >= 0]
    assert old == [f"e-{number}" for number in range(length)]
    assert len(set(read)) == len(read)
    assert not any(walk.lost for walk in walks)


def test_an_effect_that_was_modified_meanwhile_is_said_to_stand_at_the_top() -> None:
    simulated = SimulatedList(20, [])

    async def work() -> Walk:
        first = Walk(simulated.page, SIZE, simulated.budget)
        await first.start()
        for _ in range(7):
            await first.next()
        simulated.effects.insert(0, simulated.effects.pop(15))
        again = Walk(simulated.page, SIZE, simulated.budget, kept=first.at)
        await again.start()
        following = await again.next()
        assert following is not None
        assert following.effect_id == "e-7"
        return again

    walk = anyio.run(work)
    assert (walk.moved, walk.lost) == (True, False)


def test_a_place_that_is_gone_is_found_by_count_and_said_so() -> None:
    simulated = SimulatedList(20, [])

    async def work() -> Walk:
        first = Walk(simulated.page, SIZE, simulated.budget)
        await first.start()
        for _ in range(7):
            await first.next()
        del simulated.effects[6]
        again = Walk(simulated.page, SIZE, simulated.budget, kept=first.at)
        await again.start()
        return again

    assert anyio.run(work).lost
