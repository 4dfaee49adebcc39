"""A scripted upstream on a real socket of this machine: each path answers what a test says, and every request is kept.

A request that no script covers is answered 501 and makes `assert_all_expected` fail, which the fixture calls.
"""

import gzip
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HELD_AT_MOST_S = 10.0
XML = {"Content-Type": "application/xml", "Cache-Control": "max-age=3600"}
HTML = {"Content-Type": "text/html"}


@dataclass(frozen=True)
class Reply:
    """One answer. `hold` is waited for first; `cut` closes the connection in the middle of the body."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None
    cut: bool = False
    zipped: bool = False


@dataclass(frozen=True)
class Seen:
    """One request: its path with query, its headers in small letters, when it began (monotonic seconds)."""

    path: str
    headers: Mapping[str, str]
    at: float


class Upstream:
    """Scripts and the log. `on` gives the replies of a path in order; the last one repeats."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.seen: list[Seen] = []
        self.unexpected: list[str] = []
        self.arrived = threading.Condition()
        self._replies: dict[str, list[Reply]] = {}

    def on(self, path: str, *replies: Reply) -> None:
        """Script a path (with its query)."""
        self._replies[path] = list(replies)

    @property
    def paths(self) -> list[str]:
        """The paths asked for so far, in order."""
        return [each.path for each in self.seen]

    def wait_for(self, count: int) -> None:
        """Return when that many requests have begun; fail after ten seconds."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.seen) >= count, HELD_AT_MOST_S)

    def assert_all_expected(self) -> None:
        """Fail, naming it, when a request came that no script covers."""
        assert self.unexpected == []

    def reply(self, seen: Seen) -> Reply:
        """Note the request and choose its reply."""
        with self.arrived:
            self.seen.append(seen)
            self.arrived.notify_all()
            replies = self._replies.get(seen.path)
            if not replies:
                self.unexpected.append(seen.path)
                return Reply(501)
            return replies.pop(0) if len(replies) > 1 else replies[0]


@contextmanager
def running_upstream() -> Iterator[Upstream]:
    """Serve on a free port of the loopback until the block ends."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.upstream = Upstream(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server.upstream
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    upstream: Upstream

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a client goes away."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.upstream.reply(Seen(self.path, headers, time.monotonic()))
        if reply.hold is not None:
            reply.hold.wait(HELD_AT_MOST_S)
        body = gzip.compress(reply.body) if reply.zipped else reply.body
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.zipped:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if reply.cut:
            self.wfile.write(body[: len(body) // 2])
            self.close_connection = True
            return
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output clean."""
