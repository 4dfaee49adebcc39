"""Calls one tool as the gateway does, with a real client against the scripted upstream, and checks its rendering."""

from collections.abc import Callable
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
        spec = make(lambda: client)
        given = spec.arguments.model_validate(arguments)
        result = await spec.handler(given, Call("r", anyio.current_time() + 20, fence=Fence("0123456789ab")))
        assert spec.render(result)
        return result

    return desk.run(work)


def view(make: Maker, result: Any) -> str:
    """Return the Markdown of a result."""

    def no_client() -> UkClient:
        raise AssertionError("a rendering asks nobody")

    return make(no_client).render(result)
