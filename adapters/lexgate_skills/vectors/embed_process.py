"""The process that makes vectors (`python -m lexgate_skills.vectors.embed_process`): it ends with its starter.

The first line of stdin is the job as JSON; each line of stdout is an event as JSON. When stdin closes the process
ends at once: what was made is in the journal, and the next run goes on from there.
"""

import json
import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from lexgate_skills.child_life import end_with_parent, first_line
from lexgate_skills.embedding.folder import ModelUnusable


def main() -> int:
    """Do the job of the first line of stdin."""
    job = json.loads(first_line())
    threading.Thread(target=end_with_parent, daemon=True).start()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no event

    def tell(**event: Any) -> None:
        out.write(json.dumps(event) + "\n")
        out.flush()

    _lower_priority(int(job.get("niceness", 0)))
    home = Path(job["home"])
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Not the lock of the pointer's readers: those never lock. It keeps two processes from doing the same work.
        with FileLock(home / "builder.lock", mode=0o600, timeout=0):
            tell(event="done", **_embed(job, tell))
    except Timeout:
        tell(event="failed", reason="running", message="Another process is making the vectors.")
    except ModelUnusable as unusable:
        tell(event="failed", reason=unusable.reason, message=f"{unusable.what} {unusable.mend}")
    except OSError:
        tell(event="failed", reason="disk", message="The vectors cannot be written; check data_dir.")
    return 0


def _embed(job: Mapping[str, Any], tell: Any) -> dict[str, Any]:
    from lexgate_skills.vectors.concepts import load_concepts
    from lexgate_skills.vectors.run import Job, embed

    libraries = {name: Path(folder) for name, folder in job["libraries"].items()}
    glossary = Path(job["glossary"]) if job.get("glossary") else None
    wanted = Job(libraries, Path(job["model"]), Path(job["home"]), int(job["threads"]), load_concepts(glossary))
    outcome = embed(wanted, lambda what, done, total: tell(event="progress", what=what, done=done, total=total))
    return {"made": outcome.made, "skills": outcome.skills}


def _lower_priority(niceness: int) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


if __name__ == "__main__":
    sys.exit(main())
