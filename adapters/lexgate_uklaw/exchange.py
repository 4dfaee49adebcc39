"""One polite request: its turn in the queue, the network, and what the status says. It stores and reads nothing."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import anyio

from lexgate_kit import http
from lexgate_kit.errors import ToolFailure, UpstreamChanged, UpstreamRefused, UpstreamUnavailable
from lexgate_uklaw import bodies
from lexgate_uklaw.addressing import Kind, Request
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.caching.policy import Received
from lexgate_uklaw.pacing.pacer import Pacer
from lexgate_uklaw.settings import UkLawSettings
from lexgate_uklaw.statuses import Meaning, meaning

PRODUCT_PAGE = "https://github.com/lexgate/lexgate"
MOST_BODY_BYTES = 24_000_000
_ATTEMPT_SECONDS = 30.0
_LAST_SECOND = 1.0  # kept back, so that a stored answer can still stand in for one that does not come
_POLL_SECONDS = (2.0, 4.0, 8.0)
_ACCEPT = {
    Kind.SEARCH: "application/atom+xml",
    Kind.CHANGES: "application/atom+xml",
    Kind.LOG: "application/atom+xml",
    Kind.IDENTIFIER: "application/xhtml+xml, */*;q=0.5",
    Kind.TITLE: "application/xhtml+xml, */*;q=0.5",
    Kind.ROBOTS: "text/plain",
}


class _Broke(Exception):
    """The attempt failed in a way that a second one may mend; holds words of ours."""


class Exchange:
    """Asks the service. `clock` is the time of day in seconds, for Retry-After dates."""

    def __init__(
        self,
        settings: UkLawSettings,
        version: str,
        pacer: Pacer,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self.pacer = pacer
        self._clock = clock
        self._sleep = sleep
        self._base = settings.base_url
        self._source = http.Source("legislation.gov.uk", settings.base_url, "adapters.uklaw.base_url")
        self._client = http.new_client(
            self._source, headers={"User-Agent": user_agent(version, settings.contact)}, connections=8
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await http.close(self._client)

    async def ask(self, request: Request, conditions: Mapping[str, str], budget: Budget) -> Received:
        """Return an answer that means something: a checked body, a redirect, candidates, unchanged, or not found.

        A broken answer is asked for once more, one in preparation as often as the budget allows.
        Raises UpstreamRefused, UpstreamUnavailable (pacer_shed, not_ready, upstream_unavailable), UpstreamChanged.
        """
        tries = 0
        polls = iter(_POLL_SECONDS)
        while True:
            try:
                received = await self._attempt(request, conditions, budget)
            except _Broke as broke:
                tries += 1
                if tries > 1 or budget.is_spent or anyio.current_time() + _LAST_SECOND >= budget.deadline:
                    raise _unavailable(str(broke)) from None
                continue
            if received is not None:
                return received
            pause = next(polls, None)
            if pause is None or budget.is_spent or anyio.current_time() + pause >= budget.deadline:
                raise _not_ready()
            await self._sleep(pause)

    async def _attempt(self, request: Request, conditions: Mapping[str, str], budget: Budget) -> Received | None:
        if budget.is_spent:
            raise _budget_spent()
        if not await self.pacer.allows(request.path):
            raise _closed_by_robots()
        async with self.pacer.turn(budget.deadline) as turn:
            budget.requests_left -= 1
            answer = await self._send(request, conditions, budget)
            headers = {name.lower(): value for name, value in answer.headers.items()}
            told = headers.get("retry-after", "")
            said = meaning(request.kind, answer.status, retry_after=bool(told))
            if said is Meaning.REFUSED:
                retry_after = self._retry_after(told)
                turn.refuse(retry_after)
                raise _refused(retry_after)
            if said is not Meaning.BROKEN:
                turn.serve()
        return _judged(request, said, Received(answer.status, headers, answer.body))

    async def _send(self, request: Request, conditions: Mapping[str, str], budget: Budget) -> http.Answer:
        headers = {"Accept": _ACCEPT.get(request.kind, "application/xml"), **conditions}
        left = budget.deadline - anyio.current_time() - _LAST_SECOND
        seconds = min(_ATTEMPT_SECONDS, max(left, 0.1))
        limits = http.Limits(seconds, "the time of a call (it is fixed)", body_bytes=MOST_BODY_BYTES)
        try:
            return await http.send(
                self._client, http.Request("GET", self._base + request.path, headers), self._source, limits
            )
        except UpstreamUnavailable as failure:
            raise _Broke(_WORDS.get(failure.reason, "could not be asked")) from failure

    def _retry_after(self, value: str) -> float | None:
        text = value.strip()
        if not text:
            return None
        if text.isascii() and text.isdigit() and len(text) < 12:
            return float(text)
        try:
            moment = parsedate_to_datetime(text)
        except ValueError:
            return None
        now = datetime.fromtimestamp(self._clock(), UTC)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max((moment - now).total_seconds(), 0.0)


_WORDS = {
    http.NOT_REACHED: "could not be reached",
    http.TIMED_OUT: "did not answer in time",
    "connection_broke": "broke off its answer",
    "proxy_failed": "could not be reached through the proxy that the environment names",
}


def user_agent(version: str, contact: str) -> str:
    """Return who we say we are: product, page and contact, as the fair use policy asks. Never blank, never another."""
    return f"lexgate/{version} (+{PRODUCT_PAGE}; {contact or 'no contact set'})"


def _judged(request: Request, said: Meaning, received: Received) -> Received | None:
    if said is Meaning.NOT_READY:
        return None
    if said is Meaning.BROKEN:
        raise _Broke("answered with an error of its own")
    if said is Meaning.UNKNOWN:
        raise UpstreamChanged(
            f"legislation.gov.uk answered with status {received.status}, whose meaning here is not known.",
            reason="upstream_changed",
            next_step="Open the address in a browser, or try again later.",
        )
    if said is Meaning.BODY:
        _check_body(request.kind, received.body)
    return received


def _check_body(kind: Kind, body: bytes) -> None:
    try:
        bodies.check(kind, body)
    except bodies.HtmlInstead:
        raise UpstreamUnavailable(
            "legislation.gov.uk answered with a web page in place of the data: it may be checking for robots.",
            reason="upstream_unavailable",
            next_step="Set adapters.uklaw.contact, and try again in a few minutes.",
        ) from None
    except bodies.CutShort:
        raise _Broke("sent data that end early") from None
    except bodies.NotWhatWasAsked:
        raise UpstreamChanged(
            "legislation.gov.uk sent data of another kind than was asked for; they were not read.",
            reason="upstream_changed",
            next_step="Check adapters.uklaw.base_url, or open the address in a browser.",
        ) from None


def _refused(retry_after: float | None) -> ToolFailure:
    pause = f"It asks to wait {retry_after:.0f} s." if retry_after else "It names no time to wait."
    return UpstreamRefused(
        f"legislation.gov.uk refuses requests from here for now, probably for load. {pause} All requests stop.",
        reason="upstream_refused",
        next_step="Wait, then ask again; set adapters.uklaw.contact if it is blank.",
        retry_after=retry_after,
    )


def _closed_by_robots() -> ToolFailure:
    return UpstreamRefused(
        "robots.txt of legislation.gov.uk closes this address to lexgate, so it was not asked for.",
        reason="upstream_refused",
        next_step="Open the address in a browser; tell the maintainers of lexgate about it.",
    )


def _unavailable(what: str) -> ToolFailure:
    return UpstreamUnavailable(
        f"legislation.gov.uk {what}.",
        reason="upstream_unavailable",
        next_step="Try again later; `lexgate doctor` looks at the connection.",
    )


def _not_ready() -> ToolFailure:
    return UpstreamUnavailable(
        "legislation.gov.uk is still preparing this document and has not sent it.",
        reason="not_ready",
        next_step="Ask for one provision of it (a section, regulation or article), or ask again in a minute.",
        retry_after=60.0,
    )


def _budget_spent() -> ToolFailure:
    return UpstreamUnavailable(
        "This call has made its four requests and would need another.",
        reason="pacer_shed",
        next_step="Ask again: what was fetched so far is kept and costs no request.",
        retry_after=1.0,
    )
