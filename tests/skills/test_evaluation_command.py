"""`lexgate skills eval`: ways of ranking side by side, how sure the figures are, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from embedding_fixtures import write_tiny_model
from vector_fixtures import job, quiet, write_library

from lexgate.cli import lexgate
from lexgate_skills.vectors.run import embed

ROWS = [
    {"query": "notice lease", "kind": "keyword", "lang": "en", "relevant": {"gb/property/skills/lease-notice": 3}},
    {"query": "rent rent", "kind": "natural", "lang": "en", "relevant": {"gb/property/skills/rent-review": 3}},
    {"query": "court deadline", "kind": "keyword", "lang": "de", "relevant": {"de/court/skills/court-deadline": 3}},
    {"query": "claim form", "kind": "keyword", "lang": "de", "relevant": {"de/court/skills/claim-form": 3}},
    {"query": "tenant", "kind": "[red]x", "lang": "en", "relevant": {"gb/property/skills/lease-notice": 2}},
]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Result]:
    """The command over a small library, with a model of a few words and no vectors yet."""
    write_library(tmp_path / "firm")
    write_tiny_model(tmp_path / "model")
    file = tmp_path / "lexgate.toml"
    file.write_text(
        '[paths]\ndata_dir = "data"\n[adapters.skills]\nmodel_dir = "model"\n'
        '[adapters.skills.libraries]\nfirm = "firm"\nopen = ""\nstarter = ""\n'
    )
    (tmp_path / "judged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))

    def invoke(*arguments: str) -> Result:
        judged = [str(tmp_path / "judged.jsonl")] if arguments[0] == "eval" else []
        given = ["--config", str(file), "skills", *arguments, *judged]
        return CliRunner().invoke(lexgate, given, catch_exceptions=False)

    return invoke


def test_without_vectors_keyword_is_measured_and_the_reason_is_told(run: Callable[..., Result]) -> None:
    shown = run("eval")
    assert shown.exit_code == 0
    assert "Measured by keyword alone: The skills have no vectors yet." in shown.stderr
    assert "hybrid" not in shown.stdout
    starts = [line[:11] for line in shown.stdout.splitlines()[1:7]]
    assert starts == ["all        ", "kind [red]x", "kind keywor", "kind natura", "language de", "language en"]


def test_means_have_an_interval_where_there_are_queries_enough(run: Callable[..., Result]) -> None:
    lines = run("eval", "--mode", "keyword").stdout.splitlines()
    assert " ".join(lines[1].split()) == "all 5 keyword 1.000 (1.000 to 1.000) 1.000 (1.000 to 1.000) 1.000"
    assert " ".join(lines[4].split()) == "kind natural 1 keyword 1.000 1.000 1.000"


def test_a_mode_that_is_not_ready_is_refused_when_it_is_asked_for(run: Callable[..., Result]) -> None:
    shown = run("eval", "--mode", "keyword", "--mode", "hybrid")
    assert shown.exit_code == 1
    assert "no vectors yet. Run `lexgate skills embed`." in shown.output


def test_with_vectors_all_modes_stand_side_by_side_with_their_differences(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    embed(job(tmp_path / "firm", tmp_path / "model", tmp_path / "data" / "skill-vectors"), quiet)
    lines = run("eval").stdout.splitlines()
    first = [" ".join(line.split()) for line in lines[1:4]]
    assert first[0].startswith("all 5 keyword 1.000 (")
    assert first[1].startswith("semantic ")
    assert first[2].startswith("hybrid 1.000 (")
    second = next(at for at, line in enumerate(lines) if "difference" in line)
    names = [" ".join(line.split())[:26] for line in lines[second + 1 : second + 4]]
    assert names == ["all 5 semantic - keyword -", "hybrid - keyword +0.000 (+", "hybrid - semantic +0.074 ("]


def test_a_file_that_holds_no_judged_queries_fails_in_our_words(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "judged.jsonl").write_text("no")
    shown = run("eval")
    assert shown.exit_code == 1
    assert "Line 1 is not a judged query." in shown.output
    (tmp_path / "judged.jsonl").write_text("\n")
    assert "The file holds no judged query." in run("eval").output
