"""Vectors as they are made: one file that only grows, each record bound to the checksum of its skill's file.

An interrupted run leaves at most half a record, which the next run drops. One process writes, under a lock.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexgate_skills.vectors.texts import KINDS

CHECKSUM_BYTES = 12
CONCEPT = "concept"
_KINDS = (*KINDS, CONCEPT)


@dataclass(frozen=True)
class Made:
    """Where the vectors of each kind are: from the checksum of a skill's file, or of a concept, to its row."""

    rows: Mapping[str, Mapping[str, int]]
    vectors: NDArray[np.float16]

    def vector(self, kind: str, checksum: str) -> NDArray[np.float32] | None:
        row = self.rows[kind].get(checksum)
        return None if row is None else self.vectors[row].astype(np.float32)

    def has(self, kind: str, checksum: str) -> bool:
        return checksum in self.rows[kind]


class Journal:
    """The file. `dimension` is part of the record, so another model needs another file."""

    def __init__(self, path: Path, dimension: int) -> None:
        self._path = path
        self._record = np.dtype(
            [("checksum", "u1", CHECKSUM_BYTES), ("kind", "u1"), ("vector", "<f2", dimension)], align=False
        )

    def read(self) -> Made:
        """Return what is there. A vector that is not finite is left out, to be made again."""
        records = self._records()
        rows: dict[str, dict[str, int]] = {kind: {} for kind in _KINDS}
        sound = np.isfinite(records["vector"]).all(axis=1) & (records["kind"] < len(_KINDS))
        for row in np.flatnonzero(sound):
            record = records[row]
            rows[_KINDS[int(record["kind"])]][record["checksum"].tobytes().hex()] = int(row)
        return Made(rows, records["vector"])

    def append(self, made: Mapping[tuple[str, str], NDArray[np.float32]]) -> None:
        """Add vectors, keyed by kind and checksum, and write them through to the disk."""
        records = np.zeros(len(made), self._record)
        for at, ((kind, checksum), vector) in enumerate(made.items()):
            records[at] = (np.frombuffer(bytes.fromhex(checksum), "u1"), _KINDS.index(kind), vector.astype(np.float16))
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._path.open("ab") as file:
            self._path.chmod(0o600)
            # Half a record that an interrupted run left would shift every later one.
            file.truncate(file.tell() - file.tell() % self._record.itemsize)
            file.write(records.tobytes())
            file.flush()

    def keep(self, wanted: frozenset[str]) -> None:
        """Drop the vectors of skills that are no longer there, when they are more than half of the file."""
        records = self._records()
        kept = [row for row in range(len(records)) if records[row]["checksum"].tobytes().hex() in wanted]
        if len(kept) * 2 >= len(records):
            return
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_bytes(records[kept].tobytes())
        beside.chmod(0o600)
        beside.replace(self._path)

    def _records(self) -> NDArray[np.void]:
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            data = b""
        whole = len(data) - len(data) % self._record.itemsize
        return np.frombuffer(data[:whole], self._record)
