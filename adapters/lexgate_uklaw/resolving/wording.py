"""The sentences that `uklaw_lookup_citation` says of an outcome. Ours alone: no outside text goes into them."""

import re
from collections.abc import Iterator

from lexgate_uklaw.citations.model import Instrument, Parsed
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import Version

_SEARCH = "Search for it with uklaw_search_legislation."

UNREAD = (
    "This is not read as a citation of UK legislation. Give a number (2018 c. 12, S.I. 2019/419, 2020 asp 13, "
    "Regulation (EU) 2016/679), a short title with its year, or an address of legislation.gov.uk; cases are not held. "
    "Nothing was found out about the law."
)
PROVISION_ALONE = "This names a provision but no item: add the title or number of the Act or instrument."
SEVERAL_NUMBERED = (
    "Several items have this number (before 1963 Acts were numbered by session, and some series share their form): "
    "choose by title."
)
SERIES_DIFFERS = (
    "The item with this number has another number in the series in brackets (W., N.I., C., S.), so it is a candidate, "
    "not a match. One of the two numbers is wrong."
)
SEVERAL_TITLED = "Several items answer to this title: choose one, or give its year."
TITLE_UNCHECKED = "The title could not be compared with the one held, so the item is a candidate, not a match."
TITLE_CONTRADICTS = "The item that legislation.gov.uk gives for this title has another title or year: compare the two."
TITLE_ALIKE = "legislation.gov.uk knows the item by the cited title too."
FOUND_BY_NUMBER = (
    "No item has the title as cited; the number after it is that of an item with another title, which is shown. "
    "Check that it is the one meant."
)
NUMBER_AND_TITLE_DIFFER = "The number and the title of the citation belong to different items. One of them is wrong."
NUMBER_UNKNOWN_TITLE_HELD = "No item has the number as cited; the title is held under another number."
NO_SUCH_ITEM = (
    "legislation.gov.uk holds no item under this number; that was checked. Whether everything of its kind and "
    "year is held is not known. "
    f"{_SEARCH}"
)
NO_SUCH_TITLE = (
    "legislation.gov.uk knows no item by this title. A name of use or a title spelt otherwise does not resolve. "
    f"{_SEARCH}"
)
MISS_UNCONFIRMED = "The list of this number is empty; a second check could not be made. Ask again to be sure."
MOVED = "legislation.gov.uk holds this item under another type or number, which is shown."
NO_YEAR = "The citation gives no year; legislation.gov.uk has one item for the title."
PROVISION_UNCHECKED = "The provision could not be checked now: this is no evidence that it exists or does not."

_TITLE_LIKE = re.compile(r"[^\W\d_][\w ,.'\u2019()&-]{4,199}")


def may_be_a_title(citation: str) -> bool:
    """Say whether words that are no known form of citation are worth asking for as a title."""
    return bool(_TITLE_LIKE.fullmatch(citation)) and len(citation.split()) > 1


def of_provision(held: str, provision: ProvisionPath, version: Version, status: str = "") -> str:
    """Return what was found out about a provision; blank when it is there without a status of its own."""
    where = "its current version" if version.kind == "current" else f"its version {version}"
    if held == "there":
        return f"The provision is marked in {where}: {status}." if status else ""
    if held == "no text":
        return "legislation.gov.uk holds the item only as a PDF, so whether it has the provision is not known here."
    if held == "no version":
        return f"The item exists, but legislation.gov.uk holds no text of {where}: the provision could not be checked."
    other = f" Try {provision.alone}: provisions are addressed without the Part around them." if provision.alone else ""
    return (
        f"The item exists, but {where} has no provision {provision}; what stands inside a repealed provision is not "
        f"served.{other} Read the item without a provision for its outline."
    )


def other_readings(named: Instrument) -> str:
    """Return that only the likeliest reading was checked twice; blank where there is one."""
    if len(named.items) < 2:
        return ""
    listed = ", ".join(str(item) for item in named.items[:6])
    return f"The citation can be read as {listed}; the lists of these numbers are empty."


def reservations(parsed: Parsed) -> Iterator[str]:
    """Yield what a reader must know about how the citation was read."""
    if parsed.instrument is not None:
        yield from parsed.instrument.notes
    if parsed.instrument is not None and (parsed.unparsed_tail or parsed.unparsed_head):
        yield "Part of the citation was not understood (see parsed): what it says is not taken into account."
    provisions = parsed.provisions
    if parsed.instrument is None or provisions is None:
        return
    if len(provisions.paths) > 1:
        yield "Several provisions are cited: only the first was checked."
    if provisions.open_range:
        yield "The range may hold provisions inserted later, which the words do not name."
