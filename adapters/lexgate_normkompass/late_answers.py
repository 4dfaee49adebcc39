"""Answers that take longer than a call may: kept in memory for their caller, for a while. It asks nothing itself."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import anyio
from anyio.abc import TaskGroup

from lexgate_kit.errors import NotFound

T = TypeVar("T")


@dataclass(frozen=True)
class Pending:
    """The answer is not there yet; the id collects it later."""

    request_id: str


@dataclass(eq=False)
class _Question(Generic[T]):
    caller: str
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    done: anyio.Event = field(default_factory=anyio.Event)
    answers: list[T] = field(default_factory=list)
    failure: Exception | None = None

    async def answer(self, wait_s: float, request_id: str) -> T | Pending:
        with anyio.move_on_after(wait_s):
            await self.done.wait()
        if not self.done.is_set():
            return Pending(request_id)
        if self.failure is not None:
            raise self.failure
        return self.answers[0]


class LateAnswers(Generic[T]):
    """Questions at work in `tasks`. An answer stays `kept_s` after it came; each caller has at most `kept` of them."""

    def __init__(
        self,
        tasks: TaskGroup,
        kept_s: float,
        kept: int,
        *,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self._tasks, self._kept_s, self._kept = tasks, kept_s, kept
        self._sleep, self._new_id = sleep, new_id
        self._late: dict[str, _Question[T]] = {}

    async def ask(self, caller: str, work: Callable[[], Awaitable[T]], wait_s: float) -> T | Pending:
        """Start the work and wait for it; a caller who goes away while waiting ends it. Raises what the work raises."""
        question, request_id = _Question[T](caller), self._new_id()
        self._tasks.start_soon(self._answer, question, work, request_id)
        late = False
        try:
            answer = await question.answer(wait_s, request_id)
            late = isinstance(answer, Pending)
        finally:
            if not late:
                question.scope.cancel()
        if late:
            self._keep(request_id, question)
        return answer

    async def collect(self, caller: str, request_id: str, wait_s: float) -> T | Pending:
        """Return the answer if it is there within the wait. Raises NotFound for an id not kept for this caller."""
        question = self._late.get(request_id)
        if question is None or question.caller != caller:
            raise NotFound(
                f"No answer is kept under this request_id: it is older than {self._kept_s / 60:g} minutes, newer ones "
                "took its place, lexgate was started again, or the id is not yours.",
                next_step="ask the question again.",
                reason="answer_gone",
            )
        return await question.answer(wait_s, request_id)

    async def _answer(self, question: _Question[T], work: Callable[[], Awaitable[T]], request_id: str) -> None:
        with question.scope:
            try:
                question.answers.append(await work())
            except Exception as problem:  # raised to the caller instead: here it would end every other question
                question.failure = problem
            question.done.set()
            await self._sleep(self._kept_s)
        self._late.pop(request_id, None)

    def _keep(self, request_id: str, question: _Question[T]) -> None:
        own = [each for each, kept in self._late.items() if kept.caller == question.caller]
        for oldest in own[: len(own) + 1 - self._kept]:
            self._late.pop(oldest).scope.cancel()
        self._late[request_id] = question
