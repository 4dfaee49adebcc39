"""One installation for drills: a library of ours, a tiny model, a fake legislation.gov.uk, and its processes."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conversation import Conversation
from embedding_fixtures import WORDS, write_tiny_model
from invented_act import ITEM, document, section
from skills_fixtures import skill_text, write_skill
from upstream import XML, Reply, Upstream

SKILLS = 150
SECTIONS = 200
END_SECONDS = 3.0
"""A process whose parent was killed looks for it twice a second; two seconds are the promise, one is for the load."""
LIMIT_SECONDS = 40.0

CONFIG = """
[paths]
data_dir = "{data}"
[adapters.normkompass]
enabled = false
[adapters.skills]
model_dir = "{model}"
[adapters.skills.libraries]
starter = ""
open = ""
own = "{library}"
[adapters.uklaw]
base_url = "{upstream}"
contact = "drill@example.test"
min_request_gap_ms = 250
"""


@dataclass(frozen=True)
class House:
    """The folders of the installation, its upstream, and the environment that its processes run in."""

    root: Path
    upstream: Upstream

    @property
    def config(self) -> Path:
        return self.root / "lexgate.toml"

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def library(self) -> Path:
        return self.root / "library"

    @property
    def environment(self) -> dict[str, str]:
        names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME")
        return {name: str(self.root / name.lower()) for name in names}

    def open(self) -> Conversation:
        return Conversation(self.config, **self.environment)

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        whole = [sys.executable, "-m", "lexgate", "--config", str(self.config), *words]
        environment = {**os.environ, **self.environment}
        return subprocess.run(whole, capture_output=True, text=True, timeout=LIMIT_SECONDS, env=environment)

    def change_library(self, mark: str) -> None:
        """Write one more skill and another text into fifteen, so that the next start has something to index."""
        write_skill(self.library, f"gb/drill/skills/new-{mark}", skill_text(f"Newcomer {mark}", "Came late"))
        for number in range(0, SKILLS, 10):
            write_skill(self.library, f"gb/drill/skills/s{number}", _skill(number, f"changed {mark}"))


def build_house(root: Path, upstream: Upstream, *, with_model: bool = True) -> House:
    """Write an installation; nothing is indexed yet."""
    house = House(root, upstream)
    root.mkdir(parents=True, exist_ok=True)
    for number in range(SKILLS):
        write_skill(house.library, f"gb/drill/skills/s{number}", _skill(number, "first"))
    if with_model:
        write_tiny_model(root / "model")
    names = {"data": house.data, "model": root / "model" if with_model else "", "library": house.library}
    text = CONFIG.format(upstream=upstream.url, **{key: Path(v).as_posix() if v else "" for key, v in names.items()})
    house.config.write_text(text, encoding="utf-8")
    for number in range(1, SECTIONS):
        body = document(section(str(number)), address=f"{ITEM}/section/{number}")
        upstream.on(f"/{ITEM}/section/{number}/data.xml", Reply(200, body, XML))
    upstream.on("/robots.txt", Reply(404))
    return house


def _skill(number: int, mark: str) -> str:
    words = f"{WORDS[number % len(WORDS)]} {WORDS[(number // 8) % len(WORDS)]}"
    return skill_text(f"Drill {number} on {words}", f"About {words}, {mark}", f"{words} " * 60, language="en")


def settled(talk: Conversation, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the structure of a call that must work; while the first index is built it is asked again."""
    until = time.monotonic() + LIMIT_SECONDS
    while True:
        result = talk.call(tool, **arguments)
        structure = dict(result["structuredContent"])
        assert not result.get("isError"), structure
        if structure.get("index", "ready") == "ready":
            return structure
        assert time.monotonic() < until, structure


def serves(house: House, number: int) -> None:
    """Fail unless a new process answers from the index and from legislation, and what is on disk is whole."""
    with house.open() as talk:
        talk.start()
        found = settled(talk, "skills_search", query="lease notice", limit=3)
        assert len(found["hits"]) == 3
        read = settled(talk, "uklaw_get_document", item=ITEM, provision=f"section/{number}")
        assert read["provision"]["path"] == f"section/{number}"
    whole_on_disk(house)


def whole_on_disk(house: House) -> None:
    """Fail when a file that processes share is damaged."""
    pointer = json.loads((house.data / "skills" / "current.json").read_bytes())
    assert (house.data / "skills" / "generations" / pointer["generation"]).is_dir()
    for file in (house.data / "cache").rglob("*.sqlite3"):
        with contextlib.closing(sqlite3.connect(file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for file in (house.root / "xdg_state_home").rglob("*.json"):
        json.loads(file.read_bytes())


def descendants(process: int) -> dict[int, str]:
    """Return the processes below one, with their command lines (Linux)."""
    parents: dict[int, tuple[int, str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                parents[int(entry.name)] = (parent, (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    found: dict[int, str] = {}
    waiting = [process]
    while waiting:
        above = waiting.pop()
        below = {pid: line for pid, (parent, line) in parents.items() if parent == above}
        found |= below
        waiting.extend(below)
    return found


def runs(process: int) -> bool:
    """Tell whether a process lives; a dead one that nobody has waited for does not (Linux)."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def still_running_after(processes: list[int], seconds: float) -> list[int]:
    """Return those that outlive the time given to them."""
    until = time.monotonic() + seconds
    while (left := [each for each in processes if runs(each)]) and time.monotonic() < until:
        time.sleep(0.02)  # nothing tells of the end of a process that is not a child of ours
    return left


class CannotMount(Exception):
    """This process may not mount anything: a reason to skip, and no other failure is taken for it."""


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a small file system; raises CannotMount where this process may not."""
    folder.mkdir(parents=True)
    _run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        _run("umount", "-l", str(folder))


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder read-only even for root; raises CannotMount where this process may not."""
    _run("mount", "--bind", str(folder), str(folder))
    try:
        _run("mount", "-o", "remount,ro,bind", str(folder))
        yield
    finally:
        _run("umount", "-l", str(folder))


def _run(*words: str) -> None:
    try:
        subprocess.run(words, check=True, capture_output=True, timeout=10)
    except FileNotFoundError as error:
        raise CannotMount("there is no mount program") from error
    except subprocess.CalledProcessError as error:
        raise CannotMount(error.stderr.decode().strip()) from error
