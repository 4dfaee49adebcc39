"""One call of `uklaw_track_changes`: days newest first, or an item's own log. At most four requests."""

import re
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from lexgate_kit.adapter import Call
from lexgate_kit.errors import ToolFailure, UnusableInput, UpstreamChanged
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget, Served
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.cursors import seal, unseal
from lexgate_uklaw.existence import existence
from lexgate_uklaw.feeds.log import LogEvent, LogPage, read_log
from lexgate_uklaw.identifiers.versions import calendar_date
from lexgate_uklaw.listings import page_of
from lexgate_uklaw.publication_log import wording
from lexgate_uklaw.publication_log.asking import Asked, asked
from lexgate_uklaw.publication_log.report import Day, Reading, event_record, report
from lexgate_uklaw.publication_log.walking import LogWalk, PagesDisagree, Place
from lexgate_uklaw.tools.log_view import event_lines
from lexgate_uklaw.tools.track_changes import TrackChangesArguments, TrackChangesResult
from lexgate_uklaw.views import MOST_RECORD_CHARACTERS, record_size

_Count = Annotated[int, Field(ge=0, le=1_000_000_000)]
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SHAPE: TypeAdapter[tuple[str, int, int]] = TypeAdapter(tuple[str, Annotated[int, Field(ge=-1, le=10**9)], _Count])


async def track(client: UkClient, arguments: TrackChangesArguments, call: Call) -> TrackChangesResult:
    """Answer one call. Raises UnusableInput, NotFound, and what the client raises for the first page."""
    what = asked(arguments, client.today)
    reader = _LogReader(client, what, Budget(call.deadline), arguments.limit)
    day, place = _position(what, arguments.cursor)
    if what.item is None:
        await reader.walk_days(day, place)
    else:
        await reader.read_item(place)
        if reader.total == 0:
            reader.said.append(await existence(client, what.item, reader.budget))
    return report(what, reader.reading())


def _position(what: Asked, cursor: str | None) -> tuple[date, Place | None]:
    if not cursor:
        return what.last, None
    on, left, total = unseal(what.name, cursor, _SHAPE)
    try:
        day = calendar_date(on)
    except UnusableInput:
        raise UnusableInput(
            "The cursor names no day.", reason="invalid_cursor", next_step="Leave the cursor out to start again."
        ) from None
    return day, Place(left, total) if left >= 0 else None


@dataclass
class _LogReader:
    """Reads for one call. The first page must be there; a later one that cannot be read ends the call."""

    client: UkClient
    what: Asked
    budget: Budget
    limit: int
    events: list[LogEvent] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    characters: int = 0
    cut: bool = False
    days: list[Day] = field(default_factory=list)
    walks: list[LogWalk] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    cursor: str | None = None
    total: int | None = None
    read_back_to: str | None = None

    @property
    def is_full(self) -> bool:
        """Whether no further event fits this call."""
        return self.cut or len(self.events) >= self.limit

    def _take(self, event: LogEvent, walk: LogWalk, before: Place | None) -> None:
        """Add the event; when its record does not fit beside the others, the walk goes back to `before` it."""
        record = event_record(event)
        self.characters += record_size(record, event_lines(record))
        if self.records and self.characters > MOST_RECORD_CHARACTERS:
            self.cut, walk.place = True, before
            self.said.append(wording.LONG)
            return
        self.events.append(event)
        self.records.append(record)

    async def walk_days(self, day: date, place: Place | None) -> None:
        """Read the days from this one back to the first of the window."""
        while day >= self.what.start and not self.is_full:
            walk = self._walk(day, place)
            while not self.is_full and not walk.is_done:
                before = walk.place
                event = await self._next(walk)
                if event is None:
                    break
                self._take(event, walk, before)
            if walk.pages_read:
                self.days.append(Day(day, walk.place.total if walk.place else None, walk.pages_read))
            if not walk.is_done:
                self._go_on(day, walk.place)
                return
            day, place = day - timedelta(days=1), None
        if day >= self.what.start:
            self._go_on(day, None)

    async def read_item(self, place: Place | None) -> None:
        """Read the item's own log back to the first day of the window."""
        walk = self._walk(None, place)
        start, end = self.what.start.isoformat(), self.what.end.isoformat() if self.what.end else ""
        while not self.is_full:
            before = walk.place
            event = await self._next(walk)
            if event is None:
                break
            day = event.updated[:10]
            is_dated = bool(_DAY.fullmatch(day))
            if is_dated and day < start:
                walk.place = Place(0, walk.place.total if walk.place else 0)
                break
            if not end or not is_dated or day <= end:
                self._take(event, walk, before)
            if is_dated and not self.cut:
                self.read_back_to = day
        self.total = walk.place.total if walk.place else None
        if walk.is_done:
            self.read_back_to = start
        else:
            self._go_on(self.what.start, walk.place)

    def reading(self) -> Reading:
        """Return what was read."""
        provenances = [each for walk in self.walks for each in walk.provenances]
        if any(walk.short for walk in self.walks):
            self.said.append(wording.SHORT)
        return Reading(
            events=tuple(self.events),
            records=self.records,
            days=tuple(self.days),
            total=self.total,
            read_back_to=self.read_back_to,
            cursor=self.cursor,
            said=tuple(self.said),
            provenances=tuple(provenances),
        )

    def _walk(self, day: date | None, place: Place | None) -> LogWalk:
        async def page(number: int) -> Served[LogPage]:
            request = addressing.publication_log(replace(self.what.query, day=day, page=number))
            answer = page_of(await self.client.fetch(request, self.budget, read_log))
            if isinstance(answer, Served):
                return answer
            raise UpstreamChanged("The Publication Log ends with no page.", next_step="Try again later.")

        walk = LogWalk(page, place)
        self.walks.append(walk)
        return walk

    async def _next(self, walk: LogWalk) -> LogEvent | None:
        """Return the next event; None at the end of the list or when its page cannot be read now."""
        started = any(each.pages_read for each in self.walks)
        if walk.needs_page and started and self.budget.is_spent:
            self.said.append(wording.FOUR_REQUESTS)
            return None
        try:
            return await walk.next()
        except PagesDisagree:
            self.said.append(wording.PAGES_DISAGREE)
        except ToolFailure:
            if not any(each.pages_read for each in self.walks):
                raise
            self.said.append(wording.STOPPED)
        return None

    def _go_on(self, day: date, place: Place | None) -> None:
        left, total = (place.left, place.total) if place else (-1, 0)
        self.cursor = seal(self.what.name, (day.isoformat(), left, total))
