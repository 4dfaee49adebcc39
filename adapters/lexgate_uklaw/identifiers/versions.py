"""Which text of an item is meant: the current one, the original one, or the one of a calendar day."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from lexgate_uklaw.identifiers.refusals import invalid_date, invalid_version
from lexgate_uklaw.identifiers.types import ORIGINAL_KEYWORDS, TYPES

_DATE_SHAPE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE_LIKE = re.compile(r"\s*[0-9][0-9\s./:T-]*\s*")

ORIGINAL = "original"
"""Accepted for every type: the text as enacted, made, adopted or created."""


def calendar_date(text: str) -> date:
    """Return the day that `YYYY-MM-DD` names.

    Impossible days are refused here because the service answers them with an error page or, on its
    Publication Log, with the whole log. Raises UnusableInput (invalid_date).
    """
    shaped = text.strip()
    if not _DATE_SHAPE.fullmatch(shaped):
        raise invalid_date("The date is not written as YYYY-MM-DD.")
    try:
        return date.fromisoformat(shaped)
    except ValueError:
        raise invalid_date("The date is no day of the calendar.") from None


@dataclass(frozen=True)
class Version:
    """`kind` says which; `keyword` is the caller's word for an original, `on` the day of a dated version."""

    kind: Literal["current", "original", "dated"] = "current"
    keyword: str = ""
    on: date | None = None

    @classmethod
    def parse(cls, text: str) -> "Version":
        """Read current, an original keyword or a date. Raises UnusableInput (invalid_version, invalid_date)."""
        word = text.strip().lower()
        if word in ("", "current"):
            return CURRENT
        if word == ORIGINAL or word in ORIGINAL_KEYWORDS:
            return cls("original", word)
        if _DATE_LIKE.fullmatch(word):
            return cls("dated", on=calendar_date(word))
        if word == "prospective":
            raise invalid_version(
                "Prospective is a mark on provisions, not a version that can be read.",
                "Read the current version: provisions not yet in force are marked in it.",
            )
        raise invalid_version("This names no version.")

    def segment(self, type_code: str) -> str:
        """Return the version's part of an address of that type; blank for the current version.

        Any original keyword is taken as the one of the type: `enacted` of a statutory instrument is `made`.
        Raises UnusableInput (invalid_version) for the original of a draft.
        """
        if self.on is not None:
            return self.on.isoformat()
        if self.kind == "current":
            return ""
        keywords = TYPES[type_code].originals
        if not keywords:
            raise invalid_version("A draft has no version as made.", "Leave the version out to read the draft.")
        return self.keyword if self.keyword in keywords else keywords[0]

    def __str__(self) -> str:
        return self.on.isoformat() if self.on is not None else self.keyword or "current"


CURRENT = Version()
