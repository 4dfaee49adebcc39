"""Starts lexgate and the bare server as clients do, over stdio or HTTP, and sends them calls over the bare wire."""

import asyncio
import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# An adapter of another package with the bare server's tool, so that both do the same work.
ADAPTER = """
import contextlib
from pydantic import BaseModel, Field
from lexgate_kit.adapter import Health, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_kit.settings import AdapterSettings

class Echo(Arguments):
    word: str = Field(description="what to echo")

class Echoed(BaseModel):
    word: str = Field(description="what was echoed")

async def echo(arguments, call):
    return Echoed(word=arguments.word)

class adapter:
    namespace = "bench"
    settings_model = AdapterSettings
    def __init__(self, settings, context): pass
    def tools(self):
        return (ToolSpec("echo", "Echo", "Echoes.", Echo, Echoed, echo, lambda echoed: echoed.word),)
    def lifespan(self): return contextlib.nullcontext()
    async def health(self, *, probe=False): return Health(ready=True)
    def stored(self): return ()
"""
CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}
Ask = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Kind:
    """One of the two servers: how it is started over each transport."""

    name: str
    stdio: list[str]
    http: Callable[[int], list[str]]
    environment: dict[str, str]


def lexgate(folder: Path, *sections: str) -> Kind:
    """Return lexgate as a person gets it (every adapter on), with the echo tool; it keeps its files in the folder."""
    site = folder / "site"
    information = site / "bench-1.0.dist-info"
    information.mkdir(parents=True, exist_ok=True)
    (site / "bench_adapter.py").write_text(ADAPTER, encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: bench\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[lexgate.adapters]\nbench = bench_adapter:adapter\n")
    config = folder / "lexgate.toml"
    server = "[server]\ncalls_per_minute = 0\n"
    paths = f'[paths]\ndata_dir = "{(folder / "data").as_posix()}"\n'
    config.write_text("\n".join([server, paths, "[adapters.bench]", *sections]), encoding="utf-8")
    words = [sys.executable, "-m", "lexgate", "--config", str(config), "serve"]
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return Kind(
        "lexgate", words, lambda port: [*words, "--transport", "http", "--port", str(port)], {"PYTHONPATH": path}
    )


def bare() -> Kind:
    words = [sys.executable, "-m", "benchmarks.bare_server"]
    return Kind("bare SDK", [*words, "stdio"], lambda port: [*words, "http", str(port)], {})


@dataclass
class Running:
    """A server that answers. `ask` may be used by many tasks at once."""

    ask: Ask
    process_id: int
    start_ms: float
    port: int = 0

    def resident_mb(self) -> float:
        """Return its memory in MB; 0.0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process_id}/status").read_text()
        except OSError:
            return 0.0
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def processor_ms(self) -> float:
        """Return the processor time that it has used, in milliseconds; 0.0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process_id}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def over_stdio(kind: Kind) -> AsyncIterator[Running]:
    started = time.perf_counter()
    process = await _started(kind, kind.stdio, asyncio.subprocess.PIPE)
    assert process.stdin
    waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
    reading = asyncio.create_task(_read_answers(process, waiting))

    async def ask(method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin
        number = len(waiting) + 1
        waiting[number] = asyncio.get_running_loop().create_future()
        process.stdin.write(_message(number, method, params) + b"\n")
        return await waiting[number]

    try:
        await ask("initialize", CLIENT)
        process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        await ask("tools/list", {})
        yield Running(ask, process.pid, (time.perf_counter() - started) * 1000)
    finally:
        reading.cancel()
        await _ended(process)


async def _read_answers(process: asyncio.subprocess.Process, waiting: dict[int, Any]) -> None:
    assert process.stdout
    while line := await process.stdout.readline():
        message = json.loads(line)
        waiting[message["id"]].set_result(message)


@contextlib.asynccontextmanager
async def over_http(kind: Kind, connections: int) -> AsyncIterator[Running]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    started = time.perf_counter()
    process = await _started(kind, kind.http(port), asyncio.subprocess.DEVNULL)
    pool: asyncio.Queue[Any] = asyncio.Queue()
    try:
        while True:
            try:
                pool.put_nowait(await asyncio.open_connection("127.0.0.1", port))
                break
            except OSError:
                await asyncio.sleep(0.005)

        async def ask(method: str, params: dict[str, Any]) -> dict[str, Any]:
            reader, writer = await pool.get()
            try:
                return await _exchange(reader, writer, port, _message(1, method, params))
            finally:
                pool.put_nowait((reader, writer))

        await ask("tools/list", {})
        start_ms = (time.perf_counter() - started) * 1000
        for _ in range(connections - 1):
            pool.put_nowait(await asyncio.open_connection("127.0.0.1", port))
        yield Running(ask, process.pid, start_ms, port)
    finally:
        while not pool.empty():
            pool.get_nowait()[1].close()
        await _ended(process)


async def _exchange(reader: Any, writer: Any, port: int, body: bytes) -> dict[str, Any]:
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = int(answer.lower().partition(b"content-length:")[2].split()[0])
    received = await reader.readexactly(length)
    status = int(answer.split(b" ", 2)[1])
    return dict(json.loads(received)) if status == 200 else {"status": status}


def _message(number: int, method: str, params: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


async def _started(kind: Kind, words: list[str], pipe: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=pipe,
        stdout=pipe,
        stderr=asyncio.subprocess.DEVNULL,
        limit=1 << 22,
        env={**os.environ, **kind.environment},
    )


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    await process.wait()
