"""Searches by meaning, and by words and meaning together, behind the same seam as the keyword index.

It knows the open indexes and no process, setting or clock. It imports numpy, so it is imported lazily.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal

from lexgate_skills.question import Question, Retrieved, Retriever
from lexgate_skills.vectors.fusion import Fused, Helped, Side, normalised
from lexgate_skills.vectors.index import NoVectors

if TYPE_CHECKING:
    from lexgate_skills.keyword_index import Candidates, KeywordIndex
    from lexgate_skills.vectors.index import Meant, VectorIndex

POOL = 100
_DEEP_POOL = 1_200

Fusion = Callable[[Side, Side, Sequence[int]], list[Fused]]


class MeaningRetriever:
    """Ranks by meaning alone ("semantic") or with the keyword index ("hybrid")."""

    def __init__(
        self,
        keyword: "KeywordIndex",
        vectors: "VectorIndex",
        meant: "Meant",
        mode: Literal["semantic", "hybrid"],
        fusion: Fusion | None = None,
    ) -> None:
        self._keyword, self._vectors, self._meant, self._mode = keyword, vectors, meant, mode
        of_countries = partial(vectors.of_countries, concepts=meant.concepts)
        self._fusion: Fusion = fusion or partial(normalised, helped=Helped(vectors.near, of_countries))

    def retrieve(self, question: Question, limit: int) -> Retrieved:
        """Return the best skills; the one with exactly this title or name comes first.

        `total` are the skills with any of the words, and for meaning alone those that pass the filters.
        Raises: NoVectors, Unusable (the keyword index is damaged).
        """
        found, fused = self._fused(question, POOL)
        if limit > len(fused) >= POOL:  # a pool that was not filled holds all that there is
            # What follows comes out of larger pools, which by themselves would order the first pages otherwise.
            found, deep = self._fused(question, _DEEP_POOL)
            first = {each.number for each in fused}
            fused += [each for each in deep if each.number not in first]
        total = self._vectors.count(question.filters) if self._mode == "semantic" else found.total
        ranked = (self._keyword.read(each.number, found, each.found_by) for each in fused)
        return Retrieved(total, list(islice((each for each in ranked if each is not None), limit)))

    def _fused(self, question: Question, pool: int) -> "tuple[Candidates, list[Fused]]":
        """Return what the words find, and the joint order of the best of both sides, so many of each."""
        # For meaning alone the words matter only where they are a whole title.
        found = self._keyword.candidates(question, pool if self._mode == "hybrid" else 1)
        vectors = self._vectors.side(self._meant, question.filters, pool, also=list(found.scores))
        if self._mode == "semantic":
            named = Side(dict.fromkeys(found.exact, 1.0), {})
            return found, normalised(named, vectors, found.exact, Helped(self._vectors.near), weight=1.0)
        return found, self._fusion(Side(found.scores, {}), vectors, found.exact)


class Fallback:
    """Asks the retriever, and the keyword index alone where the vectors are unusable: then `fell` is called."""

    def __init__(self, make: Callable[[], Retriever], keyword: "KeywordIndex", fell: Callable[[], None]) -> None:
        self._make, self._keyword, self._fell = make, keyword, fell

    def retrieve(self, question: Question, limit: int) -> Retrieved:
        try:
            return self._make().retrieve(question, limit)
        except NoVectors:
            self._fell()
            return self._keyword.retrieve(question, limit)
