"""The gateway as the official client sees it, in memory, in both eras of the protocol."""

from pathlib import Path
from typing import Any, Literal

import anyio
import pytest
from invented import Invented, LookArguments, LookResult, gateway_of
from mcp import Client

from lexgate.gateway import Gateway
from lexgate.instructions import INSTRUCTIONS
from lexgate.protocol import build_server
from lexgate_kit.adapter import Call

Mode = Literal["auto", "legacy"]
pytestmark = pytest.mark.parametrize("mode", ["auto", "legacy"])


def asked(gate: Gateway, mode: Mode, tool: str, arguments: dict[str, Any], **more: Any) -> Any:
    async def run() -> Any:
        async with gate.running(), Client(build_server(gate), mode=mode) as client:
            return await client.call_tool(tool, arguments, **more)

    return anyio.run(run)


def test_every_tool_is_listed_read_only_with_both_schemas(tmp_path: Path, mode: Mode) -> None:
    async def run() -> Any:
        async with Client(build_server(gateway_of(tmp_path, Invented())), mode=mode) as client:
            return await client.list_tools()

    tools = anyio.run(run).tools
    assert [tool.name for tool in tools] == ["invented_look", "gateway_status"]
    for tool in tools:
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema["type"] == "object"


def test_the_client_gets_text_and_structure(tmp_path: Path, mode: Mode) -> None:
    result = asked(gateway_of(tmp_path, Invented()), mode, "invented_look", {"word": "lease"})
    assert result.is_error is False
    assert result.structured_content["text"] == result.content[0].text


def test_an_error_is_a_result_that_the_model_can_read(tmp_path: Path, mode: Mode) -> None:
    result = asked(gateway_of(tmp_path, Invented()), mode, "invented_look", {"word": "x", "limt": 1})
    assert result.is_error is True
    assert result.content[0].text.startswith("unknown_argument: ")
    assert result.structured_content["error"]["reason"] == "unknown_argument"


def test_progress_reaches_a_client_that_asked_for_it(tmp_path: Path, mode: Mode) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def slow(arguments: LookArguments, call: Call) -> LookResult:
        await call.progress(1, 2, "half")
        return LookResult(found=False)

    async def note(done: float, total: float | None, words: str | None) -> None:
        seen.append((done, total, words))

    asked(gateway_of(tmp_path, Invented(slow)), mode, "invented_look", {"word": "x"}, progress_callback=note)
    assert seen == [(1, 2, "half")]


def test_the_instructions_are_within_their_budget(mode: Mode) -> None:
    assert len(INSTRUCTIONS) <= 1500
