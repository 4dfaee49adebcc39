"""The server's side of the helper process: starts it on the first text, asks it, starts it anew when it is gone.

It keeps no vectors and loads no model itself. Nothing here blocks an event loop: pipes are served by threads
that are left behind when a call is abandoned.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from lexgate_skills.embedding.process import Embedded, EmbeddingFailed, Helper, HelperEnded, helper_command

_STUCK_SECONDS = 90.0
"""A request older than this means that the helper hangs: the next search starts another."""
_REST_SECONDS = 15.0
"""After a helper that could not start, none is started for so long: a broken model must not cost every search."""


@dataclass(frozen=True)
class HelperLimits:
    """`idle_seconds` without a text end the helper; `threads` None means what the container allows."""

    idle_seconds: float = 60.0
    threads: int | None = None


@dataclass(frozen=True)
class Asked:
    """Texts that were sent to the helper, and where their vectors will be."""

    kind: str
    texts: tuple[str, ...]
    future: "Future[Embedded]"


class Embedder:
    """Texts into unit vectors for one model folder. Safe to use from several tasks and threads.

    Every failure is EmbeddingFailed, whose texts are ours; the caller goes on without vectors.
    """

    def __init__(
        self,
        folder: Path,
        limits: HelperLimits | None = None,
        *,
        command: Sequence[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder, self._limits, self._given_command, self._clock = folder, limits or HelperLimits(), command, clock
        self._lock = threading.Lock()
        self._helper: Helper | None = None
        self._refused: tuple[float, EmbeddingFailed] | None = None
        self._closed = False

    async def embed_query(self, text: str, timeout: float) -> Embedded:
        """Return the vector of a query. Raises EmbeddingFailed, also after `timeout` seconds."""
        return await self.finish(self.begin_query(text), timeout)

    def begin_query(self, text: str) -> Asked:
        """Ask for the vector of a query without waiting: other work can be done meanwhile. Raises EmbeddingFailed."""
        return Asked("query", (text,), self._send("query", [text]))

    async def finish(self, asked: Asked, timeout: float) -> Embedded:
        """Return what was asked for. Raises EmbeddingFailed, also after `timeout` seconds."""
        deadline = self._clock() + timeout
        try:
            return await self._answer(asked.future, timeout)
        except HelperEnded as ended:
            # It went idle just as we asked. A helper that was killed may have been killed for this very text.
            if not ended.orderly:
                raise
            again = self._send(asked.kind, asked.texts)
            return await self._answer(again, max(0.0, deadline - self._clock()))

    async def embed_passages(self, texts: Sequence[str], timeout: float) -> Embedded:
        """Return the vectors of passages, in order. Raises EmbeddingFailed, also after `timeout` seconds."""
        return await self.finish(Asked("passage", tuple(texts), self._send("passage", texts)), timeout)

    def embed_passages_blocking(self, texts: Sequence[str], timeout: float) -> Embedded:
        """The same for a thread of its own, as the `embed` command has."""
        return asyncio.run(self.embed_passages(texts, timeout))

    @property
    def pid(self) -> int | None:
        """The helper's process id while it lives."""
        helper = self._helper
        return helper.pid if helper is not None and helper.alive else None

    def close(self) -> None:
        """End the helper at once and fail whatever waits for it. Nothing starts it again."""
        with self._lock:
            self._closed, helper, self._helper = True, self._helper, None
        if helper is not None:
            helper.end()

    async def _answer(self, future: "Future[Embedded]", timeout: float) -> Embedded:
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), timeout)
        except TimeoutError:
            raise EmbeddingFailed("embedding_slow", "The embedding model did not answer in time.") from None
        except EmbeddingFailed as failed:
            if failed.reason in ("model_missing", "model_unreadable", "model_incomplete", "library_missing"):
                self._refused = (self._clock() + _REST_SECONDS, failed)
            raise

    def _send(self, kind: str, texts: Sequence[str]) -> "Future[Embedded]":
        with self._lock:
            if self._closed:
                raise EmbeddingFailed("embedder_closed", "The server is ending.")
            if self._refused is not None and self._clock() < self._refused[0]:
                raise self._refused[1]
            self._refused = None
            if self._helper is not None and self._helper.waits_since(self._clock()) > _STUCK_SECONDS:
                self._helper.end()
            if self._helper is None or not self._helper.alive:
                self._helper = Helper(self._command(), self._clock)
            return self._helper.ask(kind, list(texts))

    def _command(self) -> Sequence[str]:
        return self._given_command or helper_command(self._folder, self._limits.threads, self._limits.idle_seconds)
