"""A client's file as bytes: our entry comes and goes, and nothing else in the file changes."""

import json
from typing import Any

import pytest

from lexgate.clients.document import Entry, UnreadableFile, with_entry, without_entry

WINDOWS = Entry("C:\\Program Files\\lex gate\\python.exe", ("-P", "-m", "lexgate", "serve"))
OTHER = {"command": "other", "args": ["ä", 1.5], "env": {"A": "b"}}
OLDER = {
    "uk-legislation-mcp-server": {
        "command": "npx",
        "args": ["-y", "@cyanheads/uk-legislation-mcp-server@latest"],
        "env": {"UK_LEGISLATION_CONTACT": "me@firm.test", "MCP_TRANSPORT_TYPE": "http", "MCP_AUTH_MODE": "none"},
    },
    "german": {
        "command": "uv",
        "args": ["run", "--directory", "/opt/normkompass-mcp", "normkompass-mcp"],
        "env": {"NORMKOMPASS_API_URL": "http://localhost:3000"},
    },
    "legal-skills": {
        "command": "C:\\venv\\Scripts\\legal-skills-mcp.exe",
        "env": {"LEGAL_SKILLS_DIR": "C:\\My Skills", "LEGAL_SKILLS_DATA": "data"},
    },
}


def servers(content: bytes, key: str = "mcpServers") -> dict[str, Any]:
    return dict(json.loads(content.decode("utf-8-sig"))[key])


@pytest.mark.parametrize("content", [b"", b"  \n", b"{}", b'{"mcpServers": {}}', b'{"mcpServers": null}'])
def test_an_empty_file_gets_the_entry(content: bytes) -> None:
    assert servers(with_entry(content, "mcpServers", WINDOWS).content) == {"lexgate": WINDOWS.table()}


def test_a_second_time_changes_not_a_byte() -> None:
    first = with_entry(b"", "servers", WINDOWS).content
    assert with_entry(first, "servers", WINDOWS).content == first


def test_what_else_stands_in_the_file_stays_in_its_order() -> None:
    before = {"zeta": 12345678901234567890, "mcpServers": {"b": OTHER, "a": OTHER}, "alpha": [None, True, "\u2028"]}
    after = json.loads(with_entry(json.dumps(before).encode(), "mcpServers", WINDOWS).content)
    assert list(after) == list(before)
    assert list(after["mcpServers"]) == ["b", "a", "lexgate"]
    del after["mcpServers"]["lexgate"]
    assert after == before


@pytest.mark.parametrize(
    "content",
    [
        b'{\n\t"mcpServers": {}\n}\n',  # tabs
        b'{\n    "a": 1\n}',  # four blanks, no line end at the end
        b'\xef\xbb\xbf{\r\n  "a": 1\r\n}\r\n',  # a byte order mark and the line ends of Windows
        b'{"a":1}',  # one line
        b'{\n  "a": "\\ud83d"\n}',  # half a character, which UTF-8 cannot hold
    ],
)
def test_adding_and_removing_leaves_the_same_file_in_the_same_manner(content: bytes) -> None:
    added = with_entry(content, "mcpServers", WINDOWS).content
    assert "lexgate" in servers(added)
    left = without_entry(added, "mcpServers").content
    expected = {"mcpServers": {}, **json.loads(content.decode("utf-8-sig"))}
    assert json.loads(left.decode("utf-8-sig")) == expected
    assert left.startswith(b"\xef\xbb\xbf") == content.startswith(b"\xef\xbb\xbf")
    assert (b"\r\n" in left, left.endswith(b"\n")) == (b"\r\n" in content, content.endswith(b"\n"))
    assert (b"\n\t" in left) == (b"\n\t" in content)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'{\n  // comment\n  "mcpServers": {}\n}', "line 2"),
        (b'{"mcpServers": {},}', "not plain JSON"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": NaN}', "number"),
        (b"[]", "no JSON object"),
        (b'{"mcpServers": []}', "not an object"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
        (b"[" * 200_000, "deep"),
        (b'{"mcpServers": {', "not plain JSON"),
    ],
)
def test_a_file_that_is_not_plain_json_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableFile, match=why):
        with_entry(content, "mcpServers", WINDOWS)
    with pytest.raises(UnreadableFile, match=why):
        without_entry(content, "mcpServers")


def test_what_somebody_added_to_our_entry_stays_when_the_path_changes() -> None:
    mine = {"command": "old", "args": ["x"], "env": {"NO_PROXY": "*"}, "alwaysAllow": ["skills_search"]}
    content = json.dumps({"mcpServers": {"lexgate": mine}}).encode()
    ours = servers(with_entry(content, "mcpServers", WINDOWS).content)["lexgate"]
    assert ours == {**mine, **WINDOWS.table()}


def test_older_entries_are_named_and_left_alone_until_it_is_asked_for() -> None:
    content = json.dumps({"mcpServers": {**OLDER, "other": OTHER}}).encode()
    change = with_entry(content, "mcpServers", WINDOWS)
    assert change.older_left == ("uk-legislation-mcp-server", "german", "legal-skills")
    assert set(servers(change.content)) == {*OLDER, "other", "lexgate"}


def test_older_entries_are_replaced_and_their_settings_move_to_ours() -> None:
    content = json.dumps({"mcpServers": {**OLDER, "other": OTHER}}).encode()
    change = with_entry(content, "mcpServers", WINDOWS, replace_older=True)
    assert set(servers(change.content)) == {"other", "lexgate"}
    assert servers(change.content)["lexgate"]["env"] == {
        "UK_LEGISLATION_CONTACT": "me@firm.test",
        "NORMKOMPASS_API_URL": "http://localhost:3000",
        "LEGAL_SKILLS_DIR": "C:\\My Skills",
    }
    assert [reason.partition(":")[0] for reason in change.inherited.left_out] == [
        "MCP_TRANSPORT_TYPE of uk-legislation-mcp-server",
        "MCP_AUTH_MODE of uk-legislation-mcp-server",
        "LEGAL_SKILLS_DATA of legal-skills",
    ]


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("uk", {"command": "python", "args": ["-m", "lexgate", "serve"]}),  # ours under another name
        ("legal-skills", {"url": "https://firm.test/mcp"}),  # a server elsewhere
        ("x", {"command": "node", "args": ["/src/uk-legislation-mcp-server-notes/run.js"]}),  # only looks like it
        ("x", "legal-skills-mcp"),  # no entry
    ],
)
def test_what_is_not_one_of_the_three_servers_is_never_taken_out(name: str, entry: Any) -> None:
    content = json.dumps({"mcpServers": {name: entry}}).encode()
    assert servers(with_entry(content, "mcpServers", WINDOWS, replace_older=True).content)[name] == entry


def test_settings_of_a_container_move_but_its_folders_do_not() -> None:
    image = "ghcr.io/cyanheads/uk-legislation-mcp-server:latest"
    words = ["run", "-i", "-e", "UK_LEGISLATION_CONTACT=a@b.test", "--env=LEGAL_SKILLS_DIR=/data", image]
    content = json.dumps({"mcpServers": {"law": {"command": "docker", "args": words}}}).encode()
    change = with_entry(content, "mcpServers", WINDOWS, replace_older=True)
    assert servers(change.content)["lexgate"]["env"] == {"UK_LEGISLATION_CONTACT": "a@b.test"}
    assert change.inherited.left_out == ("LEGAL_SKILLS_DIR of law: it is a folder inside a container",)


def test_an_unfilled_placeholder_does_not_move_because_it_would_stop_our_start() -> None:
    entry = {"command": "normkompass-mcp", "env": {"NORMKOMPASS_API_URL": "${URL}"}}
    content = json.dumps({"mcpServers": {"n": entry}}).encode()
    assert "env" not in servers(with_entry(content, "mcpServers", WINDOWS, replace_older=True).content)["lexgate"]
