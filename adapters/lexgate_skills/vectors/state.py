"""What is on disk of the vectors: read in passing, or verified and opened. It makes none."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexgate_skills.generations import Generations, Unusable
from lexgate_skills.vectors.stamp import differences
from lexgate_skills.vectors.texts import TEXTS_VERSION

if TYPE_CHECKING:
    from lexgate_skills.vectors.index import VectorIndex

VECTORS_VERSION = 4
"""Of the files of a generation; one of another version is built anew."""


@dataclass(frozen=True)
class State:
    """What the report of the current generation says."""

    generation: str
    version: int
    rows: int
    with_bodies: bool
    stamp: Mapping[str, Any]

    def differences(self, fingerprint: Mapping[str, Any]) -> list[str]:
        """Return what the vectors were made with other than the model of this fingerprint and this lexgate."""
        if self.version != VECTORS_VERSION:
            return ["another version of lexgate"]
        return differences(self.stamp, {**fingerprint, "texts": TEXTS_VERSION})


def store_at(home: Path) -> Generations:
    return Generations(home, terms=VECTORS_VERSION)


def current_name(home: Path) -> str:
    """Return the name of the current generation, blank when there is none."""
    return store_at(home).current_name()


def read_state(home: Path) -> State | None:
    """Return what the current generation's report says, without reading the vectors."""
    store = store_at(home)
    name = store.current_name()
    try:
        report = json.loads((store.home / "generations" / name / "report.json").read_bytes()) if name else None
    except (OSError, ValueError):
        return None
    if not isinstance(report, dict):
        return None
    stamp, version, rows = report.get("stamp"), report.get("terms"), report.get("rows")
    return State(
        name,
        version if isinstance(version, int) else 0,
        rows if isinstance(rows, int) else 0,
        bool(report.get("with_bodies")),
        stamp if isinstance(stamp, dict) else {},
    )


def open_vectors(home: Path, numbers: bytes) -> "VectorIndex":
    """Verify and open the current vectors for the skills of a keyword index, by its numbers. Raises NoVectors."""
    import numpy as np

    from lexgate_skills.vectors.index import NoVectors, VectorIndex

    try:
        generation = store_at(home).current()
    except Unusable as error:
        raise NoVectors("the vectors cannot be opened") from error
    dimension = int(generation.report.get("stamp", {}).get("dimension", 0))
    return VectorIndex(generation, dimension, np.frombuffer(numbers, "<u8"))
