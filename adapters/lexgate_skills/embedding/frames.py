"""What the server and the helper say to each other: frames of a JSON head and raw bytes, each with its length.

Both sides check every length before reading, so neither can make the other take memory without end.
"""

import json
import struct
from dataclasses import dataclass
from typing import IO, Any

_LENGTHS = struct.Struct(">II")
LARGEST_HEAD = 32 * 1024 * 1024
LARGEST_BODY = 64 * 1024 * 1024


class FrameBroken(Exception):
    """The stream ended inside a frame, or what came is no frame."""


@dataclass(frozen=True)
class Frame:
    head: dict[str, Any]
    body: bytes = b""


def write_frame(stream: IO[bytes], frame: Frame) -> None:
    head = json.dumps(frame.head, ensure_ascii=True).encode("ascii")
    stream.write(_LENGTHS.pack(len(head), len(frame.body)) + head + frame.body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Frame | None:
    """Return the next frame, or None at the end of the stream. Raises FrameBroken for anything else."""
    lengths = stream.read(_LENGTHS.size)
    if not lengths:
        return None
    if len(lengths) < _LENGTHS.size:
        raise FrameBroken("The stream ended inside a frame.")
    head_length, body_length = _LENGTHS.unpack(lengths)
    if head_length > LARGEST_HEAD or body_length > LARGEST_BODY:
        raise FrameBroken("A frame is larger than frames are.")
    head, body = stream.read(head_length), stream.read(body_length)
    if len(head) < head_length or len(body) < body_length:
        raise FrameBroken("The stream ended inside a frame.")
    try:
        read = json.loads(head)
    except ValueError as error:
        raise FrameBroken("A frame's head is no JSON.") from error
    if not isinstance(read, dict):
        raise FrameBroken("A frame's head is no object.")
    return Frame(read, body)
