"""Makes the result of `uklaw_track_changes` from what was read. Pure: values in, a result out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from lexgate_kit import inline
from lexgate_uklaw.answers import Provenance
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.feeds.log import LogEvent
from lexgate_uklaw.links import own_address
from lexgate_uklaw.listings import age_notice, confirmed
from lexgate_uklaw.publication_log import wording
from lexgate_uklaw.publication_log.asking import Asked
from lexgate_uklaw.tools.track_changes import TrackChangesResult


@dataclass(frozen=True)
class Day:
    """A day of which pages were read in this call; `total` is None when none could be."""

    day: date
    total: int | None
    pages_read: int


@dataclass(frozen=True)
class Reading:
    """What one call has read, the sentences about it, and where it goes on."""

    events: tuple[LogEvent, ...]
    records: list[dict[str, Any]]
    days: tuple[Day, ...]
    total: int | None
    read_back_to: str | None
    cursor: str | None
    said: tuple[str, ...]
    provenances: tuple[Provenance, ...]


def report(asked: Asked, reading: Reading) -> TrackChangesResult:
    """Return the result."""
    oldest = min(reading.provenances, key=lambda each: each.confirmed_at, default=None)
    return TrackChangesResult(
        events=reading.records,
        mode="day_walk" if asked.item is None else "item_log",
        window={"start": asked.start.isoformat(), "end": _end(asked)},
        days=[
            {"date": each.day.isoformat(), "total": each.total, "pages_read": each.pages_read} for each in reading.days
        ],
        total=reading.total,
        read_back_to=reading.read_back_to and inline.one_line(reading.read_back_to, 40),
        has_more=reading.cursor is not None,
        next_cursor=reading.cursor,
        notice=" ".join(_notices(asked, reading)) or None,
        confirmed_at=confirmed(oldest) if oldest else "",
        attribution=licence_lines(eu_origin=any(each.item and each.item.is_eu_origin for each in reading.events)),
    )


def _end(asked: Asked) -> str:
    if asked.item is not None and (asked.end is None or asked.ends_in_the_future):
        return "now"
    return asked.last.isoformat()


def _notices(asked: Asked, reading: Reading) -> Iterator[str]:
    if asked.ends_in_the_future:
        yield f"end_date {asked.end} lies in the future: the log is read up to {asked.today}."
    yield from dict.fromkeys(reading.said)
    yield from dict.fromkeys(filter(None, map(age_notice, reading.provenances)))
    if any(each.content_type == "changes" for each in reading.events):
        yield wording.CHANGES
    if reading.events or reading.cursor:
        return
    yield wording.NOTHING
    if asked.query.new_only:
        yield wording.NEW_ONLY
    if asked.item is not None and asked.item.is_regnal:
        yield wording.REGNAL


def event_record(event: LogEvent) -> dict[str, Any]:
    title, welsh = event.title.en or event.title.cy, event.title.en and event.title.cy
    """Return an event as plain values on single lines; what the entry does not say is left out."""
    item = {
        "path": str(event.item) if event.item else "",
        "id_uri": event.item.id_uri if event.item else own_address(event.id_uri),
        "title": inline.one_line(title, 300),
        "title_cy": inline.one_line(welsh, 300),
    }
    values = {
        "updated": inline.one_line(event.updated, 40),
        "item": {key: value for key, value in item.items() if value},
        "content_type": inline.one_line(event.content_type, 40) or "content type not recorded",
        "event": inline.one_line(event.event, 40) or "event not recorded",
        "category": inline.one_line(event.category, 40),
        "type": event.item.type_code if event.item else event.type.code if event.type else "",
        "year": event.year,
        "number": inline.one_line(event.number, 40),
        "document_uri": own_address(event.document_uri),
        "resource_uri": own_address(event.resource_uri),
        "format": inline.one_line(event.format, 40),
        "language": inline.one_line(event.language, 20),
        "new": event.new,
        "republished": event.republished,
        "direction": inline.one_line(event.direction, 20),
        "publisher": inline.one_line(event.publisher, 120),
    }
    return {key: value for key, value in values.items() if value not in (None, "")}
