"""Searches by meaning, and by words and meaning together, behind the same seam as the keyword index.

It knows the open indexes and no process, setting or clock. It imports numpy, so it is imported lazily.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal

from lexgate_skills.question import Question, Ranked, Retrieved, Retriever
from lexgate_skills.vectors.fusion import Fused, Side, alternated, normalised
from lexgate_skills.vectors.index import NoVectors

if TYPE_CHECKING:
    from lexgate_skills.keyword_index import KeywordIndex
    from lexgate_skills.vectors.index import Meant, VectorIndex

POOL = 100
_DEEP_POOL = 1_200
EXACT_SCORE = 10_000.0
"""What the keyword index adds to the score of an exact title or name (`keyword_query`)."""

Fusion = Callable[[Side, Side, list[str]], list[Fused]]


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
        self._fusion: Fusion = fusion or partial(normalised, near=vectors.near)

    def retrieve(self, question: Question, limit: int) -> Retrieved:
        """Return the best skills; the one with exactly this title or name comes first.

        Both sides give a pool of fixed size, so that a later page continues the order of an earlier one.
        Raises: NoVectors, Unusable (the keyword index is damaged).
        """
        pool = POOL if limit <= POOL else _DEEP_POOL
        # For meaning alone the words matter only where they are a whole title.
        found = self._keyword.retrieve(question, pool if self._mode == "hybrid" else 1)
        cards = {each.key: each for each in found.ranked}
        exact = [each.key for each in found.ranked if each.score >= EXACT_SCORE]
        vectors = self._vectors.side(self._meant, question.filters, pool, also=list(cards))
        if self._mode == "semantic":
            fused = alternated(Side(dict.fromkeys(exact, 1.0), {}), vectors)
            total = self._vectors.count(question.filters)
        else:
            fused = self._fusion(_keyword_side(cards), vectors, exact)
            total = max(found.total, len(fused))
        ranked = [self._card(each, cards) for each in fused[:limit]]
        return Retrieved(total, [each for each in ranked if each is not None])

    def _card(self, fused: Fused, cards: Mapping[str, Ranked]) -> Ranked | None:
        known = cards.get(fused.key)
        if known is None:
            found = self._keyword.skill(fused.key)
            known = found[0] if found else None
        return None if known is None else Ranked(known.key, known.score, known.card, fused.found_by)


def _keyword_side(cards: Mapping[str, Ranked]) -> Side:
    return Side({key: each.score % EXACT_SCORE for key, each in cards.items()}, {})


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
