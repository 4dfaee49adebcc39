"""Reads a page of the search feed, also of listings by type, year and number."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree

from lexgate_uklaw.feeds import atom
from lexgate_uklaw.feeds.atom import ATOM, LEGISLATION, METADATA, OPEN_SEARCH, Bilingual, Element, Paging
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.types import LegislationType, type_of_main_type

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class AlternativeNumber:
    """A number in another series: category (`W`, `Cy`, `NI`, `C`, `Regnal` …) and value."""

    category: str
    value: str


@dataclass(frozen=True)
class FoundItem:
    """One entry. `item` is None when its identifier is not one that we know; `type` when its main type is new to us.

    `year` and `number` are calendar form even where the item is regnal; `updated` is as the feed writes it, and may
    lie far in the future. Texts are outside text on one line.
    """

    item: ItemPath | None
    id_uri: str
    title: Bilingual
    main_type: str
    type: LegislationType | None
    year: int | None
    number: str
    alternative_numbers: tuple[AlternativeNumber, ...]
    made_date: str
    summary: Bilingual
    subjects: tuple[str, ...]
    updated: str
    document_uri: str


@dataclass(frozen=True)
class SearchPage:
    """A page of results. `types` and `years` are counts for the whole list, empty where the feed has none;
    `applied` is what the service says that it searched for (names as in its query element)."""

    found: tuple[FoundItem, ...]
    paging: Paging
    types: Mapping[str, int]
    years: Mapping[int, int]
    applied: Mapping[str, str]


def read_search(body: bytes) -> SearchPage:
    """Read a page. Raises UpstreamChanged when it is no complete Atom feed."""
    feed = atom.parse_feed(body)
    return SearchPage(
        found=tuple(_found(entry) for entry in atom.entries(feed)),
        paging=atom.paging(feed),
        types=_types(feed),
        years=_years(feed),
        applied=_applied(feed),
    )


def _found(entry: Element) -> FoundItem:
    id_uri = atom.text(entry, f"{ATOM}id")
    main_type = atom.value(entry, f"{METADATA}DocumentMainType")
    made = atom.value(entry, f"{METADATA}CreationDate", "Date")
    return FoundItem(
        item=atom.item_of(id_uri),
        id_uri=id_uri,
        title=atom.bilingual(entry, f"{ATOM}title"),
        main_type=main_type,
        type=type_of_main_type(main_type),
        year=atom.count(atom.value(entry, f"{METADATA}Year")),
        number=atom.value(entry, f"{METADATA}Number"),
        alternative_numbers=tuple(
            AlternativeNumber(each.get("Category", ""), each.get("Value", ""))
            for each in entry.iterchildren(f"{METADATA}AlternativeNumber")
        ),
        made_date=made if _DATE.fullmatch(made) else "",
        summary=atom.bilingual(entry, f"{ATOM}summary"),
        subjects=_subjects(entry),
        updated=atom.text(entry, f"{ATOM}updated"),
        document_uri=next(
            (link.get("href", "") for link in entry.iterchildren(f"{ATOM}link") if link.get("rel") is None), ""
        ),
    )


def _subjects(entry: Element) -> tuple[str, ...]:
    terms = [each.get("term", "").strip() for each in entry.iterchildren(f"{ATOM}category")]
    return tuple(dict.fromkeys(term for term in terms if term))


def _types(feed: Element) -> dict[str, int]:
    counted: dict[str, int] = {}
    for each in feed.iterfind(f"{LEGISLATION}facets/{LEGISLATION}facetTypes/{LEGISLATION}facetType"):
        name = each.get("type", "")
        known = type_of_main_type(name)
        number = atom.count(each.get("value", ""))
        if number is not None:
            code = known.code if known else name
            counted[code] = counted.get(code, 0) + number  # two main types can share a code
    return counted


def _years(feed: Element) -> dict[int, int]:
    counted = {}
    for each in feed.iterfind(f"{LEGISLATION}facets/{LEGISLATION}facetYears/{LEGISLATION}facetYear"):
        year, number = atom.count(each.get("year", "")), atom.count(each.get("total", ""))
        if year is not None and number is not None:
            counted[year] = number
    return counted


def _applied(feed: Element) -> dict[str, str]:
    query = feed.find(f"{OPEN_SEARCH}Query")
    if query is None:
        return {}
    return {etree.QName(str(name)).localname: str(value) for name, value in query.attrib.items() if name != "role"}
