"""`lexgate skills …` at the command line, over a configuration file of its own."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from skills_fixtures import small_library, write_skill

from lexgate.cli import lexgate


@pytest.fixture
def config(tmp_path: Path) -> Path:
    small_library(tmp_path / "firm")
    write_skill(tmp_path / "firm", "x/y", "---\ntitle: Deed\ndescription: Review: find risks\n---\nText\n")
    file = tmp_path / "lexgate.toml"
    file.write_text('[paths]\ndata_dir = "data"\n[adapters.skills.libraries]\nfirm = "firm"\nopen = ""\nstarter = ""\n')
    return file


def run(config: Path, *arguments: str) -> Result:
    return CliRunner().invoke(lexgate, ["--config", str(config), "skills", *arguments], catch_exceptions=False)


def test_index_says_what_was_worked_on(config: Path) -> None:
    assert "6 skills; 6 were worked on." in run(config, "index").output
    assert "6 skills; nothing had changed." in run(config, "index").output
    assert "6 skills; 6 were worked on." in run(config, "index", "--fresh").output


def test_index_tells_a_library_that_is_not_there(config: Path) -> None:
    config.write_text(config.read_text() + 'lost = "nowhere"\n')
    assert "Not readable: lost." in run(config, "index").output


def test_search_prints_what_a_model_would_see(config: Path) -> None:
    shown = run(config, "search", "confidential", "--language", "en")
    assert shown.exit_code == 0
    assert "NDA review" in shown.output


def test_search_with_an_unknown_preset_fails(config: Path) -> None:
    assert run(config, "search", "confidential", "--preset", "no").exit_code == 1


def test_doctor_names_path_line_and_reason(config: Path) -> None:
    shown = run(config, "doctor").output
    assert "firm:x/y/SKILL.md:3: repaired:" in shown


def test_stats_count_what_is_indexed(config: Path) -> None:
    shown = run(config, "stats").output
    assert "6 skills" in shown
    assert "de 2" in shown
