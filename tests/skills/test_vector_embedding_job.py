"""The process that makes vectors: started, followed, stopped, and run beside a server."""

import os
from pathlib import Path
from types import SimpleNamespace

import anyio
import click
import pytest
from click.testing import CliRunner
from embedding_fixtures import write_tiny_model
from filelock import FileLock
from vector_fixtures import SKILLS, quiet, write_library

from lexgate_skills.vectors.background import Background
from lexgate_skills.vectors.embed_command import embed_command
from lexgate_skills.vectors.embed_job import EmbedJob, Ended, run_embed
from lexgate_skills.vectors.state import read_state


@pytest.fixture
def job(tmp_path: Path) -> EmbedJob:
    return EmbedJob({"firm": write_library(tmp_path / "library")}, write_tiny_model(tmp_path / "model"), tmp_path / "v")


def run(job: EmbedJob) -> Ended:
    return anyio.run(run_embed, job, quiet)


def test_a_job_makes_every_vector_and_tells_how_far_it_is(job: EmbedJob) -> None:
    told: list[str] = []
    ended = anyio.run(run_embed, job, lambda what, done, total: told.append(what))
    assert ended == Ended(made=3 * len(SKILLS), skills=len(SKILLS))
    assert "embedding bodies" in told
    state = read_state(job.home)
    assert state is not None
    assert (state.rows, state.with_bodies) == (len(SKILLS), True)


def test_the_glossarys_concepts_get_vectors_too(job: EmbedJob) -> None:
    told: dict[str, int] = {}
    anyio.run(run_embed, job, lambda what, done, total: told.update({what: total}))
    assert told["embedding concepts"] > 100


FAILURES = [
    # no model
    (lambda job: (job.model / "model.onnx").unlink(), "No embedding model"),
    # weights that are none
    (lambda job: (job.model / "model.onnx").write_bytes(b"<html>"), "cannot be loaded"),
]


@pytest.mark.parametrize(("damage", "told"), FAILURES)
def test_what_stops_a_job_is_told_in_our_words(job: EmbedJob, damage: object, told: str) -> None:
    assert callable(damage)
    damage(job)
    assert told in run(job).failure


def test_two_processes_do_not_do_the_same_work(job: EmbedJob) -> None:
    job.home.mkdir()
    with FileLock(job.home / "builder.lock"):
        assert "Another process" in run(job).failure


def test_a_cancelled_job_leaves_no_process_and_is_finished_by_the_next(job: EmbedJob) -> None:
    async def cancelled() -> None:
        with anyio.CancelScope() as scope:
            await run_embed(job, lambda what, done, total: scope.cancel())

    anyio.run(cancelled)
    assert run(job).skills == len(SKILLS)


def test_a_process_that_dies_is_told_and_nothing_is_lost(job: EmbedJob, tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "generations").write_text("a file where a folder must be")
    assert run(job).failure
    os.unlink(tmp_path / "v" / "generations")
    assert run(job).skills == len(SKILLS)


def test_beside_a_server_each_state_of_the_library_is_embedded_once(job: EmbedJob) -> None:
    finished: list[int] = []
    background = Background(lambda: job, lambda: finished.append(1))

    async def serve() -> None:
        for generation in ("one", "one", "two"):
            async with anyio.create_task_group() as tasks:
                background.start(tasks, generation)
                background.start(tasks, generation)  # one runs already

    anyio.run(serve)
    assert len(finished) == 2
    assert str(background.progress) == ""


def test_a_failed_background_run_rests_before_the_next(job: EmbedJob) -> None:
    now = [0.0]
    started: list[int] = []

    def next_job() -> EmbedJob:
        started.append(1)
        return job

    (job.model / "model.onnx").unlink()
    background = Background(next_job, lambda: None, lambda: now[0])

    async def try_at(seconds: float) -> None:
        now[0] = seconds
        async with anyio.create_task_group() as tasks:
            background.start(tasks, "one")

    for seconds in (0.0, 10.0, 1_000.0):
        anyio.run(try_at, seconds)
    assert len(started) == 2
    assert "No embedding model" in background.progress.failure


def test_the_command_tells_what_it_made(job: EmbedJob) -> None:
    group = click.Group(commands=[embed_command(lambda context: job)])
    done = CliRunner().invoke(group, ["embed"], obj=SimpleNamespace())
    assert (done.exit_code, f"{3 * len(SKILLS)} were made now" in done.output) == (0, True)


def test_the_command_ends_with_exit_code_one_when_there_is_no_model(job: EmbedJob) -> None:
    (job.model / "model.onnx").unlink()
    group = click.Group(commands=[embed_command(lambda context: job)])
    failed = CliRunner().invoke(group, ["embed"], obj=SimpleNamespace())
    assert (failed.exit_code, "lexgate model install" in failed.output) == (1, True)
