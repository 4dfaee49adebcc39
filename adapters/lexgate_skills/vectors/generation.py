"""One generation of vectors as files: what is in each of them, and how they are written. It searches nothing.

Rows stand in the order of their skills' numbers, so that a row is found by a number and no names are kept.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lexgate_skills.folding import plain
from lexgate_skills.generations import NUMBERS, Generation, Generations
from lexgate_skills.skill import Skill, skill_number
from lexgate_skills.stems import base_language
from lexgate_skills.vectors.arrays import Numbers, language_means, packed

COARSE, SCALES, FINE = "coarse.i1", "scales.f4", "fine.f2"
QUERY_MEAN = "query_mean.f4"
CONCEPTS, CONCEPT_ROWS = "concepts.json", "concepts.f4"
LANGUAGES, LANGUAGE_MEANS = "languages.u2", "language_means.f4"
FACETS = "facets.json"


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


def publish(store: Generations, content: Content, report: Mapping[str, Any]) -> Generation:
    """Write a generation and point at it. The caller holds the lock."""
    numbers = np.array([row.number for row in content.rows], np.uint64)
    order = np.argsort(numbers)
    rows = [content.rows[at] for at in order]
    files = {NUMBERS: numbers[order].astype("<u8").tobytes(), **_arrays(content, order, rows)}
    files[CONCEPTS] = _json(list(content.concepts))
    files[FACETS] = _json(_facets(rows))
    folder = store.new_folder()
    for name, data in files.items():
        (folder / name).write_bytes(data)
        (folder / name).chmod(0o600)
    generation = store.publish(folder, {**report, "rows": len(rows)})
    store.prune()
    return generation


def _arrays(content: Content, order: Any, rows: Sequence[Row]) -> dict[str, bytes]:
    vectors = content.vectors[order]
    stored = packed(vectors)
    means, languages = language_means(vectors, [row.facets["language"][-1] for row in rows])
    return {
        COARSE: stored.coarse.tobytes(),
        SCALES: stored.scales.astype("<f4").tobytes(),
        FINE: vectors.astype("<f2").tobytes(),
        QUERY_MEAN: content.query_mean.astype("<f4").tobytes(),
        CONCEPT_ROWS: np.array(list(content.concepts.values()), "<f4").tobytes(),
        LANGUAGE_MEANS: means.astype("<f4").tobytes(),
        LANGUAGES: languages.astype("<u2").tobytes(),
    }


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _facets(rows: Iterable[Row]) -> dict[str, dict[str, list[int]]]:
    facets: dict[str, dict[str, list[int]]] = {}
    for number, row in enumerate(rows):
        for name, values in row.facets.items():
            for value in dict.fromkeys(each for each in values if each):
                facets.setdefault(name, {}).setdefault(value, []).append(number)
    return facets
