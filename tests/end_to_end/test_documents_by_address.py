"""The real adapters' documents: a skill by its address and its completions, and what the UK address knows offline."""

from pathlib import Path

import anyio
import pytest

from lexgate.configuration import load
from lexgate.gateway import Gateway
from lexgate.resources import Resources


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gateway:
    monkeypatch.setenv("LEXGATE__PATHS__DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LEXGATE__ADAPTERS__SKILLS__LIBRARIES__OPEN", "")
    # Nothing listens there: a test that reached for the service would fail at once.
    monkeypatch.setenv("LEXGATE__ADAPTERS__UKLAW__BASE_URL", "http://127.0.0.1:9")
    return Gateway.of(load())


def test_a_skill_is_completed_and_read_by_its_address(gate: Gateway) -> None:
    async def run() -> None:
        async with gate.running():
            resources = Resources(gate)
            assert not (await gate.call("skills_search", {"query": "contract review"})).is_error  # builds the index
            ids = await resources.suggest("skill://{+id}", "general/contracts/")
            assert ids == sorted(ids)
            assert ids
            assert all(each.startswith("general/contracts/") for each in ids)
            tool = await gate.call("skills_get", {"id": ids[0]})
            read = await resources.read(f"skill://{ids[0]}")
            assert read.structure["id"] == tool.structure["id"] == ids[0]
            assert "<<<lexgate-data " in read.text
            assert await resources.suggest("skill://{+id}", "no/such(.*)[") == []
            missing = await resources.read("skill://no/such/skill")
            assert missing.reason == "unknown_skill"
            assert (await resources.read("skill://..%2f..%2fetc%2fpasswd")).is_error

    anyio.run(run)


def test_types_of_legislation_are_completed_without_asking_anybody(gate: Gateway) -> None:
    async def run() -> None:
        async with gate.running():
            resources = Resources(gate)
            assert "ukpga/" in await resources.suggest("uklaw://{+path}", "uk")
            assert await resources.suggest("uklaw://{+path}", "ukpga/2018/1") == []
            assert (await resources.read("uklaw://ukpga/2018/12/section/45")).reason == "upstream_unavailable"
            assert (await resources.read("uklaw://not-a-type/1")).reason == "invalid_item"

    anyio.run(run)
