"""What was proved of a claim, and what became of it. Values only; it asks nobody."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, get_args

from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.repeals import title_mark

Status = Literal[
    "verified",
    "quote_matches",
    "quote_differs",
    "does_not_exist",
    "ambiguous",
    "not_held",
    "could_not_check",
    "not_checked",
]
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True)
class Verdict:
    """What is said of one claim. `note` is ours; `title` and `difference` are outside text, one line each.

    `confirmed_at` is when the service last confirmed what it is said on (UTC), blank where it was not asked.
    `contradiction` says that the claim's own parts do not fit one another: a number and another Act's title.
    """

    status: Status
    item: ItemPath | None = None
    title: str = ""
    note: str = ""
    difference: str = ""
    contradiction: bool = False
    confirmed_at: str = ""

    @property
    def is_false(self) -> bool:
        """Whether something in the draft is wrong as it stands, by what was checked."""
        return self.contradiction or self.status in ("quote_differs", "does_not_exist")


NOT_CHECKED = Verdict("not_checked")

NO_INSTRUMENT = "No Act or instrument is named with this provision."
SEVERAL_MEANT = "The words leave open which instrument is meant."
NO_SUCH_PROVISION = "The item exists; its current version has no such provision."
INSIDE_REPEALED = "The provision around it is repealed, omitted or no longer in force: nothing inside it is served."
NOT_HELD = (
    "legislation.gov.uk holds no item under this number; that was checked. It may exist all the same: whether "
    "everything of its kind and year is held is not known."
)
YEAR_TO_COME = "Its year has not begun."
TITLE_ALONE = "A title alone proves nothing: check its wording, or cite the number. It may not exist."
NOT_ANSWERED = "The service could not be asked about it: this says nothing about the law."
PDF_ONLY = "The item is held, but its text only as a PDF, which is not read: the provision could not be looked for."
LISTED = "Found in the item's table of contents."
CURRENT_ONLY = "Compared with the current version only."
AS_MADE = "Compared with the text as first made: no revised text is held, and later changes are not in it."
OTHER_EXTENT = "The words stand in its text for another extent: check which applies."
NO_TEXT = "The text of the provision was not at hand for its quotation."
STALE = "Proved from our store, because the service could not be asked again: it may have changed since confirmed_at."
ELSEWHERE = "The words stand in the same provision of the Act, but not in the part of it that is cited."
NO_LIKE_WORDS = "The provision has no words like these."
TWO_ITEMS = "The title and the number beside it belong to different items."
UNREAD_YET = "Several answers were needed and did not come within three calls."


def not_in_force(status: str) -> str:
    """Return that the editors mark the provision with a status (words of ours, as in `clml.provision_status`)."""
    return f"The current version marks the provision: {status}."


def item_ended(title: str) -> str:
    """Return that the service marks the item in its title as repealed, revoked …; blank where it does not."""
    mark = title_mark(title)
    return f"legislation.gov.uk marks the item as {mark} in its title." if mark else ""


def has_one_series(item: ItemPath) -> bool:
    """Say whether the items of its type and year are numbered from 1 on in one series that a page of the search feed
    holds whole: Acts and Measures by calendar year. Before 1963 Acts of the United Kingdom were numbered by session.
    """
    year = item.calendar_year
    return item.type_code in _BY_YEAR and item.number.isdigit() and year is not None and year >= FIRST_CALENDAR_YEAR


def past_the_last(item: ItemPath, held: Collection[int], today: date) -> str:
    """Return that an item lies past the last number of its year, all of which are held; blank where that is not known.

    No source known to us says from which year on legislation.gov.uk holds everything of a kind, so no year counts as
    complete by itself: only a list without a gap does, of a year that is over, and then for higher numbers alone.
    """
    year, number, last = item.calendar_year, int(item.number), max(held, default=0)
    is_over = year is not None and (today - SETTLED).year > year
    if not is_over or number <= last or last == 0 or set(held) != set(range(1, last + 1)):
        return ""
    return (
        f"legislation.gov.uk holds the numbers 1 to {last} of {item.type_code}/{year} without a gap, and none after "
        f"them: there is no {item.number}."
    )


FIRST_CALENDAR_YEAR = 1963
SETTLED = timedelta(days=60)
"""So long after the end of a year its last items are taken to be published."""
_BY_YEAR = frozenset({"ukpga", "asp", "asc", "anaw", "mwa", "nia"})
