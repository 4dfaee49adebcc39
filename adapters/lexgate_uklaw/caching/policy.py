"""What a stored response may be used for: decisions on values, with the clock passed in. It stores nothing.

Lifetimes follow the service's headers up to our caps: it lets a 404 page live for a week, which would hide new law.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from lexgate_uklaw.addressing import Kind

CAP_S = 3600.0
LOG_CAP_S = 300.0
MISSING_CAP_S = 600.0
UNSAID_S = 300.0
"""The lifetime of a response whose headers name none."""
LONGEST_STALE_S = 7 * 24 * 3600.0
"""Older text is not served even when the service cannot be asked."""

_REDIRECTS = (301, 302, 303, 307, 308)
_MISSING = (400, 404)
_DIRECTIVE = re.compile(r"(?:^|,)\s*([a-z-]+)\s*(?:=\s*\"?([^\",]*)\"?)?\s*(?=,|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Stored:
    """One response as kept. Times are seconds since 1970; `checked_at` is when the service last confirmed it."""

    key: str
    status: int
    body: bytes
    checked_at: float
    fresh_until: float
    etag: str = ""
    last_modified: str = ""
    location: str = ""


@dataclass(frozen=True)
class MayBeServed:
    """The stored response is fresh."""

    stored: Stored


@dataclass(frozen=True)
class MustBeRevalidated:
    """The stored response is kept, and the service is asked whether it still holds, with these headers."""

    stored: Stored
    conditions: Mapping[str, str]


@dataclass(frozen=True)
class NothingStored:
    """The service must be asked."""


def usable(stored: Stored | None, now: float) -> MayBeServed | MustBeRevalidated | NothingStored:
    """Decide what a stored response is good for. A response from the future (clock set back) is not fresh."""
    if stored is None:
        return NothingStored()
    if stored.checked_at <= now < stored.fresh_until:
        return MayBeServed(stored)
    conditions = {"If-None-Match": stored.etag, "If-Modified-Since": stored.last_modified}
    return MustBeRevalidated(stored, {name: value for name, value in conditions.items() if value})


def may_be_served_stale(stored: Stored, now: float) -> bool:
    """Say whether the response may stand in when the service cannot be asked. A "not found" never may."""
    return stored.status not in _MISSING and now - stored.checked_at < LONGEST_STALE_S


def to_store(key: str, kind: Kind, answer: "Received", now: float) -> Stored | None:
    """Return the answer as it is to be kept, or None when it must not be: lifetimes are capped by kind and status."""
    lifetime = _lifetime(kind, answer.status, answer.headers)
    if lifetime is None:
        return None
    return Stored(
        key=key,
        status=answer.status,
        body=b"" if answer.status in (*_MISSING, *_REDIRECTS) else answer.body,
        checked_at=now,
        fresh_until=now + lifetime,
        etag=_validator(answer.headers, "etag"),
        last_modified=_validator(answer.headers, "last-modified"),
        location=answer.headers.get("location", ""),
    )


@dataclass(frozen=True)
class Received:
    """A complete answer whose body has been checked; names in `headers` are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def confirms(stored: Stored, headers: Mapping[str, str]) -> bool:
    """Say whether a 304 with these headers is about the stored response (weak comparison, RFC 9110 8.8.3.2)."""
    etag = _validator(headers, "etag")
    return not etag or not stored.etag or _opaque(etag) == _opaque(stored.etag)


def renewed(stored: Stored, kind: Kind, headers: Mapping[str, str], now: float) -> Stored:
    """Return the stored response after a 304: fresh again, with the newer validators."""
    lifetime = _lifetime(kind, stored.status, headers)
    return replace(
        stored,
        checked_at=now,
        fresh_until=now + (lifetime or 0.0),
        etag=_validator(headers, "etag") or stored.etag,
        last_modified=_validator(headers, "last-modified") or stored.last_modified,
    )


def _lifetime(kind: Kind, status: int, headers: Mapping[str, str]) -> float | None:
    if status not in (200, 300, *_REDIRECTS, *_MISSING):
        return None
    directives = {name.lower(): value for name, value in _DIRECTIVE.findall(headers.get("cache-control", "")[:1000])}
    if "no-store" in directives:
        return None
    if "no-cache" in directives:
        return 0.0
    said = _seconds(directives.get("max-age", ""))
    age = _seconds(headers.get("age", "")) or 0.0
    left = UNSAID_S if said is None else max(said - age, 0.0)
    return min(left, _cap(kind, status))


def _cap(kind: Kind, status: int) -> float:
    if status in _MISSING:
        return MISSING_CAP_S
    return LOG_CAP_S if kind is Kind.LOG else CAP_S


def _seconds(value: str) -> float | None:
    return float(value) if re.fullmatch(r"[0-9]{1,12}", value.strip()) else None


def _validator(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "").strip()
    return value if len(value) <= 300 and value.isascii() and value.isprintable() else ""


def _opaque(etag: str) -> str:
    return etag[2:] if etag[:2] in ("W/", "w/") else etag
