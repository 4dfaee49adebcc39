"""The process that makes the glossary's table: `python -m lexgate_skills.glossary_process FOLDER [FILE OF THE USER]`.

Making it leaves 36 MB in a process, reading it 4: a server, which lives long, only reads it.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

_LONGEST_SECONDS = 20.0
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def make_aside(own_file: Path | None, folder: Path) -> None:
    """Have the table made in the folder, unless it is there. It blocks for a second, and it never fails.

    Where it comes to nothing (a read-only folder), whoever reads the table makes it instead.
    """
    from lexgate_skills.glossary_store import is_kept

    if is_kept(own_file, folder):
        return
    command = [sys.executable, "-P", "-m", "lexgate_skills.glossary_process", str(folder)]
    nowhere = subprocess.DEVNULL
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 - our own interpreter and module, and paths
            [*command, *([] if own_file is None else [str(own_file)])],
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            timeout=_LONGEST_SECONDS,
            creationflags=_NO_WINDOW,
            check=False,
        )


def main(arguments: list[str]) -> int:
    """Make the table in the folder that is named first."""
    from lexgate_skills.glossary import shared_glossary

    folder, *own_files = map(Path, arguments)
    shared_glossary(own_files[0] if own_files else None, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
