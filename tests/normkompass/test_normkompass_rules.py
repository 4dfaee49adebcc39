"""Every rule of the client, over real HTTP against the stub, with the words that the model sees."""

import json
import socket
from collections.abc import Iterator

import anyio
import pytest
from anyio.to_thread import run_sync
from normkompass_desk import MARKER, adapter, desk
from pydantic import ValidationError

from lexgate_kit.errors import NO_EVIDENCE
from lexgate_normkompass.results import NO_STAND, NO_STATEMENT
from lexgate_normkompass.stub import PASSAGES, Reply, Stub

pytestmark = pytest.mark.anyio


def replying(stub: Stub, value: object, status: int = 200) -> Stub:
    stub.canned = Reply(status, json.dumps(value).encode())
    return stub


# Searching


async def test_passages_come_fenced_in_the_order_of_the_service_with_their_stand(stub: Stub) -> None:
    async with desk(stub.address) as one:
        seen = await one.search("Wann ist ein Leihrad neu?", limit=2)
    assert [each["label"] for each in seen.structure["passages"]] == ["§ 2 Abs. 1 LeihradG", "§ 5 LeihradG"]
    first = seen.structure["passages"][0]
    assert first["stand"] == "2026-01-01"
    assert first["text"].startswith(f'<<<lexgate-data {MARKER} source="normkompass, § 2 Abs. 1 LeihradG">>>')
    assert first["text"] in seen.text
    assert seen.text.index("§ 2 Abs. 1") < seen.text.index("§ 5 LeihradG")
    assert seen.text.count("Stand: 2026-01-01") == 2
    assert [(each.path, each.body) for each in stub.asked] == [
        ("/search", {"question": "Wann ist ein Leihrad neu?", "limit": 2})
    ]


async def test_a_passage_without_a_stand_says_that_the_service_gave_none(stub: Stub) -> None:
    replying(stub, [{"label": "§ 1", "text": "Erfunden."}])
    async with desk(stub.address) as one:
        seen = await one.search()
    assert seen.structure["passages"][0]["stand"] == NO_STAND
    assert NO_STAND in seen.text


async def test_finding_nothing_is_a_result_and_no_statement_of_law(stub: Stub) -> None:
    async with desk(stub.address) as one:
        seen = await one.search("xyz")
    assert seen.structure["found"] is False
    assert "does not show that no rule exists" in seen.text
    assert NO_STATEMENT in seen.text


async def test_more_passages_than_asked_for_are_cut_and_said(stub: Stub) -> None:
    replying(stub, {"results": list(PASSAGES)})
    async with desk(stub.address) as one:
        seen = await one.search(limit=1)
    assert len(seen.structure["passages"]) == 1
    assert "sent 3 passages; the first 1 are shown" in seen.text


# Asking


async def test_an_answer_comes_with_its_citations_and_its_stand(stub: Stub) -> None:
    async with desk(stub.address) as one:
        seen = await one.ask("Wann ist ein Leihrad neu?")
    structure = seen.structure
    assert structure["refused"] is False
    assert structure["stand"] == "2026-01-01"
    cited = structure["citations"][0]
    assert (cited["source"], cited["path"]) == ("Erfundenes Leihradgesetz (LeihradG)", "§ 2 Abs. 1 LeihradG")
    assert cited["url"] == "https://example.org/leihradg/2"
    assert PASSAGES[0]["text"] in cited["quote"]
    for shown in (structure["answer"], cited["quote"], cited["url"], "Stand: 2026-01-01"):
        assert shown in seen.text
    assert stub.asked[0].body == {"question": "Wann ist ein Leihrad neu?"}


async def test_a_refusal_is_a_result_with_the_words_of_the_service_unchanged(stub: Stub) -> None:
    async with desk(stub.address) as one:
        seen = await one.ask("Wie hoch ist der Mindestlohn?")
    assert seen.structure["refused"] is True
    assert seen.structure["refused_by"] == "service"
    assert "\nDazu findet sich im Bestand kein Beleg.\n" in seen.structure["message"]
    assert seen.structure["message"] in seen.text
    assert NO_STATEMENT in seen.text
    assert "answer" not in seen.structure


async def test_a_refusal_never_shows_an_answer_that_came_with_it(stub: Stub) -> None:
    cited = [{"source": "A", "path": "B", "quote": "C"}]
    replying(stub, {"refused": True, "answer": "Ja, immer.", "citations": cited})
    async with desk(stub.address) as one:
        seen = await one.ask("x")
    assert seen.structure["refused"] is True
    assert "Ja, immer" not in seen.text + str(seen.structure)


async def test_a_refusal_with_status_422_is_still_a_refusal(stub: Stub) -> None:
    replying(stub, {"refused": True, "message": "Kein Beleg."}, status=422)
    async with desk(stub.address) as one:
        seen = await one.ask("x")
    assert seen.structure["refused_by"] == "service"


async def test_words_of_refusal_in_an_answer_do_not_make_it_a_refusal(stub: Stub) -> None:
    cited = [{"source": "A", "path": "B", "quote": "C"}]
    replying(stub, {"refused": False, "answer": "Die Frage kann nicht beantwortet werden.", "citations": cited})
    async with desk(stub.address) as one:
        seen = await one.ask("x")
    assert seen.structure["refused"] is False
    assert "kann nicht beantwortet werden" in seen.text


@pytest.mark.parametrize("citations", [[], None])
async def test_an_answer_without_a_citation_is_discarded_and_refused_by_us(stub: Stub, citations: object) -> None:
    replying(stub, {"refused": False, "answer": "Ja, immer.", "citations": citations})
    async with desk(stub.address) as one:
        seen = await one.ask("x")
    assert seen.structure["refused"] is True
    assert seen.structure["refused_by"] == "client"
    assert "without a single citation" in seen.text
    assert "Ja, immer" not in seen.text + str(seen.structure)


async def test_a_reference_to_a_citation_that_did_not_come_is_reported(stub: Stub) -> None:
    cited = [{"source": "A", "path": "B", "quote": "C"}]
    replying(stub, {"refused": False, "answer": "Ja [1], siehe [3].", "citations": cited})
    async with desk(stub.address) as one:
        seen = await one.ask("x")
    assert "refers to [3], but came with 1 citations" in seen.text
    assert "refers to [3]" in seen.structure["note"]


# Errors: short, in our words, asked once


@pytest.mark.parametrize(
    ("behaviour", "reason", "words"),
    [
        ("drop", "connection_broke", "asked once"),
        ("cut", "connection_broke", "asked once"),
        ("html", "upstream_changed", "status 200): the body is not JSON"),
        ("wrong_shape", "upstream_changed", "status 200): "),
        ("error_500", "upstream_unavailable", "status 500"),
        ("busy", "upstream_refused", "status 429"),
        ("unauthorised", "not_configured", "adapters.normkompass.token_env"),
        ("huge", "too_large", "more than 2,000,000 bytes"),
        ("redirect", "upstream_changed", "status 307): redirects are not followed"),
        ("unknown", "upstream_changed", "status 404): nothing answers there; adapters.normkompass."),
    ],
)
@pytest.mark.parametrize("tool", ["search", "ask"])
async def test_a_misbehaving_service_gives_one_short_error_and_is_asked_once(
    stub: Stub, behaviour: str, reason: str, words: str, tool: str
) -> None:
    async with desk(stub.address) as one:
        seen = await getattr(one, tool)(f"!{behaviour} Leihrad")
    assert seen.reason == reason
    assert words in seen.text
    assert NO_EVIDENCE in seen.text
    assert len(seen.text) < 500
    assert "secret" not in seen.text
    assert "log in" not in seen.text
    assert len(stub.asked) == 1


async def test_a_busy_service_says_when_to_ask_again(stub: Stub) -> None:
    async with desk(stub.address) as one:
        seen = await one.search("!busy x")
    assert seen.failure is not None
    assert seen.failure.retry_after == 7


async def test_without_an_answer_model_asking_fails_and_searching_works(stub: Stub) -> None:
    stub.behaviour = "no_model"
    async with desk(stub.address) as one:
        asked, searched = await one.ask("Leihrad"), await one.search("Leihrad")
    assert asked.reason == "no_answer_model"
    assert "no answer model" in asked.text
    assert "normkompass_search_law, which still works" in asked.text
    assert searched.structure["found"] is True


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (501, {}, "no_answer_model"),  # not implemented says the same
        (503, {"code": "No-Answer-Model"}, "no_answer_model"),  # written another way
        (500, {"error": "NO_MODEL"}, "no_answer_model"),  # the code as the error itself
        (503, {}, "upstream_unavailable"),  # overloaded is not the same
        (501, {"error": {"code": "other"}}, "upstream_unavailable"),
        (400, ["no_answer_model"], "upstream_changed"),
    ],
)
async def test_only_the_code_says_that_there_is_no_answer_model(
    stub: Stub, status: int, body: object, reason: str
) -> None:
    replying(stub, body, status)
    async with desk(stub.address) as one:
        assert (await one.ask("x")).reason == reason


async def test_a_slow_service_is_given_up_at_the_limit_which_is_named(stub: Stub) -> None:
    async with desk(stub.address, search_timeout_s=0.2) as one:
        seen = await one.search("!slow Leihrad")
    assert seen.reason == "timed_out"
    assert "within 0.2 s" in seen.text
    assert "adapters.normkompass.search_timeout_s" in seen.text
    assert await run_sync(stub.hung_up.wait, 2)
    assert len(stub.asked) == 1


async def test_a_service_that_does_not_run_is_named_with_its_configured_address(stub: Stub) -> None:
    stub.__exit__()
    async with desk(stub.address) as one:
        assert len(one.adapter.tools()) == 2
        seen = await one.search()
    assert seen.reason == "not_reachable"
    assert stub.address in seen.text
    assert "adapters.normkompass.api_url" in seen.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"question": ""},
        {"question": "  \n"},
        {"question": "x" * 1001},
        {"question": "x", "limit": 0},
        {"question": "x", "limit": 21},
        {"question": "x", "stand": "2020"},  # an argument that does not exist
    ],
)
async def test_unusable_arguments_of_a_search_send_nothing(stub: Stub, arguments: dict[str, object]) -> None:
    async with desk(stub.address) as one:
        with pytest.raises(ValidationError):
            await one.search(**arguments)  # type: ignore[arg-type]  # that is the test
    assert stub.asked == []


@pytest.mark.parametrize("arguments", [{}, {"question": "x", "request_id": "y"}, {"question": " "}])
async def test_asking_needs_a_question_or_a_request_id(stub: Stub, arguments: dict[str, str]) -> None:
    async with desk(stub.address) as one:
        seen = await one.ask(**arguments)
    assert seen.reason == "invalid_argument"
    assert "not both; nothing was sent" in seen.text
    assert stub.asked == []


async def test_a_question_of_a_thousand_characters_goes_out_unchanged(stub: Stub) -> None:
    question = "ß§ " * 333 + "x"
    async with desk(stub.address) as one:
        await one.search(question, limit="20")
    assert stub.asked[0].body == {"question": question, "limit": 20}


# Addresses, tokens, proxies


@pytest.fixture
def stub_on_ipv6() -> Iterator[Stub]:
    if not socket.has_ipv6:
        pytest.skip("this Python has no IPv6")
    try:
        with Stub(host="::1") as running:
            yield running
    except OSError:
        pytest.skip("this machine has no ::1")


async def test_localhost_is_tried_on_the_other_address_family_when_nothing_was_sent(stub_on_ipv6: Stub) -> None:
    stub = stub_on_ipv6
    async with desk(f"http://localhost:{stub.port}") as one:
        seen = await one.search("Leihrad")
    assert seen.structure["found"] is True
    assert len(stub.asked) == 1
    assert stub.asked[0].headers["host"] == f"localhost:{stub.port}"


async def test_localhost_is_asked_once_when_the_connection_drops_after_sending(stub: Stub) -> None:
    async with desk(f"http://localhost:{stub.port}") as one:
        seen = await one.search("!drop Leihrad")
    assert seen.reason == "connection_broke"
    assert len(stub.asked) == 1


async def test_paths_prefix_field_names_and_token_come_from_the_settings(stub: Stub) -> None:
    async with desk(
        f" {stub.address}/api/v1/ ",
        {"LAW_TOKEN": " abc.DEF "},
        search_path="find/search/",
        token_env="LAW_TOKEN",
        limit_field="top",
        names={"stand": ["gueltigAb"]},
    ) as one:
        replying(stub, [{"label": "§ 1", "text": "Erfunden.", "gueltigAb": "2024-05-05"}])
        seen = await one.search("Leihrad")
    assert stub.asked[0].path == "/api/v1/find/search"
    assert stub.asked[0].headers["authorization"] == "Bearer abc.DEF"
    assert stub.asked[0].body == {"question": "Leihrad", "top": 5}
    assert "Stand: 2024-05-05" in seen.text


@pytest.mark.parametrize("value", [None, "", "${TOKEN}", "two words", "line\nbreak", "ümlaut"])
async def test_a_token_that_cannot_be_sent_names_its_variable_and_sends_nothing(stub: Stub, value: str | None) -> None:
    environment = {} if value is None else {"LAW_TOKEN": value}
    async with desk(stub.address, environment, token_env="LAW_TOKEN") as one:
        seen = await one.search()
    assert seen.reason == "not_configured"
    assert "LAW_TOKEN" in seen.text
    assert not value or value not in seen.text
    assert stub.asked == []


async def test_proxy_variables_do_not_catch_a_loopback_service(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with desk(stub.address) as one:
        assert (await one.search()).structure["found"] is True


async def test_a_bad_proxy_for_a_remote_service_is_an_error_of_the_call_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "socks5://secret:1")
    async with desk("https://law.example") as one:
        seen = await one.search()
    assert seen.reason == "not_configured"
    assert "HTTPS_PROXY" in seen.text
    assert "secret" not in seen.text


# Many at once, and going away


async def test_fifty_calls_at_once_are_served(stub: Stub) -> None:
    found: list[bool] = []

    async with desk(stub.address) as one:

        async def search() -> None:
            found.append((await one.search()).structure["found"])

        with anyio.fail_after(4):
            async with anyio.create_task_group() as calls:
                for _ in range(50):
                    calls.start_soon(search)
    assert found == [True] * 50
    assert len(stub.asked) == 50


@pytest.mark.parametrize("tool", ["search", "ask"])
async def test_cancelling_a_call_closes_the_request_to_the_service(stub: Stub, tool: str) -> None:
    async with desk(stub.address) as one, anyio.create_task_group() as calls:
        calls.start_soon(getattr(one, tool), "!slow Leihrad")
        assert await run_sync(stub.arrived.wait, 2)
        calls.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            assert await run_sync(stub.hung_up.wait, 2)  # while the adapter is still open
    assert len(stub.asked) == 1


# Health


async def test_health_shows_the_final_endpoints_without_asking(stub: Stub) -> None:
    health = await adapter(f" {stub.address}/api/ ", ask_path="answer").health()
    assert health.ready
    assert health.facts["search_endpoint"] == f"{stub.address}/api/search"
    assert health.facts["ask_endpoint"] == f"{stub.address}/api/answer"
    assert stub.asked == []


async def test_health_asks_the_service_only_when_told_to(stub: Stub) -> None:
    health = await adapter(stub.address).health(probe=True)
    assert health.ready
    assert health.facts["answers"] == "yes"
    assert [each.path for each in stub.asked] == ["/search"]


async def test_health_says_that_the_service_does_not_answer_and_what_to_do(stub: Stub) -> None:
    stub.__exit__()
    health = await adapter(stub.address).health(probe=True)
    assert not health.ready
    assert health.facts["answers"] == "no"
    assert stub.address in health.summary
    assert health.next_step
    assert [each.severity for each in health.findings] == ["warning"]


async def test_a_missing_token_is_a_problem_and_is_never_shown(stub: Stub) -> None:
    missing = await adapter(stub.address, token_env="LAW_TOKEN").health(probe=True)
    assert [each.severity for each in missing.findings] == ["problem"]
    assert stub.asked == []
    there = await adapter(stub.address, {"LAW_TOKEN": "abc"}, token_env="LAW_TOKEN").health()
    assert there.ready
    assert "abc" not in repr(there)


async def test_a_token_in_the_clear_to_another_machine_is_a_warning() -> None:
    health = await adapter("http://law.example", {"LAW_TOKEN": "abc"}, token_env="LAW_TOKEN").health()
    assert health.ready
    assert [each.severity for each in health.findings] == ["warning"]
