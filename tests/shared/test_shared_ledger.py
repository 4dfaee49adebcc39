"""One schedule for several hosts whose clocks differ, and what a host does while it cannot see it."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import anyio
import pytest
from invented_redis import InventedRedis

from lexgate_kit.shared import LOOK_AGAIN_S, Change
from lexgate_uklaw.pacing import schedule as decisions
from lexgate_uklaw.pacing.ledger import Ledger, written_page
from lexgate_uklaw.pacing.pacer import Pacer
from lexgate_uklaw.pacing.robots import Rules
from lexgate_uklaw.pacing.schedule import MOST_AT_ONCE, SLOT_SECONDS, Schedule, Shed, Started, Wait
from lexgate_uklaw.pacing.shared_ledger import SharedLedger

T = TypeVar("T")
KEY = "lexgate:1:uklaw:pace:law.example"


class Host:
    """One host with a time of day of its own; its gap is one second."""

    def __init__(self, redis: InventedRedis, folder: Path, ahead: float) -> None:
        self._redis = redis
        self._ahead = ahead
        self.memory = redis.memory()
        file = Ledger(folder / f"host{ahead}" / "pace.json", lambda: redis.clock() + ahead)
        self.ledger = SharedLedger(self.memory, "uklaw:pace:law.example", file, redis.clock)

    def claim(self, holder: str = "one") -> Started | Wait | Shed:
        def change(schedule: Schedule, now: float) -> tuple[Schedule, Started | Wait | Shed]:
            return decisions.claim(schedule, now, holder, 1.0 * self.ledger.shares)

        return self.ledger.change(change)

    def release(self, holder: str = "one") -> None:
        self.ledger.change(lambda schedule, now: (decisions.release(schedule, now, holder), None))

    def refused(self, seconds: float) -> None:
        self.ledger.change(lambda schedule, now: decisions.refused(schedule, now, seconds))

    def rules(self) -> Rules:
        return self.ledger.change(lambda schedule, now: (schedule, schedule.rules))


def _waited(answer: Started | Wait | Shed) -> float:
    assert isinstance(answer, Wait)
    return pytest.approx(answer.seconds)


@pytest.fixture
def redis() -> InventedRedis:
    redis = InventedRedis()
    # One start long ago, so that a first start need not wait.
    redis.values[KEY] = written_page(replace(decisions.anew(redis.clock()), started=redis.clock() - 1000))
    return redis


@pytest.fixture
def hosts(redis: InventedRedis, tmp_path: Path) -> tuple[Host, Host]:
    return Host(redis, tmp_path, 0.0), Host(redis, tmp_path, 3600.0)


def test_hosts_whose_clocks_differ_by_an_hour_keep_one_gap(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    one, other = hosts
    assert one.claim() == Started()
    redis.clock.now += 0.25
    assert _waited(other.claim()) == 0.75
    redis.clock.now += 0.75
    assert other.claim() == Started()


def test_a_gate_closed_by_one_host_is_closed_for_the_other(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    one, other = hosts
    one.refused(600.0)
    assert other.claim() == Shed(600.0, refused=True)


def test_a_redis_without_a_schedule_lets_one_gap_pass(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    redis.values.clear()
    assert _waited(hosts[0].claim()) == 1.0


def test_a_damaged_schedule_is_replaced_by_a_careful_one(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    redis.values[KEY] = b"{not ours"
    assert _waited(hosts[0].claim()) == 1.0


def test_slots_of_a_killed_host_are_free_after_their_time(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    killed, other = hosts
    for number in range(MOST_AT_ONCE):
        assert killed.claim(f"killed {number}") == Started()
        redis.clock.now += 1.0
    assert _waited(other.claim()) == 1.0
    redis.clock.now += SLOT_SECONDS
    assert other.claim() == Started()


def test_every_key_ends_by_itself(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    hosts[0].claim()
    assert redis.lifetimes == {KEY: 25 * 3600.0}


def test_a_host_alone_takes_the_gap_of_all_of_them(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    one, _ = hosts
    assert one.claim() == Started()
    one.release()
    redis.gone = "cannot be reached"
    redis.clock.now += 1.0
    assert _waited(one.claim()) == 2.0  # three hosts, and the last start that anyone made counts
    redis.clock.now += 2.0
    assert one.claim() == Started()
    assert one.ledger.problem == ("the shared Redis cannot be reached: this host paces alone, with 3 times the gap")


def test_a_host_alone_keeps_a_gate_closed_that_it_knew(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    one, other = hosts
    one.refused(600.0)
    assert isinstance(other.claim(), Shed)
    redis.gone = "cannot be reached"
    redis.clock.now += 100.0
    assert other.claim() == Shed(500.0, refused=True)


def test_a_process_that_starts_without_the_redis_knows_the_closed_gate(
    redis: InventedRedis, hosts: tuple[Host, Host], tmp_path: Path
) -> None:
    hosts[1].refused(600.0)
    redis.gone = "cannot be reached"
    redis.clock.now += 100.0
    started_again = Host(redis, tmp_path, 3600.0)
    assert started_again.claim() == Shed(500.0, refused=True)


def test_a_host_that_comes_back_brings_its_starts_and_its_gate(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    one, other = hosts
    other.claim()
    other.release()
    redis.gone = "cannot be reached"
    redis.clock.now += 10.0
    assert other.claim() == Started()
    other.refused(600.0)
    redis.gone = ""
    redis.clock.now += LOOK_AGAIN_S
    assert other.rules() == Rules()  # any change is a look at the Redis
    assert other.ledger.problem == ""
    assert other.ledger.shares == 1
    assert one.claim() == Shed(600.0 - LOOK_AGAIN_S, refused=True)


def test_a_redis_that_lost_everything_gets_gate_and_rules_back(redis: InventedRedis, hosts: tuple[Host, Host]) -> None:
    one, other = hosts
    one.ledger.change(lambda schedule, now: (decisions.with_rules(schedule, now, Rules(5.0)), None))
    one.refused(600.0)
    redis.values.clear()
    assert one.rules() == Rules(5.0)
    assert other.claim() == Shed(600.0, refused=True)
    assert other.rules() == Rules(5.0)


def test_the_rules_that_were_read_last_survive_a_merge() -> None:
    old = replace(decisions.anew(0.0), rules=Rules(1.0), robots_tried=10.0)
    new = replace(decisions.anew(0.0), rules=Rules(2.0), robots_tried=20.0)
    none = replace(decisions.anew(0.0), robots_tried=30.0)
    for one, other, rules in (
        (old, new, new.rules),
        (new, old, new.rules),
        (none, old, old.rules),
        (old, none, old.rules),
    ):
        assert decisions.merged(one, other, 100.0).rules == rules


class _Held(InventedRedis):
    """A Redis that answers when a test lets it."""

    asked: threading.Event
    may_answer: threading.Event

    def change(self, key: str, change: Change[T], lifetime: float) -> T:
        self.asked.set()
        assert self.may_answer.wait(10)
        return super().change(key, change, lifetime)


def test_the_event_loop_goes_on_while_the_redis_thinks(tmp_path: Path) -> None:
    redis = _Held()
    redis.asked, redis.may_answer = threading.Event(), threading.Event()
    pacer = Pacer(Host(redis, tmp_path, 0.0).ledger, 0.0)

    async def ask() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(pacer.robots_wanted)
            await anyio.to_thread.run_sync(redis.asked.wait, 10)
            # An event loop that waited for the answer would never come here.
            redis.may_answer.set()

    anyio.run(ask)
    assert pacer.problem == ""
