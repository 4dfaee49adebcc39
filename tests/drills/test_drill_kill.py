"""kill -9 at random points under load: no orphan, nothing damaged, what is left serves, and so does the next start."""

import os
import random
import sys
import time
from collections.abc import Iterator

import pytest
from conversation import Conversation
from drill_house import (
    END_SECONDS,
    SECTIONS,
    House,
    build_house,
    descendants,
    kill,
    serves,
    settled,
    still_running_after,
)
from invented_act import ITEM
from upstream import running_upstream

ROUNDS = int(os.environ.get("LEXGATE_DRILL_ROUNDS", "10"))
VICTIMS = ("lexgate --config", "lexgate_skills.build_process", "lexgate_skills.embedding.helper")


@pytest.fixture(scope="module")
def worn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One installation for all rounds: damage of one would show in the next."""
    if sys.platform != "linux":
        pytest.skip("processes are looked at through /proc, which is Linux's")
    with running_upstream() as upstream:
        house = build_house(tmp_path_factory.mktemp("worn"), upstream)
        assert house.command("skills", "index").returncode == 0
        embedded = house.command("skills", "embed")
        assert embedded.returncode == 0, embedded.stderr
        yield house


@pytest.fixture(scope="module")
def seen() -> dict[str, int]:
    return dict.fromkeys((*VICTIMS, "rounds"), 0)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_kill_at_any_point_leaves_no_orphan_and_no_damage(worn: House, seen: dict[str, int], seed: int) -> None:
    chance = random.Random(seed)
    victim = VICTIMS[seed % len(VICTIMS)]
    seen["rounds"] += 1
    worn.change_library(str(seed))
    with worn.open() as talk:
        talk.start()
        load(talk, chance)
        time.sleep(chance.uniform(0.0, 1.0))  # the random point
        target = find(talk, victim)
        family = [talk.process.pid, *descendants(talk.process.pid)]
        seen[victim] += target is not None
        kill(target if target is not None else talk.process.pid)
        if target in (None, talk.process.pid):
            talk.process.wait()
            assert still_running_after(family, END_SECONDS) == []
        else:
            assert settled(talk, "skills_search", query="rent court")["hits"], "the server does not serve any more"
            assert talk.seconds_to_end_after_eof() < END_SECONDS
            assert still_running_after(family, END_SECONDS) == []
    serves(worn, chance.randrange(1, SECTIONS))


def test_every_kind_of_process_was_met(seen: dict[str, int]) -> None:
    """Runs last in this file: a drill that never met its victim would have shown nothing."""
    if seen["rounds"] < ROUNDS:
        pytest.skip("some of the rounds ran in other processes of the test run")
    assert all(seen.values()), seen


def load(talk: Conversation, chance: random.Random) -> None:
    """Send calls without waiting for their answers."""
    for count in range(12):
        number = chance.randrange(1, SECTIONS)
        talk.send("tools/call", {"name": "skills_search", "arguments": {"query": f"lease claim {number}"}})
        if count % 3 == 0:  # they are paced, and the next start waits for its turn behind them
            arguments = {"item": ITEM, "provision": f"section/{number}"}
            talk.send("tools/call", {"name": "uklaw_get_document", "arguments": arguments})


def find(talk: Conversation, victim: str) -> int | None:
    """Return the process to kill; one that has not started yet is waited for a little."""
    if victim == VICTIMS[0]:
        return talk.process.pid
    until = time.monotonic() + 3.0
    while time.monotonic() < until:
        for pid, line in descendants(talk.process.pid).items():
            if victim in line:
                return pid
        time.sleep(0.01)
    return None
