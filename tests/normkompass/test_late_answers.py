"""Answers that take longer than a call may: the id, who may collect it, how long it is kept."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
import pytest
from anyio.to_thread import run_sync
from normkompass_desk import desk

from lexgate_kit.errors import NotFound, UpstreamUnavailable
from lexgate_normkompass.late_answers import LateAnswers, Pending
from lexgate_normkompass.stub import Stub

pytestmark = pytest.mark.anyio
QUESTION = "!slow Wann ist ein Leihrad neu?"


# Over real HTTP, with the words that the model sees


async def test_a_long_answer_is_handed_out_as_an_id_and_collected_with_it(stub: Stub) -> None:
    async with desk(stub.address, ask_wait_s=0.1) as one:
        first = await one.ask(QUESTION)
        request_id = first.structure["request_id"]
        assert first.structure["pending"] is True
        assert "answer" not in first.structure
        assert request_id in first.text
        assert "without a question" in first.text
        assert "kept for 10 minutes" in first.text
        assert "No statement of law" in first.text

        again = await one.ask(request_id=request_id)
        assert again.structure["request_id"] == request_id

        stub.goes_on.set()
        one.adapter.patience_s = 5
        answer = await one.ask(request_id=request_id)
        assert answer.structure["citations"]
        assert (await one.ask(request_id=request_id)).structure == answer.structure  # a lost reply can be fetched again
    assert len(stub.asked) == 1


async def test_a_late_failure_is_told_when_it_is_collected(stub: Stub) -> None:
    async with desk(stub.address, ask_wait_s=0.1, ask_timeout_s=0.3) as one:
        request_id = (await one.ask(QUESTION)).structure["request_id"]
        one.adapter.patience_s = 5
        seen = await one.ask(request_id=request_id)
    assert seen.reason == "timed_out"
    assert "within 0.3 s" in seen.text
    assert "adapters.normkompass.ask_timeout_s" in seen.text
    assert len(stub.asked) == 1


async def test_an_id_is_worth_nothing_to_another_caller(stub: Stub) -> None:
    async with desk(stub.address, ask_wait_s=0.1) as one:
        request_id = (await one.ask(QUESTION, caller="anna")).structure["request_id"]
        stub.goes_on.set()
        other = await one.ask(request_id=request_id, caller="bert")
        made_up = await one.ask(request_id="made-up", caller="bert")
        one.adapter.patience_s = 5
        own = await one.ask(request_id=request_id, caller="anna")
    assert other.reason == "answer_gone"
    assert other.text == made_up.text  # nothing tells that the id exists
    assert "Next: ask the question again." in other.text
    assert own.structure["citations"]


async def test_shutting_down_ends_what_is_still_asked(stub: Stub) -> None:
    async with desk(stub.address, ask_wait_s=0.05) as one:
        assert (await one.ask(QUESTION)).structure["pending"] is True
    assert await run_sync(stub.hung_up.wait, 2)


async def test_going_away_while_collecting_does_not_lose_the_answer(stub: Stub) -> None:
    async with desk(stub.address, ask_wait_s=0.1) as one:
        request_id = (await one.ask(QUESTION)).structure["request_id"]
        one.adapter.patience_s = 5
        with anyio.move_on_after(0.1):
            await one.ask(request_id=request_id)
        stub.goes_on.set()
        assert (await one.ask(request_id=request_id)).structure["citations"]
    assert not stub.hung_up.is_set()


# The keeping itself, with its own clock


class Kept:
    """`forget` is the moment at which the time for keeping is over."""

    def __init__(self) -> None:
        self.forget = anyio.Event()
        self.go = anyio.Event()
        self.ended: list[str] = []

    async def sleep(self, seconds: float) -> None:
        assert seconds == 600
        await self.forget.wait()

    def work(self, answer: str) -> Callable[[], Awaitable[str]]:
        async def work() -> str:
            try:
                await self.go.wait()
            except anyio.get_cancelled_exc_class():
                self.ended.append(answer)
                raise
            return answer

        return work


@asynccontextmanager
async def keeping(kept: int = 2) -> AsyncIterator[tuple[Kept, LateAnswers[str]]]:
    own = Kept()
    async with anyio.create_task_group() as tasks:
        yield own, LateAnswers(tasks, 600, kept, sleep=own.sleep)
        tasks.cancel_scope.cancel()


async def pending(late: LateAnswers[str], own: Kept, answer: str, caller: str = "anna") -> str:
    given = await late.ask(caller, own.work(answer), 0)
    assert isinstance(given, Pending)
    return given.request_id


async def test_an_answer_is_gone_when_its_time_is_over() -> None:
    async with keeping() as (own, late):
        request_id = await pending(late, own, "one")
        own.go.set()
        assert await late.collect("anna", request_id, 1) == "one"
        own.forget.set()
        await anyio.wait_all_tasks_blocked()
        with pytest.raises(NotFound, match="older than 10 minutes"):
            await late.collect("anna", request_id, 1)


async def test_the_oldest_of_a_caller_gives_way_and_its_question_is_ended() -> None:
    async with keeping(kept=2) as (own, late):
        ids = [await pending(late, own, answer) for answer in ("one", "two", "three")]
        other = await pending(late, own, "of bert", caller="bert")
        await anyio.wait_all_tasks_blocked()
        assert own.ended == ["one"]
        own.go.set()
        with pytest.raises(NotFound):
            await late.collect("anna", ids[0], 1)
        assert [await late.collect("anna", each, 1) for each in ids[1:]] == ["two", "three"]
        assert await late.collect("bert", other, 1) == "of bert"


async def test_an_answer_in_time_is_not_kept() -> None:
    async with keeping() as (own, late):
        own.go.set()
        assert await late.ask("anna", own.work("one"), 1) == "one"
        await anyio.wait_all_tasks_blocked()
        assert late._late == {}


async def test_ids_cannot_be_guessed_from_one_another() -> None:
    async with keeping(kept=50) as (own, late):
        ids = {await pending(late, own, "x") for _ in range(50)}
    assert len(ids) == 50
    assert min(map(len, ids)) >= 22  # 128 bits


async def test_one_failing_question_does_not_end_the_others() -> None:
    async def fail() -> str:
        raise UpstreamUnavailable("Down.", next_step="wait.")

    async def break_down() -> str:
        raise KeyError("a fault of ours")

    async with keeping() as (own, late):
        request_id = await pending(late, own, "one")
        with pytest.raises(UpstreamUnavailable):
            await late.ask("anna", fail, 1)
        with pytest.raises(KeyError):  # for the gateway to mask
            await late.ask("anna", break_down, 1)
        own.go.set()
        assert await late.collect("anna", request_id, 1) == "one"
