"""Several processes at once, no room, no rights, other versions' files, a clock that jumps: all serve or say why."""

import json
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conversation import Conversation
from drill_house import CannotMount, House, read_only, serves, settled, small_disk, whole_on_disk
from invented_act import ITEM

CROWD = 4
GAP_SECONDS = 0.25


def test_four_processes_at_once_build_one_index_and_keep_one_pace(house: House) -> None:
    def one(number: int) -> dict[str, Any]:
        with house.open() as talk:
            talk.start()
            settled(talk, "uklaw_get_document", item=ITEM, provision=f"section/{number}")
            return settled(talk, "skills_search", query="lease notice")

    with ThreadPoolExecutor(CROWD) as crowd:
        answers = list(crowd.map(one, range(1, CROWD + 1)))
    assert len({answer["total"] for answer in answers}) == 1
    assert answers[0]["total"] > 0
    assert len(list((house.data / "skills" / "generations").glob("g-*"))) == 1
    starts = sorted(seen.at for seen in house.upstream.seen if seen.path != "/robots.txt")
    assert len(starts) == CROWD
    # The client notes when a request starts; the upstream when it arrives, which varies with the load.
    assert starts[-1] - starts[0] >= (CROWD - 1) * GAP_SECONDS * 0.8
    whole_on_disk(house)


def test_a_full_disk_costs_the_cache_and_the_index_but_no_answer_is_wrong(house: House) -> None:
    try:
        with small_disk(house.data, "64k"), house.open() as talk:
            talk.start()
            (house.data / "filler").write_bytes(b"x" * 40_000)
            read = settled(talk, "uklaw_get_document", item=ITEM, provision="section/7")
            assert read["provision"]["path"] == "section/7"
            found = talk.call("skills_search", query="lease notice")
            assert answered_or_said_why(found), found
            assert talk.call("gateway_status")["structuredContent"]["adapters"]
    except CannotMount as error:
        pytest.skip(f"no small file system can be mounted here: {error}")
    serves(house, 8)


def test_a_folder_that_cannot_be_written_costs_the_cache_but_no_answer(house: House) -> None:
    serves(house, 3)
    house.change_library("later")
    before = {path: path.stat().st_mtime_ns for path in house.data.rglob("*")}
    try:
        with read_only(house.data), house.open() as talk:
            talk.start()
            assert settled(talk, "skills_search", query="lease notice")["hits"]
            assert settled(talk, "uklaw_get_document", item=ITEM, provision="section/9")["kind"] == "full"
    except CannotMount as error:
        pytest.skip(f"no read-only mount can be made here, and root may write anywhere: {error}")
    assert {path: path.stat().st_mtime_ns for path in house.data.rglob("*")} == before
    serves(house, 4)


def test_files_of_another_version_are_made_anew_and_stop_nobody(house: House) -> None:
    serves(house, 5)
    with house.open() as older:
        older.start()
        settled(older, "skills_search", query="lease notice")
        pretend_another_version(house)
        serves(house, 6)
        # The process that was there before goes on, beside the files of the other.
        assert settled(older, "skills_search", query="rent court")["hits"]
        assert settled(older, "uklaw_get_document", item=ITEM, provision="section/11")["kind"] == "full"
    whole_on_disk(house)


def _stamp_and_rest(text: str) -> tuple[object, str]:
    try:
        return json.loads(text), ""
    except ValueError:
        first, _, more = text.partition("\n")
        return json.loads(first), f"\n{more}"


def pretend_another_version(house: House) -> None:
    for file in [*(house.data / "skills").rglob("*.json"), *(house.root / "xdg_state_home").rglob("*.json")]:
        # Some files are one JSON value, some have their stamp on the first line alone.
        stamp, more = _stamp_and_rest(file.read_text(encoding="utf-8"))
        if isinstance(stamp, dict) and "format" in stamp:
            file.write_text(json.dumps({**stamp, "format": 99, "of_the_future": True}) + more, encoding="utf-8")
    for file in (house.data / "cache").rglob("*.sqlite3"):
        with closing(sqlite3.connect(file)) as database:
            database.executescript("PRAGMA user_version = 99; CREATE TABLE of_the_future (x);")


def test_a_clock_that_was_set_back_holds_nobody_up(house: House) -> None:
    serves(house, 12)
    [pace] = [file for file in (house.root / "xdg_state_home").rglob("*.json") if "schedule" in file.read_text()]
    # Every time of day in the file moves a day ahead, as if the clock had been set back by a day since.
    ahead = re.sub(r"\b1[0-9]{9}(\.[0-9]+)?", lambda found: str(float(found.group()) + 86_400), pace.read_text())
    assert ahead != pace.read_text()
    pace.write_text(ahead, encoding="utf-8")
    started = time.monotonic()
    serves(house, 13)
    assert time.monotonic() - started < 30


def test_files_that_were_cut_off_are_made_anew(house: House) -> None:
    serves(house, 14)
    generations = {path.name for path in (house.data / "skills" / "generations").iterdir()}
    cut = [file for file in house.data.rglob("*") if file.is_file() and file.stat().st_size]
    assert {"current.json", "responses.sqlite3"} <= {file.name for file in cut}
    for file in cut:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    serves(house, 15)
    assert not generations & {path.name for path in (house.data / "skills" / "generations").iterdir()}


def answered_or_said_why(result: dict[str, Any]) -> bool:
    structure = result["structuredContent"]
    reason = structure.get("error", {}).get("reason", "")
    return bool(structure.get("hits")) or (bool(reason) and reason != "internal_error")


def test_nothing_of_a_conversation_is_written_to_the_working_folder(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "opened"
    folder.mkdir()
    with Conversation(house.config, cwd=folder, **house.environment) as talk:
        talk.start()
        settled(talk, "skills_search", query="lease")
    assert list(folder.iterdir()) == []
