"""`uklaw_track_changes`: its arguments and its result. How the Publication Log is read lies in `publication_log`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.log_view import render_log

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient


class TrackChangesArguments(Arguments):
    """What `uklaw_track_changes` takes."""

    start_date: str = Field(max_length=40, description="first day, YYYY-MM-DD")
    end_date: str | None = Field(
        default=None, max_length=40, description="last day, at most 31 days; default start_date, of an item today"
    )
    content_type: Literal["legislation", "changes", "draft", "associated-documents"] | None = Field(
        default=None, description="changes: lists of effects"
    )
    direction: Literal["affected", "affecting"] | None = Field(default=None, description="with changes only")
    category: Literal["primary", "secondary", "eu-origin"] | None = Field(
        default=None, description="with legislation or associated-documents only"
    )
    item: str | None = Field(
        default=None, max_length=2000, description="a type, type/year, or an item: its own log back to start_date"
    )
    new_only: bool = Field(default=False, description="newly published only")
    event: Literal["published", "withdrawn"] | None = Field(default=None, description="one kind of event")
    limit: int = Field(default=40, ge=1, le=80, description="events a call")
    cursor: str | None = Field(default=None, max_length=400, description="next_cursor of the call before")


class TrackChangesResult(BaseModel):
    """What `uklaw_track_changes` returns."""

    events: list[dict[str, Any]] = Field(
        description="updated, item {path, id_uri, title, title_cy}, content_type, event, category, type, year, number, "
        "document_uri, resource_uri, format, language, new, republished, direction, publisher"
    )
    mode: str = Field(description="day_walk or item_log")
    window: dict[str, str] = Field(description="start and end")
    days: list[dict[str, Any]] = Field(default=[], description="read in this call: date, total, pages_read")
    total: int | None = Field(default=None, description="item_log: events in the item's whole log")
    read_back_to: str | None = Field(default=None, description="item_log: the log was read back to this day")
    has_more: bool
    next_cursor: str | None = None
    notice: str | None = None
    confirmed_at: str
    attribution: list[str] = Field(description="licence lines to show with the content")


def track_changes_tool(
    client: Callable[[], "UkClient"],
) -> ToolSpec[TrackChangesArguments, TrackChangesResult]:
    """Return the tool; `client` gives the client when it is called."""

    async def track_changes(arguments: TrackChangesArguments, call: Call) -> TrackChangesResult:
        from lexgate_uklaw.publication_log.reading import track

        return await track(client(), arguments, call)

    return ToolSpec(
        name="track_changes",
        title="What legislation.gov.uk published",
        description=(
            "The Publication Log: what legislation.gov.uk published or withdrew on given days, or for one item, "
            "newest first. The day is that of publication, not of the law's coming into force."
        ),
        arguments=TrackChangesArguments,
        result=TrackChangesResult,
        handler=track_changes,
        render=render_log,
        open_world=True,
    )
