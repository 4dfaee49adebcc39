"""Requests with half of a surrogate pair in them, as clients in JavaScript write when they cut an emoji in two.

JSON allows it, UTF-8 does not, and the SDK drops such a line without an answer: the client would wait for its timeout.
"""

import re

from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from pydantic import ValidationError

# All escapes in their order, so that a backslash that is escaped itself begins none. The group is a whole pair.
_ESCAPE = re.compile(
    r"\\(?:(u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)", re.DOTALL
)
_LENGTH_OF_HALF = 6


def mended(dropped: Exception) -> SessionMessage | None:
    """Return the message that the SDK could not read, U+FFFD in place of halves; None when that was not its fault."""
    if not isinstance(dropped, ValidationError):
        return None
    line = dropped.errors(include_url=False)[0].get("input")
    if not isinstance(line, str) or (whole := _ESCAPE.sub(_whole, line)) == line:
        return None
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(whole, by_name=False))
    except ValidationError:
        return None


def _whole(escape: re.Match[str]) -> str:
    is_half = escape.group(1) is None and len(escape.group()) == _LENGTH_OF_HALF
    return "\\ufffd" if is_half else escape.group()
