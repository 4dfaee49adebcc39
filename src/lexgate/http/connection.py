"""uvicorn's HTTP/1.1 connection with the limits that it lacks: slow senders, slow readers, too many at once."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

READ_SECONDS = 30.0
"""How long a client may leave a full buffer of its answer unread."""

LOST_KEY = "lexgate.lost"
"""Where a request's scope holds what is to be called when its connection is lost."""

_FULL_BODY = (
    b'{"error":{"reason":"too_many_connections","message":"All connections of this server are taken.",'
    b'"next":"Wait, or let its operator raise server.max_connections."}}'
)
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_FULL_BODY), _FULL_BODY)
)


def limited(max_connections: int, receive_seconds: float) -> type[H11Protocol]:
    """Return the class of connections with these limits, for `uvicorn.Config(http=…)`."""
    return type("_Limited", (LimitedConnection,), {"most": max_connections, "receive_seconds": receive_seconds})


class LimitedConnection(H11Protocol):
    """One connection. A request that has not arrived whole in time ends it, as does an answer that nobody reads."""

    most = 512
    receive_seconds = 10.0
    _sending: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.write(_FULL)
            transport.close()
            return
        self._sending = self.loop.call_later(self.receive_seconds, transport.abort)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # IDLE with bytes is a head that has begun, SEND_BODY a body that has not ended.
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._sending is None and not self.transport.is_closing():
                self._sending = self.loop.call_later(self.receive_seconds, self.transport.abort)
        else:
            _cancel(self._sending)
            self._sending = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._unread)
        self._unread = None

    def timeout_keep_alive_handler(self) -> None:
        # `close` would wait for a client that never reads the rest.
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            super().timeout_keep_alive_handler()

    def connection_lost(self, exc: Exception | None) -> None:
        # The app was given this very dictionary.
        told: dict[str, Any] = dict(self.scope or {})
        for tell in told.get(LOST_KEY, ()):
            tell()
        _cancel(self._sending)
        _cancel(self._unread)
        super().connection_lost(exc)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
