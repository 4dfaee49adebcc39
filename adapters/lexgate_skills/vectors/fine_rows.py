"""The float16 rows in their file: the few that a search scores exactly are read, not mapped into memory."""

import os
import threading
import weakref
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class FineRows:
    """Rows of one file, by their numbers, as an array gives them. Safe to use from several threads. Errors: OSError."""

    def __init__(self, path: Path, dimension: int) -> None:
        self._dimension = dimension
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._lock = threading.Lock()
        weakref.finalize(self, os.close, self._file)

    def __getitem__(self, numbers: Iterable[int]) -> NDArray[np.float16]:
        size = self._dimension * 2
        data = b"".join([self._read(int(number) * size, size) for number in numbers])
        return np.frombuffer(data, "<f2").reshape(-1, self._dimension)

    def _read(self, at: int, size: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._file, size, at)
        with self._lock:  # Windows has one place in a file for all of its readers.
            os.lseek(self._file, at, os.SEEK_SET)
            return os.read(self._file, size)
