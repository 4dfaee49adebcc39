"""What goes back to the model for one call: the text, the structure, and whether it is an error."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from lexgate_kit.errors import ToolFailure

MAX_VIEW_CHARACTERS = 260_000
"""Above every limit that a tool keeps by itself (80,000, or 200,000 when asked for): a backstop, not a budget."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Outcome:
    """One answer. `reason` is the failure's code, blank for a result."""

    text: str
    structure: Mapping[str, Any]
    reason: str = ""

    @property
    def is_error(self) -> bool:
        return bool(self.reason)


class UnfitResult(Exception):
    """A result that must not be sent: not JSON, or beyond the backstop. The words are for the log only."""


def success(result: BaseModel, text: str) -> Outcome:
    """Return the outcome of a result, both views clean UTF-8 and plain JSON.

    Raises:
        UnfitResult: the structure holds a number that is not JSON, or a view is beyond the backstop.
    """
    structure = _plain(result.model_dump(mode="json", exclude_none=True))
    length = len(json.dumps(structure, ensure_ascii=False, allow_nan=False))
    if max(length, len(text)) > MAX_VIEW_CHARACTERS:
        raise UnfitResult(f"a view of {max(length, len(text))} characters")
    return Outcome(_whole(text), structure)


def failure(error: ToolFailure, request_id: str) -> Outcome:
    """Return the outcome of a failure: one short text, and the same in parts."""
    parts: dict[str, Any] = {"reason": error.reason, "message": error.message, "next": error.next_step}
    if error.retry_after is not None:
        parts["retry_after"] = math.ceil(error.retry_after)
    parts["request_id"] = request_id
    return Outcome(_whole(error.text), {"error": parts}, error.reason)


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise UnfitResult("a number that JSON does not know")
    return value


def _whole(text: str) -> str:
    return _LONE_SURROGATE.sub("\ufffd", text)
