"""A real HTTP server of invented adapters on a free port of this machine, and a client that can misbehave."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import anyio
import anyio.lowlevel
from invented import Invented, gateway_of

from lexgate.gateway import Gateway
from lexgate.http.caller import OurTokens, Verifier
from lexgate.http.serving import serve_until
from lexgate.http.token_file import TokenFile
from lexgate.server_settings import ServerSettings

LIMIT_SECONDS = 10.0
ACCEPT = "application/json, text/event-stream"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """The reason of a refusal of ours."""
        return str(self.json()["error"]["reason"])


def with_settings(gateway: Gateway, **server: Any) -> Gateway:
    gateway.configuration = replace(gateway.configuration, server=ServerSettings(transport="http", port=0, **server))
    return gateway


@dataclass
class Web:
    """The server, running in a thread between `with` and its end."""

    gateway: Gateway
    verifier: Verifier | None = None
    port: int = 0
    _stop: Any = field(default=None, repr=False)

    def __enter__(self) -> Self:
        listening = socket.create_server(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        started = threading.Event()

        async def run() -> None:
            ending = anyio.Event()
            self._stop = partial(asyncio.get_running_loop().call_soon_threadsafe, ending.set)
            started.set()
            await serve_until(ending, self.gateway, self.verifier, listening)
            await settled()

        self._thread = threading.Thread(target=anyio.run, args=(run,))
        self._thread.start()
        assert started.wait(LIMIT_SECONDS)
        return self

    def __exit__(self, *details: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._stop()
        self._thread.join(LIMIT_SECONDS)
        assert not self._thread.is_alive(), "the server did not end"

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_SECONDS)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", path, headers=_named(headers))

    def post(self, message: Any, path: str = "/mcp", **headers: str) -> Answer:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        given = {"Content-Type": "application/json", "Accept": ACCEPT, **_named(headers)}
        return self.request("POST", path, body, given)

    def call(self, tool: str, arguments: dict[str, Any] | None = None, path: str = "/mcp", **headers: str) -> Answer:
        return self.post(called(tool, arguments), path, **headers)

    def raw_call(self, tool: str, arguments: dict[str, Any]) -> bytes:
        """Return the bytes of a whole request."""
        body = json.dumps(called(tool, arguments)).encode()
        return self.raw_head(len(body)) + body

    def raw_head(self, length: int) -> bytes:
        """Return the head of a request whose body has so many bytes."""
        lines = [
            "POST /mcp HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Accept: {ACCEPT}",
            "Content-Type: application/json",
            f"Content-Length: {length}",
        ]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT_SECONDS) as raw:
            yield raw


async def settled() -> None:
    """Let connections that were closed be forgotten by the loop before it ends."""
    for _ in range(5):
        await anyio.lowlevel.checkpoint()


def called(tool: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments or {}}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def web(folder: Path, *adapters: Invented, verifier: Verifier | None = None, **server: Any) -> Web:
    return Web(with_settings(gateway_of(folder, *(adapters or (Invented(),))), **server), verifier)


def tokens_of(folder: Path) -> TokenFile:
    return TokenFile(folder / "data" / "server" / "tokens.json")


def verifier_of(folder: Path, clock: Any = lambda: 1_000.0) -> OurTokens:
    return OurTokens(tokens_of(folder), clock)
