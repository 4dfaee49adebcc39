"""Writes a client's file: a backup with a time in its name, then one atomic replacement; the file's rights stay."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path


class ChangedMeanwhile(Exception):
    """Another program wrote the file between our reading and our writing; nothing was changed."""


def read(file: Path) -> bytes:
    """Return the file's bytes; none for a file that does not exist.

    Raises:
        OSError: it exists and cannot be read.
    """
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def replace(file: Path, before: bytes, after: bytes, now: Callable[[], datetime]) -> Path | None:
    """Write `after` in the place of `before`; return the backup, None when there was no file.

    A symbolic link stays one: what it points to is replaced.

    Raises:
        ChangedMeanwhile: the file no longer holds `before`.
        OSError: the folder or the file cannot be written; the file is as it was.
    """
    target = file.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    existed = target.exists()
    mode = target.stat().st_mode & 0o777 if existed else 0o600
    backup = _backup(target, before, mode, now) if existed else None
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(after)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, mode)
        if read(target) != before:
            raise ChangedMeanwhile(str(file))
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return backup


def _backup(target: Path, content: bytes, mode: int, now: Callable[[], datetime]) -> Path:
    stamp = now().strftime("%Y%m%dT%H%M%SZ")
    for number in range(100):
        backup = target.with_name(f"{target.name}.lexgate-backup-{stamp}{f'-{number}' if number else ''}")
        try:
            handle = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        except FileExistsError:
            continue
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        return backup
    raise FileExistsError(f"a hundred backups of one second beside {target}")
