"""One generation of vectors: written once from what the journal holds, opened by memory-mapping, searched.

It makes no vectors. It imports numpy, so it is imported lazily; its calls block for a few milliseconds.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexgate_skills.folding import plain
from lexgate_skills.generations import Generation, Generations, Unusable
from lexgate_skills.question import Filters
from lexgate_skills.skill import Skill, skill_number
from lexgate_skills.stems import base_language
from lexgate_skills.vectors.arrays import (
    Numbers,
    Rows,
    above_mean,
    centred,
    cosines_of,
    language_means,
    packed,
    similarities,
    top,
    with_concepts,
)
from lexgate_skills.vectors.fine_rows import FineRows
from lexgate_skills.vectors.fusion import Side

_NUMBERS, _FACETS, _CONCEPTS, _COARSE, _SCALES, _FINE, _QUERY_MEAN, _CONCEPT_ROWS, _LANGUAGES, _LANGUAGE_MEANS = (
    "numbers.u8",
    "facets.json",
    "concepts.json",
    "coarse.i1",
    "scales.f4",
    "fine.f2",
    "query_mean.f4",
    "concepts.f4",
    "languages.u2",
    "language_means.f4",
)


JURISDICTION = "jurisdiction-"
"""How the names of the glossary's countries begin."""

Numbered = NDArray[np.uint64]


@dataclass(frozen=True)
class Row:
    """One skill of a generation: its number, the checksum of its file, and the values that filters look at."""

    number: int
    checksum: str
    facets: Mapping[str, Sequence[str]]


def row_of(skill: Skill, checksum: str) -> Row:
    """Return the row of a skill; values are folded as the keyword index folds them."""
    language = plain(skill.language)
    facets = {
        "library": [plain(skill.library)],
        "jurisdiction": [plain(skill.jurisdiction)],
        "practice": [plain(skill.practice)],
        "language": [language, base_language(language)],
        "tag": [plain(tag) for tag in skill.tags],
    }
    return Row(skill_number(f"{skill.library}:{skill.id}", checksum), checksum, facets)


@dataclass(frozen=True)
class Content:
    """What goes into a generation: rows as their vectors stand, the mean of queries, and concepts by name."""

    rows: Sequence[Row]
    vectors: Numbers
    query_mean: Numbers
    concepts: Mapping[str, Numbers]


@dataclass(frozen=True)
class Meant:
    """A question as vectors see it: its own vector (float32, little-endian), and the concepts that it names."""

    vector: bytes
    concepts: Sequence[str] = ()


def publish(store: Generations, content: Content, report: Mapping[str, Any]) -> Generation:
    """Write a generation and point at it. The caller holds the lock."""
    folder = store.new_folder()
    numbers = np.array([row.number for row in content.rows], np.uint64)
    order = np.argsort(numbers)  # so that a row is found by its number
    vectors, rows = content.vectors[order], [content.rows[at] for at in order]
    stored = packed(vectors)
    (folder / _NUMBERS).write_bytes(numbers[order].astype("<u8").tobytes())
    (folder / _COARSE).write_bytes(stored.coarse.tobytes())
    (folder / _SCALES).write_bytes(stored.scales.astype("<f4").tobytes())
    (folder / _FINE).write_bytes(vectors.astype("<f2").tobytes())
    (folder / _QUERY_MEAN).write_bytes(content.query_mean.astype("<f4").tobytes())
    concepts = np.array(list(content.concepts.values()), np.float32)
    (folder / _CONCEPT_ROWS).write_bytes(concepts.astype("<f4").tobytes())
    _write_json(folder / _CONCEPTS, list(content.concepts))
    means, languages = language_means(vectors, [row.facets["language"][-1] for row in rows])
    (folder / _LANGUAGE_MEANS).write_bytes(means.astype("<f4").tobytes())
    (folder / _LANGUAGES).write_bytes(languages.astype("<u2").tobytes())
    _write_json(folder / _FACETS, _facets(rows))
    for path in folder.iterdir():
        if path.is_file():
            path.chmod(0o600)
    generation = store.publish(folder, {**report, "rows": len(rows)})
    store.prune()
    return generation


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _facets(rows: Iterable[Row]) -> dict[str, dict[str, list[int]]]:
    facets: dict[str, dict[str, list[int]]] = {}
    for number, row in enumerate(rows):
        for name, values in row.facets.items():
            for value in dict.fromkeys(each for each in values if each):
                facets.setdefault(name, {}).setdefault(value, []).append(number)
    return facets


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
            self.numbers: Numbered = np.fromfile(folder / _NUMBERS, "<u8")
            self._rows = _mapped(folder, len(self.numbers), dimension)
            self._query_mean = np.fromfile(folder / _QUERY_MEAN, "<f4", dimension)
            names = json.loads((folder / _CONCEPTS).read_bytes())
            self._concepts: dict[str, int] = {name: row for row, name in enumerate(names)}
            self._concept_rows = np.fromfile(folder / _CONCEPT_ROWS, "<f4").reshape(len(names), dimension)
            self._language_means = np.fromfile(folder / _LANGUAGE_MEANS, "<f4").reshape(-1, dimension)
            self._languages = np.fromfile(folder / _LANGUAGES, "<u2", len(self.numbers))
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
            facets = json.loads((self.generation.folder / _FACETS).read_bytes())
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
    scales = np.fromfile(folder / _SCALES, "<f4")
    if len(scales) != count or (folder / _FINE).stat().st_size != count * dimension * 2:
        raise ValueError("the files do not belong together")
    if count == 0:
        return packed(np.zeros((0, dimension), np.float32))
    shape = (count, dimension)
    coarse: NDArray[np.int8] = np.asarray(np.memmap(folder / _COARSE, np.int8, "r", shape=shape))
    return Rows(coarse, scales, FineRows(folder / _FINE, dimension))
