"""The SHA-256 of a file, told as it goes. It decides nothing."""

import hashlib
from pathlib import Path

from lexgate_skills.model.reports import Report

_CHUNK = 1024 * 1024


def sha256_of(path: Path, report: Report | None = None) -> str:
    """Return the hexadecimal digest. Raises OSError when the file cannot be read."""
    digest, size, done = hashlib.sha256(), path.stat().st_size, 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            done += len(chunk)
            if report is not None:
                report(f"checking {path.name}", done, size)
    return digest.hexdigest()
