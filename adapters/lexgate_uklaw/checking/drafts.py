"""Drafts that are being checked over several calls: kept in memory for ten minutes, few of them, for their caller."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.checking.proving import Progress

KEPT_S = 600.0
MOST_KEPT = 40


@dataclass
class Draft:
    """One text with its progress. Nothing of it is ever written to disk."""

    caller: str
    text: str
    progress: Progress
    until: float


class Drafts:
    """The drafts of one process, by the random handle that is their cursor."""

    def __init__(self, clock: Callable[[], float], new_handle: Callable[[], str] = secrets.token_urlsafe) -> None:
        self._clock, self._new_handle = clock, new_handle
        self._kept: dict[str, Draft] = {}

    def keep(self, draft: Draft) -> str:
        """Return the cursor under which the draft can be taken up again."""
        self._forget()
        while len(self._kept) >= MOST_KEPT:
            del self._kept[min(self._kept, key=lambda handle: self._kept[handle].until)]
        handle = self._new_handle()
        self._kept[handle] = draft
        draft.until = self._clock() + KEPT_S
        return handle

    def take(self, cursor: str, caller: str, text: str | None) -> Draft:
        """Return the draft and keep it for another while. Raises UnusableInput (invalid_cursor)."""
        self._forget()
        draft = self._kept.get(cursor)
        if draft is None or draft.caller != caller or (text is not None and text != draft.text):
            raise UnusableInput(
                "The cursor is not known: it is kept for ten minutes, and belongs to one text.",
                reason="invalid_cursor",
                next_step="Call again with the text and without a cursor.",
            )
        draft.until = self._clock() + KEPT_S
        return draft

    def drop(self, cursor: str) -> None:
        """Forget a draft that is done."""
        self._kept.pop(cursor, None)

    def _forget(self) -> None:
        now = self._clock()
        for handle in [handle for handle, draft in self._kept.items() if draft.until <= now]:
            del self._kept[handle]
