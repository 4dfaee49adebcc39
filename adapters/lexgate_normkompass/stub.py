"""A stand-in for the normkompass service: the contract over real HTTP, with invented passages and every misbehaviour.

It holds no law and does no retrieval. `python -m lexgate_normkompass.stub --help`. A question that begins with
`!refuse ` (or another behaviour) picks the behaviour for that one request.
"""

import json
import select
import socket
import socketserver
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, Self

import click

_WARNING = "Erfundener Beispieltext, kein geltendes Recht."
PASSAGES: tuple[dict[str, str], ...] = (
    {
        "law": "Erfundenes Leihradgesetz (LeihradG)",
        "label": "§ 2 Abs. 1 LeihradG",
        "title": "Begriff des neuen Leihrads",
        "url": "https://example.org/leihradg/2",
        "stand": "2026-01-01",
        "text": f"{_WARNING} Ein Leihrad gilt als neu, wenn es höchstens 90 Tage verliehen wurde.",
    },
    {
        "law": "Erfundenes Leihradgesetz (LeihradG)",
        "label": "§ 5 LeihradG",
        "title": "Rückgabe",
        "url": "https://example.org/leihradg/5",
        "stand": "2026-01-01",
        "text": f"{_WARNING} Das Leihrad ist am vereinbarten Ort zurückzugeben.\nDie Frist beträgt zwei Tage.",
    },
    {
        "law": "Erfundene Bibliotheksordnung (BiblO)",
        "label": "§ 7 Abs. 2 BiblO",
        "title": "Mahngebühr",
        "url": "https://example.org/biblo/7",
        "stand": "2025-07-01",
        "text": f"{_WARNING} Die Mahngebühr darf den Wert des Buches nicht übersteigen.",
    },
)


@dataclass(frozen=True)
class Reply:
    """What goes over the wire; `sent` bytes of the body at most, then the connection closes; None sends nothing."""

    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)
    sent: int | None = None


@dataclass(frozen=True)
class Asked:
    """One request that arrived."""

    path: str
    headers: dict[str, str]
    body: Any


def _json(value: object, status: int = 200) -> Reply:
    return Reply(status, json.dumps(value, ensure_ascii=False).encode())


def _hits(question: str) -> list[dict[str, str]]:
    words = [word for word in question.casefold().replace("?", " ").split() if len(word) > 3]
    return [each for each in PASSAGES if any(word in " ".join(each.values()).casefold() for word in words)]


def _refuse(path: str, asked: dict[str, Any]) -> Reply:
    return _json({"refused": True, "message": "Dazu findet sich im Bestand kein Beleg."})


def _answer(path: str, asked: dict[str, Any]) -> Reply:
    hits = _hits(str(asked.get("question", "")))
    if path.endswith("/search"):
        return _json({"results": hits[: int(asked.get("limit", 5))]})
    if not hits:
        return _refuse(path, asked)
    best = hits[0]
    cited = {"source": best["law"], "path": best["label"], "url": best["url"], "quote": best["text"]}
    return _json({"refused": False, "answer": f"{best['text']} [1]", "citations": [cited], "stand": best["stand"]})


def _uncited(path: str, asked: dict[str, Any]) -> Reply:
    return _json({"refused": False, "answer": "Ein Leihrad ist immer neu.", "citations": []})


def _no_model(path: str, asked: dict[str, Any]) -> Reply:
    return _answer(path, asked) if path.endswith("/search") else _json({"error": {"code": "no_answer_model"}}, 503)


_HTML = Reply(200, b"<!DOCTYPE html><html><body>Please log in</body></html>", (("Content-Type", "text/html"),))
_SHAPE = {"results": [{"label": "§ 1"}], "answer": "Ein Leihrad ist immer neu."}
_ELSEWHERE = (("Location", "http://127.0.0.1:9/elsewhere"),)

BEHAVIOURS: dict[str, Callable[[str, dict[str, Any]], Reply | None]] = {
    "answer": _answer,
    "refuse": _refuse,
    "no_citation": _uncited,
    "slow": _answer,
    "drop": lambda path, asked: None,
    "cut": lambda path, asked: Reply(200, b'{"refused": true, "message": "..."}', sent=9),
    "html": lambda path, asked: _HTML,
    "wrong_shape": lambda path, asked: _json(_SHAPE),
    "error_500": lambda path, asked: Reply(500, b"Traceback (most recent call last): secret"),
    "no_model": _no_model,
    "busy": lambda path, asked: Reply(429, b"{}", (("Retry-After", "7"),)),
    "unauthorised": lambda path, asked: _json({"error": "unauthorised"}, 401),
    "huge": lambda path, asked: Reply(200, b'{"results": [' + b" " * 3_000_000 + b"]}"),
    "redirect": lambda path, asked: Reply(307, b"", _ELSEWHERE),
}
"""`slow` answers after the delay; `drop` closes the connection after reading; `cut` stops inside the body."""


@dataclass
class Stub:
    """The server, running between `with` and its end. `canned` replies instead of a behaviour; `asked` records."""

    behaviour: str = "answer"
    delay_s: float = 5.0
    host: str = "127.0.0.1"
    port: int = 0
    canned: Reply | None = None
    asked: list[Asked] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    arrived: threading.Event = field(default_factory=threading.Event)
    goes_on: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._server = _Server((self.host, self.port), type("Bound", (_Handler,), {"owner": self}))
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.goes_on.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(2)

    @property
    def address(self) -> str:
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def reply(self, path: str, asked: Any) -> tuple[str, Reply | None]:
        """Return the behaviour's name and what to send."""
        name = self.behaviour
        question = asked.get("question") if isinstance(asked, dict) else None
        if not isinstance(question, str):
            return name, _json({"error": "question is missing"}, 400)
        if question.startswith("!"):
            name, _, question = question[1:].partition(" ")
        if self.canned is not None:
            return name, self.canned
        if not path.endswith(("/search", "/ask")) or name not in BEHAVIOURS:
            return name, _json({"error": "nothing here"}, 404)
        return name, BEHAVIOURS[name](path, {**asked, "question": question})


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that go away are part of what is tried here."""


class _Handler(BaseHTTPRequestHandler):
    owner: Stub
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            asked = json.loads(body)
        except ValueError:
            asked = None
        self.owner.asked.append(Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, asked))
        self.owner.arrived.set()
        name, reply = self.owner.reply(self.path, asked)
        if (name == "slow" and self._hung_up_while_waiting()) or reply is None:
            self.close_connection = True
            return
        self._send(reply)

    def _hung_up_while_waiting(self) -> bool:
        waited = 0.0
        while waited < self.owner.delay_s and not self.owner.goes_on.is_set():
            if select.select([self.connection], [], [], 0.02)[0]:
                self.owner.hung_up.set()
                return True
            waited += 0.02
        return False

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in (*reply.headers, ("Content-Length", str(len(reply.body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body[: reply.sent])
        self.close_connection = reply.sent is not None

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: questions reveal a client's matter."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=3000, show_default=True, help="0 picks a free one.")
@click.option("--behave", default="answer", show_default=True, type=click.Choice(list(BEHAVIOURS)))
@click.option("--delay", default=5.0, show_default=True, help="Seconds that `slow` takes.")
def main(host: str, port: int, behave: str, delay: float) -> None:
    """Serve invented passages as a normkompass service would, until interrupted."""
    with Stub(behave, delay, host, port) as stub:
        click.echo(f"{stub.address} serves invented passages (no law), behaviour: {behave}")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
