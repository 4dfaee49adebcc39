"""The helper's life as the server sees it, with helpers of our own that misbehave on purpose."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import pytest
from embedding_fixtures import DIMENSION, scripted_helper, write_tiny_model

from lexgate_skills.embedding.embedder import Embedder, HelperLimits
from lexgate_skills.embedding.process import Embedded, EmbeddingFailed

LIMIT = 4.0


@pytest.fixture
def embedders() -> Iterator[list[Embedder]]:
    opened: list[Embedder] = []
    yield opened
    for each in opened:
        each.close()


def ask(embedder: Embedder, text: str = "rent", timeout: float = LIMIT) -> Embedded:
    async def one() -> Embedded:
        return await embedder.embed_query(text, timeout)

    return anyio.run(one)


def wait_until(holds: Callable[[], bool], seconds: float = LIMIT) -> None:
    """Poll what another process does: nothing on our side can be awaited for it."""
    limit = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < limit, "it did not happen in time"
        os.sched_yield() if hasattr(os, "sched_yield") else None
        subprocess.run([sys.executable, "-c", ""], check=True)


def test_the_helper_starts_on_the_first_text_and_not_before(tmp_path: Path, embedders: list[Embedder]) -> None:
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", "answer = good")))
    assert embedders[0].pid is None
    assert ask(embedders[0]) == Embedded(1, 2, b"\0" * 8)
    assert embedders[0].pid is not None


def test_a_second_text_is_served_by_the_same_process(tmp_path: Path, embedders: list[Embedder]) -> None:
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", "answer = good")))
    ask(embedders[0])
    first = embedders[0].pid
    ask(embedders[0])
    assert embedders[0].pid == first


def test_a_helper_killed_between_two_searches_is_started_again(tmp_path: Path, embedders: list[Embedder]) -> None:
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", "answer = good")))
    ask(embedders[0])
    killed = embedders[0].pid
    assert killed is not None
    os.kill(killed, signal.SIGTERM)
    wait_until(lambda: embedders[0].pid is None)
    assert ask(embedders[0]).rows == 1


def test_a_helper_that_dies_during_a_search_fails_that_search_and_serves_the_next(
    tmp_path: Path, embedders: list[Embedder]
) -> None:
    dies_once = f"""
marker = {str(tmp_path / "died")!r}
def answer(head):
    if not os.path.exists(marker):
        open(marker, "w").close()
        os._exit(9)
    return good(head)
"""
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", dies_once)))
    with pytest.raises(EmbeddingFailed) as failed:
        ask(embedders[0])
    assert failed.value.reason == "helper_ended"
    assert ask(embedders[0]).rows == 1


def test_a_helper_that_went_idle_just_as_we_asked_is_asked_again_unseen(
    tmp_path: Path, embedders: list[Embedder]
) -> None:
    idle_once = f"""
marker = {str(tmp_path / "idle")!r}
def answer(head):
    if not os.path.exists(marker):
        open(marker, "w").close()
        os._exit(0)
    return good(head)
"""
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", idle_once)))
    assert ask(embedders[0]).rows == 1


ANSWERS = [
    # too few bytes for the rows that it names
    ('Frame({"id": head["id"], "ok": True, "rows": 1, "dimension": 2}, b"1234")', "vector_unusable"),
    # more rows than texts were sent
    ('Frame({"id": head["id"], "ok": True, "rows": 2, "dimension": 1}, b"12345678")', "vector_unusable"),
    # it says itself that the vector was zero
    ('Frame({"id": head["id"], "ok": False, "reason": "vector_unusable"})', "vector_unusable"),
    # an answer to nobody: the call runs into its limit
    ('Frame({"id": 999, "ok": True, "rows": 1, "dimension": 2}, b"12345678")', "embedding_slow"),
]


@pytest.mark.parametrize(("answer", "reason"), ANSWERS)
def test_an_answer_that_is_none_is_refused(tmp_path: Path, embedders: list[Embedder], answer: str, reason: str) -> None:
    embedders.append(
        Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", f"def answer(head): return {answer}"))
    )
    with pytest.raises(EmbeddingFailed) as failed:
        ask(embedders[0], timeout=1.5 if reason == "embedding_slow" else LIMIT)
    assert failed.value.reason == reason


def test_bytes_that_are_no_frame_end_the_helper(tmp_path: Path, embedders: list[Embedder]) -> None:
    noise = 'def answer(head):\n    os.write(1, b"hello, I am a library that prints" * 9)\n    return good(head)'
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", noise)))
    with pytest.raises(EmbeddingFailed) as failed:
        ask(embedders[0])
    assert failed.value.reason == "helper_ended"


def test_a_call_that_is_cancelled_leaves_at_once_and_the_next_is_served(
    tmp_path: Path, embedders: list[Embedder]
) -> None:
    slow = 'def answer(head):\n    time.sleep(0.6 if head["texts"] == ["slow"] else 0)\n    return good(head)'
    embedders.append(Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", slow)))

    async def cancelled_then_served() -> Embedded:
        with anyio.move_on_after(0.1):
            await embedders[0].embed_query("slow", LIMIT)
        return await embedders[0].embed_query("quick", LIMIT)

    assert anyio.run(cancelled_then_served).rows == 1


def test_closing_fails_what_waits_and_ends_the_process(tmp_path: Path) -> None:
    embedder = Embedder(tmp_path, command=scripted_helper(tmp_path / "h.py", "def answer(head): time.sleep(60)"))

    async def closed_while_waiting() -> str:
        failures: list[str] = []

        async def wait() -> None:
            try:
                await embedder.embed_query("rent", LIMIT)
            except EmbeddingFailed as failed:
                failures.append(failed.reason)

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await anyio.wait_all_tasks_blocked()
            embedder.close()
        return failures[0]

    assert anyio.run(closed_while_waiting) == "helper_ended"
    with pytest.raises(EmbeddingFailed, match="ending"):
        ask(embedder)


def test_a_helper_that_hangs_is_replaced_once_its_request_is_old(tmp_path: Path, embedders: list[Embedder]) -> None:
    now = [0.0]
    hangs = 'def answer(head):\n    time.sleep(60 if head["texts"] == ["hang"] else 0)\n    return good(head)'
    command = scripted_helper(tmp_path / "h.py", hangs)
    embedders.append(Embedder(tmp_path, command=command, clock=lambda: now[0]))

    async def hang_then_ask() -> int:
        async def hang() -> None:
            with pytest.raises(EmbeddingFailed):
                await embedders[0].embed_query("hang", 60)

        async with anyio.create_task_group() as group:
            group.start_soon(hang)
            await anyio.wait_all_tasks_blocked()
            now[0] = 1_000.0
            return (await embedders[0].embed_query("rent", LIMIT)).rows

    assert anyio.run(hang_then_ask) == 1


def test_a_command_that_does_not_exist_is_a_failure_of_ours(tmp_path: Path, embedders: list[Embedder]) -> None:
    embedders.append(Embedder(tmp_path, command=[str(tmp_path / "nothing here")]))
    with pytest.raises(EmbeddingFailed) as failed:
        ask(embedders[0])
    assert failed.value.reason == "helper_not_started"


def test_a_missing_model_is_told_and_not_tried_again_at_once(tmp_path: Path, embedders: list[Embedder]) -> None:
    now = [0.0]
    embedders.append(Embedder(tmp_path, HelperLimits(threads=1), clock=lambda: now[0]))
    with pytest.raises(EmbeddingFailed) as failed:
        ask(embedders[0])
    assert failed.value.reason == "model_missing"
    with pytest.raises(EmbeddingFailed):
        ask(embedders[0])
    assert embedders[0].pid is None
    write_tiny_model(tmp_path)
    now[0] = 60.0
    assert ask(embedders[0]).dimension == DIMENSION


def test_the_real_helper_answers_goes_idle_and_answers_again(tmp_path: Path, embedders: list[Embedder]) -> None:
    embedders.append(Embedder(write_tiny_model(tmp_path), HelperLimits(idle_seconds=0.3, threads=1)))
    first = ask(embedders[0])
    wait_until(lambda: embedders[0].pid is None)
    assert ask(embedders[0]) == first


def test_the_real_helper_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    source = (
        "import sys, time, anyio\nfrom pathlib import Path\n"
        "from lexgate_skills.embedding.embedder import Embedder, HelperLimits\n"
        "e = Embedder(Path(sys.argv[1]), HelperLimits(threads=1))\n"
        "async def go() -> None: await e.embed_query('rent', 10)\n"
        "anyio.run(go)\nprint(e.pid, flush=True)\ntime.sleep(60)\n"
    )
    command = [sys.executable, "-c", source, str(write_tiny_model(tmp_path))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        helper = int(server.stdout.readline())
        server.kill()
    wait_until(lambda: not _runs(helper))


def test_the_helper_says_nothing_on_the_stdio_of_the_server(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], embedders: list[Embedder]
) -> None:
    embedders.append(Embedder(write_tiny_model(tmp_path), HelperLimits(threads=1)))
    ask(embedders[0])
    embedders[0].close()
    assert capfd.readouterr() == ("", "")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
