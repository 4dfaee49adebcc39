"""Two ranked lists into one. Pure: it knows neither words nor vectors, only skills' numbers, scores and ranks.

Scores of the two sides mean different things and are never shown; they only order. A skill whose title was
asked for exactly stays first whatever the other side says.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexgate_skills.question import FoundBy
from lexgate_skills.vectors.arrays import Numbers, nearest_only

RANK_OFFSET = 10
VECTOR_WEIGHT = 0.6
LENDING = 100
LENT_SHARE = 0.35

DRAWING = 5
DRAWN_SHARE = 0.25
COUNTRY_BONUS = 0.2
_NEIGHBOURS = 5

Scores = NDArray[np.float64]
Near = Callable[[Sequence[int]], Numbers]
"""Gives the cosine of each of some skills with each of them, zero throughout for one without a vector."""


@dataclass(frozen=True)
class Side:
    """What one retriever found, best first: skills' numbers with scores that are comparable among themselves.

    `others` are scores for skills that this side did not rank high but can score all the same.
    """

    scores: Mapping[int, float]
    others: Mapping[int, float]

    @property
    def numbers(self) -> list[int]:
        return list(self.scores)


@dataclass(frozen=True)
class Fused:
    """One skill of the joint list, and which side's own list it stood in."""

    number: int
    found_by: FoundBy


def alternated(keyword: Side, vectors: Side, exact: Sequence[int] = ()) -> list[Fused]:
    """Take the best of each side in turn, keyword first, without duplicates."""
    order = list(exact)
    for at in range(max(len(keyword.scores), len(vectors.scores))):
        order += [side.numbers[at] for side in (keyword, vectors) if at < len(side.scores)]
    return _labelled(list(dict.fromkeys(order)), keyword, vectors)


def reciprocal(keyword: Side, vectors: Side, exact: Sequence[int] = (), offset: int = RANK_OFFSET) -> list[Fused]:
    """Order by the sum of 1 / (offset + rank) over the sides that ranked the skill."""
    sums: dict[int, float] = {}
    for side in (keyword, vectors):
        for rank, number in enumerate(side.scores):
            sums[number] = sums.get(number, 0.0) + 1.0 / (offset + rank)
    return _ordered(sums, exact, keyword, vectors)


@dataclass(frozen=True)
class Helped:
    """What joint scores are helped by: how near skills are to each other, and which are of a country asked for."""

    near: Near
    preferred: Callable[[Sequence[int]], Iterable[int]] = lambda numbers: ()


def normalised(
    keyword: Side,
    vectors: Side,
    exact: Sequence[int] = (),
    helped: Helped | None = None,
    weight: float = VECTOR_WEIGHT,
) -> list[Fused]:
    """Order by (1 - weight) keyword + weight vectors, each side's best score made one.

    Where one side found nothing, the other's order stands. Where scores are helped, skills of a country that was asked
    for gain; then those near to each other lend each other some of their score, so that those about one thing in
    several languages come up together; then the best draw up what is near to them all.
    """
    sums: dict[int, float] = dict.fromkeys([*keyword.scores, *vectors.scores], 0.0)
    for side, share in ((keyword, 1.0 - weight), (vectors, weight)):
        best = max(side.scores.values(), default=0.0)
        if best <= 0.0:
            continue
        for number in sums:
            sums[number] += share * side.scores.get(number, side.others.get(number, 0.0)) / best
    if helped is not None:
        for number in helped.preferred(list(sums)):
            sums[number] += COUNTRY_BONUS
        sums = _with_neighbours(sums, helped.near)
    return _ordered(sums, exact, keyword, vectors)


def _with_neighbours(sums: Mapping[int, float], near: Near) -> dict[int, float]:
    """Return the sums of the best as their neighbours help them; the others follow in their order."""
    ranked = sorted(sums, key=lambda number: -sums[number])
    best, rest = ranked[:LENDING], ranked[LENDING:]
    cosines = near(best)
    helped = _drawn(_lent(np.array([sums[number] for number in best]), cosines), cosines).tolist()
    lowest = min(helped, default=0.0)
    return dict(zip(best, helped, strict=True)) | {number: lowest - 1.0 - at for at, number in enumerate(rest)}


def _lent(own: Scores, cosines: Numbers) -> Scores:
    """Return each score with a share of its nearest neighbours' mean; one without neighbours as it is."""
    weights = nearest_only(cosines, _NEIGHBOURS).astype(np.float64)
    total = weights.sum(axis=1)
    mean = np.where(total > 0, weights @ own / np.where(total > 0, total, 1.0), own)
    return np.asarray((1.0 - LENT_SHARE) * own + LENT_SHARE * mean)


def _drawn(own: Scores, cosines: Numbers) -> Scores:
    """Return each score with a share of how near the skill is to the best ones together, each by its score."""
    known = cosines.diagonal() > 0
    weights = np.zeros_like(own)
    best = np.argsort(-own, kind="stable")[:DRAWING]
    weights[best] = np.maximum(own[best], 0.0) * known[best]
    towards = cosines @ weights
    nearest = float(towards.max(initial=0.0))
    if nearest <= 0.0:
        return own
    return np.where(known, (1.0 - DRAWN_SHARE) * own + DRAWN_SHARE * own.max() * towards / nearest, own)


def _ordered(sums: Mapping[int, float], exact: Sequence[int], keyword: Side, vectors: Side) -> list[Fused]:
    # Equal sums keep the keyword side's order, then the vectors', so that a page boundary does not move.
    ranked = sorted(sums, key=lambda number: -sums[number])
    return _labelled(list(dict.fromkeys([*exact, *ranked])), keyword, vectors)


def _labelled(order: Sequence[int], keyword: Side, vectors: Side) -> list[Fused]:
    return [Fused(number, _found_by(number in keyword.scores, number in vectors.scores)) for number in order]


def _found_by(by_keyword: bool, by_vectors: bool) -> FoundBy:
    if by_keyword and by_vectors:
        return "both"
    return "vectors" if by_vectors else "keyword"
