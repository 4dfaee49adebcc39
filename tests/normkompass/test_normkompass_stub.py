"""The stub as a developer starts it, and the commands of the adapter."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from normkompass_desk import adapter

from lexgate_kit.commands import CommandContext
from lexgate_normkompass.commands import commands
from lexgate_normkompass.stub import BEHAVIOURS, PASSAGES, Stub


@pytest.fixture
def started() -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "lexgate_normkompass.stub", "--port", "0", "--behave", "no_model"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        assert process.stdout is not None
        yield process.stdout.readline()
        process.kill()


def test_the_stub_starts_as_a_program_and_says_what_it_is(started: str) -> None:
    address = re.match(r"(http://127\.0\.0\.1:\d+) serves invented passages \(no law\), behaviour: no_model", started)
    assert address
    assert httpx.post(address[1] + "/ask", json={"question": "Leihrad"}, trust_env=False).status_code == 503
    assert httpx.post(address[1] + "/search", json={"question": "Leihrad"}, trust_env=False).status_code == 200


def test_every_passage_of_the_stub_says_that_it_is_invented() -> None:
    assert all("kein geltendes Recht" in each["text"] and "Erfunden" in each["law"] for each in PASSAGES)


def test_a_question_without_the_field_is_not_accepted_by_the_stub(stub: Stub) -> None:
    assert httpx.post(stub.address + "/search", json={"q": "x"}, trust_env=False).status_code == 400
    assert httpx.post(stub.address + "/search", content=b"[", trust_env=False).status_code == 400


def test_the_stub_has_a_switch_for_every_misbehaviour() -> None:
    wanted = "answer refuse no_citation slow drop html wrong_shape error_500 no_model huge redirect"
    assert set(wanted.split()) <= set(BEHAVIOURS)


class Caller:
    def __init__(self, code: int) -> None:
        self.code = code
        self.calls: list[Any] = []

    def __call__(self, tool: str, arguments: Mapping[str, Any], *, structured: bool = False) -> int:
        self.calls.append((tool, dict(arguments), structured))
        return self.code


@pytest.mark.parametrize(
    ("line", "call"),
    [
        (["search", "Wie?"], ("normkompass_search_law", {"question": "Wie?", "limit": 5}, False)),
        (["search", "Wie?", "--limit", "2"], ("normkompass_search_law", {"question": "Wie?", "limit": 2}, False)),
        (["ask", "Wie?", "--json"], ("normkompass_ask_law", {"question": "Wie?"}, True)),
    ],
)
@pytest.mark.parametrize("code", [0, 1])
def test_a_command_calls_its_tool_and_passes_the_exit_code_on(line: list[str], call: Any, code: int) -> None:
    caller = Caller(code)
    result = CliRunner().invoke(commands, line, obj=CommandContext(adapter("http://localhost"), caller))
    assert caller.calls == [call]
    assert result.exit_code == code


def test_the_tools_are_described_in_few_bytes() -> None:
    tools = adapter("http://localhost").tools()
    size = sum(len(each.description) + len(json.dumps(each.arguments.model_json_schema())) for each in tools)
    assert size < 2000
    for each in tools:
        properties = each.arguments.model_json_schema()["properties"].values()
        assert all(one["description"] for one in properties)
