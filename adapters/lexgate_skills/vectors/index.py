"""One generation of vectors, opened by memory-mapping and searched.

It makes no vectors and writes none. It imports numpy, so it is imported lazily; its calls block for a few milliseconds.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexgate_skills.folding import plain
from lexgate_skills.generations import NUMBERS, Generation, Unusable
from lexgate_skills.glossary import JURISDICTION
from lexgate_skills.question import Filters
from lexgate_skills.vectors.arrays import (
    Numbers,
    Rows,
    above_mean,
    centred,
    cosines_of,
    packed,
    similarities,
    top,
    with_concepts,
)
from lexgate_skills.vectors.fine_rows import FineRows
from lexgate_skills.vectors.fusion import Side
from lexgate_skills.vectors.generation import (
    COARSE,
    CONCEPT_ROWS,
    CONCEPTS,
    FACETS,
    FINE,
    LANGUAGE_MEANS,
    LANGUAGES,
    QUERY_MEAN,
    SCALES,
)

Numbered = NDArray[np.uint64]


@dataclass(frozen=True)
class Meant:
    """A question as vectors see it: its own vector (float32, little-endian), and the concepts that it names."""

    vector: bytes
    concepts: Sequence[str] = ()


class NoVectors(Unusable):
    """The vectors are absent or damaged; the keyword index is not concerned. The text is ours."""


class VectorIndex:
    """A generation, open. `current` are the numbers of the keyword index: rows of changed or removed skills stay out.

    Raises NoVectors when the files are not what they should be.
    """

    def __init__(self, generation: Generation, dimension: int, current: Numbered) -> None:
        self.generation = generation
        folder = generation.folder
        try:
            self.numbers: Numbered = np.fromfile(folder / NUMBERS, "<u8")
            self._rows = _mapped(folder, len(self.numbers), dimension)
            self._query_mean = np.fromfile(folder / QUERY_MEAN, "<f4", dimension)
            names = json.loads((folder / CONCEPTS).read_bytes())
            self._concepts: dict[str, int] = {name: row for row, name in enumerate(names)}
            self._concept_rows = np.fromfile(folder / CONCEPT_ROWS, "<f4").reshape(len(names), dimension)
            self._language_means = np.fromfile(folder / LANGUAGE_MEANS, "<f4").reshape(-1, dimension)
            self._languages = np.fromfile(folder / LANGUAGES, "<u2", len(self.numbers))
        except (OSError, ValueError) as error:
            raise NoVectors("the vectors cannot be read") from error
        self._current = np.isin(self.numbers, current)
        self.missing = len(current) - int(self._current.sum())

    def __len__(self) -> int:
        return int(self._current.sum())

    @cached_property
    def _facets(self) -> Mapping[str, Mapping[str, NDArray[np.int32]]]:
        """The rows of each value. They are read with the first filter, since most searches have none."""
        try:
            facets = json.loads((self.generation.folder / FACETS).read_bytes())
        except (OSError, ValueError) as error:
            raise NoVectors("the values for filters cannot be read") from error
        return {
            name: {value: np.array(rows, np.int32) for value, rows in each.items()} for name, each in facets.items()
        }

    def allowed(self, filters: Filters) -> NDArray[np.bool_]:
        """Return which rows pass the filters and are those of the skills as they are now."""
        allowed = self._current.copy()
        for name, value in filters.set().items():
            passing = np.zeros(len(allowed), np.bool_)
            for folded in {plain(value), plain(value).replace("_", "-")}:
                passing[self._facets.get(name, {}).get(folded, [])] = True
            allowed &= passing
        return allowed

    def count(self, filters: Filters) -> int:
        """Return how many skills pass the filters."""
        return int(self.allowed(filters).sum())

    def side(self, meant: Meant, filters: Filters, limit: int, also: Sequence[int] = ()) -> Side:
        """Return the skills nearest to what is meant, filtered before they are ranked.

        Scores are similarities above the mean of all that pass the filters; `also` are skills to score besides.
        Raises NoVectors when the query's vector has another length.
        """
        query = np.frombuffer(meant.vector, "<f4")
        if query.shape != self._query_mean.shape:
            raise NoVectors("the query's vector has another length")
        known = [self._concept_rows[self._concepts[name]] for name in meant.concepts if name in self._concepts]
        vector = centred(with_concepts(query, known), self._query_mean)
        scores = above_mean(similarities(self._rows, vector, self.allowed(filters)))
        best = top(scores, limit)
        rows, _ = self._rows_of(np.array(also, np.uint64))
        others = zip(self.numbers[rows].tolist(), scores[rows].tolist(), strict=True)
        return Side(
            dict(zip(self.numbers[best].tolist(), scores[best].tolist(), strict=True)),
            {number: score for number, score in others if score > -np.inf},
        )

    def near(self, numbers: Sequence[int]) -> Numbers:
        """Return the cosine of each of the skills with each; zero throughout for one without a row.

        Vectors of one language are near to each other for that alone, so its mean is taken away first.
        """
        rows, there = self._rows_of(np.array(numbers, np.uint64))
        found = np.zeros((len(there), len(there)), np.float32)
        meant = self._rows.fine[rows].astype(np.float32) - self._language_means[self._languages[rows]]
        found[np.ix_(there, there)] = cosines_of(meant)
        return found

    def of_countries(self, numbers: Sequence[int], concepts: Sequence[str]) -> Sequence[int]:
        """Return those of the skills that are of a jurisdiction that the concepts name."""
        named = [each.removeprefix(JURISDICTION) for each in concepts if each.startswith(JURISDICTION)]
        if not named:
            return ()
        asked = np.array(numbers, np.uint64)
        rows, there = self._rows_of(asked)
        passing = [self._facets.get("jurisdiction", {}).get(code, np.zeros(0, np.int32)) for code in named]
        found: list[int] = asked[there][np.isin(rows, np.concatenate(passing))].tolist()
        return found

    def _rows_of(self, asked: Numbered) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return the rows of those of the skills that have one, in the order given, and which those are."""
        rows = np.searchsorted(self.numbers, asked)
        there = np.zeros(len(asked), np.bool_)
        inside = rows < len(self.numbers)
        there[inside] = self.numbers[rows[inside]] == asked[inside]
        return rows[there], there


def _mapped(folder: Path, count: int, dimension: int) -> Rows:
    scales = np.fromfile(folder / SCALES, "<f4")
    if len(scales) != count or (folder / FINE).stat().st_size != count * dimension * 2:
        raise ValueError("the files do not belong together")
    if count == 0:
        return packed(np.zeros((0, dimension), np.float32))
    shape = (count, dimension)
    coarse: NDArray[np.int8] = np.asarray(np.memmap(folder / COARSE, np.int8, "r", shape=shape))
    return Rows(coarse, scales, FineRows(folder / FINE, dimension))
