"""The Markdown of `uklaw_track_changes`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline

if TYPE_CHECKING:
    from lexgate_uklaw.tools.track_changes import TrackChangesResult

_DETAILS = ("category", "format", "language", "direction", "publisher")
_IN_PATH = ("type", "year", "number")
"""What a path says already."""


def render_log(result: "TrackChangesResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "TrackChangesResult") -> Iterator[str]:
    if result.notice:
        yield f"**Note:** {inline.markdown(result.notice, 3000)}\n"
    window = result.window
    yield f"{len(result.events)} events, {window['start']} to {window['end']} ({result.mode.replace('_', ' ')})"
    if result.days:
        yield "Days read in this call: " + "; ".join(_day(each) for each in result.days)
    if result.total is not None:
        yield f"Events in the item's whole log: {result.total:,}"
    if result.read_back_to:
        yield f"Read back to {inline.markdown(result.read_back_to)}"
    for event in result.events:
        yield from event_lines(event)
    if result.next_cursor:
        yield f"\nThere are more: call again with cursor={result.next_cursor}"
    yield f"Confirmed by the service: {result.confirmed_at}"
    yield from result.attribution


def _day(day: dict[str, Any]) -> str:
    total = "not known" if day.get("total") is None else f"{day['total']:,}"
    return f"{day['date']} ({total} events, pages read: {day['pages_read']})"


def event_lines(event: dict[str, Any]) -> Iterator[str]:
    """Return an event's entry in the list."""
    item = event["item"]
    welsh = f" / {inline.markdown(item['title_cy'])}" if item.get("title_cy") else ""
    title = inline.link(item.get("title") or item.get("path") or "no title", item.get("id_uri", ""))
    what = inline.markdown(f"{event['content_type']} {event['event']}")
    yield f"- {inline.markdown(event['updated'])}: {what}: {title}{welsh} [{inline.markdown(item.get('path', '?'))}]"
    names = _DETAILS if item.get("path") else (*_IN_PATH, *_DETAILS)
    facts = [f"{name} {inline.markdown(str(event[name]))}" for name in names if event.get(name)]
    facts += [f"{name}: {'yes' if event[name] else 'no'}" for name in ("new", "republished") if name in event]
    facts += [inline.link(name, event[f"{name}_uri"]) for name in ("document", "resource") if event.get(f"{name}_uri")]
    yield f"  {'; '.join(facts)}"
