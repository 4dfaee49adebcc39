"""What was proved of a claim, and what became of it. Values only; it asks nobody."""

from dataclasses import dataclass
from typing import Literal

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
STATUSES: tuple[Status, ...] = (
    "verified",
    "quote_matches",
    "quote_differs",
    "does_not_exist",
    "ambiguous",
    "not_held",
    "could_not_check",
    "not_checked",
)


@dataclass(frozen=True)
class Verdict:
    """What is said of one claim. `note` is ours; `title` and `difference` are outside text, one line each.

    `confirmed_at` is when the service last confirmed the provision's text (UTC), blank where none was fetched.
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
NOT_ALL_HELD = (
    "legislation.gov.uk holds nothing for it; that was checked, but not everything of its kind and age is held."
)
NO_SUCH_ITEM = "legislation.gov.uk holds no such item; that was checked, and items of this kind and year are held."
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


def expected_to_be_held(item: ItemPath | None, type_code: str, year: int | None) -> bool:
    """Say whether an item that is not held cannot exist: kinds that are complete on the service from that year on.

    Public Acts as enacted are complete from 1988, local Acts from 1991; published instruments from 1987 (rules of
    Northern Ireland from 1996), what the devolved legislatures made from their start. Of EU law and older law only a
    part is held. An instrument that was never published is on no list: the note says what was checked.
    """
    start = _COMPLETE_FROM.get(item.type_code if item else type_code)
    when = year or (item.calendar_year if item else None)
    return start is not None and when is not None and when >= start


_COMPLETE_FROM = {
    "ukpga": 1988,
    "asp": 1999,
    "anaw": 2012,
    "asc": 2020,
    "mwa": 2008,
    "nia": 2000,
    "ukla": 1991,
    "ukcm": 1988,
    "uksi": 1987,
    "nisi": 1987,
    "nisr": 1996,
    "ssi": 1999,
    "wsi": 1999,
}
