"""Concurrent equal requests become one: who comes second waits for the first and shares its result."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import anyio

from lexgate_kit.errors import ToolFailure

T = TypeVar("T")

# What fails only because of the time or budget of the call that led; another may have more.
_OF_THE_LEADER = ("pacer_shed", "not_ready")


@dataclass
class _Flight(Generic[T]):
    landed: anyio.Event = field(default_factory=anyio.Event)
    result: T | None = None
    failure: ToolFailure | None = None


class Flights(Generic[T]):
    """Running requests of one process and event loop by their key."""

    def __init__(self) -> None:
        self._running: dict[str, _Flight[T]] = {}

    async def join(self, key: str, start: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """Return the result, and whether it was shared. Raises what the request that led raised.

        When the leader was cancelled, or ran out of its own time, the next one leads.
        """
        while (flight := self._running.get(key)) is not None:
            await flight.landed.wait()
            if flight.result is not None:
                return flight.result, True
            if flight.failure is not None and flight.failure.reason not in _OF_THE_LEADER:
                raise flight.failure
        return await self._lead(key, start), False

    async def _lead(self, key: str, start: Callable[[], Awaitable[T]]) -> T:
        flight = self._running[key] = _Flight()
        try:
            flight.result = await start()
        except ToolFailure as failure:
            flight.failure = failure
            raise
        finally:
            del self._running[key]
            flight.landed.set()
        return flight.result
