"""The real server process over HTTP: how it starts, that it says where it is, and how it ends."""

import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conversation import LIMIT_SECONDS, command, install_odd_adapter, only

END_SECONDS = 2.0


@contextmanager
def served(config: Path, *options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and its address."""
    words = [*command(config), "--transport", "http", "--port", "0", *options]
    env = {**os.environ, **environment}
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=env)
    try:
        assert process.stderr
        line = process.stderr.readline()
        while "lexgate serves " not in line:
            assert line, "the server ended before it served"
            line = process.stderr.readline()
        yield process, line.split("lexgate serves ")[1].strip()
    finally:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()


def call(address: str, tool: str, **arguments: Any) -> Any:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(address, json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=LIMIT_SECONDS) as answer:
        return json.load(answer)["result"]


def test_it_serves_at_the_address_that_it_names_and_shows_no_path_of_the_machine(tmp_path: Path) -> None:
    with served(only(tmp_path)) as (_, address):
        result = call(address, "gateway_status")
    assert result["structuredContent"]["version"]
    assert str(tmp_path) not in json.dumps(result)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal that asks a process to end")
@pytest.mark.parametrize("doing", ["", "wait", "block"])
def test_a_signal_ends_it_whatever_a_call_is_doing(tmp_path: Path, doing: str) -> None:
    site = install_odd_adapter(tmp_path)
    with served(only(tmp_path, "[adapters.odd]"), PYTHONPATH=str(site)) as (process, address):
        call(address, "odd_do", what="hello")
        client = None
        if doing:
            script = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_http_process as t; "
            client = subprocess.Popen(
                [sys.executable, "-c", f"{script}t.call({address!r}, 'odd_do', what={doing!r})"],
                stderr=subprocess.DEVNULL,
            )
            wait_until_it_works(address)
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        ended = process.wait(LIMIT_SECONDS)
        took = time.monotonic() - started
        if client:
            client.kill()
            client.wait()
    assert ended == 0
    assert took < END_SECONDS


def wait_until_it_works(address: str) -> None:
    metrics = address.removesuffix("/mcp") + "/metrics"
    until = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < until:
        with urllib.request.urlopen(metrics, timeout=LIMIT_SECONDS) as answer:
            if b"lexgate_requests_in_progress 1.0" in answer.read():
                return
    raise AssertionError("the call did not arrive")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--host", "0.0.0.0"], "--host: server.host: others"),
        (["--port", "70000"], "--port"),
    ],
)
def test_what_cannot_be_served_ends_the_start_with_one_line(tmp_path: Path, options: list[str], says: str) -> None:
    words = [*command(only(tmp_path)), "--transport", "http", *options]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_SECONDS)
    assert ended.returncode != 0
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = [*command(only(tmp_path)), "--transport", "http", "--port", port]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_SECONDS)
    assert f"--port: server.port: cannot listen on 127.0.0.1 port {port}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_its_log_can_be_one_json_object_a_line(tmp_path: Path) -> None:
    config = only(tmp_path)
    config.write_text(
        config.read_text(encoding="utf-8") + '\n[server]\nlog_format = "json"\nlog_level = "info"\n', encoding="utf-8"
    )
    words = [*command(config), "--transport", "http", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        assert process.stderr
        lines = [json.loads(process.stderr.readline())]
        while "serving " not in lines[-1]["message"]:
            lines.append(json.loads(process.stderr.readline()))
        call(lines[-1]["message"].removeprefix("serving "), "gateway_status")
        lines.append(json.loads(process.stderr.readline()))
        process.kill()
    assert lines[-1]["tool"] == "gateway_status"
    assert lines[-1]["caller"] == "anonymous"
    assert lines[-1]["request_id"] in lines[-1]["message"]


def test_over_stdio_no_module_of_the_http_server_is_loaded(tmp_path: Path) -> None:
    script = (
        "import sys, lexgate.serving, lexgate.commands.session as s; s.gateway(None); "
        "print(*(name for name in sys.modules if name.startswith(('lexgate.http', 'prometheus_client'))))"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT_SECONDS)
    assert ended.stdout.split() == []


class _Collector(BaseHTTPRequestHandler):
    received: "queue.Queue[bytes]"

    def do_POST(self) -> None:
        self.received.put(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        return


def test_spans_go_where_the_variables_say_without_what_was_asked(tmp_path: Path) -> None:
    received: queue.Queue[bytes] = queue.Queue()
    collector = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Collector,), {"received": received}))
    threading.Thread(target=collector.serve_forever, args=(0.02,), daemon=True).start()
    environment = {
        "OTEL_ENABLED": "true",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
        "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }
    try:
        with served(only(tmp_path), **environment) as (_, address):
            call(address, "gateway_status", word="the matter of Smith")
            spans = received.get(timeout=LIMIT_SECONDS)
    finally:
        collector.shutdown()
        collector.server_close()
    assert b"tools/call gateway_status" in spans
    assert b"lexgate" in spans
    assert b"Smith" not in spans
