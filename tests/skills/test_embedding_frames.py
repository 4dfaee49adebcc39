"""The frames between server and helper."""

import io
import struct

import pytest

from lexgate_skills.embedding.frames import LARGEST_BODY, Frame, FrameBroken, read_frame, write_frame


def written(*frames: Frame) -> bytes:
    stream = io.BytesIO()
    for each in frames:
        write_frame(stream, each)
    return stream.getvalue()


def test_what_is_written_is_read_again_in_order() -> None:
    frames = [Frame({"id": 1, "texts": ["Kündigung", "合同", "\ud83d"]}), Frame({"id": 2}, b"\0\xff")]
    stream = io.BytesIO(written(*frames))
    assert [read_frame(stream), read_frame(stream), read_frame(stream)] == [*frames, None]


BROKEN = [
    # the stream ends inside the lengths
    b"\0\0",
    # inside the head
    written(Frame({"id": 1}))[:-2],
    # inside the body
    written(Frame({"id": 1}, b"12345678"))[:-3],
    # a length that nothing of ours has
    struct.pack(">II", 2, LARGEST_BODY + 1) + b"{}",
    # a head that is no JSON
    struct.pack(">II", 2, 0) + b"{]",
    # a head that is no object
    struct.pack(">II", 2, 0) + b"[]",
]


@pytest.mark.parametrize("data", BROKEN)
def test_what_is_no_frame_is_refused(data: bytes) -> None:
    with pytest.raises(FrameBroken):
        read_frame(io.BytesIO(data))
