"""Responses at two levels: the file of the host, and behind it what all hosts keep."""

from dataclasses import replace
from pathlib import Path

import pytest
from invented_redis import Clock, InventedRedis

from lexgate_uklaw.caching import shared_store
from lexgate_uklaw.caching.policy import LONGEST_STALE_S, Stored
from lexgate_uklaw.caching.shared_store import SharedResponses
from lexgate_uklaw.caching.store import ResponseStore

DAY = 1_000_000.0
STORED = Stored("/x", 200, b"<Legislation/>" * 100, DAY, DAY + 3600, 'W/"v1"', "Mon", "/y")


class Host:
    """One host, with a clock of its own and a file of its own."""

    def __init__(self, redis: InventedRedis, folder: Path, now: float = DAY) -> None:
        self.clock = Clock(now)
        self.own = ResponseStore(folder / "responses.sqlite3", 8_000_000)
        self.store = SharedResponses(redis.memory(), self.own, self.clock)


@pytest.fixture
def redis() -> InventedRedis:
    return InventedRedis()


@pytest.fixture
def one(redis: InventedRedis, tmp_path: Path) -> Host:
    return Host(redis, tmp_path / "one")


@pytest.fixture
def other(redis: InventedRedis, tmp_path: Path) -> Host:
    return Host(redis, tmp_path / "other")


def test_what_one_host_kept_another_has(one: Host, other: Host) -> None:
    one.store.put(STORED)
    assert other.store.get("/x") == STORED
    assert other.store.get("/z") is None


def test_what_another_host_kept_is_there_without_the_redis(redis: InventedRedis, one: Host, other: Host) -> None:
    one.store.put(STORED)
    other.store.get("/x")
    redis.gone = "cannot be reached"
    assert other.store.get("/x") == STORED


def test_a_fresh_response_of_the_host_asks_no_redis(redis: InventedRedis, one: Host) -> None:
    one.store.put(STORED)
    asked = redis.tried
    assert one.store.get("/x") == STORED
    assert redis.tried == asked


def test_a_later_confirmation_by_another_host_is_taken(one: Host, other: Host, redis: InventedRedis) -> None:
    one.store.put(STORED)
    other.store.get("/x")
    for clock in (one.clock, other.clock, redis.clock):
        clock.now += 4000
    confirmed = replace(STORED, checked_at=one.clock(), fresh_until=one.clock() + 3600)
    one.store.put(confirmed)
    assert other.store.get("/x") == confirmed


def test_an_older_response_of_another_host_is_not_taken(one: Host, other: Host) -> None:
    one.store.put(replace(STORED, checked_at=DAY - 5000, fresh_until=DAY - 1400))
    mine = replace(STORED, checked_at=DAY - 4000, fresh_until=DAY - 400, etag="mine")
    other.own.put(mine)
    assert other.store.get("/x") == mine


def test_a_host_whose_clock_is_an_hour_ahead_sees_the_true_age(redis: InventedRedis, one: Host, tmp_path: Path) -> None:
    ahead = Host(redis, tmp_path / "ahead", DAY + 3600)
    one.store.put(replace(STORED, checked_at=DAY - 60))
    found = ahead.store.get("/x")
    assert found is not None
    assert found.checked_at == pytest.approx(ahead.clock() - 60)
    assert found.fresh_until == pytest.approx(ahead.clock() + 3600)


LIFETIMES = [
    (STORED, LONGEST_STALE_S),  # it may stand in for a week
    (replace(STORED, checked_at=DAY - 100), LONGEST_STALE_S - 100),  # from its last confirmation
    (replace(STORED, status=404, fresh_until=DAY + 600), 600.0),  # "not found" never stands in
]


@pytest.mark.parametrize(("stored", "lifetime"), LIFETIMES)
def test_no_response_is_left_for_ever(redis: InventedRedis, one: Host, stored: Stored, lifetime: float) -> None:
    one.store.put(stored)
    assert list(redis.lifetimes.values()) == [lifetime]


def test_a_not_found_that_is_over_is_not_shared(redis: InventedRedis, one: Host) -> None:
    one.store.put(replace(STORED, status=404, fresh_until=DAY))
    assert redis.values == {}


def test_a_response_that_is_too_large_stays_with_its_host(
    redis: InventedRedis, one: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_store, "MOST_SHARED_BYTES", 10)
    one.store.put(STORED)
    assert redis.values == {}
    assert one.store.get("/x") == STORED


DAMAGE = [
    lambda value: b"",  # nothing
    lambda value: b"{}\nx",  # no head of ours
    lambda value: value[:-10],  # cut short
    lambda value: value.replace(b'"key":"/x"', b'"key":"/y"'),  # another response
    lambda value: value.replace(b'"status":200', b'"status":"two"'),  # a head of another kind
    lambda value: b"x" * 30_000,  # a head without end
]


@pytest.mark.parametrize("damaged", DAMAGE)
def test_a_value_that_is_not_ours_is_as_none(redis: InventedRedis, one: Host, other: Host, damaged: object) -> None:
    one.store.put(STORED)
    assert callable(damaged)
    redis.values = {key: damaged(value) for key, value in redis.values.items()}
    assert other.store.get("/x") is None


def test_a_body_that_unpacks_without_end_is_as_none(
    redis: InventedRedis, one: Host, other: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.store.put(STORED)
    monkeypatch.setattr(shared_store, "_LARGEST_BODY_BYTES", 100)
    assert other.store.get("/x") is None


def test_without_the_redis_responses_are_kept_here(redis: InventedRedis, one: Host) -> None:
    redis.gone = "cannot be reached"
    one.store.put(STORED)
    assert one.store.get("/x") == STORED
    assert one.store.problem == ""
