"""`lexgate uklaw check`: a whole draft, call after call until all is checked, for a person at a terminal."""

from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import click

from lexgate_kit.adapter import Adapter, Call
from lexgate_kit.errors import ToolFailure
from lexgate_uklaw.checking.evidence import STATUSES
from lexgate_uklaw.checking.manuscripts import UnreadableDraft, pieces, read_draft
from lexgate_uklaw.tools.check_citations import MOST_CHARACTERS, CheckCitationsArguments, CheckCitationsResult

_CALL_S = 45.0
_MOST_IDLE = 2
_COLOURS = {"verified": "green", "quote_matches": "green", "quote_differs": "red", "does_not_exist": "red"}


_Handler = Callable[[CheckCitationsArguments, Call], Awaitable[CheckCitationsResult]]


def check_file(adapter: Adapter, path: Path, *, verify: bool) -> int:
    """Print what became of each citation of the file. Returns 1 when something in it is false, 2 when it cannot be
    read, else 0."""
    try:
        text = read_draft(path)
    except (OSError, UnreadableDraft) as problem:
        click.echo(f"{path}: {problem}", err=True)
        return 2
    try:
        found = anyio.run(_check, adapter, text, verify)
    except ToolFailure as failure:
        click.echo(failure.text, err=True)
        return 2
    # The tool gives an item's title once; a person reads line by line.
    titles = {each["item"]: each["title"] for each in found if each.get("item") and each.get("title")}
    for each in found:
        click.echo(_line(path, text, {"title": titles.get(each.get("item", ""), ""), **each}))
    counted = Counter(each["status"] for each in found)
    said = ", ".join(f"{counted[status]} {status}" for status in STATUSES if counted[status])
    click.echo(f"{len(found)} citations{': ' + said if said else ''}")
    false = sum(_is_false(each) for each in found)
    if false:
        click.echo(click.style(f"{false} false as they stand", fg="red", bold=True))
    return 1 if false else 0


async def _check(adapter: Adapter, text: str, verify: bool) -> list[dict[str, Any]]:
    handler = next(tool.handler for tool in adapter.tools() if tool.name == "check_citations")
    found: list[dict[str, Any]] = []
    async with adapter.lifespan():
        for start, piece in pieces(text, MOST_CHARACTERS):
            checked = await _check_piece(handler, piece, verify)
            found += [{**each, "start": each["start"] + start, "end": each["end"] + start} for each in checked]
    return found


async def _check_piece(handler: _Handler, text: str, verify: bool) -> list[dict[str, Any]]:
    """Call until nothing is left, or until two calls in a row bring nothing new."""
    known: dict[tuple[int, int, str], dict[str, Any]] = {}
    cursor: str | None = None
    left, idle = -1, 0
    while True:
        given = CheckCitationsArguments(text=None if cursor else text, verify=verify, cursor=cursor)
        result = await handler(given, Call("cli", anyio.current_time() + _CALL_S))
        known |= {(each["start"], each["end"], str(each.get("parsed"))): each for each in result.citations}
        unchecked = result.counts.get("not_checked", 0)
        if verify:
            click.echo(f"checked {result.total - unchecked} of {result.total}", err=True)
        idle = idle + 1 if unchecked == left else 0
        left, cursor = unchecked, result.next_cursor
        if cursor is None or idle >= _MOST_IDLE:
            return [known[place] for place in sorted(known)]


def _line(path: Path, text: str, each: dict[str, Any]) -> str:
    line = text.count("\n", 0, each["start"]) + 1
    colour = "red" if _is_false(each) else _COLOURS.get(each["status"], "yellow")
    what = "/".join(each[key] for key in ("item", "provision") if each.get(key))
    parts = [f"{path.name}:{line}: {click.style(each['status'], fg=colour)}: {each['text']}"]
    parts += [part for part in (what, each.get("title"), each.get("note")) if part]
    if each.get("difference"):
        parts.append(f"law ~~…~~, draft **…**: {each['difference']}")
    return " | ".join(parts)


def _is_false(each: dict[str, Any]) -> bool:
    return bool(each.get("contradiction")) or each["status"] in ("does_not_exist", "quote_differs")
