"""The one place where addresses of requests are built: canonical, so that they need no redirect. It sends nothing.

Unknown parameters are silently dropped upstream, so every parameter has its field here and no other can be sent.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal
from urllib.parse import quote, urlencode

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.identifiers.items import ItemPath, ItemScope
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import CURRENT, Version

Language = Literal["en", "cy"]
Direction = Literal["affected", "affecting"]
EXTENTS = ("england", "wales", "scotland", "ni")
MOST_RESULTS = 500
"""The most entries on a page of a search or changes feed that the service honours."""


class Kind(StrEnum):
    """What a request asks for; lifetimes and the meaning of status codes depend on it."""

    DOCUMENT = "document"
    CONTENTS = "contents"
    METADATA = "metadata"
    IDENTIFIER = "identifier"
    TITLE = "title"
    SEARCH = "search"
    CHANGES = "changes"
    LOG = "log"
    ROBOTS = "robots"


@dataclass(frozen=True)
class Request:
    """One GET: its kind, its path with query below the base address, and the page of the list it asks for."""

    kind: Kind
    path: str
    page: int = 1


@dataclass(frozen=True)
class SearchQuery:
    """The search feed's filters. `types` are codes or groups; `extents` of EXTENTS; years include both ends."""

    types: tuple[str, ...] = ("all",)
    title: str = ""
    text: str = ""
    year_from: int | None = None
    year_to: int | None = None
    number: str = ""
    extents: tuple[str, ...] = ()
    exact_extent: bool = False
    as_of: date | None = None
    count: int = 20
    page: int = 1


@dataclass(frozen=True)
class ChangesQuery:
    """The changes feed's filters: effects on (affected) or of (affecting) a scope, perhaps of or on another."""

    scope: ItemScope
    direction: Direction = "affected"
    counterpart: ItemScope | None = None
    status: Literal["all", "applied", "unapplied"] = "all"
    count: int = 50
    page: int = 1


@dataclass(frozen=True)
class LogQuery:
    """The Publication Log's filters. Without `day` and with an item it is that item's own log."""

    day: date | None = None
    content_type: Literal["", "legislation", "changes", "draft", "associated-documents"] = ""
    direction: Literal["", "affected", "affecting"] = ""
    category: Literal["", "primary", "secondary", "eu-origin"] = ""
    scope: ItemScope | None = None
    new_only: bool = False
    event: Literal["", "published", "withdrawn"] = ""
    page: int = 1


ROBOTS = Request(Kind.ROBOTS, "/robots.txt")


def document(
    item: ItemPath,
    provision: ProvisionPath | None = None,
    version: Version = CURRENT,
    language: Language = "en",
) -> Request:
    """Return the request for an item's or provision's text: the version comes after the provision."""
    parts = (str(item), str(provision or ""), version.segment(item.type_code), _language(language))
    return Request(Kind.DOCUMENT, _path(*parts, "data.xml"))


def contents(item: ItemPath, version: Version = CURRENT, language: Language = "en", text: str = "") -> Request:
    """Return the request for a table of contents: the version comes after `contents`; `text` marks what contains it."""
    parts = (str(item), "contents", version.segment(item.type_code), _language(language))
    return Request(Kind.CONTENTS, _path(*parts, "data.xml") + _query(text=text))


def metadata(item: ItemPath) -> Request:
    """Return the request for an item's metadata without text."""
    return Request(Kind.METADATA, _path(str(item), "resources", "data.xml"))


def identifier(item: ItemPath) -> Request:
    """Return the request that says whether an item exists. There is none for a provision: its answer proves nothing."""
    return Request(Kind.IDENTIFIER, _path("id", str(item)))


def title_lookup(title: str) -> Request:
    """Return the request that resolves a title to one item or a list of candidates."""
    return Request(Kind.TITLE, "/id" + _query(title=title))


def search(query: SearchQuery) -> Request:
    """Return the request for a page of search results. Raises UnusableInput (extent_with_as_of, invalid_item)."""
    for each in query.types:
        ItemScope(each)
    if query.extents and query.as_of:
        raise UnusableInput(
            "extent and as_of exclude each other: the service refuses the pair.",
            reason="extent_with_as_of",
            next_step="Leave one of the two out.",
        )
    extent = "+".join(each for each in EXTENTS if each in query.extents)
    if extent and query.exact_extent:
        extent = f"={extent}"
    moment = query.as_of.isoformat() if query.as_of else ""
    path = _path("+".join(query.types), _years(query), extent or moment, "data.feed")
    parameters = _query(
        title=query.title,
        text=query.text,
        number=query.number,
        results_count=str(query.count),
        page=_page(query.page),
    )
    return Request(Kind.SEARCH, path + parameters, query.page)


def changes(query: ChangesQuery) -> Request:
    """Return the request for a page of effects. Raises UnusableInput (regnal_item, draft_item)."""
    other = "affecting" if query.direction == "affected" else "affected"
    status = "" if query.status == "all" else query.status
    parts = ["changes", status, query.direction, _indexed(query.scope)]
    if query.counterpart is not None:
        parts += [other, _indexed(query.counterpart)]
    parameters = _query(results_count=str(query.count), page=_page(query.page))
    return Request(Kind.CHANGES, _path(*parts, "data.feed") + parameters, query.page)


def publication_log(query: LogQuery) -> Request:
    """Return the request for a page of the Publication Log.

    Raises UnusableInput (direction_needs_changes, category_needs_content_type): elsewhere these filters
    silently answer nothing.
    """
    if query.direction and query.content_type != "changes":
        raise UnusableInput(
            "direction is known only for content_type changes.",
            reason="direction_needs_changes",
            next_step="Set content_type to changes, or leave direction out.",
        )
    if query.category and query.content_type not in ("legislation", "associated-documents"):
        raise UnusableInput(
            "category is known only for content_type legislation or associated-documents.",
            reason="category_needs_content_type",
            next_step="Set content_type to one of them, or leave category out.",
        )
    day = query.day.isoformat() if query.day else ""
    parts = ("update", day, query.content_type, query.direction, query.category, str(query.scope or ""))
    parameters = _query(new="true" if query.new_only else "", event=query.event, page=_page(query.page))
    return Request(Kind.LOG, _path(*parts, "data.feed") + parameters, query.page)


def _path(*parts: str) -> str:
    # `+` joins types and extents, `=` asks for the exact extent, `*` opens a range of years: written as they are.
    return "/" + "/".join(quote(part, safe="/+=*") for part in parts if part)


def _query(**parameters: str) -> str:
    given = {name.replace("_", "-"): value for name, value in parameters.items() if value}
    return "?" + urlencode(given, quote_via=quote, safe="") if given else ""


def _language(language: Language) -> str:
    return "welsh" if language == "cy" else ""


def _page(page: int) -> str:
    return str(page) if page > 1 else ""


def _years(query: SearchQuery) -> str:
    if query.year_from is None and query.year_to is None:
        return ""
    if query.year_from == query.year_to:
        return str(query.year_from)
    return f"{query.year_from or '*'}-{query.year_to or '*'}"


def _indexed(scope: ItemScope) -> str:
    if scope.item is not None and scope.item.is_regnal:
        raise UnusableInput(
            "Effects of Acts before 1963 are listed by calendar year, not by regnal year.",
            reason="regnal_item",
            next_step="Read the item with uklaw_get_document and use its type, year and number, as in ukpga/1925/20.",
        )
    if scope.item is not None and scope.item.is_draft:
        raise UnusableInput(
            "No effects are recorded for drafts.",
            reason="draft_item",
            next_step="Ask for the instrument as made, once it is made.",
        )
    return str(scope)
