"""Cursors: where a list goes on, bound to its query, so that a foreign or altered cursor is refused.

They hold positions only. The digest guards against mistakes; it is no secret.
"""

import base64
import binascii
import hashlib
import json
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from lexgate_kit.errors import UnusableInput

T = TypeVar("T")

LONGEST = 400
_DIGEST = 9


def seal(query: str, position: tuple[int | str, ...]) -> str:
    """Return the cursor of a position in the list that the query names (address and arguments that choose it)."""
    payload = json.dumps(position, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_digest(query, payload) + payload).decode().rstrip("=")


def unseal(query: str, cursor: str, shape: TypeAdapter[T]) -> T:
    """Return the position in a cursor of the same query. Raises UnusableInput (invalid_cursor)."""
    try:
        sealed = base64.b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (ValueError, UnicodeEncodeError, binascii.Error):
        raise _invalid() from None
    digest, payload = sealed[:_DIGEST], sealed[_DIGEST:]
    if digest != _digest(query, payload):
        raise _invalid()
    try:
        position: Any = json.loads(payload)
        return shape.validate_python(position)
    except (ValueError, ValidationError):
        raise _invalid() from None


def _digest(query: str, payload: bytes) -> bytes:
    key = hashlib.blake2b(query.encode(), digest_size=32).digest()
    return hashlib.blake2b(payload, key=key, digest_size=_DIGEST).digest()


def _invalid() -> UnusableInput:
    return UnusableInput(
        "The cursor does not belong to these arguments.",
        reason="invalid_cursor",
        next_step="Repeat the arguments of the call that gave it, or leave the cursor out to start again.",
    )
