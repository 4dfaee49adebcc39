"""A library fetched from local git repositories: over file paths and over servers on 127.0.0.1."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock

from lexgate_skills import vendoring
from lexgate_skills.git_fetch import Git
from lexgate_skills.revision import read_stamp, revision_of
from lexgate_skills.sync_command import sync_command
from lexgate_skills.vendoring import LATEST, Request, Synced, SyncRefused, checked_source, sync, without_login

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def now() -> datetime:
    return datetime(2026, 1, 2, tzinfo=UTC)


def git(folder: Path, *arguments: str) -> str:
    identity = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.org"}
    identity |= {"GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.org"}
    environment = {**os.environ, **identity, "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True, timeout=20
    ).stdout.strip()


def commit(repository: Path, text: str) -> str:
    skill = repository / "fr" / "contracts" / "skills" / "one" / "SKILL.md"
    skill.parent.mkdir(parents=True, exist_ok=True)
    skill.write_text(text, encoding="utf-8")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "c")
    return git(repository, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, "first")
    git(folder, "tag", "-a", "v1", "-m", "one")
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "vendor" / "library"


def text_in(place: Path) -> str:
    return (place / "fr" / "contracts" / "skills" / "one" / "SKILL.md").read_text(encoding="utf-8")


def fetched(place: Path, source: Path | str, revision: str | None = None, **more: bool) -> Synced:
    return sync(place, Request(str(source), revision, **more), now=now)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Backend(BaseHTTPRequestHandler):
    """git's own CGI program behind Python's server: the smart protocol."""

    root: Path

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        length = int(self.headers.get("Content-Length") or 0)
        environment = {
            **os.environ,
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": self.command,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(
            ["git", "http-backend"], input=self.rfile.read(length), env=environment, capture_output=True, timeout=20
        )
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        self.send_response(int(headers.pop("Status", "200").split()[0]))
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET


class Refusing(Quiet):
    status = 403

    def do_GET(self) -> None:
        self.send_error(self.status)


def serving(handler: object) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)  # type: ignore[arg-type] # a partial is a handler class too
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def smart(repository: Path) -> Iterator[str]:
    for address in serving(type("Here", (Backend,), {"root": repository.parent})):
        yield f"{address}/source/.git"


@pytest.fixture
def dumb(repository: Path) -> Iterator[str]:
    git(repository, "update-server-info")
    for address in serving(partial(Quiet, directory=str(repository.parent))):
        yield f"{address}/source/.git"


def test_a_repository_is_fetched_from_a_path_without_its_git_folder(repository: Path, place: Path) -> None:
    done = fetched(place, repository)
    assert done == Synced(place, git(repository, "rev-parse", "HEAD"), None, 1, changed=True)
    assert text_in(place) == "first"
    assert not (place / ".git").exists()
    assert revision_of(place) == done.revision
    assert sorted(each.name for each in place.parent.iterdir()) in ([".library.lock", "library"], ["library"])


@pytest.mark.parametrize("server", ["smart", "dumb"])
@pytest.mark.parametrize("named", ["HEAD", "v1", "main", "hash"])
def test_every_kind_of_revision_is_fetched_over_http(
    request: pytest.FixtureRequest, repository: Path, place: Path, server: str, named: str
) -> None:
    first = git(repository, "rev-parse", "HEAD")
    second = commit(repository, "second")
    if server == "dumb":
        git(repository, "update-server-info")
    address = request.getfixturevalue(server)
    done = fetched(place, address, {"HEAD": None, "hash": first}.get(named, named))
    assert done.revision == (first if named in ("v1", "hash") else second)
    assert text_in(place) == ("first" if named in ("v1", "hash") else "second")


def test_an_update_brings_the_new_commit_and_no_file_of_the_old_one(repository: Path, place: Path) -> None:
    (repository / "gone.md").write_text("x", encoding="utf-8")
    commit(repository, "with another file")
    fetched(place, repository)
    (repository / "gone.md").unlink()
    second = commit(repository, "second")
    done = fetched(place, repository)
    assert (done.revision, done.changed, text_in(place)) == (second, True, "second")
    assert not (place / "gone.md").exists()


def test_a_library_that_is_up_to_date_is_left_alone(repository: Path, place: Path) -> None:
    fetched(place, repository)
    before = (place / "fr").stat().st_ino
    assert not fetched(place, repository).changed
    assert (place / "fr").stat().st_ino == before


def test_a_given_revision_holds_until_latest_is_asked_for(repository: Path, place: Path) -> None:
    fetched(place, repository, "v1")
    second = commit(repository, "second")
    assert fetched(place, repository).pinned == "v1"
    assert text_in(place) == "first"
    done = fetched(place, repository, LATEST)
    assert (done.revision, done.pinned) == (second, None)
    assert fetched(place, repository).revision == second


def test_a_pinned_commit_that_is_there_asks_no_network(repository: Path, place: Path) -> None:
    first = git(repository, "rev-parse", "HEAD")
    fetched(place, repository, first)
    assert not sync(place, Request(str(repository)), now=now, git=Git("/nonexistent/git")).changed


def test_a_failed_update_leaves_the_old_library(repository: Path, place: Path) -> None:
    fetched(place, repository)
    with pytest.raises(SyncRefused, match="no such revision"):
        fetched(place, repository, "no-such-branch")
    with pytest.raises(SyncRefused, match="no such revision"):
        fetched(place, repository, "0" * 40)
    assert text_in(place) == "first"
    assert not (place.parent / ".library.new").exists()


def test_a_repository_without_skills_replaces_nothing(repository: Path, place: Path) -> None:
    fetched(place, repository)
    git(repository, "rm", "-q", "-r", "fr")
    git(repository, "commit", "-q", "--allow-empty", "-m", "empty")
    (repository / "README.md").write_text("x", encoding="utf-8")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "readme")
    with pytest.raises(SyncRefused, match=r"no SKILL\.md"):
        fetched(place, repository)
    assert text_in(place) == "first"


def test_a_folder_that_no_sync_made_is_only_replaced_on_request(repository: Path, place: Path) -> None:
    place.mkdir(parents=True)
    (place / "mine.md").write_text("x", encoding="utf-8")
    with pytest.raises(SyncRefused, match="no sync has put there"):
        fetched(place, repository)
    assert (place / "mine.md").exists()
    assert fetched(place, repository, replace=True).changed


def test_what_a_killed_sync_left_is_put_right(repository: Path, place: Path) -> None:
    fetched(place, repository)
    place.rename(place.parent / ".library.old")  # killed between its two renames
    (place.parent / ".library.new").mkdir()
    with pytest.raises(SyncRefused):
        fetched(place, repository, "no-such-branch")
    assert text_in(place) == "first"


def test_a_second_sync_at_the_same_time_is_turned_away(repository: Path, place: Path) -> None:
    place.parent.mkdir()
    with FileLock(place.parent / ".library.lock"), pytest.raises(SyncRefused, match="Another sync"):
        fetched(place, repository)


def test_a_plain_folder_is_copied_without_links(repository: Path, place: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    shutil.copytree(repository / "fr", plain / "fr")
    (plain / "linked").symlink_to(tmp_path)
    (plain / "linked.md").symlink_to(repository / "fr")
    done = fetched(place, plain)
    assert (done.revision, done.skills, revision_of(place)) == (None, 1, None)
    assert sorted(each.name for each in place.iterdir()) == [".lexgate-library.json", "fr"]


def test_links_hooks_and_filters_of_a_repository_do_nothing(
    repository: Path, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    shutil.copy(program, hooks / "post-checkout")
    settings = tmp_path / "gitconfig"
    settings.write_text(
        f'[core]\nhooksPath={hooks}\n[filter "own"]\nsmudge={program}\nprocess={program}\n', encoding="utf-8"
    )
    (repository / ".gitattributes").write_text("*.md filter=own\n", encoding="utf-8")
    (repository / "fr" / "link").symlink_to("/etc/passwd")
    commit(repository, "second")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    fetched(place, repository)
    assert not ran.exists()
    assert not (place / "fr" / "link").is_symlink()


@pytest.mark.parametrize(
    "given",
    [
        "--upload-pack=touch /tmp/x",  # an option
        "-u",  # a short one
        "ext::sh -c 'touch x'",  # a transport that is a program
        "fd::3",  # another
        "git://example.org/x",  # unprotected
        "http://example.org/x",  # unprotected
        "ftp://example.org/x",  # unprotected
        "ssh://-oProxyCommand=x/y",  # an option as host
        "https:///no/host",  # no host
        "https://[half/x",  # no address
        "https://example.org/a b",  # a space
        "/no/such/folder",  # not there
        "me@host:-x y",  # an option as path
    ],
)
def test_an_address_that_could_do_harm_is_refused(given: str) -> None:
    with pytest.raises(SyncRefused):
        checked_source(given)


@pytest.mark.parametrize(
    "given",
    ["https://example.org/a.git", "ssh://git@example.org/a", "git@example.org:firm/skills.git", "http://localhost/x"],
)
def test_the_usual_addresses_are_taken(given: str) -> None:
    assert checked_source(given) == given


@pytest.mark.parametrize(
    "revision", ["-x", "--all", "a..b", "a b", "", "x:y", "a.lock", "HEAD^{tree}", "+refs/heads/a", "a" * 300]
)
def test_what_is_no_revision_is_refused(repository: Path, place: Path, revision: str) -> None:
    with pytest.raises(SyncRefused, match="no revision"):
        fetched(place, repository, revision)


def test_a_missing_git_is_said_with_what_to_do(
    repository: Path, place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SyncRefused, match=r"git was not found\. Next: Install git"):
        fetched(place, repository)


def test_a_server_that_cannot_be_reached_is_said(place: Path) -> None:
    with pytest.raises(SyncRefused, match="could not be reached"):
        fetched(place, "http://127.0.0.1:1/x")


@pytest.mark.parametrize(
    ("status", "words"), [(403, "asks for a login"), (401, "asks for a login"), (404, "no git repository")]
)
def test_a_refusing_server_is_told_from_a_missing_one(place: Path, status: int, words: str) -> None:
    for address in serving(type("Now", (Refusing,), {"status": status})):
        with pytest.raises(SyncRefused, match=words):
            fetched(place, f"{address}/x")


def test_a_git_that_does_not_end_is_stopped(place: Path, tmp_path: Path, repository: Path) -> None:
    slow = tmp_path / "slow-git"
    slow.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    with pytest.raises(SyncRefused, match="did not end in time"):
        sync(place, Request(str(repository)), now=now, git=Git(str(slow), limit=0.2))


def test_a_login_in_an_address_is_neither_stored_nor_shown() -> None:
    assert without_login("https://me:secret@example.org/x") == "https://example.org/x"


def test_progress_is_told_in_our_words(repository: Path, place: Path) -> None:
    told: list[str] = []
    sync(place, Request(str(repository)), now=now, report=lambda what, _: told.append(what))
    assert told[0] == "asking for the newest revision"
    assert set(told) <= {
        "asking for the newest revision",
        "the server counts",
        "the server packs",
        "downloading",
        "unpacking",
        "writing files",
    }


def test_the_stamp_says_where_from_and_when(repository: Path, place: Path) -> None:
    fetched(place, repository, "v1")
    stamp = read_stamp(place)
    assert stamp is not None
    assert (stamp.source, stamp.pinned, stamp.fetched) == (str(repository.resolve()), "v1", "2026-01-02T00:00:00+00:00")


def test_the_command_says_what_it_did_and_ends_with_an_error_when_refused(repository: Path, place: Path) -> None:
    command = sync_command(lambda _: place)
    done = CliRunner().invoke(command, ["--from", str(repository), "--revision", "v1"])
    assert done.exit_code == 0
    assert "1 skills fetched at commit" in done.output
    assert "pinned to v1" in done.output
    refused = CliRunner().invoke(command, ["--from", "ext::x"])
    assert refused.exit_code == 1
    assert "Only https, ssh and folders are fetched from. Next:" in refused.output


def test_the_commit_of_a_clone_is_read_without_git(repository: Path, tmp_path: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    assert revision_of(repository) == head  # a branch of its own file
    git(repository, "pack-refs", "--all")
    assert revision_of(repository) == head  # packed
    git(repository, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"))
    assert revision_of(tmp_path / "tree") == head  # a worktree, detached
    git(repository, "worktree", "add", "-q", "-b", "other", str(tmp_path / "branch"))
    assert revision_of(tmp_path / "branch") == head  # a worktree on a branch
    git(repository, "submodule", "--quiet", "add", str(repository), "sub")
    assert revision_of(repository / "sub") == head  # a submodule


@pytest.mark.parametrize("head", ["ref: ../../x", "ref: refs/../../x", "ref: refs/heads/none", "garbage", ""])
def test_a_damaged_git_folder_has_no_revision(tmp_path: Path, head: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text(head, encoding="utf-8")
    assert revision_of(tmp_path) is None


@pytest.mark.parametrize("stamp", ["", "[]", "{}", '{"format": 2, "source": "x"}', '{"format": 1}', "[" * 100_000])
def test_a_damaged_stamp_is_none(tmp_path: Path, stamp: str) -> None:
    (tmp_path / ".lexgate-library.json").write_text(stamp, encoding="utf-8")
    assert read_stamp(tmp_path) is None
    assert vendoring.count_skills(tmp_path) == 0
