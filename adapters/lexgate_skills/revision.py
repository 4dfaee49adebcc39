"""Which commit a library stands at, read from its files without running git."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

STAMP = ".lexgate-library.json"
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REFERENCE = re.compile(r"refs/[0-9A-Za-z._/+-]+")
_MOST = 4_000_000  # characters of packed-refs that are worth reading


@dataclass(frozen=True)
class Stamp:
    """What `skills sync` writes into a library: where it came from, its commit, the pin asked for, and when."""

    source: str
    revision: str | None
    pinned: str | None
    fetched: str


def read_stamp(folder: Path) -> Stamp | None:
    """Return the stamp of a library that a sync has put there; None for any other folder."""
    try:
        said = json.loads(_read(folder / STAMP))
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or said.get("format") != 1 or not isinstance(said.get("source"), str):
        return None
    text = {
        key: value if isinstance(value := said.get(key), str) else None for key in ("revision", "pinned", "fetched")
    }
    return Stamp(said["source"], text["revision"], text["pinned"], text["fetched"] or "")


def revision_of(folder: Path) -> str | None:
    """Return the commit of a library from its stamp or its git folder; None where neither tells."""
    stamp = read_stamp(folder)
    if stamp is not None:
        return stamp.revision if stamp.revision and _COMMIT.fullmatch(stamp.revision) else None
    git = _git_folder(folder)
    return _commit_of_head(git) if git is not None else None


def _git_folder(folder: Path) -> Path | None:
    """Return the git folder: `.git` itself, or where the file of a submodule or worktree points."""
    entry = folder / ".git"
    if entry.is_dir():
        return entry
    said = _read(entry)
    return folder / said.removeprefix("gitdir:").strip() if said.startswith("gitdir:") else None


def _commit_of_head(git: Path) -> str | None:
    head = _read(git / "HEAD").strip()
    if _COMMIT.fullmatch(head):
        return head
    reference = head.removeprefix("ref:").strip()
    if not _REFERENCE.fullmatch(reference) or ".." in reference:
        return None
    shared = _read(git / "commondir").strip()
    for folder in (git, git / shared) if shared else (git,):
        commit = _read(folder / reference).strip() or _packed(folder, reference)
        if _COMMIT.fullmatch(commit):
            return commit
    return None


def _packed(git: Path, reference: str) -> str:
    for line in _read(git / "packed-refs").splitlines():
        commit, _, name = line.partition(" ")
        if name == reference:
            return commit
    return ""


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(_MOST)
    except (OSError, ValueError):
        return ""
