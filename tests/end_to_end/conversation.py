"""A real server process over its pipes, spoken to line by line; and an adapter from elsewhere to install for it."""

import contextlib
import json
import os
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path
from types import TracebackType
from typing import Any, Self

LIMIT_SECONDS = 20.0
INSTALLED = sorted(point.name for point in entry_points(group="lexgate.adapters"))

# An adapter of another distribution, as a user might install one: it prints where it should not, and it blocks.
ODD_ADAPTER = """
import contextlib, os, sys, time
import anyio
from pydantic import BaseModel, Field
from lexgate_kit.adapter import Health, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_kit.settings import AdapterSettings

print("printed at import")

class Do(Arguments):
    what: str = Field(description="what to do")

class Done(BaseModel):
    said: str = Field(description="what was said")

async def handler(arguments, call):
    print("printed in a call")
    sys.__stdout__.write("written to the real stdout\\n")
    os.system("echo from a child")
    if arguments.what == "wait":
        await anyio.sleep_forever()
    if arguments.what == "block":
        await anyio.to_thread.run_sync(time.sleep, 60)
    if arguments.what == "children":
        import subprocess
        subprocess.run([sys.executable, "-c", "import sys; sys.stdin.read()"])
    return Done(said=arguments.what)

class adapter:
    namespace = "odd"
    settings_model = AdapterSettings
    def __init__(self, settings, context): pass
    def tools(self):
        return (ToolSpec("do", "Do", "Does.", Do, Done, handler, lambda done: done.said),)
    def lifespan(self): return contextlib.nullcontext()
    async def health(self, *, probe=False): return Health(ready=True)
    def stored(self): return ()
"""


def install_odd_adapter(folder: Path) -> Path:
    """Make an importable distribution with ODD_ADAPTER; return the folder for PYTHONPATH."""
    site = folder / "site"
    information = site / "odd-1.0.dist-info"
    information.mkdir(parents=True)
    (site / "odd_adapter.py").write_text(ODD_ADAPTER, encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[lexgate.adapters]\nodd = odd_adapter:adapter\n", encoding="utf-8")
    return site


def only(folder: Path, *sections: str) -> Path:
    """Write a configuration in which only the given adapter sections are on."""
    named = {section.partition("\n")[0].strip("[]").removeprefix("adapters.").partition(".")[0] for section in sections}
    off = [f"[adapters.{name}]\nenabled = false" for name in INSTALLED if name not in named]
    file = folder / "lexgate.toml"
    data = (folder / "data").as_posix()
    file.write_text("\n".join([f'[paths]\ndata_dir = "{data}"', *off, *sections]), encoding="utf-8")
    return file


def command(config: Path | None = None) -> list[str]:
    return [sys.executable, "-m", "lexgate", *(["--config", str(config)] if config else []), "serve"]


class Conversation:
    """One server process. Leaving the block kills it if it still runs."""

    def __init__(self, config: Path | None = None, cwd: Path | None = None, **environment: str) -> None:
        self.process = subprocess.Popen(
            command(config),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, **environment},
        )
        self._ids = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, method: str, params: dict[str, Any] | None = None, *, notify: bool = False) -> int:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if not notify:
            self._ids += 1
            message["id"] = self._ids
        self.send_line(json.dumps(message, ensure_ascii=False).encode())
        return self._ids

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"the server ended: {self.process.stderr.read().decode() if self.process.stderr else ''}"
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return dict(message)

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        wanted = self.send(method, params)
        while (message := self.receive()).get("id") != wanted:
            pass
        return message

    def start(self, version: str = "2025-06-18") -> dict[str, Any]:
        client = {"name": "test", "version": "1"}
        answer = self.ask("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": client})
        self.send("notifications/initialized", notify=True)
        return answer

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return dict(self.ask("tools/call", {"name": tool, "arguments": arguments})["result"])

    def seconds_to_end_after_eof(self) -> float:
        assert self.process.stdin
        started = time.monotonic()
        self.process.stdin.close()
        self.process.wait(LIMIT_SECONDS)
        return time.monotonic() - started
