"""What the normkompass adapter adds to a call, over the stub's own time: `python benchmarks/normkompass.py`.

The stub's own time is the same POST over a bare socket that stays open, without an HTTP library. Needs no network.
"""

import socket
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio

from lexgate_kit.adapter import AdapterContext, Call
from lexgate_normkompass import adapter
from lexgate_normkompass.stub import Stub

ROUNDS, AT_ONCE, TARGET_MS = 300, 50, 5.0
QUESTION = "Wann ist ein Leihrad neu?"
BODY = b'{"question": "Wann ist ein Leihrad neu?", "limit": 5}'


def bare(stub: Stub, path: str) -> list[float]:
    """Return milliseconds of each request over one open connection."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()
    taken = []
    with socket.create_connection(("127.0.0.1", stub.port)) as connection:
        for _ in range(ROUNDS):
            start = time.perf_counter()
            connection.sendall(head + BODY)
            received = b""
            while b"\r\n\r\n" not in received:
                received += connection.recv(65_536)
            front, _, body = received.partition(b"\r\n\r\n")
            if not front.startswith(b"HTTP/1.1 200 "):
                raise RuntimeError("the stub did not answer the bare request")
            length = int(front.lower().partition(b"content-length:")[2].split()[0])
            while len(body) < length:
                body += connection.recv(65_536)
            taken.append((time.perf_counter() - start) * 1000)
    return taken


async def timed(work: Callable[[], Awaitable[object]], rounds: int = ROUNDS) -> list[float]:
    """Return milliseconds of each round."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - start) * 1000)
    return taken


async def through_the_adapter(stub: Stub) -> dict[str, list[float]]:
    """Return milliseconds of each call, its rendering included, and of fifty searches at once."""
    nowhere = Path("never-written")
    one = adapter(adapter.settings_model(api_url=stub.address), AdapterContext("0", *[nowhere] * 4))
    search, ask = one.tools()

    async def searched() -> None:
        arguments = search.arguments(question=QUESTION)
        search.render(await search.handler(arguments, Call("r", anyio.current_time() + 45)))

    async def asked() -> None:
        arguments = ask.arguments(question=QUESTION)
        ask.render(await ask.handler(arguments, Call("r", anyio.current_time() + 45)))

    async def all_at_once() -> None:
        async with anyio.create_task_group() as calls:
            for _ in range(AT_ONCE):
                calls.start_soon(searched)

    async with one.lifespan():
        first = await timed(searched, 1)
        return {
            "first call": first,
            "search": await timed(searched),
            "ask": await timed(asked),
            "50 at once": await timed(all_at_once, 10),
        }


def shown(taken: list[float]) -> str:
    ordered = sorted(taken)
    return f"median {statistics.median(ordered):7.2f} ms   p95 {ordered[int(len(ordered) * 0.95)]:7.2f} ms"


def main() -> int:
    with Stub() as stub:
        own = {"search": bare(stub, "/search"), "ask": bare(stub, "/ask")}
        adapted = anyio.run(through_the_adapter, stub)
    for name, taken in own.items():
        print(f"stub alone, {name:12} {shown(taken)}")
    for name, taken in adapted.items():
        print(f"adapter,    {name:12} {shown(taken)}")
    added = {name: statistics.median(adapted[name]) - statistics.median(own[name]) for name in own}
    for name, milliseconds in added.items():
        print(f"added by the adapter, {name:6} {milliseconds:5.2f} ms (target: at most {TARGET_MS:g})")
    return 1 if max(added.values()) > TARGET_MS else 0


if __name__ == "__main__":
    sys.exit(main())
