"""Search by meaning as a server offers it: is it ready, what does a question mean, and what to say when it is not.

It never fails a search: whatever is missing, damaged or slow, the keyword results stand and a notice says why.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lexgate_skills.embedding.embedder import Embedder, HelperLimits
from lexgate_skills.embedding.folder import ModelUnusable
from lexgate_skills.embedding.memory import memory_trimmer
from lexgate_skills.embedding.process import EmbeddingFailed
from lexgate_skills.model.supply import ModelSupply
from lexgate_skills.ranking import BY_KEYWORD, EMBED, Make, Mode, Ranking

if TYPE_CHECKING:
    from lexgate_skills.keyword_index import KeywordIndex
    from lexgate_skills.question import Question, Retriever
    from lexgate_skills.vectors.index import Meant, VectorIndex

_LOOKS_EVERY = 10.0
_LONGEST_WAIT = 12.0
"""Seconds that a question's vector may take: loading the model takes one, on a slow disk several."""


@dataclass(frozen=True)
class Readiness:
    """Whether vectors can be used: `problem` is blank when they can; `mend` is what a person can do.

    `lost`: there are vectors, so that a search that does without them must say so, though nobody asked for them.
    """

    problem: str = ""
    mend: str = ""
    lost: bool = False
    generation: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


class Meaning:
    """Vectors, model and helper process of one adapter. `close` ends the helper; nothing starts before a search.

    `concepts` tells which concepts of the glossary a text names; it is asked in a thread.
    """

    def __init__(
        self,
        supply: ModelSupply,
        home: Path,
        limits: HelperLimits,
        *,
        enabled: bool = True,
        concepts: Callable[[str], Sequence[str]] = lambda text: (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.supply, self.home, self._limits, self._enabled, self._clock = supply, home, limits, enabled, clock
        self._concepts = concepts
        self._lock = threading.Lock()
        self._embedder: tuple[Path, Embedder] | None = None
        self._looked: tuple[float, Readiness] | None = None
        self._opened: tuple[tuple[str, str], VectorIndex] | None = None

    async def ranking(self, text: str, mode: Mode, seconds_left: float) -> Ranking:
        """Return how to rank for the text. It waits for the helper, at most a part of the seconds that are left."""
        if mode == "keyword" or (mode == "auto" and not self._enabled):
            return Ranking("keyword")
        from anyio.to_thread import run_sync

        ready = await run_sync(self.readiness, abandon_on_cancel=True)
        if ready.problem:
            told = mode != "auto" or ready.lost
            return Ranking("keyword", f"{ready.problem} {BY_KEYWORD} {ready.mend}" if told else "")
        try:
            meant = await self._meant(text, min(_LONGEST_WAIT, max(1.0, seconds_left / 3)))
        except EmbeddingFailed as failed:
            return Ranking("keyword", f"{failed.what} {BY_KEYWORD}")
        used: Literal["semantic", "hybrid"] = "semantic" if mode == "semantic" else "hybrid"
        return Ranking(used, make=self._maker(meant, used))

    async def _meant(self, text: str, timeout: float) -> "Meant":
        from anyio import create_task_group
        from anyio.to_thread import run_sync

        concepts: list[str] = []

        async def link() -> None:
            concepts.extend(await run_sync(self._linked, text, abandon_on_cancel=True))

        embedder = self._started(self.supply.folder())
        vector = embedder.begin_query(text)
        # The first time, the glossary and numpy load here while the model loads in the helper.
        async with create_task_group() as group:
            group.start_soon(link)
        from lexgate_skills.vectors.index import Meant

        return Meant((await embedder.finish(vector, timeout)).data, tuple(concepts))

    def _linked(self, text: str) -> Sequence[str]:
        _one_thread()
        import lexgate_skills.vectors.index  # noqa: F401 - loads numpy in this thread, not later

        return self._concepts(text)

    def _maker(self, meant: "Meant", mode: Literal["semantic", "hybrid"]) -> Make:
        def make(index: "KeywordIndex") -> "tuple[Retriever, int]":
            from lexgate_skills.vectors.retrieval import MeaningRetriever

            vectors = self.opened(index)
            return MeaningRetriever(index, vectors, meant, mode), vectors.missing

        return make

    def _started(self, folder: Path) -> Embedder:
        with self._lock:
            if self._embedder is not None and self._embedder[0] != folder:
                self._embedder[1].close()
                self._embedder = None
            if self._embedder is None:
                self._embedder = (folder, Embedder(folder, self._limits))
            return self._embedder[1]

    def use(self, embedder: Embedder) -> None:
        """Take this embedder for the model in force, in place of the one that was there."""
        self.close()
        with self._lock:
            self._embedder = (self.supply.folder(), embedder)

    def readiness(self) -> Readiness:
        """Look at the model and the vectors on disk; the answer is kept for some seconds. It blocks."""
        looked = self._looked
        if looked is not None and self._clock() - looked[0] < _LOOKS_EVERY:
            return looked[1]
        found = self._look()
        self._looked = (self._clock(), found)
        return found

    def _look(self) -> Readiness:
        from lexgate_skills.vectors.state import current_name, read_state

        if not self._enabled:
            return Readiness("Search by meaning is off.", "Set adapters.skills.vectors to auto.")
        state = read_state(self.home)
        try:
            fingerprint = self.supply.model().fingerprint()
        except ModelUnusable as unusable:
            return Readiness(unusable.what, unusable.mend, lost=state is not None)
        if state is None and current_name(self.home):
            return Readiness("The vectors on disk are damaged or gone.", EMBED, lost=True)
        if state is None:
            return Readiness("The skills have no vectors yet.", EMBED)
        different = state.differences(fingerprint)
        if different:
            return Readiness(f"The vectors were made with {', '.join(different)}.", EMBED, lost=True)
        return Readiness(generation=state.generation, facts={"skills": state.rows, "with_bodies": state.with_bodies})

    def prepare(self, keyword: "KeywordIndex", mode: Mode, question: "Question") -> None:
        """Do beforehand what a search of this mode will want, while the model works: open the vectors, ask the words.

        It blocks.
        """
        if mode == "keyword" or self.readiness().problem:
            return
        _one_thread()
        from lexgate_skills.vectors.index import NoVectors
        from lexgate_skills.vectors.retrieval import POOL

        with suppress(NoVectors):  # the search meets it again, and falls back to the words
            self.opened(keyword)
            if mode != "semantic":
                keyword.candidates(question, POOL)

    def opened(self, keyword: "KeywordIndex") -> "VectorIndex":
        """Return the current vectors, opened for this generation of the keyword index. Raises NoVectors."""
        from lexgate_skills.vectors.state import current_name, open_vectors

        name = (current_name(self.home), keyword.generation.name)
        opened = self._opened
        if opened is None or opened[0] != name:
            opened = (name, open_vectors(self.home, keyword.numbers))
            self._opened = opened
            memory_trimmer()()  # The files' JSON and the glossary's are read by now, and gone.
        return opened[1]

    def forget(self) -> None:
        """Look anew at the next search: something was installed or embedded."""
        self._looked = None

    @property
    def helper_pid(self) -> int | None:
        """The helper's process id while it lives."""
        return None if self._embedder is None else self._embedder[1].pid

    def close(self) -> None:
        """End the helper process."""
        with self._lock:
            embedder, self._embedder = self._embedder, None
        if embedder is not None:
            embedder[1].close()


def _one_thread() -> None:
    # The products are small: BLAS's threads cost more than they save, most of all on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
