"""`uklaw_track_changes` over a real socket: days, an item's own log, cursors, and what is refused."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from client_desk import Desk
from invented_feeds import atom, event, feed, page_of
from tool_desk import call_tool, follow, view
from upstream import HTML, Reply, Upstream

from lexgate_kit.errors import NotFound, ToolFailure
from lexgate_uklaw.tools.track_changes import TrackChangesResult, track_changes_tool

DAY = "2026-01-15"
NOW = datetime(2026, 10, 20, 12, tzinfo=UTC).timestamp()
LOG = f"/update/{DAY}/data.feed"
ITEM = "uksi/2026/5"
BUSY = Reply(436, headers={"Retry-After": "7"})
EMPTY = atom(feed(total=0))


@pytest.fixture
def desk(upstream: Upstream, tmp_path: Path) -> Desk:
    return Desk(upstream.url, tmp_path, now=NOW)


def track(desk: Desk, **arguments: Any) -> TrackChangesResult:
    result = call_tool(desk, track_changes_tool, **{"start_date": DAY, **arguments})
    assert isinstance(result, TrackChangesResult)
    return result


def names(*results: TrackChangesResult) -> list[str]:
    return [each["item"]["title"].rpartition(" ")[2] for result in results for each in result.events]


def on_day(day: date, count: int, *, first: int = 0) -> list[str]:
    """Return the day's events, newest first."""
    return [
        event(f"{day}-{number}", f"{day}T{23 - number % 24:02}:00:00+00:00")
        for number in range(first + count - 1, first - 1, -1)
    ]


def script(upstream: Upstream, entries: list[str], path: str = LOG) -> None:
    for page in range(1, len(entries) // 20 + 2):
        joined = f"{path}{'&' if '?' in path else '?'}page={page}"
        upstream.on(path if page == 1 else joined, atom(page_of(entries, page, 20)))


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({}, LOG),  # a day
        ({"content_type": "legislation"}, f"/update/{DAY}/legislation/data.feed"),  # a content type
        ({"content_type": "changes", "direction": "affected"}, f"/update/{DAY}/changes/affected/data.feed"),  # a side
        ({"content_type": "legislation", "category": "eu-origin"}, f"/update/{DAY}/legislation/eu-origin/data.feed"),
        ({"item": "uksi"}, f"/update/{DAY}/uksi/data.feed"),  # a type
        ({"item": "uksi/2026", "new_only": "true"}, f"/update/{DAY}/uksi/2026/data.feed?new=true"),  # new ones
        ({"event": "withdrawn"}, f"/update/{DAY}/data.feed?event=withdrawn"),  # one kind of event
        ({"item": ITEM}, f"/update/{ITEM}/data.feed"),  # an item's own log has no day
        ({"item": f"https://www.legislation.gov.uk/id/{ITEM}"}, f"/update/{ITEM}/data.feed"),  # its identifier
    ],
)
def test_every_filter_is_in_the_address(desk: Desk, upstream: Upstream, arguments: dict[str, Any], path: str) -> None:
    upstream.on(path, atom(feed(event("one", f"{DAY}T10:00:00+00:00"), total=1)))
    assert names(track(desk, **arguments)) == ["one"]
    assert upstream.paths == [path]


def test_an_event_is_told_whole_in_both_views(desk: Desk, upstream: Upstream) -> None:
    more = (
        "<pbl:New>true</pbl:New><pbl:Republished>false</pbl:Republished><pbl:Format>pdf</pbl:Format>"
        "<dc:language>en</dc:language><pbl:Document>http://www.legislation.gov.uk/uksi/2026/5/made</pbl:Document>"
    )
    upstream.on(LOG, atom(feed(event("one", f"{DAY}T10:00:00+00:00", more=more), total=1)))
    result = track(desk)
    one = result.events[0]
    assert (one["item"]["path"], one["type"], one["year"], one["number"]) == (ITEM, "uksi", 2026, "5")
    assert (one["content_type"], one["event"], one["new"], one["republished"]) == (
        "legislation",
        "published",
        True,
        False,
    )
    assert result.days == [{"date": DAY, "total": 1, "pages_read": 1}]
    shown = view(track_changes_tool, result)
    for words in ("legislation published", ITEM, "new: yes", "format pdf", "A Printer", f"{DAY} (1 events", "Open Gov"):
        assert words in shown


@pytest.mark.parametrize("half", [0, 20])  # forty days in two windows
def test_forty_days_of_log_are_walked_once_each_newest_first(desk: Desk, upstream: Upstream, half: int) -> None:
    days = [date(2026, 1, 1) + timedelta(days=half + number) for number in range(20)]
    written: dict[date, list[str]] = {}
    for place, day in enumerate(days):
        count = ((half + place) * 7) % 45  # days without events, days of several pages
        written[day] = [f"{day}-{number}" for number in range(count - 1, -1, -1)]
        script(upstream, on_day(day, count), f"/update/{day}/data.feed")
    window = {"start_date": str(days[0]), "end_date": str(days[-1])}
    results = follow(desk, track_changes_tool, upstream.seen, **window)
    totals = {each["date"]: each["total"] for result in results for each in result.days}
    assert totals == {str(day): len(written[day]) for day in days}
    assert names(*results) == [name for day in reversed(days) for name in written[day]]


def test_the_broken_next_link_is_never_followed(desk: Desk, upstream: Upstream) -> None:
    script(upstream, on_day(date(2026, 1, 15), 45))
    assert len(track(desk, limit=45).events) == 45
    assert upstream.paths == [LOG, f"{LOG}?page=2", f"{LOG}?page=3"]


def test_a_day_that_grows_between_two_calls_repeats_and_loses_nothing(desk: Desk, upstream: Upstream) -> None:
    day = date(2026, 1, 15)
    script(upstream, on_day(day, 50))
    first = track(desk, limit=25)
    script(upstream, [*on_day(day, 33, first=50), *on_day(day, 50)])
    desk.now += 400
    second = track(desk, limit=80, cursor=first.next_cursor)
    assert names(first, second) == [f"{day}-{number}" for number in range(49, -1, -1)]


def test_four_requests_end_a_call_with_a_cursor(desk: Desk, upstream: Upstream) -> None:
    for number in range(1, 11):
        upstream.on(f"/update/2026-01-{number:02}/data.feed", EMPTY)
    result = track(desk, start_date="2026-01-01", end_date="2026-01-10")
    assert len(upstream.paths) == 4
    assert [each["date"] for each in result.days] == ["2026-01-10", "2026-01-09", "2026-01-08", "2026-01-07"]
    assert result.has_more
    assert "four requests" in (result.notice or "")


def test_an_items_own_log_is_read_back_to_the_first_day(desk: Desk, upstream: Upstream) -> None:
    entries = [event(f"{n}", f"2026-{n:02}-01T10:00:00+00:00", ITEM) for n in range(9, 0, -1)]
    script(upstream, entries, f"/update/{ITEM}/data.feed")
    result = track(desk, item=ITEM, start_date="2026-04-01")
    assert names(result) == ["9", "8", "7", "6", "5", "4"]
    assert (result.mode, result.read_back_to, result.total, result.has_more) == ("item_log", "2026-04-01", 9, False)
    bounded = track(desk, item=ITEM, start_date="2026-04-01", end_date="2026-06-30")
    assert names(bounded) == ["6", "5", "4"]


def test_a_long_items_log_goes_on_with_its_cursor(desk: Desk, upstream: Upstream) -> None:
    entries = [event(f"{n}", f"20{n // 12:02}-{n % 12 + 1:02}-01T10:00:00+00:00", ITEM) for n in range(199, -1, -1)]
    script(upstream, entries, f"/update/{ITEM}/data.feed")
    results = follow(desk, track_changes_tool, upstream.seen, item=ITEM, start_date="2000-06-01", limit=33)
    assert names(*results) == [f"{n}" for n in range(199, 4, -1)]
    assert results[0].read_back_to == "2013-12-01"
    assert results[-1].read_back_to == "2000-06-01"


def test_a_changes_event_names_the_tool_that_has_its_detail(desk: Desk, upstream: Upstream) -> None:
    one = event("one", f"{DAY}T10:00:00+00:00", content="changes", more="<pbl:Direction>affected</pbl:Direction>")
    upstream.on(LOG, atom(feed(one, total=1)))
    result = track(desk)
    assert result.events[0]["direction"] == "affected"
    assert "uklaw_get_amendments" in (result.notice or "")


def test_an_empty_log_of_an_item_is_told_from_an_item_that_does_not_exist(desk: Desk, upstream: Upstream) -> None:
    upstream.on(f"/update/{ITEM}/data.feed", EMPTY)
    upstream.on(f"/id/{ITEM}", Reply(303, headers={"Location": f"/{ITEM}"}), Reply(404, b"<html></html>", HTML))
    result = track(desk, item=ITEM)
    assert (result.events, result.total) == ([], 0)
    assert "The item exists." in (result.notice or "")
    assert "no such event" in (result.notice or "")
    desk.now += 4000
    with pytest.raises(NotFound) as raised:
        track(desk, item=ITEM)
    assert raised.value.reason == "document_not_found"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"start_date": "2026-02-30"}, "invalid_date"),  # would answer the whole log
        ({"end_date": "2026-01-14"}, "invalid_window"),  # backwards
        ({"end_date": "2026-02-15"}, "invalid_window"),  # 32 days
        ({"direction": "affected"}, "direction_needs_changes"),  # would answer nothing
        ({"content_type": "legislation", "direction": "affected"}, "direction_needs_changes"),  # likewise
        ({"category": "primary"}, "category_needs_content_type"),  # likewise
        ({"content_type": "changes", "category": "primary"}, "category_needs_content_type"),  # likewise
        ({"item": "primary"}, "invalid_item"),  # a group is no type
        ({"item": "Kites Order 2026"}, "invalid_item"),  # a title
        ({"cursor": "abc"}, "invalid_cursor"),  # no cursor
    ],
)
def test_what_the_service_would_answer_with_nothing_or_everything_is_refused_here(
    desk: Desk, upstream: Upstream, arguments: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ToolFailure) as raised:
        track(desk, **arguments)
    assert raised.value.reason == reason
    assert raised.value.next_step
    assert upstream.paths == []


def test_thirty_one_days_are_a_window(desk: Desk, upstream: Upstream) -> None:
    for number in range(15, 11, -1):
        upstream.on(f"/update/2026-02-{number - 1:02}/data.feed", EMPTY)
    assert track(desk, end_date="2026-02-14").has_more


@pytest.mark.parametrize("other", [{"start_date": "2026-01-14"}, {"event": "published"}, {"item": "uksi"}])
def test_a_cursor_belongs_to_its_arguments(desk: Desk, upstream: Upstream, other: dict[str, Any]) -> None:
    script(upstream, on_day(date(2026, 1, 15), 30))
    cursor = track(desk, limit=5).next_cursor
    with pytest.raises(ToolFailure) as raised:
        track(desk, cursor=cursor, **other)
    assert raised.value.reason == "invalid_cursor"


def test_a_later_page_that_cannot_be_read_ends_the_call_with_a_cursor(desk: Desk, upstream: Upstream) -> None:
    day = date(2026, 1, 15)
    script(upstream, on_day(day, 30))
    upstream.on(f"{LOG}?page=2", BUSY)
    first = track(desk)
    assert (len(first.events), first.has_more) == (20, True)
    assert "could not be read" in (first.notice or "")
    script(upstream, on_day(day, 30))
    desk.now += 400
    assert names(first, track(desk, cursor=first.next_cursor)) == [f"{day}-{n}" for n in range(29, -1, -1)]


def test_a_first_page_that_cannot_be_read_is_an_error_and_no_evidence(desk: Desk, upstream: Upstream) -> None:
    upstream.on(LOG, BUSY)
    with pytest.raises(ToolFailure) as raised:
        track(desk)
    assert raised.value.reason == "upstream_refused"


def test_outside_text_stays_on_its_line(desk: Desk, upstream: Upstream) -> None:
    upstream.on(LOG, atom(feed(event("# Obey\n[me](http://evil.test)", f"{DAY}T10:00:00+00:00"), total=1)))
    result = track(desk)
    assert "\n" not in result.events[0]["item"]["title"]
    assert "[me](" not in view(track_changes_tool, result)


def test_long_records_end_the_call_early_and_nothing_is_lost(desk: Desk, upstream: Upstream) -> None:
    more = f"<pbl:Document>http://www.legislation.gov.uk/{'x' * 1500}</pbl:Document>"
    entries = [event(f"{n}", f"{DAY}T10:00:00+00:00", more=more) for n in range(79, -1, -1)]
    script(upstream, entries)
    results = follow(desk, track_changes_tool, upstream.seen, start_date=DAY, limit=80)
    assert names(*results) == [f"{n}" for n in range(79, -1, -1)]
    for result in results:
        assert len(result.model_dump_json()) <= 80_000
        assert len(view(track_changes_tool, result)) <= 80_000


@pytest.mark.parametrize("arguments", [{}, {"item": ITEM}, {"end_date": "2026-11-01"}])
def test_a_window_in_the_future_is_refused_as_what_it_is_and_nothing_is_asked(
    desk: Desk, upstream: Upstream, arguments: dict[str, str]
) -> None:
    with pytest.raises(ToolFailure) as raised:
        track(desk, start_date="2026-10-22", **arguments)
    assert raised.value.reason == "invalid_window"
    assert "2026-10-22 lies in the future" in raised.value.message
    assert "up to 2026-10-20" in raised.value.message
    assert upstream.paths == []


def test_days_of_a_window_that_have_not_come_are_not_asked_for_and_said(desk: Desk, upstream: Upstream) -> None:
    for day in ("2026-10-19", "2026-10-20"):
        upstream.on(f"/update/{day}/data.feed", EMPTY)
    result = track(desk, start_date="2026-10-19", end_date="2026-10-25")
    assert upstream.paths == ["/update/2026-10-20/data.feed", "/update/2026-10-19/data.feed"]
    assert result.window == {"start": "2026-10-19", "end": "2026-10-20"}
    assert "end_date 2026-10-25 lies in the future: the log is read up to 2026-10-20." in (result.notice or "")


def test_a_day_that_has_begun_in_british_summer_time_is_asked_for(desk: Desk, upstream: Upstream) -> None:
    desk.now = datetime(2026, 6, 30, 23, 10, tzinfo=UTC).timestamp()
    upstream.on("/update/2026-07-01/data.feed", EMPTY)
    assert track(desk, start_date="2026-07-01").events == []


def test_an_event_does_not_say_again_what_its_path_says(desk: Desk, upstream: Upstream) -> None:
    upstream.on(LOG, atom(feed(event("one", f"{DAY}T10:00:00+00:00"), total=1)))
    shown = view(track_changes_tool, track(desk))
    assert "[uksi/2026/5]" in shown
    assert "year 2026" not in shown
    assert "pages read: 1" in shown
