"""The polite client of legislation.gov.uk: stored responses first, then the queue, then the network.

It decides what an answer is, not what it means for the law, and reads no body itself: the caller's reader does,
once, before anything is stored.
"""

import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup

from lexgate_kit.adapter import AdapterContext
from lexgate_kit.errors import ToolFailure, UpstreamChanged, UpstreamUnavailable
from lexgate_kit.shared import SharedMemory
from lexgate_uklaw import statuses
from lexgate_uklaw.addressing import ROBOTS, Kind, Request
from lexgate_uklaw.answers import Answer, Budget, Choices, Elsewhere, Missing, PastEnd, Provenance, Served, Stale
from lexgate_uklaw.caching import policy
from lexgate_uklaw.caching.flights import Flights
from lexgate_uklaw.caching.policy import MayBeServed, MustBeRevalidated, Received, Stored
from lexgate_uklaw.caching.shared_store import SharedResponses
from lexgate_uklaw.caching.store import KeepsResponses, ResponseStore
from lexgate_uklaw.exchange import Exchange
from lexgate_uklaw.feeds.candidates import read_candidates
from lexgate_uklaw.pacing.ledger import Ledger
from lexgate_uklaw.pacing.pacer import Pacer
from lexgate_uklaw.pacing.robots import NO_RULES, read_rules
from lexgate_uklaw.pacing.shared_ledger import SharedLedger
from lexgate_uklaw.redirects import Pointer, pointer
from lexgate_uklaw.settings import UkLawSettings

log = logging.getLogger("lexgate.uklaw")

T = TypeVar("T")
Reader = Callable[[bytes], T]
"""Makes values of a body; raises UpstreamChanged for one that it cannot read. Then nothing is stored.

Calls that ask for the same at once may share the values, so they must not be changed; and a large body is read in
a thread.
"""

_READ_IN_A_THREAD = 400_000
_ROBOTS_PATIENCE_S = 90.0
_ROBOTS_GLANCE_S = 900.0
"""How often a process looks whether robots.txt is due; it is due once a day for all of them together."""
_STALE: Mapping[str, Stale] = {
    "pacer_shed": "shed",
    "upstream_refused": "refused",
    "upstream_unavailable": "unavailable",
    "not_ready": "not_ready",
}


@dataclass(frozen=True)
class _Hop:
    """One answer of the service, stored or new, with what the reader `read_by` made of its body."""

    stored: Stored
    from_cache: bool
    stale: Stale = ""
    content: Any = None
    read_by: object = None


class UkClient:
    """One per process. `background` runs the daily look at robots.txt; without it, robots.txt is not read.

    `shared` is what pace and store use of other hosts' memory, closed with the client; None: nothing.
    """

    def __init__(
        self,
        settings: UkLawSettings,
        exchange: Exchange,
        store: KeepsResponses,
        *,
        background: TaskGroup | None = None,
        shared: SharedMemory | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._base = settings.base_url
        self._exchange = exchange
        self._store = store
        self._background = background
        self.shared = shared
        self._clock = clock
        self._flights: Flights[_Hop] = Flights()
        self._look_at_robots_from = 0.0

    @property
    def problems(self) -> tuple[str, ...]:
        """What does not work as it should though calls are answered, in words of ours."""
        return tuple(each for each in (self._exchange.pacer.problem, self._store.problem) if each)

    @property
    def today(self) -> date:
        """The latest day that has begun in the United Kingdom, whose clocks are at most one hour ahead of UTC."""
        return (datetime.fromtimestamp(self._clock(), UTC) + timedelta(hours=1)).date()

    async def aclose(self) -> None:
        """Close the connections."""
        if self.shared is not None:
            self.shared.close()
        await self._exchange.aclose()

    async def fetch(self, request: Request, budget: Budget, read: Reader[T]) -> Answer[T]:
        """Return the answer to the request, from the store where it is fresh.

        Redirects to the same provision (another version or language) and between feeds are followed and show in
        the provenance; others are answers. Raises UpstreamRefused, UpstreamUnavailable (pacer_shed, not_ready,
        upstream_unavailable), UpstreamChanged (upstream_changed, too_large).
        """
        current = request
        seen = {request.path}
        hops: list[_Hop] = []
        while True:
            hop = await self._hop(current, budget, read)
            hops.append(hop)
            provenance = self._provenance(request, current, hops)
            if hop.stored.status not in statuses.REDIRECTS:
                return self._answer(hop, provenance)
            pointed = pointer(request, current, hop.stored.location, self._base)
            if not pointed.may_be_followed:
                return _unfollowed(request, hop, pointed, provenance)
            if pointed.path in seen:
                raise _lost("redirects in a circle")
            seen.add(pointed.path)
            current = replace(current, path=pointed.path)

    async def locate(self, request: Request, budget: Budget) -> Missing | Elsewhere | Choices:
        """Answer a request for an identifier or title: where the item is, which may be meant, or that there is none."""
        answer = await self.fetch(request, budget, bytes)
        if isinstance(answer, Served | PastEnd):
            raise _lost("answers an identifier with a document")
        return answer

    async def _hop(self, request: Request, budget: Budget, read: Reader[T]) -> _Hop:
        with anyio.CancelScope(deadline=budget.deadline):
            hop, shared = await self._flights.join(request.path, partial(self._obtain, request, budget, read))
            if not shared or hop.stored.status != 200 or hop.read_by == read:
                return hop
            return replace(hop, content=await _read(read, hop.stored.body), read_by=read)
        raise UpstreamUnavailable(
            "legislation.gov.uk did not answer within the time of this call.",
            reason="upstream_unavailable",
            next_step="Ask again: what has been fetched by then is kept.",
        )

    async def _obtain(self, request: Request, budget: Budget, read: Reader[T]) -> _Hop:
        kept = await to_thread.run_sync(self._store.get, self._key(request), abandon_on_cancel=True)
        use = policy.usable(kept, self._clock())
        if isinstance(use, MayBeServed):
            return await self._served(use.stored, read, from_cache=True)
        conditions = use.conditions if isinstance(use, MustBeRevalidated) else {}
        try:
            received = await self._ask(request, conditions, budget)
            if received.status == 304 and kept is not None:
                if policy.confirms(kept, received.headers):
                    renewed = policy.renewed(kept, request.kind, received.headers, self._clock())
                    hop = await self._served(renewed, read, from_cache=True)
                    await self._keep(renewed)
                    return hop
                received = await self._ask(request, {}, budget)
        except ToolFailure as failure:
            stale = _STALE.get(failure.reason, "")
            if kept is None or not stale or not policy.may_be_served_stale(kept, self._clock()):
                raise
            return replace(await self._served(kept, read, from_cache=True), stale=stale)
        return await self._new(request, received, read)

    async def _ask(self, request: Request, conditions: Mapping[str, str], budget: Budget) -> Received:
        if self._background is not None and self._clock() >= self._look_at_robots_from:
            self._look_at_robots_from = self._clock() + _ROBOTS_GLANCE_S
            self._background.start_soon(self._look_at_robots)
        return await self._exchange.ask(request, conditions, budget)

    async def _new(self, request: Request, received: Received, read: Reader[T]) -> _Hop:
        key, now = self._key(request), self._clock()
        if received.status == 304:
            raise _lost("says that nothing changed since an answer that it never gave")
        if received.status in statuses.REDIRECTS:
            pointer(request, request, received.headers.get("location", ""), self._base)  # a bad one is not kept
        if received.status == 300 and not read_candidates(received.body):
            raise _lost("says that several items are meant, on a page that cannot be read")
        stored = policy.to_store(key, request.kind, received, now)
        hop = await self._served(stored or _unkept(key, received, now), read, from_cache=False)
        if stored is not None:
            await self._keep(stored)
        return hop

    async def _served(self, stored: Stored, read: Reader[T], *, from_cache: bool) -> _Hop:
        content = await _read(read, stored.body) if stored.status == 200 else None
        return _Hop(stored, from_cache, content=content, read_by=read)

    async def _keep(self, stored: Stored) -> None:
        await to_thread.run_sync(self._store.put, stored, abandon_on_cancel=True)

    def _key(self, request: Request) -> str:
        return self._base + request.path

    def _provenance(self, asked: Request, current: Request, hops: Sequence[_Hop]) -> Provenance:
        """Judge an answer by its oldest part: where a redirect leads can be out of date as well."""
        return Provenance(
            asked=asked.path,
            path=current.path,
            url=self._base + current.path,
            confirmed_at=datetime.fromtimestamp(min(hop.stored.checked_at for hop in hops), UTC),
            from_cache=all(hop.from_cache for hop in hops),
            stale=next((hop.stale for hop in hops if hop.stale), ""),
        )

    def _answer(self, hop: _Hop, provenance: Provenance) -> Answer[Any]:
        if hop.stored.status == 200:
            return Served(hop.content, len(hop.stored.body), provenance)
        if hop.stored.status == 300:
            return Choices(read_candidates(hop.stored.body), provenance)
        return Missing(hop.stored.status, provenance)

    async def _look_at_robots(self) -> None:
        """Adopt what robots.txt sets for us; when it cannot be read, all stays as it is until tomorrow."""
        pacer = self._exchange.pacer
        try:
            if await pacer.robots_wanted():
                budget = Budget(anyio.current_time() + _ROBOTS_PATIENCE_S)
                received = await self._exchange.ask(ROBOTS, {}, budget)
                await pacer.adopt(read_rules(received.body) if received.status == 200 else NO_RULES)
        except Exception as problem:  # it runs beside the calls and must never end them
            log.warning("robots.txt was not read: %s", type(problem).__name__)


def new_client(settings: UkLawSettings, context: AdapterContext, *, background: TaskGroup | None = None) -> UkClient:
    """Make the client of an installation, with its shared pace and its response cache. Touches no file yet."""
    file = Ledger(pace_file(settings.base_url, context.state_dir), time.time)
    own = ResponseStore(responses_file(context.cache_dir), settings.cache_max_mb * 1_000_000)
    gap = settings.min_request_gap_ms / 1000
    if context.shared is None:
        exchange = Exchange(settings, context.version, Pacer(file, gap), clock=time.time)
        return UkClient(settings, exchange, own, background=background)
    shared = SharedMemory(context.shared)
    ledger = SharedLedger(shared, f"uklaw:pace:{_host(settings.base_url)}", file, time.monotonic)
    exchange = Exchange(settings, context.version, Pacer(ledger, gap), clock=time.time)
    store = SharedResponses(shared, own, time.time)
    return UkClient(settings, exchange, store, background=background, shared=shared)


def pace_file(base_url: str, state_dir: Path) -> Path:
    """Return where the processes of a user keep their common pace for a host; `.lock` and `.new` stand beside it."""
    return state_dir / f"uklaw-pace-{_host(base_url)}.json"


def _host(base_url: str) -> str:
    return re.sub(r"[^a-z0-9.-]+", "-", base_url.partition("://")[2].lower())[:100]


def responses_file(cache_dir: Path) -> Path:
    """Return where responses are kept below the installation's cache folder."""
    return cache_dir / "uklaw" / "responses.sqlite3"


async def _read(read: Reader[T], body: bytes) -> T:
    if len(body) < _READ_IN_A_THREAD:
        return read(body)
    return await to_thread.run_sync(read, body, abandon_on_cancel=True)


def _unkept(key: str, received: Received, now: float) -> Stored:
    return Stored(key, received.status, received.body, now, now, location=received.headers.get("location", ""))


def _unfollowed(request: Request, hop: _Hop, pointed: Pointer, provenance: Provenance) -> Elsewhere | PastEnd:
    if request.kind in (Kind.SEARCH, Kind.CHANGES, Kind.LOG):
        # A search page past the last one is sent to the search form; nothing else of a feed is.
        if request.kind is Kind.SEARCH and request.page > 1:
            return PastEnd(provenance)
        raise _lost("sends the reader of a list to a web page")
    return Elsewhere(hop.stored.status, pointed.path, provenance)


def _lost(what: str) -> UpstreamChanged:
    return UpstreamChanged(
        f"legislation.gov.uk {what}, which is not how it works as far as we know.",
        reason="upstream_changed",
        next_step="Open the address in a browser to see what stands there now.",
    )
