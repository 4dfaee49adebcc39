"""The adapter for UK legislation: its tools, and the one client that they share while the gateway runs."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel

from lexgate_kit.adapter import AdapterContext, Call, Finding, Health, ResourceSpec, ToolSpec
from lexgate_kit.shared import SharedMemory, SharedPlace
from lexgate_uklaw.settings import UkLawSettings
from lexgate_uklaw.tools import every_tool

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient

_NO_CONTACT = Finding(
    "warning",
    "uklaw: no contact is set; legislation.gov.uk asks every client to name one, and may refuse those that do not.",
    "Set adapters.uklaw.contact to an email address or URL of yours (or the variable UK_LEGISLATION_CONTACT).",
)


def _pace(place: SharedPlace | None, shared: SharedMemory | None, gap_ms: int) -> str:
    if place is None:
        return f"this machine alone, every {gap_ms} ms; other machines are not seen"
    if shared is not None and shared.problem:
        return f"this machine alone, every {gap_ms * place.replicas} ms, because the shared Redis is gone"
    seen = "" if shared is not None and shared.asked else " (not asked yet)"
    return f"all machines together, every {gap_ms} ms, through the shared Redis{seen}"


def _gone(place: SharedPlace, problem: str) -> Finding:
    return Finding(
        "warning",
        f"uklaw: the shared Redis at {place.shown} {problem}. This machine paces alone, {place.replicas} times slower.",
        "Start that Redis, or correct shared.redis_url. It is used again by itself when it is there.",
    )


async def suggest_types(typed: str, call: Call) -> Sequence[str]:
    """Return the type codes that start with what was typed: what is known without asking the service."""
    from lexgate_uklaw.identifiers.types import TYPES

    return [f"{code}/" for code in TYPES if f"{code}/".startswith(typed.lower()) and len(typed) <= len(code)]


class UkLaw:
    """Reads legislation.gov.uk. Nothing is opened, asked or written before the first call of one of its tools."""

    namespace: ClassVar[str] = "uklaw"
    settings_model: ClassVar[type[BaseModel]] = UkLawSettings

    def __init__(self, settings: UkLawSettings, context: AdapterContext) -> None:
        self.settings = settings
        self._context = context
        self._client: UkClient | None = None

    def tools(self) -> tuple[ToolSpec[Any, Any], ...]:
        """Return the tools; each asks for the client when it is called."""
        return every_tool(self.client)

    def resources(self) -> tuple[ResourceSpec, ...]:
        """Return legislation as documents with addresses: those of legislation.gov.uk without its host."""
        return (
            ResourceSpec(
                "uklaw",
                "path",
                "UK legislation",
                "An item or provision by its path (ukpga/2018/12/section/45), as uklaw_get_document reads it.",
                "get_document",
                lambda path: {"item": path},
                suggest_types,
            ),
        )

    def client(self) -> "UkClient":
        """Return the client; only while `lifespan` is open."""
        if self._client is None:
            raise RuntimeError("the UK client is used outside its lifespan")
        return self._client

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Hold the client, with the daily look at robots.txt in the background."""
        # Imported on first use: lxml, httpx and sqlite3 are slow to load.
        import anyio

        from lexgate_uklaw.client import new_client

        async with anyio.create_task_group() as background:
            self._client = new_client(self.settings, self._context, background=background)
            try:
                yield
            finally:
                client, self._client = self._client, None
                background.cancel_scope.cancel()
                await client.aclose()

    async def health(self, *, probe: bool = False) -> Health:
        """Tell what is configured and, when asked to probe, whether the service answers one small request."""
        facts: dict[str, Any] = {
            "address": self.settings.base_url,
            "contact": "set" if self.settings.contact else "not set",
            "min_request_gap_ms": self.settings.min_request_gap_ms,
        }
        if not probe:
            return self._seen(Health(ready=True, summary="configured; not asked", facts=facts))
        if self._client is not None:
            return await self._probed(facts)
        async with self.lifespan():
            return await self._probed(facts)

    async def _probed(self, facts: dict[str, Any]) -> Health:
        from lexgate_uklaw.probing import probe

        said = await probe(self.client())
        if said is None:
            return self._seen(Health(ready=True, summary="the service answers", facts=facts))
        broken = Finding("problem", f"uklaw: {said.message}", said.next_step)
        return self._seen(
            Health(ready=False, summary=said.message, next_step=said.next_step, facts=facts, findings=(broken,))
        )

    def _seen(self, health: Health) -> Health:
        """Add what is known without asking: the pace, and what the client noticed."""
        shared, place = self._client.shared if self._client is not None else None, self._context.shared
        facts = {**health.facts, "pace": _pace(place, shared, self.settings.min_request_gap_ms)}
        if self._client is not None and self._client.problems:
            facts["problems"] = list(self._client.problems)
        findings = [] if self.settings.contact else [_NO_CONTACT]
        if place is not None and shared is not None and shared.problem:
            findings.append(_gone(place, shared.problem))
        return replace(
            health,
            facts=facts,
            local_facts={"shared_redis": place.shown} if place is not None else {},
            findings=(*findings, *health.findings),
        )

    def stored(self) -> tuple[Path, ...]:
        """Return nothing: the cache and the shared pace lie in the installation's own folders."""
        return ()
