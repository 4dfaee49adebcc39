"""Two ranked lists into one. Pure: it knows neither words nor vectors, only keys, scores and ranks.

Scores of the two sides mean different things and are never shown; they only order. A skill whose title was
asked for exactly stays first whatever the other side says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lexgate_skills.question import FoundBy

RANK_OFFSET = 10
VECTOR_WEIGHT = 0.6
LENDING = 100
LENT_SHARE = 0.35

Near = Callable[[Sequence[str]], Mapping[str, Sequence[tuple[str, float]]]]
"""Gives for each key those of the others that are nearest to it, with how near they are (above zero)."""


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


def normalised(
    keyword: Side, vectors: Side, exact: Sequence[str] = (), near: Near | None = None, weight: float = VECTOR_WEIGHT
) -> list[Fused]:
    """Order by (1 - weight) keyword + weight vectors, each side's best score made one.

    Where one side found nothing, the other's order stands. With `near`, skills that are near to each other lend each
    other some of their score: those about one thing in several languages come up together.
    """
    sums: dict[str, float] = dict.fromkeys([*keyword.scores, *vectors.scores], 0.0)
    for side, share in ((keyword, 1.0 - weight), (vectors, weight)):
        best = max(side.scores.values(), default=0.0)
        if best <= 0.0:
            continue
        for key in sums:
            sums[key] += share * side.scores.get(key, side.others.get(key, 0.0)) / best
    return _ordered(sums if near is None else _lent(sums, near), exact, keyword, vectors)


def _lent(sums: Mapping[str, float], near: Near) -> dict[str, float]:
    """Return the sums of the best with a share of their neighbours' mean; the others follow in their order."""
    ranked = sorted(sums, key=lambda key: -sums[key])
    best = ranked[:LENDING]
    neighbours = near(best)
    lent = {key: _with_neighbours(sums, key, neighbours.get(key, ())) for key in best}
    lowest = min(lent.values(), default=0.0)
    return lent | {key: lowest - 1.0 - at for at, key in enumerate(ranked[LENDING:])}


def _with_neighbours(sums: Mapping[str, float], key: str, neighbours: Sequence[tuple[str, float]]) -> float:
    total = sum(nearness for _, nearness in neighbours)
    if total <= 0.0:
        return sums[key]
    mean = sum(nearness * sums[other] for other, nearness in neighbours) / total
    return (1.0 - LENT_SHARE) * sums[key] + LENT_SHARE * mean


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
