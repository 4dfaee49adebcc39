"""Calls one tool as the gateway does, with a real client against the scripted upstream, and checks its rendering."""

from collections.abc import Callable, Sequence
from typing import Any

import anyio
from client_desk import Desk

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.fence import Fence
from lexgate_uklaw.client import UkClient

Maker = Callable[[Callable[[], UkClient]], ToolSpec[Any, Any]]


def call_tool(desk: Desk, make: Maker, **arguments: Any) -> Any:
    """Return the tool's result; its Markdown is made on the way."""

    async def work(client: UkClient) -> Any:
        return await call_with(client, make, **arguments)

    return desk.run(work)


async def call_with(client: UkClient, make: Maker, **arguments: Any) -> Any:
    """Return the tool's result, with a client that is there."""
    spec = make(lambda: client)
    given = spec.arguments.model_validate(arguments)
    result = await spec.handler(given, Call("r", anyio.current_time() + 20, fence=Fence("0123456789ab")))
    assert spec.render(result)
    return result


def follow(desk: Desk, make: Maker, paths: Sequence[object], **arguments: Any) -> list[Any]:
    """Return the results of all calls from the first to the last cursor; none makes more than four requests.

    `paths` are the requests that the upstream has seen.
    """

    async def work(client: UkClient) -> list[Any]:
        results: list[Any] = []
        while not results or results[-1].next_cursor:
            before = len(paths)
            cursor = results[-1].next_cursor if results else None
            results.append(await call_with(client, make, cursor=cursor, **arguments))
            assert len(paths) - before <= 4
            assert results[-1].has_more is (results[-1].next_cursor is not None)
            assert len(results) < 500, "the walk does not end"
        return results

    return desk.run(work)


def view(make: Maker, result: Any) -> str:
    """Return the Markdown of a result."""

    def no_client() -> UkClient:
        raise AssertionError("a rendering asks nobody")

    return make(no_client).render(result)
