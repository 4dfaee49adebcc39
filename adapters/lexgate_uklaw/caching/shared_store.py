"""Stored responses at two levels: this host's file, and behind it the Redis of all hosts. It decides nothing.

Times in the Redis are its own; each host reads them as an age, so that hosts with different clocks agree.
"""

import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from lexgate_kit.shared import SharedGone, SharedMemory
from lexgate_uklaw.caching.policy import LONGEST_STALE_S, MayBeServed, Stored, may_be_served_stale, usable
from lexgate_uklaw.caching.store import ResponseStore

MOST_SHARED_BYTES = 4_000_000
"""A response that is larger, compressed, stays with the host that fetched it."""
_LARGEST_BODY_BYTES = 24_000_000
_LONGEST_HEAD = 20_000


@dataclass(frozen=True)
class _Head:
    key: str
    status: int
    checked_at: float
    fresh_until: float
    etag: str
    last_modified: str
    location: str


_HEADS = TypeAdapter(_Head)


class SharedResponses:
    """Responses by key. What another host has is copied into the file, from which it is served without the Redis."""

    def __init__(self, memory: SharedMemory, own: ResponseStore, clock: Callable[[], float]) -> None:
        self._memory = memory
        self._own = own
        self._clock = clock

    @property
    def problem(self) -> str:
        """Why the host's own file keeps nothing; blank while all is well. The pace tells of the Redis."""
        return self._own.problem

    def get(self, key: str) -> Stored | None:
        """Return this host's response while it is fresh, else the one that was confirmed last on any host."""
        own = self._own.get(key)
        if isinstance(usable(own, self._clock()), MayBeServed):
            return own
        shared = self._shared(key)
        if shared is None or (own is not None and own.checked_at >= shared.checked_at):
            return own
        self._own.put(shared)
        return shared

    def put(self, stored: Stored) -> None:
        """Keep the response here, and for the other hosts where it is small enough."""
        self._own.put(stored)
        body = zlib.compress(stored.body, level=1)
        lifetime = self._lifetime(stored)
        if len(body) > MOST_SHARED_BYTES or lifetime <= 0:
            return
        now = self._clock()
        try:
            self._memory.write(
                _name(stored.key), lambda shared_now: _packed(stored, body, by=shared_now - now), lifetime
            )
        except SharedGone:
            return

    def _lifetime(self, stored: Stored) -> float:
        now = self._clock()
        if may_be_served_stale(stored, now):
            return LONGEST_STALE_S - max(now - stored.checked_at, 0.0)
        return stored.fresh_until - now

    def _shared(self, key: str) -> Stored | None:
        try:
            value, shared_now = self._memory.read(_name(key))
        except SharedGone:
            return None
        found = _unpacked(value, by=self._clock() - shared_now) if value else None
        return found if found is not None and found.key == key else None


def _name(key: str) -> str:
    return f"uklaw:response:{hashlib.sha256(key.encode()).hexdigest()}"


def _packed(stored: Stored, body: bytes, by: float) -> bytes:
    head = _Head(
        stored.key,
        stored.status,
        stored.checked_at + by,
        stored.fresh_until + by,
        stored.etag,
        stored.last_modified,
        stored.location,
    )
    return _HEADS.dump_json(head) + b"\n" + body


def _unpacked(value: bytes, by: float) -> Stored | None:
    """Return the response, or None for a value that is not one of ours."""
    head, _, body = value.partition(b"\n")
    if len(head) > _LONGEST_HEAD:
        return None
    unpacking = zlib.decompressobj()
    try:
        read = _HEADS.validate_json(head)
        whole = unpacking.decompress(body, _LARGEST_BODY_BYTES + 1)
    except (ValidationError, zlib.error):
        return None
    if not unpacking.eof or len(whole) > _LARGEST_BODY_BYTES:
        return None
    stored = Stored(
        read.key,
        read.status,
        whole,
        read.checked_at,
        read.fresh_until,
        read.etag,
        read.last_modified,
        read.location,
    )
    return replace(stored, checked_at=stored.checked_at + by, fresh_until=stored.fresh_until + by)
