"""One file over HTTP into one place: resumed after an interruption, of the stated size, of the stated checksum.

It follows redirects by itself, to https or to where it was. It knows no repository.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from lexgate_kit.errors import ToolFailure
from lexgate_skills.model.checksum import sha256_of
from lexgate_skills.model.reports import InstallFailed, Report

_REDIRECTS = 5
_ATTEMPTS = 4
_SILENCE_SECONDS = 30.0
_TIMEOUTS = (10.0, _SILENCE_SECONDS, _SILENCE_SECONDS, _SILENCE_SECONDS)  # connect, read, write, pool


@dataclass(frozen=True)
class Wanted:
    """What is fetched: its address, its size in bytes and its SHA-256."""

    url: str
    bytes: int
    sha256: str


class _Interrupted(Exception):
    """The transfer stopped half-way; what came is kept."""


def download(wanted: Wanted, target: Path, report: Report) -> None:
    """Fetch the file to `target`, by way of `target.part`, which a later call goes on with.

    Raises InstallFailed: `model_unreachable`, `model_refused` (a status other than success), `model_interrupted`,
    `model_wrong` (what came is not the file: the part is thrown away).
    """
    import anyio

    if target.is_file() and target.stat().st_size == wanted.bytes and sha256_of(target) == wanted.sha256:
        return
    anyio.run(_download, wanted, target, report)


async def _download(wanted: Wanted, target: Path, report: Report) -> None:
    from lexgate_kit.http import Source, new_client

    part = target.with_name(target.name + ".part")
    source = Source("the model's host", wanted.url, "adapters.skills.model.mirror")
    try:
        client = new_client(source, headers={"Accept-Encoding": "identity"})
        async with client:
            for attempt in range(_ATTEMPTS):
                try:
                    await _fetch_rest(client, source, wanted, part, report)
                    break
                except _Interrupted:
                    if attempt == _ATTEMPTS - 1:
                        raise
    except _Interrupted:
        raise InstallFailed(
            "model_interrupted",
            f"The download of {target.name} broke off several times.",
            "Run the command again: it goes on where it stopped.",
        ) from None
    except ToolFailure as failure:
        # Without the kit's sentence on the law, which means nothing here.
        raise InstallFailed(
            "model_unreachable", str(failure), "Check the network and adapters.skills.model.mirror."
        ) from failure
    _check(wanted, part, report)
    part.replace(target)


async def _fetch_rest(client: Any, source: Any, wanted: Wanted, part: Path, report: Report) -> None:
    have = _held(wanted, part)
    if have == wanted.bytes:
        return
    url = wanted.url
    for _ in range(_REDIRECTS + 1):
        moved = await _fetch(client, (url, have), source, (wanted, part, report))
        if moved is None:
            return
        url = _checked_move(url, moved)
    raise _refused("The model's host sends from one address to another without end.")


def _held(wanted: Wanted, part: Path) -> int:
    """Return how many bytes an earlier call left; more than the file holds are thrown away."""
    have = part.stat().st_size if part.is_file() else 0
    if have > wanted.bytes:
        part.unlink()
        return 0
    return have


async def _fetch(client: Any, place: tuple[str, int], source: Any, into: tuple[Wanted, Path, Report]) -> str | None:
    """Write what comes; return where the host sends us instead."""
    from lexgate_kit.http import Limits, our_errors

    url, have = place
    headers = {"Range": f"bytes={have}-"} if have else {}
    try:
        with our_errors(source, Limits(_SILENCE_SECONDS, "the network's patience")):
            async with client.stream("GET", url, headers=headers, timeout=_TIMEOUTS) as response:
                if response.status_code in (301, 302, 303, 307, 308):
                    return str(response.headers.get("location", ""))
                await _write(response, have, into)
    except ToolFailure as failure:
        # Before the first byte a failure is the host's; after it, the connection's, and the rest can be asked for.
        if into[1].is_file() and into[1].stat().st_size > have:
            raise _Interrupted from failure
        raise
    return None


async def _write(response: Any, have: int, into: tuple[Wanted, Path, Report]) -> None:
    wanted, part, report = into
    if response.status_code == 416:
        part.unlink(missing_ok=True)
        raise _Interrupted
    if response.status_code not in (200, 206):
        raise _refused(f"The model's host answered with status {response.status_code}.")
    if "html" in response.headers.get("content-type", "").lower():
        raise _wrong(
            "The model's host sent a web page in place of the file; a proxy or a login page may stand between."
        )
    resumed = response.status_code == 206 and have > 0
    done = have if resumed else 0
    with part.open("ab" if resumed else "wb") as file:
        async for chunk in response.aiter_raw():
            done += len(chunk)
            if done > wanted.bytes:
                break
            file.write(chunk)
            report(f"fetching {part.stem}", done, wanted.bytes)
    if done > wanted.bytes:
        part.unlink()
        raise _wrong("The model's host sent more than the file holds.")
    if done < wanted.bytes:
        raise _Interrupted


def _checked_move(url: str, location: str) -> str:
    try:
        moved = urljoin(url, location)
        here, there = urlsplit(url), urlsplit(moved)
        safe = bool(location) and there.hostname is not None and there.username is None
        safe = safe and (there.scheme == "https" or (there.scheme, there.hostname) == (here.scheme, here.hostname))
    except ValueError:
        safe = False
    if not safe:
        raise _refused("The model's host sends to an address that is not safe to follow.")
    return moved


def _check(wanted: Wanted, part: Path, report: Report) -> None:
    if part.stat().st_size == wanted.bytes and sha256_of(part, report) == wanted.sha256:
        return
    part.unlink()
    raise _wrong("What was fetched has another checksum than the file should have, and was thrown away.")


def _wrong(what: str) -> InstallFailed:
    return InstallFailed("model_wrong", what, "Check adapters.skills.model (mirror, revision, files) and try again.")


def _refused(what: str) -> InstallFailed:
    return InstallFailed("model_refused", what, "Check adapters.skills.model (mirror, repository, revision, files).")
