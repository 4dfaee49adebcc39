"""A skill library fetched into the vendor folder: beside the old one, checked, then put in its place.

It starts no program but git and follows no link; where it fails, the library that was there stays as it was.
"""

import ipaddress
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from filelock import FileLock, Timeout

from lexgate_skills.git_fetch import WHOLE_HASH, Git, GitFailed, Report, fetch, remote_commit
from lexgate_skills.revision import STAMP, Stamp, read_stamp

OPEN_LIBRARY = "https://github.com/ThomasMoreAI/legal-skills-open"
LATEST = "latest"

_REVISION = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/+-]{0,199}")
_SCP_LIKE = re.compile(r"[A-Za-z0-9._][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^\s:][^\s]*")
_REASONS = (  # the first pattern found in what git said decides
    ("timed out", "The download did not end in time.", "Try again; what was there is unchanged."),
    ("No space left", "The disk is full.", "Make room, then run the same command again."),
    ("dubious ownership", "The repository belongs to another user.", "Copy it, or see git's safe.directory."),
    ("certificate|SSL", "The server's certificate is not trusted.", "Set GIT_SSL_CAINFO to your own authority's file."),
    (
        "remote ref|not our ref|unadvertised|not a tree|unknown revision",
        "The repository has no such revision.",
        "Give a branch, a tag or a whole commit hash with --revision.",
    ),
    (
        "uthentication|could not read (?:Username|Password)|Permission denied|prompts disabled|error: 40[13]",
        "The repository asks for a login, or does not exist.",
        "Check the address; for a private one, set up git's own credential helper or an SSH key first.",
    ),
    (
        "not found|does not appear|not a git repository|error: 404",
        "There is no git repository at that address.",
        "Check the address.",
    ),
    (
        "resolve (?:host|proxy)|unable to access|onnection|imeout|unreachable|early EOF|hung up|too slow|RPC failed",
        "The repository could not be reached.",
        "Check the network and the proxy, then run the same command again; or give a copy with --from PATH.",
    ),
)


class SyncRefused(Exception):
    """Nothing was changed. `message` and `next_step` are sentences of ours, without a word from outside."""

    def __init__(self, message: str, next_step: str) -> None:
        super().__init__(f"{message} Next: {next_step}")
        self.message = message
        self.next_step = next_step


@dataclass(frozen=True)
class Request:
    """What to fetch. `revision` None is the one pinned by an earlier sync, else the newest; `LATEST` unpins.

    `replace` allows to overwrite a folder that no sync has made.
    """

    source: str = OPEN_LIBRARY
    revision: str | None = None
    replace: bool = False


@dataclass(frozen=True)
class Synced:
    """A library in its place. `revision` is its commit, None for a copied folder; `changed` is false when all stood."""

    folder: Path
    revision: str | None
    pinned: str | None
    skills: int
    changed: bool


def silent(what: str, percent: int | None) -> None:
    """Report to nobody."""


def sync(
    folder: Path, request: Request, *, now: Callable[[], datetime], report: Report = silent, git: Git | None = None
) -> Synced:
    """Bring the library in `folder` to the revision asked for.

    Raises:
        SyncRefused: the request cannot be met; `folder` is as it was.
    """
    source = checked_source(request.source)
    revision = _checked_revision(request.revision)
    stamp = read_stamp(folder)
    if stamp is None and folder.is_dir() and any(folder.iterdir()) and not request.replace:
        raise SyncRefused(
            f"{folder} holds files that no sync has put there.",
            "Move the folder away, or add --replace to lose what is in it.",
        )
    if revision is None and stamp is not None and stamp.source == without_login(source):
        revision = stamp.pinned
    pinned = None if revision == LATEST else revision
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(folder), _staging(folder) as staging:
        try:
            commit = _brought(source, pinned, staging, stamp=stamp, report=report, git=git)
        except GitFailed as failure:
            raise _in_our_words(failure) from None
        except OSError as error:
            raise SyncRefused(f"The files could not be written ({error.strerror}).", "Check the disk.") from error
        fetched = now().isoformat(timespec="seconds")
        new = Stamp(source=without_login(source), revision=commit, pinned=pinned, fetched=fetched)
        if commit is not None and stamp is not None and (commit, new.source) == (stamp.revision, stamp.source):
            _write_stamp(folder, new)
            return Synced(folder, commit, pinned, count_skills(folder), changed=False)
        skills = count_skills(staging)
        if skills == 0:
            raise SyncRefused("The source holds no SKILL.md file.", "Check the address; nothing was changed.")
        _write_stamp(staging, new)
        _swap(staging, folder)
    return Synced(folder, commit, pinned, skills, changed=True)


def checked_source(given: str) -> str:
    """Return an address or folder that git may be given.

    Raises:
        SyncRefused: an option in disguise, an unknown or unprotected protocol, or a folder that does not exist.
    """
    if given.startswith("-") or (re.search(r"[\s\x00-\x1f\x7f]", given.strip()) and "://" in given):
        raise SyncRefused("This is not an address.", "Give an https address or a folder with --from.")
    if "://" in given:
        return _checked_url(given)
    if re.match(r"[A-Za-z0-9+.-]+::", given):
        raise SyncRefused("Only https, ssh and folders are fetched from.", "Give an https address.")
    path = Path(given).expanduser()
    if path.is_dir():
        return str(path.resolve())
    if _SCP_LIKE.fullmatch(given):
        return given
    raise SyncRefused("There is no such folder.", "Give an https address or an existing folder with --from.")


def _checked_url(given: str) -> str:
    try:
        parts = urlsplit(given)
        host = parts.hostname or ""
    except ValueError:
        raise SyncRefused("This is not an address.", "Give an https address.") from None
    if parts.scheme == "http" and not _is_loopback(host):
        raise SyncRefused("Plain http can be altered on its way.", "Give the https address.")
    if parts.scheme not in ("https", "http", "ssh", "file"):
        raise SyncRefused("Only https, ssh and folders are fetched from.", "Give an https address.")
    if host.startswith("-") or (parts.scheme != "file" and not host):
        raise SyncRefused("This is not an address.", "Give an https address.")
    return given


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def without_login(source: str) -> str:
    """Return an address without a user name and password, for what is stored and shown."""
    if "://" not in source:
        return source
    parts = urlsplit(source)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _checked_revision(given: str | None) -> str | None:
    if given is None:
        return None
    if not _REVISION.fullmatch(given) or ".." in given or given.endswith((".lock", "/")):
        raise SyncRefused("This is no revision.", "Give a branch, a tag, a whole commit hash, or 'latest'.")
    return given


def _brought(
    source: str, revision: str | None, staging: Path, *, stamp: Stamp | None, report: Report, git: Git | None
) -> str | None:
    """Fill the staging folder, unless the library stands at that commit already; return the commit."""
    path = Path(source)
    if "://" not in source and path.is_dir() and not _is_repository(path):
        if revision is not None:
            raise SyncRefused("A folder without git has no revisions.", "Leave out --revision.")
        report("copying", None)
        _copy(path, staging)
        return None
    git = git or Git.found()
    if git is None:
        raise SyncRefused(
            "The program git was not found.",
            "Install git (https://git-scm.com/downloads), or give an unpacked copy of the library with --from PATH.",
        )
    current = stamp.revision if stamp is not None and stamp.source == without_login(source) else None
    if revision is not None and WHOLE_HASH.fullmatch(revision):
        if revision == current:
            return current
    else:
        report("asking for the newest revision", None)
        if current is not None and remote_commit(git, source, revision or "HEAD", staging) == current:
            return current
    commit = fetch(git, source, revision or "HEAD", staging, report)
    _remove(staging / ".git")
    return commit


def _is_repository(path: Path) -> bool:
    return (path / ".git").exists() or ((path / "HEAD").is_file() and (path / "objects").is_dir())


def _copy(source: Path, target: Path) -> None:
    """Copy regular files and folders; links, and what is neither, stay behind."""
    for folder, names, files in os.walk(source, followlinks=False):
        names[:] = [name for name in names if not (Path(folder) / name).is_symlink()]
        into = target / Path(folder).relative_to(source)
        into.mkdir(exist_ok=True)
        for name in files:
            path = Path(folder) / name
            if path.is_file() and not path.is_symlink():
                shutil.copyfile(path, into / name)


def count_skills(folder: Path) -> int:
    """Return how many SKILL.md files lie in a folder, without following links."""
    return sum("SKILL.md" in files for _, _, files in os.walk(folder, followlinks=False))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    try:
        with FileLock(folder.parent / f".{folder.name}.lock", timeout=0):
            yield
    except Timeout:
        raise SyncRefused("Another sync of this library is at work.", "Wait until it has ended.") from None


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """An empty folder beside the library, removed at the end; what a killed sync has left is removed first."""
    staging, old = _beside(folder, "new"), _beside(folder, "old")
    if old.exists() and not folder.exists():
        old.rename(folder)  # a sync was killed between its two renames
    for left in (staging, old):
        _remove(left)
    staging.mkdir(mode=0o700)
    try:
        yield staging
    finally:
        _remove(staging)


def _beside(folder: Path, what: str) -> Path:
    return folder.parent / f".{folder.name}.{what}"


def _swap(staging: Path, folder: Path) -> None:
    """Put the new library in the place of the old one, which comes back when that fails."""
    old = _beside(folder, "old")
    try:
        if folder.exists():
            folder.rename(old)
        try:
            staging.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
    except OSError as error:
        raise SyncRefused(
            f"The new library could not be put in its place ({error.strerror}).",
            "Close the programs that have its files open (Claude Desktop, editors), then run the same command again.",
        ) from error
    _remove(old)


def _remove(folder: Path) -> None:
    if os.name == "nt":  # git's object files are read-only there, which rmtree does not get over
        for path in folder.rglob("*"):
            path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _write_stamp(folder: Path, stamp: Stamp) -> None:
    target = folder / STAMP
    fresh = target.with_suffix(".tmp")
    fresh.write_text(json.dumps({"format": 1, **asdict(stamp)}, indent=1) + "\n", encoding="utf-8")
    fresh.replace(target)


def _in_our_words(failure: GitFailed) -> SyncRefused:
    for pattern, message, next_step in _REASONS:
        if re.search(pattern, failure.said):
            return SyncRefused(message, next_step)
    return SyncRefused("Git ended with an error.", "Run `git ls-remote` with the same address to see what it says.")
