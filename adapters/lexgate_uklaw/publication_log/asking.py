"""What a caller asks of the Publication Log, checked: window, scope and filters. It sends nothing."""

from dataclasses import dataclass
from datetime import date, timedelta

from lexgate_kit.errors import ToolFailure, UnusableInput
from lexgate_uklaw import addressing
from lexgate_uklaw.addressing import LogQuery
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath, ItemScope
from lexgate_uklaw.identifiers.refusals import invalid_item
from lexgate_uklaw.identifiers.types import GROUPS
from lexgate_uklaw.identifiers.versions import calendar_date
from lexgate_uklaw.tools.track_changes import TrackChangesArguments

MOST_DAYS = 31


@dataclass(frozen=True)
class Asked:
    """The first and last day (None: until now), and the filters. With an item, its own log is read.

    `end` is what was asked for; no day after `today` is read, because the log has none.
    """

    start: date
    end: date | None
    query: LogQuery
    today: date

    @property
    def item(self) -> ItemPath | None:
        """The item whose own log is read; None for a walk over days."""
        return self.query.scope.item if self.query.scope else None

    @property
    def last(self) -> date:
        """The last day of a walk over days."""
        return min(self.end or self.start, self.today)

    @property
    def ends_in_the_future(self) -> bool:
        """Whether days were asked for that have not come."""
        return self.end is not None and self.end > self.today

    @property
    def name(self) -> str:
        """What a cursor is bound to: the list's address and its window."""
        return f"log {self.start} {self.end or ''} {addressing.publication_log(self.query).path}"


def asked(arguments: TrackChangesArguments, today: date) -> Asked:
    """Return what the arguments ask for on a day.

    Raises UnusableInput: invalid_date, invalid_window, invalid_item, direction_needs_changes,
    category_needs_content_type.
    """
    start = calendar_date(arguments.start_date)
    end = calendar_date(arguments.end_date) if arguments.end_date else None
    scope = _scope(arguments.item) if arguments.item else None
    query = LogQuery(
        content_type=arguments.content_type or "",
        direction=arguments.direction or "",
        category=arguments.category or "",
        scope=scope,
        new_only=arguments.new_only,
        event=arguments.event or "",
    )
    if end is not None and end < start:
        raise _unusable("end_date is earlier than start_date.")
    if (scope is None or scope.item is None) and end is not None and end - start >= timedelta(days=MOST_DAYS):
        raise _unusable(f"The window is longer than {MOST_DAYS} days.")
    if start > today:
        raise UnusableInput(
            f"start_date {start} lies in the future: the Publication Log holds what was published up to {today}.",
            reason="invalid_window",
            next_step="Give days up to today. uklaw_get_amendments tells when changes come into force.",
        )
    result = Asked(start, end, query, today)
    addressing.publication_log(query)  # refuses filters that the service would answer with nothing
    return result


def _scope(text: str) -> ItemScope:
    try:
        scope = ItemScope.parse(text)
    except ToolFailure:
        return ItemScope.of(parse_address(text).item)
    if scope.type_code in GROUPS:
        raise invalid_item(
            "The log knows types, not groups of types, as item.",
            "Use category with content_type, or give a type such as uksi.",
        )
    return scope


def _unusable(message: str) -> UnusableInput:
    return UnusableInput(
        message,
        reason="invalid_window",
        next_step=f"Give start_date and end_date in order, at most {MOST_DAYS} days apart, and ask again for more.",
    )
