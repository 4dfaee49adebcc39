"""Starts the process that builds and listens to it. The process ends with this one, or when the task is cancelled."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

_ENDS_WITHIN = 2.0
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


@dataclass(frozen=True)
class Built:
    """A build that came to its end."""

    generation: str
    changed: int
    skills: int
    unreadable: tuple[str, ...]


@dataclass(frozen=True)
class Failed:
    """A build that did not. `reason` is disk_full, read_only or build; `message` is a sentence of ours."""

    reason: str
    message: str


@dataclass
class Progress:
    """How far the running build is; `total` is 0 until the library was counted."""

    done: int = 0
    total: int = 0

    def __str__(self) -> str:
        return f"{self.done:,} of {self.total:,} skills" if self.total else "counting the skills"


@dataclass(frozen=True)
class BuildJob:
    """What is built: the index of these libraries below `home`, and beside it the glossary with the user's own file."""

    home: Path
    libraries: Mapping[str, Path]
    glossary_file: Path | None = None
    fresh: bool = False

    def line(self) -> bytes:
        """Return the job as the process reads it."""
        libraries = {name: str(folder) for name, folder in self.libraries.items()}
        glossary = None if self.glossary_file is None else str(self.glossary_file)
        job = {"home": str(self.home), "libraries": libraries, "glossary": glossary, "fresh": self.fresh}
        return json.dumps(job).encode() + b"\n"


async def run_build(job: BuildJob, progress: Progress) -> Built | Failed:
    """Run one build to its end, telling how far it is in `progress`. Never raises for a build that fails."""
    command = [sys.executable, "-P", "-m", "lexgate_skills.build_process"]
    try:
        process = await anyio.open_process(command, stderr=subprocess.DEVNULL, creationflags=_NO_WINDOW)
    except OSError:
        return Failed("build", "The process that builds could not be started.")
    async with process:
        try:
            if process.stdin is not None:
                await process.stdin.send(job.line())
            async for event in _events(process):
                if event.get("event") == "progress":
                    progress.done, progress.total = int(event["done"]), int(event["total"])
                elif event.get("event") in ("done", "failed"):
                    with anyio.move_on_after(_ENDS_WITHIN):  # it still has to end its workers
                        await process.wait()
                    return _end(event)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, ValueError):
            pass  # it ended while we talked: told below
    return Failed("build", "The process that builds was ended before it was done.")


def _end(event: Mapping[str, Any]) -> Built | Failed:
    if event["event"] == "failed":
        return Failed(str(event["reason"]), str(event["message"]))
    return Built(str(event["generation"]), int(event["changed"]), int(event["skills"]), tuple(event["unreadable"]))


async def _events(process: Process) -> AsyncIterator[dict[str, Any]]:
    if process.stdout is None:
        return
    rest = ""
    async for block in TextReceiveStream(process.stdout):
        *lines, rest = (rest + block).split("\n")
        for line in lines:
            yield json.loads(line)
