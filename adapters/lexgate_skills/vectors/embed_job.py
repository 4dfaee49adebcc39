"""Starts the process that makes vectors and reads its events: for the command, and for a serving process."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

from lexgate_skills.embedding.cores import usable_cores

_COMMAND = (sys.executable, "-P", "-m", "lexgate_skills.vectors.embed_process")
_POLITE = 10

Told = Callable[[str, int, int], None]


@dataclass(frozen=True)
class EmbedJob:
    """What to embed and where: libraries by name, the model's folder, the vectors' home, the user's glossary."""

    libraries: Mapping[str, Path]
    model: Path
    home: Path
    glossary: Path | None = None

    def line(self, threads: int, niceness: int) -> bytes:
        job = {
            "libraries": {name: str(folder) for name, folder in self.libraries.items()},
            "model": str(self.model),
            "home": str(self.home),
            "glossary": str(self.glossary) if self.glossary else "",
            "threads": threads,
            "niceness": niceness,
        }
        return json.dumps(job).encode() + b"\n"


@dataclass(frozen=True)
class Ended:
    """How it ended: vectors made and skills that have them; `failure` is a sentence of ours, blank when it worked."""

    made: int = 0
    skills: int = 0
    failure: str = ""


async def run_embed(job: EmbedJob, told: Told, *, beside: bool = False) -> Ended:
    """Make the vectors that are missing; cancelling ends the process. `beside`: with half of the cores, politely."""
    cores = usable_cores()
    threads = max(1, cores // 2) if beside else cores
    process = await anyio.open_process(
        _COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        return await _follow(process, job.line(threads, _POLITE if beside else 0), told)
    finally:
        with anyio.CancelScope(shield=True):
            if process.returncode is None:
                process.kill()
            await process.aclose()


async def _follow(process: Process, line: bytes, told: Told) -> Ended:
    ended = Ended(failure="The process that makes the vectors ended early. Run it again: it goes on where it stopped.")
    if process.stdin is None or process.stdout is None:
        return ended
    await process.stdin.send(line)
    rest = ""
    async for text in TextReceiveStream(process.stdout):
        *lines, rest = (rest + text).split("\n")
        for each in lines:
            event: dict[str, Any] = json.loads(each)
            if event["event"] == "progress":
                told(event["what"], event["done"], event["total"])
            elif event["event"] == "done":
                ended = Ended(event["made"], event["skills"])
            else:
                ended = Ended(failure=event["message"])
    return ended
