"""The client alone, its transport replaced by respx: which requests go out, and that none goes out twice."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import respx

from lexgate_kit.errors import NotConfigured, ToolFailure, UpstreamChanged, UpstreamUnavailable
from lexgate_normkompass.client import Service
from lexgate_normkompass.settings import NormkompassSettings
from lexgate_normkompass.wire import Answer, Refusal

pytestmark = pytest.mark.anyio
ANSWER = {"refused": False, "answer": "Ja.", "citations": [{"source": "A", "path": "§ 1", "quote": "Ja."}]}


@asynccontextmanager
async def service(api_url: str = "https://law.example/api", **settings: Any) -> AsyncIterator[Service]:
    one = Service(NormkompassSettings(api_url=api_url, **settings), "9.9", {"LAW_TOKEN": "abc"})
    yield one
    await one.aclose()


@respx.mock
async def test_a_request_names_us_accepts_json_and_carries_no_cookie() -> None:
    route = respx.post("https://law.example/api/search").respond(json=[], headers={"Set-Cookie": "a=b"})
    async with service() as one:
        await one.search("x", 3)
        await one.search("y", 3)
    sent = route.calls.last.request
    assert sent.headers["user-agent"] == "lexgate/9.9"
    assert sent.headers["content-type"] == sent.headers["accept"] == "application/json"
    assert "cookie" not in sent.headers
    assert "authorization" not in sent.headers
    assert sent.content == b'{"question": "y", "limit": 3}'


@respx.mock
async def test_the_token_goes_to_the_configured_address_only() -> None:
    route = respx.post("https://law.example/api/ask").respond(302, headers={"Location": "https://elsewhere.example/"})
    elsewhere = respx.route(host="elsewhere.example")
    async with service(token_env="LAW_TOKEN") as one:
        with pytest.raises(UpstreamChanged, match="redirects are not followed"):
            await one.ask("x")
    assert route.calls.last.request.headers["authorization"] == "Bearer abc"
    assert not elsewhere.called


@respx.mock
@pytest.mark.parametrize("before_sending", [httpx.ConnectError, httpx.ConnectTimeout])
async def test_localhost_is_tried_once_on_each_address_family(before_sending: type[Exception]) -> None:
    first = respx.post("http://127.0.0.1:3000/ask").mock(side_effect=before_sending("no"))
    second = respx.post("http://[::1]:3000/ask").respond(json=ANSWER)
    async with service("http://localhost:3000") as one:
        assert isinstance(await one.ask("x"), Answer)
    assert (first.call_count, second.call_count) == (1, 1)
    assert second.calls.last.request.headers["host"] == "localhost:3000"


@respx.mock
async def test_localhost_on_neither_family_is_not_reachable() -> None:
    first = respx.post("http://127.0.0.1:3000/ask").mock(side_effect=httpx.ConnectError("no"))
    second = respx.post("http://[::1]:3000/ask").mock(side_effect=httpx.ConnectError("no"))
    async with service("http://localhost:3000") as one:
        with pytest.raises(UpstreamUnavailable, match="could not be reached at http://localhost:3000"):
            await one.ask("x")
    assert (first.call_count, second.call_count) == (1, 1)


@respx.mock
@pytest.mark.parametrize(
    "after_sending",
    [httpx.ReadTimeout, httpx.WriteTimeout, httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError],
)
@pytest.mark.parametrize("address", ["http://localhost:3000", "http://127.0.0.1:3000"])
async def test_nothing_is_sent_again_after_bytes_were_sent(after_sending: type[Exception], address: str) -> None:
    first = respx.post("http://127.0.0.1:3000/ask").mock(side_effect=after_sending("no"))
    second = respx.post("http://[::1]:3000/ask").respond(json=ANSWER)
    async with service(address) as one:
        with pytest.raises(UpstreamUnavailable, match="asked once"):
            await one.ask("x")
    assert (first.call_count, second.call_count) == (1, 0)


@respx.mock
async def test_an_address_that_is_not_localhost_is_tried_once() -> None:
    route = respx.post("http://127.0.0.1:3000/search").mock(side_effect=httpx.ConnectError("no"))
    async with service("http://127.0.0.1:3000") as one:
        with pytest.raises(UpstreamUnavailable):
            await one.search("x", 1)
    assert route.call_count == 1


@respx.mock
@pytest.mark.parametrize(
    ("status", "ours"),
    [
        (204, UpstreamChanged),  # no content is no result
        (202, UpstreamChanged),  # accepted is no answer
        (400, UpstreamChanged),
        (401, NotConfigured),
        (403, NotConfigured),
        (404, UpstreamChanged),
        (500, UpstreamUnavailable),
        (503, UpstreamUnavailable),
        (599, UpstreamUnavailable),
    ],
)
async def test_a_status_has_one_meaning_for_both_tools(status: int, ours: type[ToolFailure]) -> None:
    respx.post(path__regex="/api/.*").respond(status, text="the service's own words")
    async with service() as one:
        for asked in (one.search("x", 1), one.ask("x")):
            with pytest.raises(ours, match=rf"status {status}") as caught:
                await asked
            assert "own words" not in caught.value.text


@respx.mock
async def test_an_answer_with_the_status_of_an_error_is_not_shown() -> None:
    respx.post("https://law.example/api/ask").respond(422, json=ANSWER)
    async with service() as one:
        with pytest.raises(UpstreamChanged, match="status of an error"):
            await one.ask("x")


@respx.mock
async def test_a_refusal_keeps_every_word() -> None:
    words = "  Nicht belegt.\n\nBitte „genauer“ fragen. "
    respx.post("https://law.example/api/ask").respond(json={"refused": True, "message": words})
    async with service() as one:
        assert await one.ask("x") == Refusal(words)


@respx.mock
@pytest.mark.parametrize("value", ["soon", "-1", "9" * 30, "Wed, 21 Oct 2026 07:28:00 GMT"])
async def test_an_unreadable_retry_after_is_left_out(value: str) -> None:
    respx.post("https://law.example/api/search").respond(429, headers={"Retry-After": value})
    async with service() as one:
        with pytest.raises(ToolFailure) as caught:
            await one.search("x", 1)
    assert caught.value.reason == "upstream_refused"
    assert caught.value.retry_after is None
