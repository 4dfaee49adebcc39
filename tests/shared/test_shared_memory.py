"""What one process sees of a Redis that comes and goes: who asks it, how often, and what is said."""

import logging
import subprocess
import sys

import pytest
from invented_redis import PLACE, Clock, InventedRedis

from lexgate_kit.shared import LOOK_AGAIN_S, SharedGone, SharedMemory, SharedPlace

SHOWN = [
    ("redis://redis.firm.example", "redis.firm.example:6379"),  # the usual port
    ("redis://user:secret@redis.firm.example:6380/2", "redis.firm.example:6380"),  # nothing but host and port
    ("rediss://:secret@[2001:db8::1]:6380?ssl_ca_certs=/ca.pem", "[2001:db8::1]:6380"),  # an IPv6 address
]


@pytest.mark.parametrize(("url", "shown"), SHOWN)
def test_host_and_port_alone_are_shown(url: str, shown: str) -> None:
    place = SharedPlace(url, 2)
    assert place.shown == shown
    assert "secret" not in repr(place)


def test_a_redis_that_is_gone_is_asked_once_in_a_while(caplog: pytest.LogCaptureFixture) -> None:
    redis, clock = InventedRedis(gone="cannot be reached"), Clock(0.0)
    memory = redis.memory(clock)
    for _ in range(10):
        with pytest.raises(SharedGone, match="cannot be reached"):
            memory.read("x")
    assert redis.tried == 1
    clock.now += LOOK_AGAIN_S
    for _ in range(10):
        with pytest.raises(SharedGone):
            memory.read("x")
    assert redis.tried == 2


def test_loss_and_return_are_one_log_line_each(caplog: pytest.LogCaptureFixture) -> None:
    redis, clock = InventedRedis(), Clock(0.0)
    memory = redis.memory(clock)
    memory.read("x")
    with caplog.at_level(logging.WARNING):
        redis.gone = "cannot be reached"
        for _ in range(5):
            with pytest.raises(SharedGone):
                memory.read("x")
            clock.now += LOOK_AGAIN_S
        redis.gone = ""
        for _ in range(5):
            memory.read("x")
    assert [record.getMessage() for record in caplog.records] == [
        "the shared Redis at redis.firm.example:6380 cannot be reached: this host goes on alone",
        "the shared Redis at redis.firm.example:6380 is there again",
    ]
    assert memory.problem == ""


def test_a_redis_that_can_only_be_read_is_not_lost_and_back_with_every_call(caplog: pytest.LogCaptureFixture) -> None:
    redis, clock = InventedRedis(read_only=True), Clock(0.0)
    memory = redis.memory(clock)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            with pytest.raises(SharedGone):
                memory.change("pace", lambda before, now: (b"1", None), 1.0)
            with pytest.raises(SharedGone):
                memory.read("x")
            clock.now += LOOK_AGAIN_S
    assert len(caplog.records) == 1


def test_who_asks_for_the_state_is_told_at_once(caplog: pytest.LogCaptureFixture) -> None:
    redis = InventedRedis(gone="cannot be reached")
    memory = redis.memory()
    assert (memory.asked, memory.problem) == (False, "")
    memory.look()
    assert (memory.asked, memory.problem) == (True, "cannot be reached")
    redis.gone = ""
    memory.look()
    assert memory.problem == ""


def test_a_missing_library_is_said_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.delitem(sys.modules, "lexgate_kit.shared_redis", raising=False)
    memory = SharedMemory(PLACE)
    with pytest.raises(SharedGone, match="extra is not installed"):
        memory.read("x")


def test_the_library_is_loaded_with_the_first_use_alone() -> None:
    script = (
        "import os, sys\n"
        "from lexgate.configuration import load\n"
        "from lexgate.gateway import Gateway\n"
        "gateway = Gateway.of(load())\n"
        "assert gateway.configuration.shared.place() is not None\n"
        "assert 'redis' not in sys.modules\n"
    )
    environment = {"LEXGATE__SHARED__REDIS_URL": "redis://redis.firm.example", "PATH": "/usr/bin:/bin"}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=30)


def test_an_answer_that_was_under_way_when_the_redis_was_lost_is_no_return(caplog: pytest.LogCaptureFixture) -> None:
    redis = InventedRedis()
    memory = redis.memory(Clock(0.0))

    def lost_meanwhile(before: bytes | None, now: float) -> tuple[bytes | None, None]:
        redis.gone = "cannot be reached"
        with pytest.raises(SharedGone):
            memory.read("x")
        return None, None

    memory.change("pace", lost_meanwhile, 1.0)
    assert memory.problem == "cannot be reached"
    assert len(caplog.records) == 1
