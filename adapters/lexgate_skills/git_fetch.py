"""One commit of a git repository as plain files: fetched without prompts, hooks, filters or submodules.

It runs the `git` program and nothing that a repository brings with it, and decides nothing about libraries.
"""

import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

Report = Callable[[str, int | None], None]
"""Told (what is being done, in words of ours; percent or None)."""

WHOLE_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_STAGE = re.compile(rb"(Counting|Compressing|Receiving|Resolving|Updating)[^:]*:\s+(\d+)%")
_STAGES = {
    b"Counting": "the server counts",
    b"Compressing": "the server packs",
    b"Receiving": "downloading",
    b"Resolving": "unpacking",
    b"Updating": "writing files",
}
_MAX_KEPT = 20_000
# Git's own variables that would send it to another repository, and nothing about proxies or certificates.
_FOREIGN = {
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE", "GIT_COMMON_DIR", "GIT_TEMPLATE_DIR", "GIT_EXTERNAL_DIFF",
}  # fmt: skip
_QUIET = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GCM_INTERACTIVE": "never",
    "GIT_ALLOW_PROTOCOL": "https:http:ssh:file",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "LC_ALL": "C",
}
_LOOPBACK = "localhost,127.0.0.1,::1"
_SAFE = (
    "core.fsmonitor=false", "core.symlinks=false", "core.autocrlf=false", "core.longpaths=true",
    "core.protectNTFS=true", "core.protectHFS=true", "submodule.recurse=false", "fetch.recurseSubmodules=false",
    "gc.auto=0", "maintenance.auto=false", "http.lowSpeedLimit=1000", "http.lowSpeedTime=60",
    "advice.detachedHead=false", "init.defaultBranch=main",
)  # fmt: skip


class GitFailed(Exception):
    """Git ended with an error. `said` is its output, for sorting only: it is never shown."""

    def __init__(self, said: str) -> None:
        super().__init__("git failed")
        self.said = said


@dataclass(frozen=True)
class Git:
    """The git program, and how many seconds one of its commands may take."""

    program: str
    limit: float = 1800

    @classmethod
    def found(cls) -> "Git | None":
        """Return the git on the search path, None when there is none."""
        program = shutil.which("git")
        return cls(program) if program else None

    def run(self, *arguments: str, cwd: Path, report: Report | None = None) -> str:
        """Run one command and return what it printed.

        Raises:
            GitFailed: it ended with an error, or did not end in time.
        """
        hooks = cwd / ".git" / "no-hooks"
        settings = [part for setting in (*_SAFE, f"core.hooksPath={hooks}") for part in ("-c", setting)]
        with subprocess.Popen(  # noqa: S603 (arguments are ours; addresses and revisions were checked)
            [self.program, *settings, *arguments],
            cwd=cwd,
            env=_environment(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            return _outcome(process, self.limit, report)


def _environment(inherited: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in inherited.items() if name not in _FOREIGN}
    direct = ",".join(filter(None, (inherited.get("no_proxy") or inherited.get("NO_PROXY"), _LOOPBACK)))
    return {"GIT_SSH_COMMAND": "ssh -o BatchMode=yes", **kept, **_QUIET, "no_proxy": direct, "NO_PROXY": direct}


def _outcome(process: "subprocess.Popen[bytes]", limit: float, report: Report | None) -> str:
    said: list[bytes] = []
    late = threading.Event()

    def stop() -> None:
        late.set()
        _kill(process)

    assert process.stdout is not None and process.stderr is not None  # noqa: S101, PT018 (both are pipes)
    watch = threading.Timer(limit, stop)
    reader = threading.Thread(target=_follow, args=(process.stderr, said, report), daemon=True)
    watch.start()
    reader.start()
    try:
        printed = process.stdout.read()
        code = process.wait()
        reader.join()
    except BaseException:
        _kill(process)  # also on Ctrl-C: nothing of git may go on alone
        raise
    finally:
        watch.cancel()
    if code != 0:
        raise GitFailed("timed out" if late.is_set() else b"".join(said).decode("utf-8", "replace"))
    return printed.decode("utf-8", "replace").strip()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is not None:
        return
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)  # with its transport helpers; it leads its own group
    else:
        process.kill()


def _follow(stream: IO[bytes], said: list[bytes], report: Report | None) -> None:
    """Keep the end of what git says, and pass its progress on in our words."""
    told = None
    kept = 0
    while chunk := stream.read1(4096) if hasattr(stream, "read1") else stream.read(4096):
        if kept < _MAX_KEPT:
            said.append(chunk)
            kept += len(chunk)
        stages = _STAGE.findall(chunk)
        if stages and report is not None and stages[-1] != told:
            told = stages[-1]
            report(_STAGES[told[0]], int(told[1]))


def remote_commit(git: Git, source: str, revision: str, cwd: Path) -> str | None:
    """Return the commit that a branch, a tag or HEAD of a repository stands at; None where it has no such name."""
    listed = git.run("ls-remote", "--", source, revision, f"{revision}^{{}}", cwd=cwd)
    rows = [line.split("\t", 1) for line in listed.splitlines() if "\t" in line]
    named = {name: commit for commit, name in rows}
    for name in (f"refs/tags/{revision}^{{}}", f"refs/tags/{revision}", f"refs/heads/{revision}", revision):
        if name in named:
            return named[name]
    return None


def fetch(git: Git, source: str, revision: str, folder: Path, report: Report) -> str:
    """Write one revision of a repository into an empty folder, without history; return its commit.

    Raises:
        GitFailed: as `Git.run`, or the repository has no such revision.
    """
    git.run("init", "--quiet", "--template=", ".", cwd=folder)
    information = folder / ".git" / "info"
    information.mkdir(exist_ok=True)
    # This file outranks the .gitattributes of the repository, so no filter program of the user's is started.
    (information / "attributes").write_text("* -filter -text -ident -working-tree-encoding\n", encoding="ascii")
    commit = _fetched(git, source, revision, folder, report)
    git.run("checkout", "--quiet", "--force", "--detach", "--progress", commit, cwd=folder, report=report)
    return commit


def _fetched(git: Git, source: str, revision: str, folder: Path, report: Report) -> str:
    command = ("fetch", "--no-tags", "--no-recurse-submodules", "--progress")
    try:
        git.run(*command, "--depth=1", "--", source, revision, cwd=folder, report=report)
        return git.run("rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}", cwd=folder)
    except GitFailed as failure:
        # Plain file servers know no shallow history, and some servers give no commit that no branch or tag names.
        if not re.search("shallow|unadvertised|not our ref|dumb|find remote ref", failure.said):
            raise
    references = ("+HEAD:refs/remotes/source/HEAD", "+refs/heads/*:refs/remotes/source/*", "+refs/tags/*:refs/tags/*")
    git.run(*command, "--", source, *references, cwd=folder, report=report)
    names = (
        (revision,) if WHOLE_HASH.fullmatch(revision) else (f"refs/tags/{revision}", f"refs/remotes/source/{revision}")
    )
    for name in names:
        try:
            return git.run("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", cwd=folder)
        except GitFailed:
            continue
    raise GitFailed("couldn't find remote ref")
