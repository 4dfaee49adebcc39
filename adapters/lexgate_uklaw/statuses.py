"""What a status code means for each kind of request. A table of facts about the service; it does nothing."""

from enum import StrEnum

from lexgate_uklaw.addressing import Kind

REFUSALS = (403, 429, 436, 437)
REDIRECTS = (301, 302, 303, 307, 308)
_NO_BODY_EXPECTED = (Kind.IDENTIFIER, Kind.TITLE)


class Meaning(StrEnum):
    """The kinds of answers."""

    BODY = "body"
    UNCHANGED = "unchanged"
    REDIRECT = "redirect"
    CHOICES = "choices"
    MISSING = "missing"
    NOT_READY = "not ready"
    REFUSED = "refused"
    BROKEN = "broken"
    UNKNOWN = "unknown"


def meaning(kind: Kind, status: int, *, retry_after: bool = False) -> Meaning:
    """Return what the status says; `retry_after` when the answer has that header."""
    if status in REFUSALS or (status == 503 and retry_after):
        return Meaning.REFUSED
    if status >= 500:
        return Meaning.BROKEN
    if status in REDIRECTS:
        return Meaning.REDIRECT
    if status == 200 and kind in _NO_BODY_EXPECTED:
        return Meaning.UNKNOWN
    return {
        200: Meaning.BODY,
        202: Meaning.NOT_READY,
        300: Meaning.CHOICES,
        304: Meaning.UNCHANGED,
        400: Meaning.MISSING,
        404: Meaning.MISSING,
    }.get(status, Meaning.UNKNOWN)
