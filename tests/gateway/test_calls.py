"""One call through the gateway, without a protocol: what the model gets for each way it can go."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from invented import Invented, LookArguments, LookResult, gateway_of

from lexgate import gateway as gateway_module
from lexgate.outcome import Outcome
from lexgate_kit.adapter import Call, Health
from lexgate_kit.errors import NotFound, UpstreamRefused


def call(
    folder: Path, arguments: dict[str, Any], adapter: Invented | None = None, tool: str = "invented_look"
) -> Outcome:
    async def run() -> Outcome:
        gate = gateway_of(folder, adapter or Invented())
        async with gate.running():
            return await gate.call(tool, arguments)

    return anyio.run(run)


def test_a_result_comes_as_text_and_as_structure(tmp_path: Path) -> None:
    answer = call(tmp_path, {"word": "lease"})
    assert not answer.is_error
    assert "lease" in answer.text
    assert answer.structure["found"] is True


@pytest.mark.parametrize(
    ("arguments", "reason", "says"),
    [
        ({}, "invalid_argument", '"word" is missing'),  # a required one is absent
        ({"word": "x", "limt": 3}, "unknown_argument", 'Did you mean "limit"?'),  # misspelt: never ignored
        ({"word": "x", "limit": 0}, "invalid_argument", '"limit" is too small (ge 1)'),  # below the bound
        ({"word": "x", "limit": "many"}, "invalid_argument", '"limit" must be a whole number'),  # not a number
        ({"word": "x" * 101}, "invalid_argument", '"word" is too long'),  # beyond its own bound
        ({"word": "x" * 10_000_000}, "too_large", "longer than"),  # ten megabytes
        ({"word": ["a", {"b": "c"}]}, "invalid_argument", '"word"'),  # an object where a text is meant
        ({"word": "x", "w" * 9000: 1}, "unknown_argument", "There is no argument"),  # a huge name
    ],
)
def test_unusable_arguments_are_named_and_not_echoed(
    tmp_path: Path, arguments: dict[str, Any], reason: str, says: str
) -> None:
    answer = call(tmp_path, arguments)
    assert answer.structure["error"]["reason"] == reason
    assert says in answer.text
    assert len(answer.text) < 600


@pytest.mark.parametrize(
    ("given", "name", "read"),
    [
        ({"limit": "7"}, "limit", 7),  # a number as a JSON string
        ({"limit": None}, "limit", 5),  # null is absent
        ({"limit": "  "}, "limit", 5),  # blank is absent
        ({"tags": '["a","b"]'}, "tags", ["a", "b"]),  # a list as a JSON string
        ({"tags": "a"}, "tags", ["a"]),  # one value where a list is meant
        ({"tags": "[not json"}, "tags", ["[not json"]),  # a text that only looks like a list
        ({"year": "2018"}, "year", 2018),  # an optional number as a string
        ({"word": '{"a":1}'}, "word", '{"a":1}'),  # free text is never reinterpreted
        ({"word": "007"}, "word", "007"),  # … not even when it looks like a number
        ({"word": 2018}, "word", "2018"),  # a client that parsed our text before sending it
    ],
)
def test_arguments_are_read_as_clients_mean_them(tmp_path: Path, given: dict[str, Any], name: str, read: Any) -> None:
    seen: list[LookArguments] = []

    async def handler(arguments: LookArguments, call: Call) -> LookResult:
        seen.append(arguments)
        return LookResult(found=False)

    call(tmp_path, {"word": "x", **given}, Invented(handler))
    assert getattr(seen[0], name) == read


def test_a_misspelt_tool_is_answered_with_near_ones(tmp_path: Path) -> None:
    answer = call(tmp_path, {}, tool="invented_lok")
    assert answer.structure["error"]["reason"] == "unknown_tool"
    assert "invented_look" in answer.text


def test_a_failure_carries_our_words_the_next_step_and_the_pause(tmp_path: Path) -> None:
    async def refused(arguments: LookArguments, call: Call) -> LookResult:
        raise UpstreamRefused("The service asked us to wait.", next_step="Wait, then call again.", retry_after=6.2)

    answer = call(tmp_path, {"word": "x"}, Invented(refused))
    assert answer.text == (
        "upstream_refused: The service asked us to wait. This says nothing about the law itself. "
        "Next: Wait, then call again."
    )
    assert answer.structure["error"]["retry_after"] == 7
    assert answer.structure["error"]["request_id"]


def test_a_checked_miss_is_not_called_no_evidence(tmp_path: Path) -> None:
    async def missing(arguments: LookArguments, call: Call) -> LookResult:
        raise NotFound("There is no such skill.", next_step="Search again.")

    answer = call(tmp_path, {"word": "x"}, Invented(missing))
    assert answer.text == "not_found: There is no such skill. Next: Search again."


def test_an_unforeseen_exception_is_masked_and_logged_under_its_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(arguments: LookArguments, call: Call) -> LookResult:
        raise RuntimeError("secret of the client")

    with caplog.at_level(logging.INFO):
        answer = call(tmp_path, {"word": "the matter of Smith"}, Invented(broken))
    assert answer.structure["error"]["reason"] == "internal_error"
    assert "secret" not in answer.text
    assert answer.structure["error"]["request_id"] in caplog.text


def test_the_log_of_a_call_holds_neither_arguments_nor_texts(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="lexgate"):
        call(tmp_path, {"word": "the matter of Smith"})
    assert "invented_look ok" in caplog.text
    assert "Smith" not in caplog.text


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_is_not_json_is_never_sent(tmp_path: Path, number: float) -> None:
    async def odd(arguments: LookArguments, call: Call) -> LookResult:
        return LookResult(found=True, number=number)

    answer = call(tmp_path, {"word": "x"}, Invented(odd))
    assert answer.is_error or "number" not in answer.structure


def test_a_lone_surrogate_never_reaches_the_wire(tmp_path: Path) -> None:
    async def torn(arguments: LookArguments, call: Call) -> LookResult:
        return LookResult(found=True, text="a\ud800b", hits=[{"title": "\udfff"}])

    answer = call(tmp_path, {"word": "x"}, Invented(torn))
    assert answer.text.encode()
    assert answer.structure["hits"] == [{"title": "\ufffd"}]


def test_a_result_beyond_the_backstop_is_an_error_not_a_flood(tmp_path: Path) -> None:
    async def flood(arguments: LookArguments, call: Call) -> LookResult:
        return LookResult(found=True, text="x" * 300_000)

    assert call(tmp_path, {"word": "x"}, Invented(flood)).structure["error"]["reason"] == "internal_error"


def test_a_call_that_takes_too_long_ends_with_the_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_module, "CALL_SECONDS", 0.05)

    async def endless(arguments: LookArguments, call: Call) -> LookResult:
        await anyio.sleep_forever()
        raise AssertionError("not reached")

    answer = call(tmp_path, {"word": "x"}, Invented(endless))
    assert answer.structure["error"]["reason"] == "timed_out"
    assert "says nothing about the law" in answer.text


def test_an_adapter_starts_at_its_first_call_and_only_once(tmp_path: Path) -> None:
    adapter = Invented()

    async def run() -> list[int]:
        gate = gateway_of(tmp_path, adapter)
        seen = []
        async with gate.running():
            await gate.call("gateway_status", {})
            seen.append(adapter.lives)
            async with anyio.create_task_group() as tasks:
                for _ in range(5):
                    tasks.start_soon(gate.call, "invented_look", {"word": "x"})
            seen.append(adapter.lives)
        return seen

    assert anyio.run(run) == [0, 1]


def test_an_adapter_that_cannot_start_fails_alone(tmp_path: Path) -> None:
    @asynccontextmanager
    async def refuses() -> AsyncIterator[None]:
        raise OSError("no room")
        yield

    async def run() -> tuple[Outcome, Outcome]:
        gate = gateway_of(tmp_path, Invented(lifespan=refuses), Invented())
        async with gate.running():
            return await gate.call("invented_look", {"word": "x"}), await gate.call("second_look", {"word": "x"})

    broken, sound = anyio.run(run)
    assert broken.structure["error"]["reason"] == "adapter_not_started"
    assert not sound.is_error


def test_what_an_adapter_started_is_ended_with_the_gateway(tmp_path: Path) -> None:
    ended = []

    @asynccontextmanager
    async def lives() -> AsyncIterator[None]:
        try:
            yield
        finally:
            ended.append(True)

    call(tmp_path, {"word": "x"}, Invented(lifespan=lives))
    assert ended == [True]


def test_the_status_names_what_is_broken_and_shows_paths_only_to_a_local_caller(tmp_path: Path) -> None:
    def health() -> Health:
        return Health(ready=False, summary="no index", next_step="build it", local_facts={"folder": "/secret/place"})

    async def run(caller: str) -> Outcome:
        return await gateway_of(tmp_path, Invented(health=health)).call("gateway_status", {}, caller=caller)

    local, remote = anyio.run(run, "local"), anyio.run(run, "firm")
    assert local.structure["adapters"][0]["problem"] == "no index"
    assert "/secret/place" in local.text
    assert "/secret/place" not in remote.text + str(remote.structure)


def test_an_adapter_whose_health_cannot_be_read_does_not_take_the_report_with_it(tmp_path: Path) -> None:
    def raises() -> Health:
        raise ValueError("broken")

    async def run() -> Outcome:
        return await gateway_of(tmp_path, Invented(health=raises), Invented()).call("gateway_status", {})

    states = anyio.run(run).structure["adapters"]
    assert [state["ready"] for state in states] == [False, True]
