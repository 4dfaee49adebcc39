"""The real server over real pipes: what is on stdout, how it starts, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conversation import LIMIT_SECONDS, Conversation, command, install_odd_adapter, only

INITIALIZE = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":'
    b'{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n'
)
END_SECONDS = 2.0
"""Everything ends within two seconds of EOF: a rule of the design, so it is asserted against a clock."""


@pytest.fixture
def odd(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A configuration with the odd adapter on, and the environment that makes it importable."""
    return only(tmp_path, "[adapters.odd]"), {"PYTHONPATH": str(install_odd_adapter(tmp_path))}


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2099-01-01"])
def test_every_protocol_version_is_answered(tmp_path: Path, version: str) -> None:
    with Conversation(only(tmp_path)) as talk:
        result = talk.start(version)["result"]
        assert result["serverInfo"]["name"] == "lexgate"
        assert result["protocolVersion"] == (version if version < "2026" else "2025-11-25")
        assert [tool["name"] for tool in talk.ask("tools/list")["result"]["tools"]] == ["gateway_status"]


def test_stdout_carries_protocol_only_whatever_an_adapter_prints(odd: tuple[Path, dict[str, str]]) -> None:
    config, environment = odd
    with Conversation(config, **environment) as talk:
        talk.start()
        # every line that `receive` reads is parsed as JSON-RPC
        assert talk.call("odd_do", what="hello")["content"][0]["text"] == "hello"
        assert talk.seconds_to_end_after_eof() < END_SECONDS
        assert talk.process.stdout
        assert talk.process.stdout.read() == b""


@pytest.mark.parametrize("encoding", ["cp1252", "cp932", "ascii"])
def test_the_law_of_all_languages_passes_whatever_the_code_page(
    odd: tuple[Path, dict[str, str]], encoding: str
) -> None:
    config, environment = odd
    said = "Kündigungsschutz 劳动合同 § — ﬁ 😀"
    with Conversation(config, PYTHONIOENCODING=encoding, PYTHONUTF8="0", LC_ALL="C", **environment) as talk:
        talk.start()
        assert talk.call("odd_do", what=said)["structuredContent"]["said"] == said


HALVES = [
    (rb"cut \ud83d", "cut \ufffd"),  # the first half of an emoji
    (rb"\uDE00 cut", "\ufffd cut"),  # the second
    (rb"\ud83d\ude00 whole \ud83d", "😀 whole \ufffd"),  # a whole one stays
    (rb"\\ud83d", "\\ud83d"),  # no escape, but a backslash and letters
]


@pytest.mark.parametrize(("written", "read"), HALVES)
def test_a_request_with_half_of_a_character_is_answered(
    odd: tuple[Path, dict[str, str]], written: bytes, read: str
) -> None:
    config, environment = odd
    with Conversation(config, **environment) as talk:
        talk.start()
        params = b'{"name":"odd_do","arguments":{"what":"' + written + b" " + rb"\ud800" + b'"}}'
        talk.send_line(b'{"jsonrpc":"2.0","id":"half","method":"tools/call","params":' + params + b"}")
        assert talk.receive()["result"]["structuredContent"]["said"] == f"{read} \ufffd"


def test_malformed_lines_do_not_stop_the_server(tmp_path: Path) -> None:
    with Conversation(only(tmp_path)) as talk:
        talk.start()
        for line in (b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"1.0","id":1}'):
            talk.send_line(line)
        talk.send_line(
            b'{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":' + b"[" * 5000 + b"]" * 5000 + b"}"
        )
        assert talk.call("gateway_status")["structuredContent"]["version"]


def test_a_ten_megabyte_argument_is_refused_in_a_few_words(tmp_path: Path) -> None:
    with Conversation(only(tmp_path)) as talk:
        talk.start()
        result = talk.call("gateway_status", probe="x" * 10_000_000)
        assert result["structuredContent"]["error"]["reason"] == "too_large"
        assert len(json.dumps(result)) < 2000


def test_requests_piped_in_at_once_are_answered_before_the_end(tmp_path: Path) -> None:
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "gateway_status", "arguments": {}}},
    ]
    given = "".join(json.dumps(line) + "\n" for line in lines).encode()
    ended = subprocess.run(command(only(tmp_path)), input=given, capture_output=True, timeout=LIMIT_SECONDS)
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2]


@pytest.mark.parametrize("doing", ["", "wait", "block", "children"])
def test_the_end_of_stdin_ends_the_process_whatever_a_call_is_doing(
    odd: tuple[Path, dict[str, str]], doing: str
) -> None:
    config, environment = odd
    with Conversation(config, **environment) as talk:
        talk.start()
        if doing:
            talk.send("tools/call", {"name": "odd_do", "arguments": {"what": doing}})
            talk.call("gateway_status")  # answered after the other call was taken up
        assert talk.seconds_to_end_after_eof() < END_SECONDS


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal that asks a process to end")
@pytest.mark.parametrize("doing", ["", "block"])
def test_a_signal_ends_the_process_whatever_a_call_is_doing(odd: tuple[Path, dict[str, str]], doing: str) -> None:
    config, environment = odd
    with Conversation(config, **environment) as talk:
        talk.start()
        if doing:
            talk.send("tools/call", {"name": "odd_do", "arguments": {"what": doing}})
            talk.call("gateway_status")
        started = time.monotonic()
        talk.process.send_signal(signal.SIGTERM)
        talk.process.wait(LIMIT_SECONDS)
        assert time.monotonic() - started < END_SECONDS


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows the pipe's end is the only sign of a parent's death")
def test_a_dead_parent_ends_the_process_even_when_another_holds_the_pipe_open(tmp_path: Path) -> None:
    read, write = os.pipe()  # the write end stays open in this process after the parent has died
    script = (
        "import subprocess, sys; server = subprocess.Popen(sys.argv[2:], stdin=int(sys.argv[1]), "
        "stdout=subprocess.PIPE, stderr=subprocess.DEVNULL); server.stdout.readline(); "
        "print(server.pid, flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(read), *command(only(tmp_path))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(read,),
    )
    with parent:
        assert parent.stdout
        os.write(write, INITIALIZE)
        server = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
    os.close(read)
    started = time.monotonic()
    while _runs(server):
        assert time.monotonic() - started < LIMIT_SECONDS, "the server outlived its parent"
        os.sched_yield()
    os.close(write)


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[adapters.skils]\nenabled = true", "adapters.skils: unknown key."),
        ("[server]\nlog_level = 'loud'", "server.log_level"),
        ("[server", "not readable as TOML"),
    ],
)
def test_a_broken_configuration_ends_the_start_in_one_line_on_stderr(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "lexgate.toml"
    file.write_text(text, encoding="utf-8")
    ended = subprocess.run(command(file), stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT_SECONDS)
    assert ended.returncode != 0
    assert ended.stdout == b""
    assert says in ended.stderr.decode()
    assert str(file) in ended.stderr.decode()
    assert "Traceback" not in ended.stderr.decode()


def test_the_working_directory_is_neither_read_nor_written(tmp_path: Path) -> None:
    nowhere = tmp_path / "cwd"
    nowhere.mkdir()
    (nowhere / "lexgate.toml").write_text("broken [", encoding="utf-8")
    (nowhere / "mcp.py").write_text("raise SystemExit(3)", encoding="utf-8")
    with Conversation(only(tmp_path), cwd=nowhere, PYTHONSAFEPATH="1") as talk:
        talk.start()
        talk.call("gateway_status")
    assert sorted(path.name for path in nowhere.iterdir()) == ["lexgate.toml", "mcp.py"]
