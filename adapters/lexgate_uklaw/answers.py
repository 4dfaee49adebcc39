"""What the client hands back: answers are values, also "there is none"; only what could not be asked is an error."""

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, TypeVar

from lexgate_uklaw.feeds.candidates import Candidate

T_co = TypeVar("T_co", covariant=True)

MOST_REQUESTS = 4

Stale = Literal["", "shed", "refused", "unavailable", "not_ready"]
"""Why a stored answer past its lifetime stands in: our queue was full, the service refused, broke, or prepares it."""

STALE_BECAUSE: dict[Stale, str] = {
    "shed": "our queue was full",
    "refused": "the service refused to answer",
    "unavailable": "the service could not be reached",
    "not_ready": "the service is still preparing it",
}


@dataclass
class Budget:
    """What one call may still spend. `deadline` is a time of `anyio.current_time()`; cached answers cost nothing."""

    deadline: float
    requests_left: int = MOST_REQUESTS

    @property
    def is_spent(self) -> bool:
        """True when no further request may be made for this call."""
        return self.requests_left <= 0


@dataclass(frozen=True)
class Provenance:
    """Where an answer is from: the path asked for, the path it came from after redirects, the same as a full address,
    when the service last confirmed it (UTC), whether it was stored, and why it is past its lifetime if it is."""

    asked: str
    path: str
    url: str
    confirmed_at: datetime
    from_cache: bool
    stale: Stale = ""


@dataclass(frozen=True)
class Served(Generic[T_co]):
    """The service answered with a body; `content` is what the caller's reader made of it, `size` its bytes."""

    content: T_co
    size: int
    provenance: Provenance


@dataclass(frozen=True)
class Missing:
    """Nothing stands there (404), or the number is out of range (400). The page does not say which part is wrong."""

    status: int
    provenance: Provenance


@dataclass(frozen=True)
class Elsewhere:
    """The service points to another item or provision, which was not followed. `path` has no host and may have a query.

    For an identifier, status 303 means that the item exists as asked.
    """

    status: int
    path: str
    provenance: Provenance


@dataclass(frozen=True)
class Choices:
    """Several items are meant (300); at most 100 candidates, none of them chosen."""

    candidates: tuple[Candidate, ...]
    provenance: Provenance


@dataclass(frozen=True)
class PastEnd:
    """The list has no such page."""

    provenance: Provenance


Answer = Served[T_co] | Missing | Elsewhere | Choices | PastEnd
