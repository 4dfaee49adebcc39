"""The body of one request, read whole before anything else looks at it, and handed on to who does."""

from collections.abc import Mapping

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexgate.http.connection import LOST_KEY
from lexgate.http.refusal import Refusal


class Gone(Exception):
    """The client has left; nobody waits for an answer."""


async def read_body(receive: Receive, headers: Mapping[bytes, bytes], most: int) -> bytes:
    """Return the body. How long it may take is the connection's business.

    Raises:
        Refusal: it is, or says that it is, longer than `most` bytes.
        Gone: the client left before its end.
    """
    declared = headers.get(b"content-length", b"")
    if declared.isdigit() and int(declared) > most:
        raise _too_long(most)
    parts, length = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        part = message.get("body", b"")
        length += len(part)
        if length > most:
            raise _too_long(most)
        parts.append(part)
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


def _too_long(most: int) -> Refusal:
    return Refusal(
        413,
        "body_too_large",
        f"The request is longer than {most:,} bytes.",
        "Send less, or let the operator raise server.max_body_bytes.",
        # What is still on its way would have to be read to its end.
        {"Connection": "close"},
    )


async def handed_on(app: ASGIApp, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
    """Run the app with a body that was read; end it at once when the connection is lost, which the connection tells."""
    given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return given.pop() if given else await receive()

    with anyio.CancelScope() as running:
        scope[LOST_KEY].append(running.cancel)
        await app(scope, replay, send)
    scope[LOST_KEY].clear()
