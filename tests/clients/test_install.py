"""`lexgate install` over real files in fake homes of three operating systems."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lexgate.cli import lexgate
from lexgate.clients.places import CLIENTS, Machine
from lexgate.clients.writing import ChangedMeanwhile, replace
from lexgate.commands.install import own_entry

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "First Last"
    folder.mkdir()
    for name in ("CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(lexgate, ["install", *words])


@pytest.mark.parametrize(
    ("platform", "client", "place"),
    [
        ("linux", "claude-desktop", ".config/Claude/claude_desktop_config.json"),
        ("darwin", "claude-desktop", "Library/Application Support/Claude/claude_desktop_config.json"),
        ("win32", "claude-desktop", "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("linux", "claude-code", ".claude.json"),
        ("darwin", "claude-code", ".claude.json"),
        ("win32", "claude-code", ".claude.json"),
        ("linux", "cursor", ".cursor/mcp.json"),
        ("darwin", "cursor", ".cursor/mcp.json"),
        ("win32", "cursor", ".cursor/mcp.json"),
        ("linux", "vscode", ".config/Code/User/mcp.json"),
        ("darwin", "vscode", "Library/Application Support/Code/User/mcp.json"),
        ("win32", "vscode", "AppData/Roaming/Code/User/mcp.json"),
    ],
)
def test_each_client_keeps_its_file_in_its_place(
    home: Path, monkeypatch: pytest.MonkeyPatch, platform: str, client: str, place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    result = run(client)
    assert result.exit_code == 0, result.output
    written = json.loads((home / place).read_bytes())
    entry = written[CLIENTS[client].key]["lexgate"]
    assert entry["command"] == sys.executable
    assert entry["args"] == ["-P", "-m", "lexgate", "serve"]
    assert entry.get("type") == ("stdio" if CLIENTS[client].typed else None)


def test_variables_of_the_system_move_the_places(tmp_path: Path) -> None:
    windows = Machine("win32", tmp_path, {"APPDATA": str(tmp_path / "Roaming Elsewhere")})
    assert CLIENTS["vscode"].find(windows) == tmp_path / "Roaming Elsewhere" / "Code" / "User" / "mcp.json"
    moved = Machine("linux", tmp_path, {"CLAUDE_CONFIG_DIR": str(tmp_path / "c")})
    assert CLIENTS["claude-code"].find(moved) == tmp_path / "c" / ".claude.json"


def test_claude_desktop_from_the_windows_store_reads_its_private_file(tmp_path: Path) -> None:
    machine = Machine("win32", tmp_path, {})
    private = tmp_path / "AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude/claude_desktop_config.json"
    common = tmp_path / "AppData/Roaming/Claude/claude_desktop_config.json"
    find = CLIENTS["claude-desktop"].find
    assert find(machine) == common
    private.parent.mkdir(parents=True)
    assert find(machine) == private
    common.parent.mkdir(parents=True)
    common.write_text("{}")
    assert find(machine) == common  # a private file of ours would hide the entries of this one
    private.write_text("{}")
    assert find(machine) == private


def test_the_entry_starts_the_server_from_any_folder_without_a_path(home: Path) -> None:
    assert run("claude-desktop").exit_code == 0
    entry = json.loads((home / ".config/Claude/claude_desktop_config.json").read_bytes())["mcpServers"]["lexgate"]
    # A folder that a person opens may hold modules with the names of ours and of the SDK.
    trap = home / "opened folder"
    trap.mkdir()
    for name in ("lexgate.py", "mcp.py", "pydantic.py"):
        (trap / name).write_text("raise SystemExit('taken over')\n")
    asked = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    answer = subprocess.run(
        [entry["command"], *entry["args"]],
        input=asked,
        cwd=trap,
        env={"HOME": str(home), **({"SYSTEMROOT": os.environ["SYSTEMROOT"]} if "SYSTEMROOT" in os.environ else {})},
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert json.loads(answer.stdout)["id"] == 1


def test_a_named_configuration_goes_into_the_entry_as_an_absolute_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = own_entry("/opt/my python/bin/python", Path("firm.toml")).args
    assert args == ("-P", "-m", "lexgate", "--config", str(tmp_path / "firm.toml"), "serve")


def test_a_file_that_was_there_gets_a_backup_and_keeps_its_rights(home: Path) -> None:
    file = home / ".cursor/mcp.json"
    file.parent.mkdir()
    file.write_bytes(b'{"mcpServers": {"x": {"command": "x"}}}')
    file.chmod(0o640)
    assert run("cursor").exit_code == 0
    backups = list(file.parent.glob("mcp.json.lexgate-backup-*"))
    assert [backup.read_bytes() for backup in backups] == [b'{"mcpServers": {"x": {"command": "x"}}}']
    assert {"x", "lexgate"} == set(json.loads(file.read_bytes())["mcpServers"])
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o640


def test_a_second_run_writes_nothing_and_makes_no_backup(home: Path) -> None:
    run("cursor")
    before = sorted(path.name for path in (home / ".cursor").iterdir())
    result = run("cursor")
    assert "nothing to change" in result.output
    assert sorted(path.name for path in (home / ".cursor").iterdir()) == before == ["mcp.json"]


def test_a_dry_run_writes_nothing_and_shows_no_value_of_a_setting(home: Path) -> None:
    file = home / ".cursor/mcp.json"
    file.parent.mkdir()
    entry = {"command": "normkompass-mcp", "env": {"NORMKOMPASS_API_URL": "http://secret.test"}}
    file.write_text(json.dumps({"mcpServers": {"n": entry}}))
    before = file.read_bytes()
    result = run("cursor", "--dry-run", "--replace-older")
    assert result.exit_code == 0
    assert "NORMKOMPASS_API_URL" in result.output
    assert "secret" not in result.output
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]


def test_removing_takes_out_our_entry_only(home: Path) -> None:
    run("vscode")
    file = home / ".config/Code/User/mcp.json"
    assert run("vscode", "--remove").exit_code == 0
    assert json.loads(file.read_bytes()) == {"servers": {}}
    assert "nothing to change" in run("vscode", "--remove").output


def test_removing_where_there_is_no_file_makes_none(home: Path) -> None:
    assert run("cursor", "--remove").exit_code == 0
    assert not (home / ".cursor").exists()


def test_a_file_with_comments_is_left_alone_and_the_entry_is_shown(home: Path) -> None:
    file = home / ".config/Code/User/mcp.json"
    file.parent.mkdir(parents=True)
    file.write_text('{\n  // mine\n  "servers": {}\n}')
    result = run("vscode")
    assert result.exit_code == 1
    assert f'"command": {json.dumps(sys.executable)}' in result.output
    assert file.read_text() == '{\n  // mine\n  "servers": {}\n}'
    assert len(list(file.parent.iterdir())) == 1


def test_older_servers_are_offered_to_be_replaced(home: Path) -> None:
    file = home / ".cursor/mcp.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"mcpServers": {"normkompass": {"command": "uv", "args": ["run", "normkompass-mcp"]}}}))
    assert "lexgate install cursor --replace-older" in run("cursor").output
    assert "took out the older entry 'normkompass'" in run("cursor", "--replace-older").output
    assert set(json.loads(file.read_bytes())["mcpServers"]) == {"lexgate"}


@pytest.mark.skipif(os.name != "posix", reason="symbolic links need rights on Windows")
def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_bytes(b"{}")
    link = tmp_path / "mcp.json"
    link.symlink_to(real)
    replace(link, b"{}", b'{"a": 1}', lambda: NOON)
    assert link.is_symlink()
    assert real.read_bytes() == b'{"a": 1}'


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(b"newer")
    with pytest.raises(ChangedMeanwhile):
        replace(file, b"older", b"ours", lambda: NOON)
    assert file.read_bytes() == b"newer"


def test_two_backups_of_one_second_are_two_files(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(b"1")
    first = replace(file, b"1", b"2", lambda: NOON)
    second = replace(file, b"2", b"3", lambda: NOON)
    assert first
    assert second
    assert (first.read_bytes(), second.read_bytes()) == (b"1", b"2")


def test_a_folder_that_cannot_be_written_is_said_and_nothing_is_left(home: Path) -> None:
    (home / ".cursor").write_text("a file where the folder should be")
    result = run("cursor")
    assert result.exit_code == 1
    assert "the file was not changed" in result.output
    assert "Traceback" not in result.output
