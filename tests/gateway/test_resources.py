"""Resources, their completions, and prompts, as the official client sees them in both eras of the protocol."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import anyio
import mcp_types as types
import pytest
from invented import Invented, LookArguments, LookResult, gateway_of
from mcp import Client
from mcp.shared.exceptions import MCPError

from lexgate.configuration import ConfigProblem
from lexgate.gateway import Gateway
from lexgate.prompts import LONGEST_ARGUMENT, offered_prompts
from lexgate.protocol import build_server
from lexgate.resources import Resources
from lexgate_kit.adapter import Call, ResourceSpec
from lexgate_kit.errors import NotFound, UpstreamUnavailable

Mode = Literal["auto", "legacy"]
EVERY_ERA = pytest.mark.parametrize("mode", ["auto", "legacy"])
TEMPLATE = "word://{+word}"
EVERY_TOOL = (
    "uklaw_lookup_citation",
    "uklaw_get_document",
    "uklaw_search_legislation",
    "normkompass_ask_law",
    "normkompass_search_law",
    "skills_search",
    "skills_get",
)


class WithDocuments(Invented):
    """Words are its documents."""

    alive = True

    def resources(self) -> tuple[ResourceSpec, ...]:
        words = ("word", "word", "Words", "A word.", "look", lambda word: {"word": word})
        return (ResourceSpec(*words, self.suggest, alive=self.alive),)

    async def suggest(self, typed: str, call: Call) -> Sequence[str]:
        return [f"{typed}{number}" for number in range(250)]


class Slow(WithDocuments):
    async def suggest(self, typed: str, call: Call) -> Sequence[str]:
        raise UpstreamUnavailable("It did not answer.", next_step="Wait.")


def asked(gate: Gateway, mode: Mode, what: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with gate.running(), Client(build_server(gate), mode=mode) as client:
            return await what(client)

    return anyio.run(run)


@EVERY_ERA
def test_documents_are_offered_as_templates_and_listed_nowhere(tmp_path: Path, mode: Mode) -> None:
    gate = gateway_of(tmp_path, WithDocuments())
    templates = asked(gate, mode, lambda client: client.list_resource_templates()).resource_templates
    assert [template.uri_template for template in templates] == [TEMPLATE]
    assert asked(gate, mode, lambda client: client.list_resources()).resources == []


@EVERY_ERA
def test_a_document_reads_as_its_tool_says_it(tmp_path: Path, mode: Mode) -> None:
    gate = gateway_of(tmp_path, WithDocuments())
    content = asked(gate, mode, lambda client: client.read_resource("word://a/b%20%C3%A4")).contents[0]
    assert content.mime_type == "text/markdown"
    assert content.uri == "word://a/b%20%C3%A4"
    assert content.text.splitlines()[1] == "a/b ä"
    assert content.text.startswith("<<<lexgate-data ")


def refused(gate: Gateway, mode: Mode, what: Callable[[Client], Awaitable[Any]]) -> MCPError:
    async def caught(client: Client) -> MCPError:
        with pytest.raises(MCPError) as error:
            await what(client)
        return error.value

    answer = asked(gate, mode, caught)
    assert isinstance(answer, MCPError)
    return answer


async def nowhere(arguments: LookArguments, call: Call) -> LookResult:
    raise NotFound("There is no such word.", next_step="Search.")


@EVERY_ERA
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("word://x", "not_found: There is no such word. Next: Search."),
        ("other://x", "unknown_resource: "),  # nobody offers it
        ("file:///etc/passwd", "unknown_resource: "),
        ("word", "unknown_resource: "),
        ("word://" + "x" * 5_000, "unknown_resource: "),  # beyond every address
        ("word://" + "x" * 200, 'invalid_argument: The argument "word" is too long'),
    ],
)
def test_a_document_that_is_not_there_is_an_error_in_our_words(
    tmp_path: Path, mode: Mode, address: str, words: str
) -> None:
    gate = gateway_of(tmp_path, WithDocuments(nowhere))
    error = refused(gate, mode, lambda client: client.read_resource(address))
    assert str(error).startswith(words)
    assert len(str(error)) < 400
    assert error.data["error"]["reason"] == words.partition(":")[0]


@EVERY_ERA
def test_at_most_a_hundred_completions_are_sent(tmp_path: Path, mode: Mode) -> None:
    reference = types.ResourceTemplateReference(uri=TEMPLATE)
    gate = gateway_of(tmp_path, WithDocuments())
    found = asked(gate, mode, lambda client: client.complete(reference, {"name": "word", "value": "w"})).completion
    assert (len(found.values), found.values[0], found.has_more) == (100, "w0", True)


@pytest.mark.parametrize("template", [TEMPLATE, "other://{+x}"])
def test_completion_never_fails(tmp_path: Path, template: str) -> None:
    reference = types.ResourceTemplateReference(uri=template)
    gate = gateway_of(tmp_path, Slow())
    found = asked(gate, "auto", lambda client: client.complete(reference, {"name": "word", "value": "w"})).completion
    assert found.values == []


@pytest.mark.parametrize("alive", [True, False])
def test_only_completions_that_need_it_start_the_adapter(tmp_path: Path, alive: bool) -> None:
    adapter = WithDocuments()
    adapter.alive = alive
    gate = gateway_of(tmp_path, adapter)

    async def run() -> None:
        async with gate.running():
            assert await Resources(gate).suggest(TEMPLATE, "w")

    anyio.run(run)
    assert adapter.lives == int(alive)


def test_two_adapters_cannot_offer_the_same_documents(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match="word://"):
        Resources(gateway_of(tmp_path, WithDocuments(), WithDocuments()))


@EVERY_ERA
def test_no_prompt_is_offered_whose_tools_are_missing(tmp_path: Path, mode: Mode) -> None:
    assert asked(gateway_of(tmp_path, Invented()), mode, lambda client: client.list_prompts()).prompts == []
    assert list(offered_prompts([tool for tool in EVERY_TOOL if tool.startswith("skills_")])) == ["start_from_skill"]
    assert len(offered_prompts(EVERY_TOOL)) == 3


@pytest.mark.parametrize("name", offered_prompts(EVERY_TOOL))
def test_a_prompt_takes_the_words_as_they_are_and_says_what_it_is_not(name: str) -> None:
    prompt = offered_prompts(EVERY_TOOL)[name]
    words = "Is {date} or {jurisdiction} {0} § 1?"
    text = prompt.written({prompt.required[0]: words})
    assert words in text
    assert "{" not in text.replace(words, "")
    assert "not legal advice" in text
    assert all(tool in text or tool == "normkompass_search_law" for tool in prompt.tools)


@EVERY_ERA
@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("start_from_skill", {}, 'The argument "task" is missing'),
        ("start_from_skill", {"task": "x", "taks": "y"}, 'no argument "taks"'),
        ("start_from_skill", {"task": "x" * (LONGEST_ARGUMENT + 1)}, "is longer than"),
        ("no_such", {}, "unknown_prompt"),
    ],
)
def test_a_prompt_that_cannot_be_written_says_why(
    tmp_path: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch, name: str, given: dict[str, str], words: str
) -> None:
    monkeypatch.setattr("lexgate.protocol.offered_prompts", lambda tools: offered_prompts(EVERY_TOOL))
    gate = gateway_of(tmp_path, Invented())
    assert words in str(refused(gate, mode, lambda client: client.get_prompt(name, given)))


@EVERY_ERA
def test_a_prompt_is_got_by_its_name(tmp_path: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexgate.protocol.offered_prompts", lambda tools: offered_prompts(EVERY_TOOL))
    gate = gateway_of(tmp_path, Invented())
    got = asked(gate, mode, lambda client: client.get_prompt("research_uk_question", {"question": "Notice?"}))
    assert "Question: Notice?" in got.messages[0].content.text
    assert "today (the current version)" in got.messages[0].content.text
