"""Serves a gateway over stdio, and ends within two seconds of EOF, of a signal, or of its parent's death."""

import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import anyio
from mcp.server.stdio import stdio_server

from lexgate.ending import GRACE_SECONDS, Ending, exit_now, watch_signals
from lexgate.gateway import Gateway
from lexgate.protocol import build_server
from lexgate.surrogates import mended

log = logging.getLogger("lexgate.serving")

SETTLE_SECONDS = 0.03
"""How long the last requests may take to become calls, and the last answers to be written."""
PARENT_CHECK_SECONDS = 0.5


def serve(gateway: Gateway, parent: int) -> None:
    """Serve until the client goes; `parent` is the process that started us.

    Does not return: threads that still block are abandoned with the process.
    """
    try:
        anyio.run(_serve, gateway, parent)
    except KeyboardInterrupt:
        pass
    except BaseException as error:  # the last line of defence: one log line instead of a traceback on stderr
        log.critical("lexgate ended", exc_info=error)
    exit_now()


@contextmanager
def diverted_stdout() -> Iterator[None]:
    """Send what is printed to stderr: adapters and libraries may print while they load, and stdout is the wire."""
    wire = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os.dup2(wire, 1)
        os.close(wire)


async def _serve(gateway: Gateway, parent: int) -> None:
    ending = Ending()
    server = build_server(gateway)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch_signals, ending)
        tasks.start_soon(_watch_parent, ending, parent)
        tasks.start_soon(_end_after_grace, ending, tasks.cancel_scope)
        async with gateway.running(), _claimed_stdio(ending, gateway) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _end_after_grace(ending: Ending, scope: anyio.CancelScope) -> None:
    await ending.announced.wait()
    await anyio.sleep(GRACE_SECONDS)
    scope.cancel()


async def _watch_parent(ending: Ending, parent: int) -> None:
    """A client that is killed may leave its end of the pipe open in another process: so look at the parent too."""
    while os.getppid() == parent:  # noqa: ASYNC110 - nothing tells us of a parent's death but looking
        await anyio.sleep(PARENT_CHECK_SECONDS)
    ending.announce()


@asynccontextmanager
async def _claimed_stdio(ending: Ending, gateway: Gateway) -> AsyncIterator[tuple[Any, Any]]:
    async with stdio_server() as (incoming, outgoing):
        yield _Watched(incoming, ending, gateway), outgoing


class _Watched:
    """The SDK's stream of incoming messages, which says when the client has closed it, and mends broken characters.

    The SDK drops the calls under way when the stream ends, so its end is held back until they are answered, or
    until the grace is over: what was piped in at once gets its answers.
    """

    def __init__(self, stream: Any, ending: Ending, gateway: Gateway) -> None:
        self._stream, self._ending, self._gateway = stream, ending, gateway

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def receive(self) -> Any:
        try:
            received = await self._stream.receive()
            return (mended(received) or received) if isinstance(received, Exception) else received
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            self._ending.announce()
            await anyio.sleep(SETTLE_SECONDS)
            while self._gateway.calls_under_way:  # noqa: ASYNC110 - once a process, and the grace bounds it
                await anyio.sleep(SETTLE_SECONDS)
            await anyio.sleep(SETTLE_SECONDS)
            raise

    def __aiter__(self) -> "_Watched":
        return self

    async def __anext__(self) -> Any:
        try:
            return await self.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            raise StopAsyncIteration from None

    async def __aenter__(self) -> "_Watched":
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *details: Any) -> Any:
        return await self._stream.__aexit__(*details)
