"""What people and programs with bad intentions or bad luck send to the server; and that it serves others meanwhile."""

import json
import logging
import socket
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest
from invented import Invented, LookArguments, LookResult
from web import Web, bearer, called, tokens_of, verifier_of, web

from lexgate.http import connection
from lexgate_kit.adapter import Call

GOOD = called("invented_look", {"word": "lease"})


def still_serves(server: Web) -> bool:
    return server.post(GOOD).status == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example", 421),  # a name that was made to lead here
        ("evil.example:3010", 421),  # … with a port
        ("localhost.evil.example", 421),  # looks like ours at its beginning
        ("evil.example#localhost", 421),  # … at its end
        ("127.0.0.1.nip.io", 421),  # resolves to us
        ("", 421),  # none
        ("LOCALHOST:1", 200),  # any case, any port: a tunnel's
        ("[::1]:3010", 200),  # loopback in the other family
        ("localhost.", 200),  # written to its end
    ],
)
def test_a_request_for_another_name_is_refused_with_the_setting(tmp_path: Path, host: str, status: int) -> None:
    with web(tmp_path) as server:
        answer = server.post(GOOD, Host=host)
    assert answer.status == status
    if status == 421:
        assert "server.allowed_hosts" in answer.body.decode()
        assert not host or host not in answer.body.decode()


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://evil.example", 403),  # a page on the web
        ("null", 403),  # a page in a sandbox, or a file
        ("http://localhost:6274", 403),  # another program's page on this machine
        ("http://127.0.0.1:{port}", 200),  # our own
        ("https://app.firm.example", 200),  # configured
        ("https://app.firm.example.evil.example", 403),  # looks like it
    ],
)
def test_a_web_page_may_ask_only_where_it_is_allowed_to(tmp_path: Path, origin: str, status: int) -> None:
    with web(tmp_path, allowed_origins="https://app.firm.example") as server:
        answer = server.post(GOOD, Origin=origin.format(port=server.port))
    assert answer.status == status
    if status == 403:
        assert "server.allowed_origins" in answer.body.decode()


def test_an_allowed_page_may_look_before_it_asks_and_others_may_not(tmp_path: Path) -> None:
    with web(tmp_path, allowed_origins=["https://app.firm.example"]) as server:
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
        allowed = server.request("OPTIONS", "/mcp", headers={"Origin": "https://app.firm.example", **asked})
        other = server.request("OPTIONS", "/mcp", headers={"Origin": "https://evil.example", **asked})
    assert allowed.headers["access-control-allow-origin"] == "https://app.firm.example"
    assert "authorization" in allowed.headers["access-control-allow-headers"].lower()
    assert "access-control-allow-origin" not in other.headers


def forged(good: str) -> list[dict[str, str]]:
    return [
        {},  # none
        {"Authorization": ""},  # an empty one
        {"Authorization": "Bearer"},  # a scheme alone
        bearer("lexgate_" + "A" * 43),  # well made, never issued
        bearer(good[:-1]),  # cut
        bearer(good + "x"),  # grown
        bearer(good.swapcase()),  # other letters
        bearer("x" * 9_000),  # huge
        {"Authorization": f"Basic {good}"},  # another scheme
        {"Authorization": good},  # no scheme
        {"Authorization": "Bearer \xff\xfe"},  # not text
    ]


@pytest.mark.parametrize("index", range(11))
def test_a_forged_token_opens_nothing_and_is_not_told_why(tmp_path: Path, index: int) -> None:
    good = tokens_of(tmp_path).add("anna", 0)
    with web(tmp_path, verifier=verifier_of(tmp_path)) as server:
        for path in ("/mcp", "/", "/metrics", "/anything"):
            answer = server.request("POST" if path == "/mcp" else "GET", path, b"", forged(good)[index])
            assert answer.status == 401, path
            assert answer.reason in ("no_token", "invalid_token")
            assert "www-authenticate" in answer.headers
        assert server.post(GOOD, **bearer(good)).status == 200


def test_a_revoked_token_is_refused_at_once_and_an_expired_one_in_time(tmp_path: Path) -> None:
    tokens = tokens_of(tmp_path)
    revoked, expiring = tokens.add("anna", 0), tokens.add("bert", 0, days=1)
    now = [86_399.0]
    with web(tmp_path, verifier=verifier_of(tmp_path, lambda: now[0])) as server:
        assert [server.post(GOOD, **bearer(each)).status for each in (revoked, expiring)] == [200, 200]
        tokens.revoke("anna")
        now[0] = 86_400.0
        assert [server.post(GOOD, **bearer(each)).status for each in (revoked, expiring)] == [401, 401]


def test_two_credentials_in_one_request_are_refused(tmp_path: Path) -> None:
    good = tokens_of(tmp_path).add("anna", 0)
    with web(tmp_path, verifier=verifier_of(tmp_path)) as server, server.connected() as raw:
        line = f"Authorization: Bearer {good}\r\n"
        raw.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\n{line}{line}Connection: close\r\n\r\n".encode())
        assert received(raw).startswith(b"HTTP/1.1 400 ")


def test_a_damaged_token_file_closes_the_door_and_leaves_it_closed(tmp_path: Path) -> None:
    good = tokens_of(tmp_path).add("anna", 0)
    with web(tmp_path, verifier=verifier_of(tmp_path)) as server:
        tokens_of(tmp_path).path.write_text("{}")
        answer = server.post(GOOD, **bearer(good))
    assert (answer.status, answer.reason) == (503, "tokens_unreadable")
    assert str(tmp_path) not in answer.body.decode()


MALFORMED: list[bytes] = [
    b"",  # nothing
    b"{",  # cut
    b"[]",  # a batch of none
    b"null",
    b'"text"',
    b"\xff\xfe\x00",  # not UTF-8
    b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}',  # another protocol
    b'{"jsonrpc":"2.0","id":{},"method":"tools/list"}',  # an id that is none
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',  # parameters of another shape
    b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 50_000 + b'"}',  # a huge name
    b"[" * 100_000,  # deep nesting
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"invented_look","arguments":{"word":'
    + b"[" * 5_000
    + b"]" * 5_000
    + b"}}}",  # deep nesting in an argument
    b'{"jsonrpc":"2.0","id":' + b"9" * 5_000 + b',"method":"tools/list"}',  # a number beyond all numbers
]


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("index", range(len(MALFORMED)))
def test_a_malformed_message_gets_a_short_answer_and_no_traceback(tmp_path: Path, index: int, version: str) -> None:
    with web(tmp_path) as server:
        answer = server.post(MALFORMED[index], MCP_Protocol_Version=version)
        assert still_serves(server)
    assert answer.status in (200, 202, 400, 404)  # 202: the SDK takes it for a notification
    assert len(answer.body) < 60_000
    assert b"Traceback" not in answer.body
    assert b'File "' not in answer.body


@pytest.mark.parametrize("declared", [True, False])
def test_ten_megabytes_are_refused_before_they_are_read(tmp_path: Path, declared: bool) -> None:
    with web(tmp_path) as server:
        with server.connected() as raw:
            raw.sendall(server.raw_head(10_000_000) if declared else chunked_head(server))
            if not declared:
                send_what_is_taken(raw, (b"10000\r\n" + b"x" * 65_536 + b"\r\n") * 160)
            answer = received(raw)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b"server.max_body_bytes" in answer
        assert still_serves(server)


def test_the_same_body_without_a_token_is_not_read_at_all(tmp_path: Path) -> None:
    with web(tmp_path, verifier=verifier_of(tmp_path)) as server, server.connected() as raw:
        raw.sendall(server.raw_head(900_000))
        assert received(raw).startswith(b"HTTP/1.1 401 ")


SLOW = [
    b"",  # connects and says nothing
    b"POST /mcp HT",  # half a line
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n",  # headers that never end
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
]


@pytest.mark.parametrize("index", range(len(SLOW)))
def test_a_slow_sender_is_cut_off_and_nobody_waits_for_it(tmp_path: Path, index: int) -> None:
    with web(tmp_path, receive_timeout_s=0.3) as server, server.connected() as raw:
        raw.sendall(SLOW[index])
        assert still_serves(server)
        assert received(raw) == b""  # closed by the server; a time-out would raise


def test_a_sender_that_drips_is_cut_off_too(tmp_path: Path) -> None:
    with web(tmp_path, receive_timeout_s=0.3) as server, server.connected() as raw:
        raw.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n")
        raw.settimeout(0.05)
        drips = 0
        while drips < 100:
            drips += 1
            try:
                raw.sendall(b"X-A: b\r\n")
                if raw.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    assert drips < 100


def test_a_reader_that_never_reads_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = threading.Event()
    ends = connection.LimitedConnection.connection_lost

    def observed(self: connection.LimitedConnection, error: Exception | None) -> None:
        ends(self, error)
        lost.set()

    monkeypatch.setattr(connection, "READ_SECONDS", 0.2)
    monkeypatch.setattr(connection.LimitedConnection, "connection_lost", observed)

    async def long(arguments: LookArguments, call: Call) -> LookResult:
        return LookResult(found=True, text="x" * 200_000)

    with web(tmp_path, Invented(long)) as server, socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        raw.connect(("127.0.0.1", server.port))
        raw.sendall(server.raw_call("invented_look", {"word": "x"}) * 60)
        assert lost.wait(5)


def test_connections_beyond_the_limit_are_told_so_and_those_within_are_served(tmp_path: Path) -> None:
    with web(tmp_path, max_connections=20) as server, ExitStack() as open_ones:
        held = [open_ones.enter_context(server.connected()) for _ in range(20)]
        extra = open_ones.enter_context(server.connected())
        answer = received(extra)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: " in answer
        assert b"server.max_connections" in answer
        assert answer.partition(b"Content-Length: ")[2].split(b"\r\n")[0] == b"%d" % len(answer.split(b"\r\n\r\n")[1])
        held[0].sendall(server.raw_call("invented_look", {"word": "x"}))
        assert held[0].recv(15) == b"HTTP/1.1 200 OK"


def test_many_connections_that_come_and_go_leave_nothing(tmp_path: Path) -> None:
    with web(tmp_path, max_connections=50) as server:
        for _ in range(300):
            with server.connected() as raw:
                raw.sendall(b"GET")
        # Some that were closed may not have been noticed yet: each answer gives the server time to.
        assert any(still_serves(server) for _ in range(50))


def test_more_calls_than_allowed_at_once_are_shed_with_the_time_to_wait(tmp_path: Path) -> None:
    release, started = threading.Event(), threading.Semaphore(0)

    async def waiting(arguments: LookArguments, call: Call) -> LookResult:
        started.release()
        await anyio.to_thread.run_sync(release.wait, 5)
        return LookResult(found=True)

    with web(tmp_path, Invented(waiting), max_calls=2) as server, ExitStack() as open_ones:
        for _ in range(2):
            open_ones.enter_context(server.connected()).sendall(server.raw_call("invented_look", {"word": "x"}))
            assert started.acquire(timeout=5)
        shed = server.post(GOOD)
        release.set()
        assert (shed.status, shed.reason) == (503, "too_many_calls")
        assert shed.headers["retry-after"] == "1"
        assert "server.max_calls" in shed.body.decode()
    with web(tmp_path, max_calls=2) as server:
        assert [server.post(GOOD).status for _ in range(5)] == [200] * 5  # what ended no longer counts


def test_each_token_has_an_allowance_of_its_own(tmp_path: Path) -> None:
    tokens = tokens_of(tmp_path)
    anna, bert = tokens.add("anna", 0), tokens.add("bert", 0)
    with web(tmp_path, verifier=verifier_of(tmp_path), calls_per_minute=2) as server:
        answers = [server.post(GOOD, **bearer(anna)) for _ in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert 1 <= int(answers[2].headers["retry-after"]) <= 30
        assert "server.calls_per_minute" in answers[2].body.decode()
        assert server.post(GOOD, **bearer(bert)).status == 200


@pytest.mark.parametrize("path", ["/../etc/passwd", "/mcp/../", "/%2e%2e/", "/mcp%00", "//mcp", "/MCP", "/favicon.ico"])
def test_other_paths_lead_nowhere(tmp_path: Path, path: str) -> None:
    with web(tmp_path) as server:
        answer = server.get(path)
    assert (answer.status, answer.reason) == (404, "no_such_page")
    assert path not in answer.body.decode()


def test_neither_a_token_nor_a_path_nor_an_argument_reaches_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good = tokens_of(tmp_path).add("anna", 0)
    with caplog.at_level(logging.DEBUG, "lexgate"), web(tmp_path, verifier=verifier_of(tmp_path)) as server:
        server.post(called("invented_look", {"word": "Smith v Smith"}), **bearer(good))
        server.get("/matter-of-Smith", **bearer(good))
        server.post(GOOD, **bearer(good[:-1]))
    assert "invented_look ok" in caplog.text
    assert "refused 401 invalid_token /mcp" in caplog.text
    assert good[:-1] not in caplog.text
    assert "Smith" not in caplog.text


def chunked_head(server: Web) -> bytes:
    return server.raw_head(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")


def send_what_is_taken(raw: socket.socket, data: bytes) -> None:
    try:
        raw.sendall(data)
    except OSError:
        return  # the server closed: it has said why before


def received(raw: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection, or until the answer is whole."""
    data = b""
    while True:
        try:
            part = raw.recv(65_536)
        except ConnectionResetError:
            return data
        data += part
        head, separator, body = data.partition(b"\r\n\r\n")
        if not part or (separator and len(body) >= length_of(head)):
            return data


def length_of(head: bytes) -> int:
    lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    return int(lines.get(b"content-length", b"0"))


def test_an_argument_of_a_megabyte_is_refused_in_a_few_words(tmp_path: Path) -> None:
    with web(tmp_path, max_body_bytes=4_000_000) as server:
        answer: Any = server.call("invented_look", {"word": "x" * 3_000_000})
    assert answer.json()["result"]["structuredContent"]["error"]["reason"] == "too_large"
    assert len(json.dumps(answer.json())) < 2_000
