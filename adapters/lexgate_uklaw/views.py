"""The size of a result's two views, kept within one cap; what is left out is said in words of its tool.

A client may pass on either view alone, so each counts by itself.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

MOST_CHARACTERS = 80_000
MOST_RECORD_CHARACTERS = 72_000
"""So much of a list's records fits a result, by `record_size`; a list that goes on ends its call there."""

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True)
class Part(Generic[R]):
    """What may be shortened: `length` is what it has now, `shorten` returns the result with so much of it."""

    length: int
    shorten: Callable[[R, int], R]


def fitted(result: R, render: Callable[[R], str], parts: Sequence[Part[R]]) -> R:
    """Return the result, its parts shortened one after the other until both views fit."""
    fits = size(result, render) <= MOST_CHARACTERS
    for part in parts:
        shorter, keep = result, part.length
        while keep and not fits:
            keep = keep * 3 // 4
            shorter = part.shorten(result, keep)
            fits = size(shorter, render) <= MOST_CHARACTERS
        result = shorter
    return result


def list_part(result: R, name: str, said: str) -> Part[R]:
    """Return the part that is a list of the result: `said` follows the number of entries left out in its notice."""
    listed = getattr(result, name)

    def shorten(given: R, keep: int) -> R:
        notice = noted(getattr(given, "notice", None), f"{len(listed) - keep} {said}")
        return given.model_copy(update={name: listed[:keep], "notice": notice})

    return Part(len(listed), shorten)


def size(result: R, render: Callable[[R], str]) -> int:
    """Return the length of the longer view in characters."""
    return max(json_size(result.model_dump(mode="json", exclude_none=True)), len(render(result)))


def json_size(value: Any) -> int:
    """Return the length of plain values as they are sent."""
    return len(json.dumps(value, ensure_ascii=False))


def record_size(record: Any, lines: Iterable[str]) -> int:
    """Return the length of one record of a list in the longer view, with what stands between two of them."""
    return max(json_size(record), sum(map(len, lines))) + 2


def noted(notice: str | None, *said: str) -> str | None:
    """Return a notice with more sentences at its end; None when there are none."""
    return " ".join(filter(None, (notice, *said))) or None
