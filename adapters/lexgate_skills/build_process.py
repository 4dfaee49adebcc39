"""The process that builds (`python -m lexgate_skills.build_process`): it ends with the one that started it.

The first line of stdin is the job as JSON; each line of stdout is an event as JSON. When stdin closes, the
process ends at once, and its workers with it.
"""

import errno
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from lexgate_skills.build import BuildFailed, build
from lexgate_skills.child_life import end_with_parent, first_line
from lexgate_skills.generations import Generations, write_private
from lexgate_skills.glossary import shared_glossary
from lexgate_skills.terms import TERMS_VERSION

_LOOKS_EVERY = 0.25
_SMALLEST_SPACE = 100_000_000


def main() -> int:
    """Do the job of the first line of stdin."""
    gc.disable()  # a short life without cycles
    job = json.loads(first_line())
    threading.Thread(target=end_with_parent, daemon=True).start()
    home = Path(job["home"])
    store = Generations(home, terms=TERMS_VERSION)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        _hold_and_build(store, job)
    except BuildFailed as error:
        _tell(event="failed", reason="build", message=str(error))
    except (OSError, EOFError) as error:
        _tell(event="failed", **_reason(error, home))
    return 0


def _hold_and_build(store: Generations, job: Mapping[str, Any]) -> None:
    lock = FileLock(store.lock, mode=0o600)
    waited = False
    while True:
        try:
            lock.acquire(timeout=_LOOKS_EVERY)
            break
        except Timeout:
            waited = True
            _tell_progress_of_other(store)
    try:
        # After another process's build there is nothing left to build anew.
        fresh = bool(job.get("fresh")) and not waited
        libraries = {name: Path(folder) for name, folder in job["libraries"].items()}
        outcome = build(store, libraries, now=datetime.now(UTC), told=_Teller(store), fresh=fresh)
        # Making the glossary's table leaves 36 MB in a process, so it is this one's work, not the server's.
        shared_glossary(Path(job["glossary"]) if job.get("glossary") else None, store.home)
        _tell(
            event="done",
            generation=outcome.generation,
            changed=outcome.changed,
            skills=outcome.skills,
            unreadable=list(outcome.unreadable),
        )
    finally:
        store.progress.unlink(missing_ok=True)
        lock.release()


class _Teller:
    """Tells the progress to the parent, and to the builders that wait for the lock."""

    def __init__(self, store: Generations) -> None:
        self._path = store.progress
        self._next = 0.0

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _LOOKS_EVERY
        _tell(event="progress", done=done, total=total)
        write_private(self._path, json.dumps({"done": done, "total": total}))


def _tell_progress_of_other(store: Generations) -> None:
    try:
        known = json.loads(store.progress.read_bytes())
        _tell(event="progress", done=int(known["done"]), total=int(known["total"]))
    except (OSError, ValueError, KeyError, TypeError):
        _tell(event="waiting")


def _reason(error: BaseException, home: Path) -> dict[str, str]:
    code = getattr(error, "errno", None)
    if code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or _space(home) < _SMALLEST_SPACE:
        return {"reason": "disk_full", "message": "The disk that holds the data folder is full."}
    if code in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST):
        return {"reason": "read_only", "message": "The data folder cannot be written."}
    if isinstance(error, EOFError):
        return {"reason": "build", "message": "A worker of the build was ended from outside."}
    return {"reason": "build", "message": "A file of the index could not be written or read."}


def _space(home: Path) -> int:
    try:
        found = os.statvfs(home)
    except (OSError, AttributeError):  # not there, or Windows
        return _SMALLEST_SPACE
    return found.f_bavail * found.f_frsize


def _tell(**event: Any) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
