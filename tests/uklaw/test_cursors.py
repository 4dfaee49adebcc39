"""Cursors come back only with the query that they were made for."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.cursors import LONGEST, seal, unseal

SHAPE: TypeAdapter[tuple[int, str]] = TypeAdapter(tuple[int, str])


@settings(deadline=None)
@given(st.text(max_size=300), st.integers(0, 10**9), st.text(alphabet="0123456789abcdef", max_size=16))
def test_a_cursor_comes_back_with_its_query(query: str, number: int, mark: str) -> None:
    query = query.encode(errors="replace").decode()
    cursor = seal(query, (number, mark))
    assert len(cursor) <= LONGEST
    assert unseal(query, cursor, SHAPE) == (number, mark)


@pytest.mark.parametrize(
    "cursor",
    [
        seal("another", (1, "a")),  # of another query
        seal("q", (1, "a"))[:-2],  # cut
        seal("q", ("a", 1)),  # another shape
        seal("q", (1,)),  # too short
        "",  # nothing
        "!!!",  # not of our letters
        "\u00e9",  # not ASCII
        base64.urlsafe_b64encode(b'123456789[1,"a"]').decode(),  # a made-up digest
        "A" * 400,  # long and meaningless
    ],
)
def test_a_foreign_or_altered_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(UnusableInput) as raised:
        unseal("q", cursor, SHAPE)
    assert raised.value.reason == "invalid_cursor"


@settings(deadline=None)
@given(st.integers(0, 200), st.integers(1, 255))
def test_one_changed_byte_is_noticed(place: int, change: int) -> None:
    sealed = bytearray(base64.urlsafe_b64decode(seal("q", (7, "abcd")) + "=="))
    sealed[place % len(sealed)] ^= change
    with pytest.raises(UnusableInput):
        unseal("q", base64.urlsafe_b64encode(bytes(sealed)).decode().rstrip("="), SHAPE)
