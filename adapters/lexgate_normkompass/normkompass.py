"""The adapter: two tools in front of one service. It holds no law, no model and no cache."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, ClassVar

import anyio
from anyio.abc import TaskGroup
from pydantic import BaseModel, Field

from lexgate_kit.adapter import AdapterContext, Call, Finding, Health, ToolSpec
from lexgate_kit.address import is_loopback
from lexgate_kit.arguments import Arguments
from lexgate_kit.errors import ToolFailure, UnusableInput
from lexgate_normkompass import results, wire
from lexgate_normkompass.late_answers import LateAnswers, Pending
from lexgate_normkompass.settings import SECTION, NormkompassSettings

if TYPE_CHECKING:
    from lexgate_normkompass.client import Service

_PROBE, _PROBE_SECONDS = "Umsatzsteuer", 5.0


class SearchLaw(Arguments):
    """Arguments of `search_law`."""

    question: str = Field(min_length=1, max_length=1000, pattern=r"\S", description="In German, up to 1000 characters")
    limit: int = Field(default=5, ge=1, le=20, description="How many passages")


class AskLaw(Arguments):
    """Arguments of `ask_law`: one of the two."""

    question: str = Field(default="", max_length=1000, description="In German, up to 1000 characters")
    request_id: str = Field(default="", max_length=64, description="Instead of a question: collect a pending answer")


class Normkompass:
    """The client of one normkompass service. `environment` is where the token is read from, at each call."""

    namespace: ClassVar[str] = "normkompass"
    settings_model: ClassVar[type[BaseModel]] = NormkompassSettings

    def __init__(
        self, settings: NormkompassSettings, context: AdapterContext, *, environment: Mapping[str, str] = os.environ
    ) -> None:
        self.settings = settings
        self.patience_s = settings.ask_wait_s
        self._version, self._environment = context.version, environment
        self._tasks: TaskGroup | None = None
        self._service: Service | None = None
        self._late: LateAnswers[wire.Answer | wire.Refusal] | None = None

    def tools(self) -> tuple[ToolSpec[Any, Any], ...]:
        return (
            ToolSpec(
                name="search_law",
                title="Search German federal law",
                description="Finds passages of five German federal laws for a question, each with its Stand (date).",
                arguments=SearchLaw,
                result=results.Passages,
                handler=self._search,
                render=results.render_passages,
                open_world=True,
            ),
            ToolSpec(
                name="ask_law",
                title="Ask German federal law",
                description="Answers a question on German federal law with checked citations, or refuses. A refusal is "
                "a result: report it, do not answer yourself. If pending, call again with the request_id alone.",
                arguments=AskLaw,
                result=results.LawAnswer,
                handler=self._ask,
                render=results.render_answer,
                open_world=True,
            ),
        )

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Own the questions at work; leaving ends them and closes the connections."""
        try:
            async with anyio.create_task_group() as tasks:
                self._late = LateAnswers(tasks, self.settings.answers_kept_s, self.settings.answers_kept)
                try:
                    yield
                finally:
                    tasks.cancel_scope.cancel()
        finally:
            service, self._service, self._late = self._service, None, None
            if service is not None:
                await service.aclose()

    def stored(self) -> tuple[()]:
        return ()

    async def health(self, *, probe: bool = False) -> Health:
        """Show the final endpoints; with `probe`, send one search to see whether the service answers it."""
        settings = self.settings
        facts = {
            "search_endpoint": settings.api_url + settings.search_path,
            "ask_endpoint": settings.api_url + settings.ask_path,
            "token": f"from {settings.token_env}" if settings.token_env else "none",
        }
        findings = self._token_findings()
        trouble = next((each for each in findings if each.severity == "problem"), None)
        if probe and trouble is None:
            trouble = await self._probe()
            findings += [trouble] if trouble else []
            facts["answers"] = "no" if trouble else "yes"
        if trouble is not None:
            return Health(False, trouble.what, trouble.mend, facts, findings=findings)
        return Health(True, "answers" if probe else "configured; not asked", facts=facts, findings=findings)

    def _token_findings(self) -> list[Finding]:
        name = self.settings.token_env
        if name and not self._environment.get(name, "").strip():
            return [Finding("problem", f"The variable {name} with the token is not set.", f"set {name}")]
        if name and self.settings.api_url.startswith("http://") and not is_loopback(self.settings.api_url):
            what = "The token goes to another machine without encryption."
            return [Finding("warning", what, f"use https:// in {SECTION}.api_url")]
        return []

    async def _probe(self) -> Finding | None:
        try:
            service = self._open()
            try:
                await service.search(_PROBE, 1, within_s=_PROBE_SECONDS)
            finally:
                await service.aclose()
        except ToolFailure as failure:
            return Finding("warning", failure.message, failure.next_step)
        return None

    def _open(self) -> "Service":
        from lexgate_normkompass.client import Service  # httpx is slow to import, and listing the tools needs none

        return Service(self.settings, self._version, self._environment)

    def _connected(self) -> "Service":
        if self._service is None:
            self._service = self._open()
        return self._service

    async def _search(self, arguments: SearchLaw, call: Call) -> results.Passages:
        passages = await self._connected().search(arguments.question, arguments.limit)
        return results.found(passages, arguments.limit, call.fence)

    async def _ask(self, arguments: AskLaw, call: Call) -> results.LawAnswer:
        question, request_id = arguments.question.strip(), arguments.request_id.strip()
        if bool(question) == bool(request_id):
            raise UnusableInput(
                "Give a question, or the request_id of a pending answer, not both; nothing was sent.",
                next_step="call again with one of the two.",
            )
        if self._late is None:
            raise RuntimeError("a call came outside the lifespan")
        wait_s = max(0.0, min(self.patience_s, call.deadline - anyio.current_time() - 1))
        if request_id:
            said = await self._late.collect(call.caller, request_id, wait_s)
        else:
            service = self._connected()
            said = await self._late.ask(call.caller, lambda: service.ask(arguments.question), wait_s)
        if isinstance(said, Pending):
            return results.not_yet(said.request_id, self.settings.answers_kept_s)
        return results.answered(said, call.fence)
