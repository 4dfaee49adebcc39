"""The file of stored responses: kept over restarts, bounded, private, and never in the way."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from lexgate_uklaw.caching.policy import Stored
from lexgate_uklaw.caching.store import ResponseStore

MEGABYTE = 1_000_000


def _stored(key: str = "/x", size: int = 100, checked_at: float = 1.0) -> Stored:
    # Random bytes do not shrink, so that sizes are what the test says.
    return Stored(key, 200, os.urandom(size), checked_at, 3601.0, '"v1"', "a date", "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "responses.sqlite3"


def test_a_response_is_there_after_a_restart(path: Path) -> None:
    stored = _stored()
    ResponseStore(path, MEGABYTE).put(stored)
    assert ResponseStore(path, MEGABYTE).get("/x") == stored


def test_a_newer_response_replaces_the_older_one(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    store.put(_stored(checked_at=1.0))
    newer = _stored(checked_at=2.0)
    store.put(newer)
    assert store.get("/x") == newer
    assert store.count_and_bytes()[0] == 1


def test_what_was_never_stored_or_was_forgotten_is_not_there(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    assert store.get("/x") is None
    store.put(_stored())
    store.forget("/x")
    assert store.get("/x") is None
    assert store.problem == ""


def test_the_file_stays_within_its_bound_and_the_longest_unconfirmed_go_first(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    for number in range(50):
        store.put(_stored(f"/{number}", 50_000, float(number)))
    assert store.get("/0") is None
    assert store.get("/49") is not None
    assert store.count_and_bytes()[1] <= MEGABYTE
    assert path.stat().st_size <= MEGABYTE * 1.1


def test_a_response_that_would_fill_the_cache_alone_is_not_kept(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    store.put(_stored("/small"))
    store.put(_stored("/large", 700_000))
    assert store.get("/large") is None
    assert store.get("/small") is not None


def test_a_lowered_bound_shrinks_the_file(path: Path) -> None:
    for number in range(20):
        ResponseStore(path, 2 * MEGABYTE).put(_stored(f"/{number}", 50_000, float(number)))
    before = path.stat().st_size
    ResponseStore(path, MEGABYTE // 2).put(_stored("/next", 50_000, 99.0))
    assert path.stat().st_size < before / 1.5


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_file_is_readable_by_the_user_alone(path: Path) -> None:
    ResponseStore(path, MEGABYTE).put(_stored())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", [b"not a database at all" * 500, b"SQLite format 3\x00" + b"\xff" * 8000])
def test_a_damaged_file_is_set_aside_and_made_anew(path: Path, damage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    store = ResponseStore(path, MEGABYTE)
    assert store.get("/x") is None
    stored = _stored()
    store.put(stored)
    assert store.get("/x") == stored
    assert store.problem == ""
    assert path.with_name(path.name + ".damaged").read_bytes() == damage


def test_damage_inside_the_file_is_noticed(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    for number in range(20):
        store.put(_stored(f"/{number}", 20_000))
    raw = bytearray(path.read_bytes())
    raw[4096:] = b"\xff" * (len(raw) - 4096)
    path.write_bytes(raw)
    assert store.get("/3") is None
    store.put(_stored("/new"))
    assert store.get("/new") is not None


def test_a_body_that_was_changed_on_disk_is_not_served(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    store.put(_stored())
    with sqlite3.connect(path) as database:
        database.execute("UPDATE responses SET body = x'00112233'")
    database.close()
    assert store.get("/x") is None
    assert store.count_and_bytes()[0] == 0


@pytest.mark.parametrize("statement", ["PRAGMA user_version = 99", "DROP TABLE responses"])
def test_a_file_of_another_version_is_made_anew(path: Path, statement: str) -> None:
    store = ResponseStore(path, MEGABYTE)
    store.put(_stored())
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()
    assert store.get("/x") is None
    store.put(_stored("/y"))
    assert store.get("/y") is not None


def test_where_nothing_can_be_written_it_works_without_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in place of the folder")
    store = ResponseStore(tmp_path / "cache" / "responses.sqlite3", MEGABYTE)
    assert store.get("/x") is None
    store.put(_stored())
    assert store.get("/x") is None
    assert "not kept" in store.problem


def test_a_read_only_file_is_still_read(path: Path) -> None:
    stored = _stored()
    ResponseStore(path, MEGABYTE).put(stored)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert ResponseStore(path, MEGABYTE).get("/x") == stored
    finally:
        path.parent.chmod(0o700)


def test_a_busy_file_costs_a_response_and_is_never_taken_for_damaged(path: Path) -> None:
    store = ResponseStore(path, MEGABYTE)
    kept = _stored()
    store.put(kept)
    busy = sqlite3.connect(path, isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    store.put(_stored("/y"))
    assert "busy" in store.problem
    busy.execute("ROLLBACK")
    busy.close()
    assert store.get("/x") == kept
    assert not path.with_name(path.name + ".damaged").exists()


def test_threads_and_processes_share_the_file(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from lexgate_uklaw.caching.policy import Stored\n"
        "from lexgate_uklaw.caching.store import ResponseStore\n"
        "store = ResponseStore(Path(sys.argv[1]), 1_000_000)\n"
        "for n in range(10): store.put(Stored(f'/{sys.argv[2]}{n}', 200, b'x' * 1000, 1.0, 2.0))\n"
    )
    others = [subprocess.Popen([sys.executable, "-c", code, str(path), name]) for name in "ab"]
    threads = [
        threading.Thread(
            target=lambda name=name: [ResponseStore(path, MEGABYTE).put(_stored(f"/{name}{n}")) for n in range(10)]
        )
        for name in "cd"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert [other.wait(timeout=20) for other in others] == [0, 0]
    store = ResponseStore(path, MEGABYTE)
    assert all(store.get(f"/{name}{number}") for name in "abcd" for number in range(10))
