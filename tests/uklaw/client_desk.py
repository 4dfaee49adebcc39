"""Clients for tests: the real one against the scripted upstream, in folders of the test, with a short gap."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import anyio

from lexgate_uklaw.addressing import Request
from lexgate_uklaw.answers import Answer, Budget
from lexgate_uklaw.caching.store import ResponseStore
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.exchange import Exchange
from lexgate_uklaw.pacing.ledger import Ledger
from lexgate_uklaw.pacing.pacer import Pacer
from lexgate_uklaw.settings import UkLawSettings

T = TypeVar("T")


@dataclass
class Desk:
    """Where a test's clients keep their files. Times of day are `now`, which a test may move."""

    url: str
    folder: Path
    gap: float = 0.001
    contact: str = "desk@example.test"
    now: float = field(default_factory=time.time)
    waited: list[float] = field(default_factory=list)

    async def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds

    def new_client(self, background: anyio.abc.TaskGroup | None = None) -> UkClient:
        """Make a client, as another process would: it shares nothing with earlier ones but the files."""
        settings = UkLawSettings(base_url=self.url, contact=self.contact)
        ledger = Ledger(self.folder / "pace.json", lambda: self.now)
        pacer = Pacer(ledger, self.gap, sleep=self._sleep)
        exchange = Exchange(settings, "9.9", pacer, clock=lambda: self.now, sleep=self._sleep)
        store = ResponseStore(self.folder / "responses.sqlite3", 8_000_000)
        return UkClient(settings, exchange, store, background=background, clock=lambda: self.now)

    def run(self, work: Callable[[UkClient], Awaitable[T]]) -> T:
        """Run some work with a new client and close it."""

        async def with_client() -> T:
            client = self.new_client()
            try:
                return await work(client)
            finally:
                await client.aclose()

        return anyio.run(with_client)

    def fetch(self, request: Request, budget_s: float = 20.0) -> Answer[bytes]:
        """Fetch once with a new client; bodies come back as they are."""

        async def fetch(client: UkClient) -> Answer[bytes]:
            return await client.fetch(request, Budget(anyio.current_time() + budget_s), bytes)

        return self.run(fetch)
