"""Waits for the turn of one request among all processes, and passes refusals on to them."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import anyio
from anyio import to_thread

from lexgate_kit.errors import ToolFailure, UpstreamRefused, UpstreamUnavailable
from lexgate_uklaw.pacing import schedule as decisions
from lexgate_uklaw.pacing.ledger import Change, KeepsSchedule
from lexgate_uklaw.pacing.robots import Rules, allows
from lexgate_uklaw.pacing.schedule import Reserved, Schedule, Shed, Started, Wait

T = TypeVar("T")


@dataclass
class Turn:
    """One request's turn: say how it went. After `refuse` the gate closes for everyone."""

    _refused: bool = field(default=False, init=False)
    _served: bool = field(default=False, init=False)
    _retry_after: float | None = field(default=None, init=False)

    def refuse(self, retry_after: float | None) -> None:
        """Note a refusal; `retry_after` in seconds when the service gave one."""
        self._refused, self._retry_after = True, retry_after

    def serve(self) -> None:
        """Note that the service answered as it should: an earlier refusal is over."""
        self._served = True

    def _ended(self, holder: str, schedule: Schedule, now: float) -> tuple[Schedule, float]:
        schedule = decisions.release(schedule, now, holder)
        if self._refused:
            return decisions.refused(schedule, now, self._retry_after)
        return decisions.served(schedule, now) if self._served else schedule, 0.0


class Pacer:
    """One request start per `gap` seconds, at most four at once, over all processes that share the ledger.

    While they cannot share it, the gap is so many times longer that all of them together keep to it.
    """

    def __init__(
        self,
        ledger: KeepsSchedule,
        gap: float,
        *,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self._ledger = ledger
        self._gap = gap
        self._sleep = sleep

    @property
    def problem(self) -> str:
        """Why the pace is not shared with other processes; blank when it is."""
        return self._ledger.problem

    @asynccontextmanager
    async def turn(self, deadline: float) -> AsyncIterator[Turn]:
        """Wait until the request may start; inside, it runs. `deadline` is a time of `anyio.current_time()`.

        Raises pacer_shed (with retry_after) as soon as it is clear that no start before the deadline is possible.
        """
        holder = secrets.token_hex(8)
        turn = Turn()
        begun = False
        try:
            await self._wait_to_start(holder, deadline)
            begun = True
            yield turn
        finally:
            # Also when the call was cancelled while a claim ran in its thread: the slot may be taken.
            with anyio.CancelScope(shield=True):
                end: Change[float] = partial(turn._ended, holder) if begun else partial(_released, holder)
                await self._change(end)

    async def robots_wanted(self) -> bool:
        """Say whether this process should read robots.txt now; no other will be told so for a day."""
        return await self._change(decisions.robots_wanted)

    async def adopt(self, rules: Rules) -> None:
        """Follow in all processes what robots.txt sets for our product: a delay up to a minute, closed addresses."""
        await self._change(lambda schedule, now: (decisions.with_rules(schedule, now, rules), None))

    async def allows(self, path: str) -> bool:
        """Say whether robots.txt, when it was last read, left the address open to our product."""
        return await self._change(lambda schedule, now: (schedule, allows(schedule.rules, path)))

    async def _wait_to_start(self, holder: str, deadline: float) -> None:
        patience = deadline - anyio.current_time()
        promised = await self._change(
            lambda schedule, now: _begin(holder, patience, self._gap_now, schedule, now),
        )
        if isinstance(promised, Started):
            return
        if isinstance(promised, Shed):
            raise _shed(promised)
        try:
            await self._sleep(promised.seconds)
            await self._claim(holder, deadline)
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._change(
                    lambda schedule, now: _withdrawn(promised.at, self._gap_now, schedule, now),
                )
            raise

    async def _claim(self, holder: str, deadline: float) -> None:
        while True:
            answer = await self._change(
                lambda schedule, now: decisions.claim(schedule, now, holder, self._gap_now),
            )
            if isinstance(answer, Started):
                return
            if isinstance(answer, Shed):
                raise _shed(answer)
            if anyio.current_time() + answer.seconds >= deadline:
                raise _shed(Shed(answer.seconds, refused=False))
            await self._sleep(answer.seconds)

    @property
    def _gap_now(self) -> float:
        # Read inside a change, when the ledger knows with how many it is shared.
        return self._gap * self._ledger.shares

    async def _change(self, change: Change[T]) -> T:
        return await to_thread.run_sync(self._ledger.change, change)


@dataclass(frozen=True)
class _Promised:
    at: float
    seconds: float


def _begin(
    holder: str, patience: float, gap: float, schedule: Schedule, now: float
) -> tuple[Schedule, Started | _Promised | Shed]:
    """Start at once where that is possible, in the same transaction; else promise a start."""
    schedule, promised = decisions.reserve(schedule, now, now + patience, gap)
    if isinstance(promised, Reserved) and promised.at <= now:
        schedule, answer = decisions.claim(schedule, now, holder, gap)
        if isinstance(answer, Wait):
            return schedule, _Promised(promised.at, answer.seconds)
        return schedule, answer
    if isinstance(promised, Shed):
        return schedule, promised
    return schedule, _Promised(promised.at, promised.at - now)


def _released(holder: str, schedule: Schedule, now: float) -> tuple[Schedule, float]:
    return decisions.release(schedule, now, holder), 0.0


def _withdrawn(at: float, gap: float, schedule: Schedule, now: float) -> tuple[Schedule, None]:
    return decisions.withdraw(schedule, now, at, gap), None


def _shed(shed: Shed) -> ToolFailure:
    seconds = max(1.0, round(shed.retry_after + 0.5))
    if shed.refused:
        return UpstreamRefused(
            "legislation.gov.uk refused earlier requests from this machine, so none is sent for now.",
            reason="pacer_shed",
            next_step=f"Ask again in {seconds:.0f} s; what was read before is still served from the cache.",
            retry_after=seconds,
        )
    return UpstreamUnavailable(
        "Too many requests to legislation.gov.uk wait already: this one cannot start in time, so it was not sent.",
        reason="pacer_shed",
        next_step=f"Ask again in {seconds:.0f} s, with fewer calls at once.",
        retry_after=seconds,
    )
