"""Other people's clients list and call every tool of the real server: the official one in both eras, the Inspector.

The Inspector comes from npm over the network, so that part runs only when asked for: `scripts/outside_clients`.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import anyio
import pytest
from invented_act import ITEM, document, section
from invented_feeds import atom, effect, event, feed, found
from mcp import Client, StdioServerParameters
from upstream import XML, Reply, running_upstream

from lexgate_normkompass.stub import Stub

CALLS: dict[str, dict[str, Any]] = {
    "gateway_status": {},
    "normkompass_search_law": {"question": "Wann ist ein Leihrad neu?"},
    "normkompass_ask_law": {"question": "Wann ist ein Leihrad neu?"},
    "skills_search": {"query": "contract review checklist"},
    "skills_get": {"id": "general/contracts/skills/contract-review-checklist"},
    "skills_list_facets": {},
    "uklaw_search_legislation": {"title": "kites"},
    "uklaw_get_document": {"item": ITEM, "provision": "section/1"},
    "uklaw_get_amendments": {"item": ITEM},
    "uklaw_track_changes": {"start_date": "2026-05-04", "end_date": "2026-05-04"},
    "uklaw_lookup_citation": {"citation": "2020 c. 5"},
    "uklaw_list_reference": {"topic": "versions"},
    "uklaw_compare_versions": {"item": ITEM, "provision": "section/1", "from_version": "enacted"},
    "uklaw_check_citations": {"text": "See 2020 c. 5, s. 1.", "verify": False},
}

CONFIG = """
[paths]
data_dir = "{data}"
[adapters.skills.libraries]
open = ""
[adapters.normkompass]
api_url = "{stub}"
[adapters.uklaw]
base_url = "{upstream}"
contact = "test@example.test"
min_request_gap_ms = 250
"""


class _Anything(dict[str, list[Reply]]):
    """Answers by the kind of address, so that no request of a tool is unforeseen."""

    def get(self, path: str, default: Any = None) -> list[Reply]:
        if path.startswith("/robots.txt"):
            return [Reply(404)]
        if path.startswith("/changes"):
            return [atom(feed(effect("one"), total=1))]
        if path.startswith("/update"):
            return [atom(feed(event("one", "2026-05-04T10:00:00+00:00"), total=1))]
        if "data.feed" in path:
            return [atom(feed(found("ukpga/2020/5", "Kites Act 2020", 2020), total=1))]
        text = "A kite must have a long tail." if "enacted" in path else "A kite must have a tail."
        if "section/1" in path:
            return [Reply(200, document(section("1", text), address=path[1:].removesuffix("/data.xml")), XML)]
        return [Reply(200, document(section("1") + section("2")), XML)]


@dataclass(frozen=True)
class Start:
    """How to start the server, and with which variables."""

    command: list[str]
    variables: dict[str, str]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    folder = tmp_path_factory.mktemp("outside")
    with running_upstream() as upstream, Stub("answer", 5.0, "127.0.0.1", 0) as stub:
        upstream._replies = _Anything()
        file = folder / "lexgate.toml"
        file.write_text(
            CONFIG.format(data=(folder / "data").as_posix(), upstream=upstream.url, stub=stub.address),
            encoding="utf-8",
        )
        # The Inspector takes `--config` for its own, and refuses a variable that is blank.
        variables = {"LEXGATE_CONFIG": str(file), "XDG_STATE_HOME": str(folder / "state")}
        yield Start([sys.executable, "-P", "-m", "lexgate", "serve"], variables)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_lists_and_calls_every_tool(start: Start, mode: Literal["auto", "legacy"]) -> None:
    async def run() -> None:
        environment = {**os.environ, **start.variables}
        server = StdioServerParameters(command=start.command[0], args=start.command[1:], env=environment)
        async with Client(server, mode=mode) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert sorted(names) == sorted(CALLS)
            for name in CALLS:  # in this order: the search builds the index that the next ones read
                result = await client.call_tool(name, CALLS[name])
                assert not result.is_error, (name, result.content)
                assert result.structured_content, name
            read = await client.read_resource(f"uklaw://{ITEM}/section/1")
            assert "A kite must have a tail." in read.contents[0].text

    anyio.run(run)


def _inspect(program: str, start: Start, *words: str) -> dict[str, Any]:
    given = [word for pair in start.variables.items() for word in ("-e", "=".join(pair))]
    command = [program, "--cli", *given, *start.command, *words]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    return dict(json.loads(ended.stdout))


@pytest.mark.timeout(600)
def test_the_inspector_lists_and_calls_every_tool(start: Start) -> None:
    if os.environ.get("INSPECTOR_FROM_NPM") != "1":
        pytest.skip("needs npm and the network: scripts/outside_clients runs it")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed here")
    with tempfile.TemporaryDirectory() as folder:
        package = "@modelcontextprotocol/inspector@2"
        words = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, package]
        subprocess.run([npm, *words], check=True, timeout=300)
        program = str(Path(folder) / "node_modules" / ".bin" / "mcp-inspector")
        listed = _inspect(program, start, "--method", "tools/list")
        assert sorted(tool["name"] for tool in listed["tools"]) == sorted(CALLS)
        for name, arguments in CALLS.items():
            given = [
                f"{key}={json.dumps(value) if not isinstance(value, str) else value}"
                for key, value in arguments.items()
            ]
            pairs = [word for pair in given for word in ("--tool-arg", pair)]
            result = _inspect(program, start, "--method", "tools/call", "--tool-name", name, *pairs)
            assert not result.get("isError"), (name, result)
            assert result["structuredContent"], name
        templates = _inspect(program, start, "--method", "resources/templates/list")["resourceTemplates"]
        assert {template["uriTemplate"] for template in templates} == {"skill://{+id}", "uklaw://{+path}"}
        assert len(_inspect(program, start, "--method", "prompts/list")["prompts"]) == 3
