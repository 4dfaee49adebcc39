"""The tokens: how they are kept, who may read them, and the command for them."""

import json
import stat
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from web import tokens_of

from lexgate.cli import lexgate
from lexgate.http.token_file import TokenFile, TokenProblem


def test_a_token_is_known_by_its_owner_and_kept_only_as_a_hash(tmp_path: Path) -> None:
    file = tokens_of(tmp_path)
    token = file.add("anna", 100)
    assert file.owner(token, 100) == "anna"
    assert token not in file.path.read_text()
    assert len(token) >= 40
    assert file.add("bert", 100) != token


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_owner_of_the_installation_can_read_the_file(tmp_path: Path) -> None:
    file = tokens_of(tmp_path)
    file.add("anna", 100)
    file.add("bert", 100)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    assert sorted(path.name for path in file.path.parent.iterdir()) == ["tokens.json", "tokens.json.lock"]


@pytest.mark.parametrize("name", ["", " ", "a b", "a/b", "../a", "-a", "a" * 65, "a\nb", "ä"])
def test_a_name_that_could_confuse_a_log_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(TokenProblem):
        tokens_of(tmp_path).add(name, 100)


def test_a_name_is_given_once(tmp_path: Path) -> None:
    file = tokens_of(tmp_path)
    first = file.add("anna", 100)
    with pytest.raises(TokenProblem, match="already"):
        file.add("anna", 100)
    assert file.owner(first, 100) == "anna"


def test_another_process_sees_a_change_at_once(tmp_path: Path) -> None:
    here, there = tokens_of(tmp_path), tokens_of(tmp_path)
    token = here.add("anna", 100)
    assert there.owner(token, 100) == "anna"
    here.revoke("anna")
    assert there.owner(token, 100) is None


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"format": 2, "tokens": []}', '{"format": 1, "tokens": [{"name": "a"}]}', '{"format": 1}'],
)
def test_a_damaged_file_is_never_read_as_no_tokens(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(text)
    with pytest.raises(TokenProblem):
        TokenFile(path).owner("x", 100)


def run(folder: Path, *arguments: str) -> Result:
    config = folder / "lexgate.toml"
    config.write_text(f'[paths]\ndata_dir = "{(folder / "data").as_posix()}"', encoding="utf-8")
    return CliRunner().invoke(lexgate, ["--config", str(config), "token", *arguments])


def test_the_command_makes_lists_and_revokes(tmp_path: Path) -> None:
    made = run(tmp_path, "add", "anna", "--days", "30")
    token = made.stdout.strip()
    assert made.exit_code == 0
    assert tokens_of(tmp_path).owner(token, 0) == "anna"
    listed = run(tmp_path, "list").stdout
    assert listed.startswith("anna: made 2")
    assert "ends 2" in listed
    assert token not in listed
    assert run(tmp_path, "revoke", "anna").exit_code == 0
    assert run(tmp_path, "list").stdout.startswith("no tokens")


@pytest.mark.parametrize("arguments", [("add", "a b"), ("revoke", "nobody"), ("add", "a", "--days", "0")])
def test_the_command_says_in_one_line_what_it_cannot_do(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = run(tmp_path, *arguments)
    assert ended.exit_code != 0
    assert "Traceback" not in ended.output


def test_what_is_kept_can_be_read_by_the_next_version(tmp_path: Path) -> None:
    file = tokens_of(tmp_path)
    file.add("anna", 100)
    held = json.loads(file.path.read_text())
    assert held["format"] == 1
    assert sorted(held["tokens"][0]) == ["created", "expires", "name", "sha256"]
