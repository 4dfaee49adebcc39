"""The search arrays: how vectors of several texts become one row, and how rows are compared with a query. Pure numpy.

A row is the weighted sum of a skill's vectors, not brought to length one: where title and body agree it is longer.
From it and from the query half the mean of their kind is taken, the mean over languages: skills that are near to
every query come down, and a language with many skills does not set the mean alone. To it half the mean of its practice
area is added: what a skill is about shows in its neighbours too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexgate_skills.vectors.fine_rows import FineRows
from lexgate_skills.vectors.texts import Kind

Numbers = NDArray[np.float32]

WEIGHTS: Mapping[Kind, float] = {"short": 1.2, "body": 1.0, "title": 0.4}
CENTRING = 0.5
CONCEPT_SHARE = 0.5
PRACTICE_SHARE = 0.5
_SMALLEST_LANGUAGE = 15
"""Skills that a language must have to count in the mean: a few say nothing of their language."""
_BLOCK = 256  # Larger ones are slower: they leave the cache, and BLAS starts threads for them.
_RESCORED = 200
"""Rows scored again exactly. Measured: 135 times the best hundred of 20,325, and rounding to int8 moved none."""


@dataclass(frozen=True)
class Rows:
    """Rows as they are stored: int8 with one scale a row to find the candidates, float16 to order them."""

    coarse: NDArray[np.int8]
    scales: Numbers
    fine: NDArray[np.float16] | FineRows


def joined(vectors: Mapping[Kind, Numbers | None]) -> Numbers | None:
    """Return one row of the vectors that there are, or None when the short text has none."""
    if vectors.get("short") is None:
        return None
    there = [(WEIGHTS[kind], vector) for kind, vector in vectors.items() if vector is not None]
    total = sum(weight for weight, _ in there)
    return np.asarray(sum(weight * vector for weight, vector in there) / total, np.float32)


def mean_over_languages(vectors: Numbers, languages: Sequence[str]) -> Numbers:
    """Return the mean of the languages' means; of all vectors where no language has enough of them."""
    means = [vectors[own].mean(axis=0) for own in _counted(languages)]
    return np.asarray(np.mean(means, axis=0) if means else vectors.mean(axis=0), np.float32)


def counting_languages(languages: Sequence[str]) -> frozenset[str]:
    """Return the languages that have a part in means over languages; all where none has enough skills."""
    places = _places(languages)
    enough = frozenset(code for code, own in places.items() if len(own) >= _SMALLEST_LANGUAGE)
    return enough or frozenset(places)


def _counted(languages: Sequence[str]) -> list[list[int]]:
    return [own for _, own in sorted(_places(languages).items()) if len(own) >= _SMALLEST_LANGUAGE]


def _places(values: Sequence[str]) -> dict[str, list[int]]:
    """Return where each value stands. An array of texts would give each the room of the longest one."""
    places: dict[str, list[int]] = {}
    for at, value in enumerate(values):
        places.setdefault(value, []).append(at)
    return places


def with_concepts(query: Numbers, concepts: Sequence[Numbers]) -> Numbers:
    """Return the query's vector, drawn to the mean of the concepts that it names.

    A concept's vector is the mean over all languages, so the query comes nearer to skills in other languages.
    """
    if not concepts:
        return query
    return np.asarray((1 - CONCEPT_SHARE) * query + CONCEPT_SHARE * np.mean(concepts, axis=0), np.float32)


def centred(vectors: Numbers, mean: Numbers) -> Numbers:
    return np.asarray(vectors - CENTRING * mean, np.float32)


def with_practices(rows: Numbers, practices: Sequence[str]) -> Numbers:
    """Return each row with a share of the mean row of its practice area; one without an area stays as it is."""
    found = rows.copy()
    for practice, own in _places(practices).items():
        if practice:
            found[own] += PRACTICE_SHARE * rows[own].mean(axis=0)
    return found


def language_means(vectors: Numbers, languages: Sequence[str]) -> tuple[Numbers, NDArray[np.uint16]]:
    """Return mean rows, and for each vector the number of its mean: of its language, where that has enough skills.

    The first mean, over those languages, is for all others.
    """
    counted = _counted(languages)
    if not counted:
        mean = vectors.mean(axis=0) if len(vectors) else np.zeros(vectors.shape[1], np.float32)
        return np.asarray([mean], np.float32), np.zeros(len(vectors), np.uint16)
    means = np.array([vectors[own].mean(axis=0) for own in counted], np.float32)
    which = np.zeros(len(vectors), np.uint16)
    for number, own in enumerate(counted, 1):
        which[own] = number
    return np.concatenate([means.mean(axis=0, keepdims=True), means]), which


def cosines_of(rows: Numbers) -> Numbers:
    """Return the cosine of every row with every other; a row of zeros has zero with all, itself included."""
    units = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return np.asarray(units @ units.T, np.float32)


def nearest_only(cosines: Numbers, count: int) -> Numbers:
    """Return the cosines above zero of each row with the `count` others nearest to it, and zero for the rest."""
    others = cosines.copy()
    np.fill_diagonal(others, 0.0)
    count = min(count, max(0, len(others) - 1))
    found = np.zeros_like(others)
    if count:
        nearest = np.argpartition(-others, count - 1, axis=1)[:, :count]
        np.put_along_axis(found, nearest, np.take_along_axis(others, nearest, 1), 1)
    return np.asarray(np.maximum(found, 0.0), np.float32)


def packed(rows: Numbers) -> Rows:
    """Return the rows as they are stored."""
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-9) / 127.0
    coarse = np.clip(np.rint(rows / scales[:, None]), -127, 127).astype(np.int8)
    return Rows(coarse, scales.astype(np.float32), rows.astype(np.float16))


def similarities(rows: Rows, query: Numbers, allowed: NDArray[np.bool_] | None = None) -> Numbers:
    """Return the similarity of every row, the best ones exact to float16; rows not allowed have minus infinity."""
    found = np.empty(len(rows.coarse), np.float32)
    # In blocks: the whole table as float32 would take four times its memory.
    block = np.empty((min(_BLOCK, len(found)), len(query)), np.float32)
    for start in range(0, len(found), _BLOCK):
        coarse = rows.coarse[start : start + _BLOCK]
        block[: len(coarse)] = coarse
        np.dot(block[: len(coarse)], query, out=found[start : start + _BLOCK])
    found *= rows.scales
    if allowed is not None:
        found[~allowed] = -np.inf
    best = top(found, _RESCORED)
    found[best] = rows.fine[best].astype(np.float32) @ query
    return found


def top(scores: Numbers, count: int) -> NDArray[Any]:
    """Return the rows with the highest finite scores, best first, equal ones in row order."""
    count = min(count, len(scores))
    if count == 0:
        return np.zeros(0, np.intp)
    candidates = np.argpartition(-scores, count - 1)[:count] if count < len(scores) else np.arange(len(scores))
    candidates = candidates[np.isfinite(scores[candidates])]
    return candidates[np.lexsort((candidates, -scores[candidates]))]


def above_mean(scores: Numbers) -> Numbers:
    """Return the scores less their mean over what is allowed: what a skill has more than any other has."""
    finite = scores[np.isfinite(scores)]
    return scores - (finite.mean() if len(finite) else np.float32(0.0))
