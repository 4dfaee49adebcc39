"""Two ranked lists into one. Pure: it knows neither words nor vectors, only keys, scores and ranks.

Scores of the two sides mean different things and are never shown; they only order. A skill whose title was
asked for exactly stays first whatever the other side says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lexgate_skills.question import FoundBy

RANK_OFFSET = 10
VECTOR_WEIGHT = 0.6


@dataclass(frozen=True)
class Side:
    """What one retriever found, best first: keys with scores that are comparable among themselves.

    `others` are scores for keys that this side did not rank high but can score all the same.
    """

    scores: Mapping[str, float]
    others: Mapping[str, float]

    @property
    def keys(self) -> list[str]:
        return list(self.scores)


@dataclass(frozen=True)
class Fused:
    """One skill of the joint list, and which side's own list it stood in."""

    key: str
    found_by: FoundBy


def alternated(keyword: Side, vectors: Side, exact: Sequence[str] = ()) -> list[Fused]:
    """Take the best of each side in turn, keyword first, without duplicates."""
    order = list(exact)
    for at in range(max(len(keyword.scores), len(vectors.scores))):
        order += [side.keys[at] for side in (keyword, vectors) if at < len(side.scores)]
    return _labelled(list(dict.fromkeys(order)), keyword, vectors)


def reciprocal(keyword: Side, vectors: Side, exact: Sequence[str] = (), offset: int = RANK_OFFSET) -> list[Fused]:
    """Order by the sum of 1 / (offset + rank) over the sides that ranked the skill."""
    sums: dict[str, float] = {}
    for side in (keyword, vectors):
        for rank, key in enumerate(side.scores):
            sums[key] = sums.get(key, 0.0) + 1.0 / (offset + rank)
    return _ordered(sums, exact, keyword, vectors)


def normalised(keyword: Side, vectors: Side, exact: Sequence[str] = (), weight: float = VECTOR_WEIGHT) -> list[Fused]:
    """Order by (1 - weight) keyword + weight vectors, each side's best score made one.

    Where one side found nothing, the other's order stands.
    """
    sides = ((keyword, 1.0 - weight), (vectors, weight))
    sums: dict[str, float] = dict.fromkeys([*keyword.scores, *vectors.scores], 0.0)
    for side, share in sides:
        best = max(side.scores.values(), default=0.0)
        if best <= 0.0:
            continue
        for key in sums:
            sums[key] += share * side.scores.get(key, side.others.get(key, 0.0)) / best
    return _ordered(sums, exact, keyword, vectors)


def _ordered(sums: Mapping[str, float], exact: Sequence[str], keyword: Side, vectors: Side) -> list[Fused]:
    # Equal sums keep the keyword side's order, then the vectors', so that a page boundary does not move.
    ranked = sorted(sums, key=lambda key: -sums[key])
    return _labelled(list(dict.fromkeys([*exact, *ranked])), keyword, vectors)


def _labelled(order: Sequence[str], keyword: Side, vectors: Side) -> list[Fused]:
    return [Fused(key, _found_by(key in keyword.scores, key in vectors.scores)) for key in order]


def _found_by(by_keyword: bool, by_vectors: bool) -> FoundBy:
    if by_keyword and by_vectors:
        return "both"
    return "vectors" if by_vectors else "keyword"
