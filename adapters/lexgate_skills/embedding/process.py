"""One life of the helper process: its pipes, the requests that wait for it, and how it ended."""

import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from pathlib import Path

from lexgate_skills.embedding.cores import usable_cores
from lexgate_skills.embedding.frames import Frame, FrameBroken, read_frame, write_frame

_MOST_THREADS = 8


class EmbeddingFailed(Exception):
    """No vector came. `reason` is a stable code, the message a sentence of ours."""

    def __init__(self, reason: str, what: str) -> None:
        super().__init__(what)
        self.reason, self.what = reason, what


class HelperEnded(EmbeddingFailed):
    """The helper ended before it answered: orderly when it was idle, else killed or broken."""

    def __init__(self, orderly: bool) -> None:
        super().__init__("helper_ended", "The process that holds the embedding model ended before it answered.")
        self.orderly = orderly


@dataclass(frozen=True)
class Embedded:
    """Unit vectors as little-endian float32, row after row: `rows` times `dimension` numbers."""

    rows: int
    dimension: int
    data: bytes


@dataclass(frozen=True)
class _Waiting:
    rows: int
    since: float
    future: "Future[Embedded]"


def helper_command(folder: Path, threads: int | None, idle_seconds: float) -> list[str]:
    count = threads or min(usable_cores(), _MOST_THREADS)
    # -P keeps the working directory off the module path: a folder named numpy there must not be imported.
    return [sys.executable, "-P", "-m", "lexgate_skills.embedding.helper", str(folder), str(count), str(idle_seconds)]


class Helper:
    """A started helper. `ask` never blocks; a future fails with EmbeddingFailed when the helper ends."""

    def __init__(self, command: Sequence[str], clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[int, _Waiting] = {}
        self._next = 0
        self._refusal: EmbeddingFailed | None = None
        self._over: EmbeddingFailed | None = None
        self._outgoing: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        try:
            self._process = _start(command)
        except OSError as error:
            raise EmbeddingFailed("helper_not_started", "The process for the embedding model cannot start.") from error
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True, name=f"lexgate-embedding{work.__name__}").start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._over is None and self._process.poll() is None

    def waits_since(self, now: float) -> float:
        """Return how many seconds the oldest request has waited."""
        with self._lock:
            return max((now - each.since for each in self._waiting.values()), default=0.0)

    def ask(self, kind: str, texts: list[str]) -> "Future[Embedded]":
        future: Future[Embedded] = Future()
        with self._lock:
            if self._over is not None:
                future.set_exception(self._over)
                return future
            self._next += 1
            self._waiting[self._next] = _Waiting(len(texts), self._clock(), future)
            self._outgoing.put(Frame({"id": self._next, "kind": kind, "texts": texts}))
        return future

    def end(self) -> None:
        """Kill the helper and fail what waits. It holds nothing that could be lost."""
        self._fail_all(HelperEnded(orderly=False))
        self._process.kill()

    def _write(self) -> None:
        stream = self._process.stdin
        if stream is None:
            return
        try:
            with stream:
                while (frame := self._outgoing.get()) is not None:
                    write_frame(stream, frame)
        except (OSError, ValueError):
            pass  # The reading side says how it ended.

    def _read(self) -> None:
        stream = self._process.stdout
        if stream is None:
            return
        try:
            with stream:
                while (frame := read_frame(stream)) is not None:
                    self._take(frame)
        except (FrameBroken, OSError, ValueError):
            self._process.kill()
        code = self._process.wait()
        self._fail_all(self._refusal or HelperEnded(orderly=code == 0))

    def _take(self, frame: Frame) -> None:
        if "ready" in frame.head:
            if not frame.head["ready"]:
                self._refusal = EmbeddingFailed(str(frame.head.get("reason")), str(frame.head.get("what")))
            return
        with self._lock:
            waiting = self._waiting.pop(int(frame.head.get("id") or 0), None)
        if waiting is not None:
            _settle(waiting, frame)

    def _fail_all(self, failure: EmbeddingFailed) -> None:
        with self._lock:
            if self._over is None:
                self._over = failure
            waiting, self._waiting = list(self._waiting.values()), {}
        self._outgoing.put(None)
        for each in waiting:
            _finish(each.future, failure)


def _settle(waiting: _Waiting, frame: Frame) -> None:
    head = frame.head
    if not head.get("ok"):
        what = "The embedding model gave no usable vector for this text."
        _finish(waiting.future, EmbeddingFailed(str(head.get("reason")), what))
        return
    rows, dimension = head.get("rows"), head.get("dimension")
    if rows != waiting.rows or not isinstance(dimension, int) or len(frame.body) != rows * dimension * 4:
        _finish(waiting.future, EmbeddingFailed("vector_unusable", "The embedding model's answer has a wrong size."))
        return
    _finish(waiting.future, Embedded(waiting.rows, dimension, frame.body))


def _finish(future: "Future[Embedded]", outcome: Embedded | EmbeddingFailed) -> None:
    try:
        if isinstance(outcome, Embedded):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)
    except InvalidStateError:
        pass  # The call was abandoned.


def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
