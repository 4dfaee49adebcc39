"""The shared pace file and the waiting: damage, other formats, unwritable folders, cancelled and killed holders."""

import contextlib
import json
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from lexgate_kit.errors import ToolFailure
from lexgate_uklaw.pacing import schedule as decisions
from lexgate_uklaw.pacing.ledger import Ledger
from lexgate_uklaw.pacing.pacer import Pacer
from lexgate_uklaw.pacing.schedule import Reserved, Schedule, Shed

NOON = 1_000_000.0


class Clock:
    """A time of day that passes only when someone waits."""

    def __init__(self) -> None:
        self.now = NOON
        self.waited: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waited.append(round(seconds, 3))
        self.now += seconds


def _reserve(ledger: Ledger) -> Reserved | Shed:
    def change(schedule: Schedule, now: float) -> tuple[Schedule, Reserved | Shed]:
        return decisions.reserve(schedule, now, now + 45, 1.0)

    return ledger.change(change)


def _pacer(path: Path, clock: Clock) -> Pacer:
    return Pacer(Ledger(path, clock), 1.0, sleep=clock.sleep)


async def _start(pacer: Pacer, patience: float = 45.0) -> None:
    async with pacer.turn(anyio.current_time() + patience):
        pass


def test_two_ledgers_on_one_file_share_the_schedule(tmp_path: Path) -> None:
    clock = Clock()
    assert _reserve(Ledger(tmp_path / "pace.json", clock)) == Reserved(NOON)
    assert _reserve(Ledger(tmp_path / "pace.json", clock)) == Reserved(NOON + 1)


def test_the_files_are_readable_by_the_user_alone(tmp_path: Path) -> None:
    _reserve(Ledger(tmp_path / "state" / "pace.json", Clock()))
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    for path in (tmp_path / "state").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b'{"format": 1}',
        b'{"format": 1, "schedule": {"reserved": "soon"}}',
        b'{"format": 1, "schedule": {"reserved": NaN}}',
        b'{"format": 1, "schedule": {"closed_until": Infinity}}',
        b'{"format": 99, "schedule": {"reserved": 43300.0}}',  # another version of lexgate
        b"x" * 200_000,
    ],
)
def test_a_file_that_cannot_be_read_is_started_anew_after_one_gap(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "pace.json"
    path.write_bytes(damage)
    ledger = Ledger(path, Clock())
    assert _reserve(ledger) == Reserved(NOON + 1)
    assert ledger.problem == ""
    assert json.loads(path.read_bytes())["format"] == 1


def test_where_nothing_can_be_written_the_process_paces_alone_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in place of the folder")
    ledger = Ledger(tmp_path / "state" / "pace.json", Clock())
    assert _reserve(ledger) == Reserved(NOON + 1)
    assert _reserve(ledger) == Reserved(NOON + 2)
    assert "alone" in ledger.problem


def test_requests_start_a_gap_apart(tmp_path: Path) -> None:
    clock = Clock()

    async def three() -> None:
        for _ in range(3):
            await _start(_pacer(tmp_path / "pace.json", clock))

    anyio.run(three)
    assert clock.waited == [1.0, 1.0]


def test_a_call_without_time_to_wait_is_shed_with_the_time_to_ask_again(tmp_path: Path) -> None:
    clock = Clock()

    async def two() -> None:
        await _start(_pacer(tmp_path / "pace.json", clock))
        await _start(_pacer(tmp_path / "pace.json", clock), patience=0.5)

    with pytest.raises(ToolFailure) as caught:
        anyio.run(two)
    assert caught.value.reason == "pacer_shed"
    assert caught.value.retry_after is not None
    assert 1 <= caught.value.retry_after <= 2
    assert clock.waited == []


def test_a_refusal_sheds_the_calls_of_other_processes_at_once(tmp_path: Path) -> None:
    clock = Clock()

    async def refused() -> None:
        async with _pacer(tmp_path / "pace.json", clock).turn(anyio.current_time() + 45) as turn:
            turn.refuse(120.0)

    anyio.run(refused)
    with pytest.raises(ToolFailure) as caught:
        anyio.run(_start, _pacer(tmp_path / "pace.json", clock))
    assert caught.value.reason == "pacer_shed"
    assert caught.value.retry_after is not None
    assert 119 <= caught.value.retry_after <= 121


def test_a_cancelled_wait_gives_its_place_back(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "pace.json"

    async def cancelled() -> None:
        await _start(_pacer(path, clock))
        waiting = Pacer(Ledger(path, clock), 1.0, sleep=lambda _: anyio.sleep_forever())
        with anyio.move_on_after(0.05):
            await _start(waiting)

    anyio.run(cancelled)
    assert _reserve(Ledger(path, clock)) == Reserved(NOON + 1)


_HOLDS_THE_LOCK = """
import sys, time
from pathlib import Path
from lexgate_uklaw.pacing.ledger import Ledger

def change(schedule, now):
    print("held", flush=True)
    time.sleep(60)
    return schedule, None

Ledger(Path(sys.argv[1]), time.time).change(change)
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process in the middle of a change, with the lock in its hands."""
    arguments = [sys.executable, "-c", _HOLDS_THE_LOCK, str(tmp_path / "pace.json")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_a_killed_process_does_not_keep_the_lock(tmp_path: Path, holder: subprocess.Popen[bytes]) -> None:
    holder.kill()
    holder.wait(timeout=10)
    ledger = Ledger(tmp_path / "pace.json", Clock())
    assert _reserve(ledger) == Reserved(NOON)
    assert ledger.problem == ""


def test_a_stuck_process_makes_the_others_pace_alone(tmp_path: Path, holder: subprocess.Popen[bytes]) -> None:
    ledger = Ledger(tmp_path / "pace.json", Clock())
    assert _reserve(ledger) == Reserved(NOON + 1)
    assert "alone" in ledger.problem


def test_a_process_that_paced_alone_brings_what_it_knows_to_the_others(tmp_path: Path) -> None:
    clock = Clock()
    obstacle = tmp_path / "state"
    obstacle.write_text("a file in place of the folder")
    alone = Ledger(obstacle / "pace.json", clock)
    alone.change(lambda schedule, now: decisions.refused(schedule, now, 600.0))
    obstacle.unlink()
    others = Ledger(obstacle / "pace.json", clock)
    assert _reserve(others) == Reserved(NOON)
    assert _reserve(alone) == Shed(600.0, refused=True)
    assert alone.problem == ""
    assert _reserve(others) == Shed(600.0, refused=True)


@pytest.mark.parametrize("fails", [False, True])
def test_a_slot_is_free_again_however_the_request_ends(tmp_path: Path, fails: bool) -> None:
    clock = Clock()
    path = tmp_path / "pace.json"

    async def run() -> None:
        async with _pacer(path, clock).turn(anyio.current_time() + 45):
            if fails:
                raise RuntimeError

    with contextlib.suppress(RuntimeError):
        anyio.run(run)
    assert json.loads(path.read_bytes())["schedule"]["slots"] == []
