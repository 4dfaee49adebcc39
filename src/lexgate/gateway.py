"""The gateway without a protocol: mounted adapters, their tools, and one call through them.

It knows neither the MCP SDK nor any adapter by name.
"""

import difflib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
from anyio.abc import TaskGroup

from lexgate import mounting, outcome
from lexgate.configuration import Configuration
from lexgate.discovery import installed_adapters
from lexgate.mounting import Mount, Tool
from lexgate.outcome import Outcome
from lexgate.status import status_tool
from lexgate.validation import read_arguments
from lexgate_kit.adapter import Call, Progress, no_progress
from lexgate_kit.errors import NotConfigured, ToolFailure, UnusableInput
from lexgate_kit.fence import Fence
from lexgate_kit.inline import one_line

log = logging.getLogger("lexgate.calls")

CALL_SECONDS = 45.0
"""Clients give a call up after 60 seconds; an answer after that is thrown away."""
ADAPTER_SECONDS = CALL_SECONDS - 2
"""What an adapter is told, so that it can end with what it has before it is cut off."""


@dataclass(frozen=True)
class AnsweredCall:
    """What may be known of a call after it: neither its arguments nor its answer.

    `tool` is "unknown tool" for a name that is none; `reason` is the failure's code, blank for a result.
    """

    request_id: str
    tool: str
    caller: str
    reason: str
    seconds: float


Observer = Callable[[AnsweredCall], None]
"""Told of every call once it was answered, in the event loop: it must be quick, and must not raise."""


class Gateway:
    """Every enabled adapter of one configuration, and the gateway's own tools."""

    def __init__(self, configuration: Configuration, mounts: Sequence[Mount]) -> None:
        self.configuration = configuration
        self.mounts = tuple(mounts)
        self.tools: Mapping[str, Tool] = mounting.compose(mounts, [("gateway_status", status_tool(self))])
        self.calls_under_way = 0
        self._tasks: TaskGroup | None = None
        self._observers: list[Observer] = [_log_call]

    def observe(self, observer: Observer) -> None:
        """Tell the observer of every call from now on."""
        self._observers.append(observer)

    @classmethod
    def of(cls, configuration: Configuration) -> "Gateway":
        """Return the gateway of a configuration.

        Raises:
            ConfigProblem: a setting of an adapter, or the set of installed adapters, is unusable.
        """
        return cls(configuration, mounting.mount_all(installed_adapters(configuration), configuration))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let adapters live while calls are made; nothing starts before its first call."""
        async with mounting.mounted() as tasks:
            self._tasks = tasks
            try:
                yield
            finally:
                self._tasks = None

    async def call(
        self, name: str, arguments: Mapping[str, Any], *, caller: str = "local", progress: Progress = no_progress
    ) -> Outcome:
        """Answer one call. Never raises for what a tool, an adapter or a source does wrong."""
        request_id = secrets.token_hex(6)
        started = time.monotonic()
        self.calls_under_way += 1
        try:
            answer = await self._answer(name, arguments, request_id, caller=caller, progress=progress)
        except ToolFailure as error:
            answer = outcome.failure(error, request_id)
        except Exception as error:  # the boundary: the model gets our words, the log gets the rest
            log.error("request %s failed inside", request_id, exc_info=error, extra={"request_id": request_id})
            answer = outcome.failure(_masked(), request_id)
        finally:
            self.calls_under_way -= 1
        shown = name if name in self.tools else "unknown tool"
        answered = AnsweredCall(request_id, shown, caller, answer.reason, time.monotonic() - started)
        for observer in self._observers:
            observer(answered)
        return answer

    async def _answer(
        self, name: str, arguments: Mapping[str, Any], request_id: str, *, caller: str, progress: Progress
    ) -> Outcome:
        tool = self._tool(name)
        read = read_arguments(tool.spec.arguments, arguments)
        now = anyio.current_time()
        call = Call(request_id, now + ADAPTER_SECONDS, caller, Fence(), progress)
        with anyio.move_on_at(now + CALL_SECONDS):
            await self.ready(tool.mount)
            result = await tool.spec.handler(read, call)
            return outcome.success(result, tool.spec.render(result))
        raise _out_of_time()

    def _tool(self, name: str) -> Tool:
        tool = self.tools.get(name)
        if tool is None:
            near = difflib.get_close_matches(name[:60], self.tools, n=3, cutoff=0.5)
            raise UnusableInput(
                f'There is no tool "{one_line(name, 40)}" here.',
                reason="unknown_tool",
                next_step=f"Use one of: {', '.join(near or self.tools)}.",
            )
        return tool

    async def ready(self, mount: Mount | None) -> None:
        """Enter an adapter's lifespan; None is the gateway itself, which needs none.

        Raises:
            ToolFailure: the adapter could not start.
        """
        if mount is None or self._tasks is None:
            return
        try:
            await mount.start(self._tasks)
        except ToolFailure:
            raise
        except Exception as error:  # an adapter that cannot start fails alone, and says so
            log.error("adapter %s could not start", mount.namespace, exc_info=error)
            raise NotConfigured(
                f"The adapter {mount.namespace} could not start.",
                reason="adapter_not_started",
                next_step="Tell the user to run `lexgate doctor`. The tools of the other adapters work.",
            ) from None


def _log_call(call: AnsweredCall) -> None:
    if not log.isEnabledFor(logging.INFO):
        return
    log.info(
        "call %s %s %s %.0f ms",
        call.request_id,
        call.tool,
        call.reason or "ok",
        call.seconds * 1000,
        extra={
            "request_id": call.request_id,
            "tool": call.tool,
            "caller": call.caller,
            "outcome": call.reason or "ok",
            "ms": round(call.seconds * 1000, 1),
        },
    )


def _masked() -> ToolFailure:
    return ToolFailure(
        "Something went wrong inside lexgate; this says nothing about the law.",
        reason="internal_error",
        next_step="Try once more; if it fails again, tell the user the request id, which stands in the log.",
    )


def _out_of_time() -> ToolFailure:
    return ToolFailure(
        f"No answer within {CALL_SECONDS:.0f} seconds; this says nothing about the law.",
        reason="timed_out",
        next_step="Ask for less (one provision, fewer results), or try again later.",
    )
