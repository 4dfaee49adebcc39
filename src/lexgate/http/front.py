"""The server's front as an ASGI app: each request is checked, let in as somebody, and led to what it asks for."""

import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

import anyio
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.types import ASGIApp, Receive, Scope, Send

from lexgate.http.allowance import Allowance
from lexgate.http.body import Gone, handed_on, read_body
from lexgate.http.caller import Gatekeeper
from lexgate.http.connection import LOST_KEY
from lexgate.http.doorway import Doorway
from lexgate.http.refusal import Refusal, send_answer
from lexgate.protocol import CALLER_KEY
from lexgate.server_settings import ServerSettings

log = logging.getLogger("lexgate.http")


@dataclass(frozen=True)
class Page:
    """One page: its media type, body, further headers and status."""

    media_type: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200


PageMaker = Callable[[], Awaitable[Page]]


class Tally(Protocol):
    """Counts what the front does."""

    def refused(self, reason: str) -> None: ...

    def working(self, requests: int) -> None: ...


@dataclass(frozen=True)
class Places:
    """What is where. `open_pages` are shown to anyone who reaches the port, `pages` to who may use the server."""

    endpoint: ASGIApp
    open_pages: Mapping[str, PageMaker]
    pages: Mapping[str, PageMaker]


class Front:
    """The ASGI app."""

    def __init__(self, server: ServerSettings, gatekeeper: Gatekeeper, places: Places, tally: Tally) -> None:
        self._server, self._gatekeeper, self._places, self._tally = server, gatekeeper, places, tally
        self._doorway = Doorway.of(server)
        self._allowance = Allowance(server.calls_per_minute)
        self._prefix = urlsplit(server.public_url).path.removesuffix(server.path)
        self._methods = ("GET", "POST", "DELETE") if server.stateful else ("POST",)
        self._working = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path = self._path(scope["path"])
        scope[LOST_KEY] = []
        try:
            await self._lead(path, scope, receive, send)
        except Refusal as refusal:
            self._tally.refused(refusal.reason)
            known = path if path in (self._server.path, *self._places.pages) else "elsewhere"
            more = {"status": refusal.status, "path": known}
            log.info("refused %d %s %s", refusal.status, refusal.reason, known, extra=more)
            await refusal.send(send)
        except Gone:
            self._tally.refused("gone")

    def _path(self, path: str) -> str:
        """Return the path below the proxy's prefix, without a slash at its end."""
        if self._prefix and path.startswith(f"{self._prefix}/"):
            path = path[len(self._prefix) :]
        return path.rstrip("/") or "/"

    async def _lead(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        # Health checks come by address, from machines that know no name of ours and hold no token.
        if path in ("/healthz", "/readyz"):
            await self._show(self._places.open_pages[path], scope, send)
            return
        headers = dict(scope["headers"])
        self._doorway.check(headers)
        if path in self._places.open_pages:
            await self._show(self._places.open_pages[path], scope, send)
            return
        is_page = path in self._places.pages
        caller = await self._gatekeeper.admit(_authorization(scope), page=is_page)
        if is_page:
            await self._show(self._places.pages[path], scope, send)
        elif path == self._server.path:
            await self._serve(caller, {**scope, "path": path, CALLER_KEY: caller}, receive, send)
        else:
            where = f"The endpoint is {self._server.path}."
            raise Refusal(404, "no_such_page", "There is nothing at this path.", where)

    async def _show(self, maker: PageMaker, scope: Scope, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise _wrong_method(("GET", "HEAD"))
        page = await maker()
        await send_answer(send, page.status, page.body, {"Content-Type": page.media_type, **page.headers})

    async def _serve(self, caller: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in self._methods:
            raise _wrong_method(self._methods)
        if self._server.stateful:
            # The SDK binds a session to the user that it finds here.
            scope["user"] = AuthenticatedUser(AccessToken(token="", client_id=caller, scopes=[]))
            # A session outlives its connections: a lost one must not break off what the SDK does for it.
            scope[LOST_KEY] = []
        if scope["method"] != "POST":
            await self._places.endpoint(scope, receive, send)
            return
        self._take_allowance(caller, scope)
        body = await read_body(receive, dict(scope["headers"]), self._server.max_body_bytes)
        if self._working >= self._server.max_calls:
            raise Refusal(
                503,
                "too_many_calls",
                "This server works on as many requests as it may.",
                "Try again in a second, or let the operator raise server.max_calls.",
                {"Retry-After": "1"},
            )
        self._count(1)
        try:
            await handed_on(self._places.endpoint, scope, body, receive, send)
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        self._working += more
        self._tally.working(self._working)

    def _take_allowance(self, caller: str, scope: Scope) -> None:
        # Where nobody says who they are, each address has an allowance of its own.
        key = str((scope.get("client") or ("",))[0]) if caller == "anonymous" else caller
        wait = self._allowance.wait_for(key, anyio.current_time())
        if wait:
            raise Refusal(
                429,
                "too_many_requests",
                f"More than {self._server.calls_per_minute} requests a minute came with this token.",
                "Wait as Retry-After says, or let the operator raise server.calls_per_minute.",
                {"Retry-After": str(math.ceil(wait))},
            )


def _authorization(scope: Scope) -> bytes | None:
    found = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(found) > 1:
        raise Refusal(400, "two_credentials", "The request has more than one Authorization header.", "Send one.")
    return found[0] if found else None


def _wrong_method(allowed: tuple[str, ...]) -> Refusal:
    shown = ", ".join(allowed)
    return Refusal(405, "wrong_method", "This path does not take that method.", f"Use {shown}.", {"Allow": shown})
