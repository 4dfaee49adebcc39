"""The endpoint as clients meet it: every protocol version, both paths, both ways of keeping state, and who asks."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import anyio
import pytest
from invented import Invented, LookArguments, LookResult
from mcp import Client
from web import ACCEPT, bearer, tokens_of, verifier_of, web

from lexgate_kit.adapter import Call, Health

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}


def initialized(version: str) -> dict[str, Any]:
    return {**INITIALIZE, "params": {**INITIALIZE["params"], "protocolVersion": version}}  # type: ignore[dict-item]


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_the_path_answers_with_and_without_a_slash_and_never_redirects(tmp_path: Path, path: str) -> None:
    with web(tmp_path) as server:
        answer = server.post(LIST, path)
    assert answer.status == 200
    assert [tool["name"] for tool in answer.json()["result"]["tools"]] == ["invented_look", "gateway_status"]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_older_version_is_answered_at_the_one_endpoint(tmp_path: Path, version: str) -> None:
    with web(tmp_path) as server:
        assert server.post(initialized(version)).json()["result"]["protocolVersion"] == version
        answer = server.call("invented_look", {"word": "lease"}, MCP_Protocol_Version=version)
    assert answer.json()["result"]["structuredContent"]["found"] is True


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("settings", [{}, {"stateful": True}, {"json_responses": False}])
def test_the_official_client_is_served_in_both_eras(
    tmp_path: Path, mode: Literal["auto", "legacy"], settings: dict[str, Any]
) -> None:
    with web(tmp_path, **settings) as server:

        async def run() -> Any:
            async with Client(f"http://127.0.0.1:{server.port}/mcp", mode=mode) as client:
                return await client.call_tool("invented_look", {"word": "lease"})

        result = anyio.run(run)
    assert result.is_error is False
    assert "lease" in result.content[0].text


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_without_sessions_the_endpoint_takes_only_posts_and_says_so(tmp_path: Path, method: str) -> None:
    with web(tmp_path) as server:
        answer = server.request(method, "/mcp", headers={"Accept": ACCEPT})
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_fifty_calls_one_after_the_other_and_twenty_at_once_are_all_answered(tmp_path: Path) -> None:
    statuses: list[int] = []
    with web(tmp_path) as server:
        statuses += [server.call("invented_look", {"word": "x"}).status for _ in range(50)]

        async def run() -> None:
            async with anyio.create_task_group() as tasks:
                for _ in range(20):
                    tasks.start_soon(anyio.to_thread.run_sync, lambda: statuses.append(server.call("x").status))

        anyio.run(run)
    assert statuses == [200] * 70


def test_an_adapter_lives_as_long_as_the_server_and_not_as_long_as_a_request(tmp_path: Path) -> None:
    lives: list[str] = []

    @asynccontextmanager
    async def life() -> AsyncIterator[None]:
        lives.append("began")
        try:
            yield
        finally:
            lives.append("left")

    with web(tmp_path, Invented(lifespan=life)) as server:
        for _ in range(3):
            server.call("invented_look", {"word": "x"})
        assert lives == ["began"]
    assert lives == ["began", "left"]


def callers(folder: Path, seen: list[str]) -> Invented:
    async def handler(arguments: LookArguments, call: Call) -> LookResult:
        seen.append(call.caller)
        return LookResult(found=True)

    return Invented(handler)


@pytest.mark.parametrize("settings", [{}, {"stateful": True}])
def test_a_call_belongs_to_the_name_of_its_token(tmp_path: Path, settings: dict[str, Any]) -> None:
    seen: list[str] = []
    anna = tokens_of(tmp_path).add("anna", 0)
    with web(tmp_path, callers(tmp_path, seen), verifier=verifier_of(tmp_path), **settings) as server:
        headers = bearer(anna)
        if settings:
            headers["Mcp-Session-Id"] = server.post(INITIALIZE, **headers).headers["mcp-session-id"]
        assert server.call("invented_look", {"word": "x"}, **headers).status == 200
    assert seen == ["token:anna"]


def test_without_authentication_everyone_is_anonymous_and_nobody_is_local(tmp_path: Path) -> None:
    seen: list[str] = []
    with web(tmp_path, callers(tmp_path, seen)) as server:
        server.call("invented_look", {"word": "x"})
    assert seen == ["anonymous"]


def test_a_token_named_local_is_not_a_local_caller(tmp_path: Path) -> None:
    local = tokens_of(tmp_path).add("local", 0)
    health = Health(ready=True, local_facts={"folder": "/secret/place"})
    with web(tmp_path, Invented(health=lambda: health), verifier=verifier_of(tmp_path)) as server:
        answer = server.call("gateway_status", **bearer(local))
    assert answer.status == 200
    assert b"/secret/place" not in answer.body
    assert str(tmp_path).encode() not in answer.body


def test_a_session_is_worth_nothing_with_another_token(tmp_path: Path) -> None:
    tokens = tokens_of(tmp_path)
    anna, bert = tokens.add("anna", 0), tokens.add("bert", 0)
    with web(tmp_path, verifier=verifier_of(tmp_path), stateful=True) as server:
        session = {"Mcp-Session-Id": server.post(INITIALIZE, **bearer(anna)).headers["mcp-session-id"]}
        assert server.post(LIST, **bearer(anna), **session).status == 200
        stolen, invented = server.post(LIST, **bearer(bert), **session), {"Mcp-Session-Id": "0" * 32}
        unknown = server.post(LIST, **bearer(bert), **invented)
    assert (stolen.status, unknown.status) == (404, 404)
    assert stolen.body == unknown.body


def test_a_client_that_leaves_ends_its_call(tmp_path: Path) -> None:
    started, cancelled = threading.Event(), threading.Event()

    async def endless(arguments: LookArguments, call: Call) -> LookResult:
        started.set()
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()
        raise AssertionError("not reached")

    with web(tmp_path, Invented(endless)) as server:
        with server.connected() as raw:
            raw.sendall(server.raw_call("invented_look", {"word": "x"}))
            assert started.wait(5)
        assert cancelled.wait(5)
