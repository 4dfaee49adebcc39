"""A host of model files on a real socket, which misbehaves as it is told."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class ModelHost:
    """`files` by path; `requests` are the (path, Range) that came. The rest says how it misbehaves."""

    files: dict[str, bytes]
    address: str = ""
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/octet-stream"
    cut_after: list[int] = field(default_factory=list)
    ignores_ranges: bool = False

    def reply(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        path, wanted = handler.path, handler.headers.get("Range")
        self.requests.append((path, wanted))
        if path in self.moved:
            handler.send_response(302)
            handler.send_header("Location", self.moved[path])
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        status = self.statuses.get(path, 200 if path in self.files else 404)
        self._send(handler, status, self.files.get(path, b"nothing"), wanted)

    def _send(self, handler: http.server.BaseHTTPRequestHandler, status: int, body: bytes, wanted: str | None) -> None:
        if status == 200 and wanted is not None and not self.ignores_ranges:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            status, body = (206, body[start:]) if start < len(body) else (416, b"")
        handler.send_response(status)
        handler.send_header("Content-Type", self.content_type)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        cut = self.cut_after.pop(0) if self.cut_after else len(body)
        handler.wfile.write(body[:cut])
        if cut < len(body):
            handler.wfile.flush()
            handler.connection.close()
            handler.close_connection = True


@contextmanager
def serving(host: ModelHost) -> Iterator[ModelHost]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            try:
                host.reply(self)
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A client that hangs up is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        host.address = f"http://127.0.0.1:{server.server_port}"
        yield host
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
