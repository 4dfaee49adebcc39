"""An Atom feed's frame: safe parsing, paging, titles in two languages. What entries mean is for its callers.

lxml is imported here and in `search`, `changes` and `log` alone, so import these on first use.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lxml import etree

from lexgate_kit.errors import ToolFailure, UpstreamChanged
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.safe_xml import NotSafeXml, parse_xml

ATOM: Final = "{http://www.w3.org/2005/Atom}"
OPEN_SEARCH: Final = "{http://a9.com/-/spec/opensearch/1.1/}"
LEGISLATION: Final = "{http://www.legislation.gov.uk/namespaces/legislation}"
METADATA: Final = "{http://www.legislation.gov.uk/namespaces/metadata}"
LOG: Final = "{http://www.legislation.gov.uk/namespaces/publication-log}"
DUBLIN_CORE: Final = "{http://purl.org/dc/elements/1.1/}"
_XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"

Element = etree._Element


@dataclass(frozen=True)
class Paging:
    """Where in the list a page lies. `has_more` is true when the page links to a next one: the counts mislead.

    `total` is None where the feed does not say.
    """

    page: int
    per_page: int | None
    total: int | None
    has_more: bool


@dataclass(frozen=True)
class Bilingual:
    """A text in English and, where given, in Welsh; white space is collapsed. Outside text, not cleaned otherwise."""

    en: str = ""
    cy: str = ""


def parse_feed(body: bytes) -> Element:
    """Return the root of a feed. Raises UpstreamChanged for anything but complete Atom without a DOCTYPE."""
    try:
        root = parse_xml(body)
    except NotSafeXml as problem:
        raise _unreadable(problem.what) from None
    if root.tag != f"{ATOM}feed":
        raise _unreadable("is no Atom feed")
    return root


def entries(feed: Element) -> Iterator[Element]:
    """Yield the entries in their order."""
    return feed.iterchildren(f"{ATOM}entry")


def paging(feed: Element) -> Paging:
    """Return where the page lies in its list."""
    return Paging(
        page=count(text(feed, f"{LEGISLATION}page")) or 1,
        per_page=count(text(feed, f"{OPEN_SEARCH}itemsPerPage")),
        total=count(text(feed, f"{OPEN_SEARCH}totalResults")),
        has_more=any(link.get("rel") == "next" for link in feed.iterchildren(f"{ATOM}link")),
    )


def text(parent: Element, tag: str) -> str:
    """Return the first such child's text, white space collapsed; blank where there is none."""
    child = parent.find(tag)
    return "" if child is None else flat(child)


def flat(element: Element) -> str:
    """Return all text inside the element, white space collapsed."""
    return " ".join("".join(map(str, element.itertext())).split())


def value(parent: Element, tag: str, attribute: str = "Value") -> str:
    """Return an attribute of the first such child; blank where there is none."""
    child = parent.find(tag)
    return "" if child is None else child.get(attribute, "").strip()


def bilingual(parent: Element, tag: str) -> Bilingual:
    """Return the child's text by language: XHTML of the service marks each language, plain text is English."""
    child = parent.find(tag)
    if child is None:
        return Bilingual()
    parts: dict[str, list[str]] = {}
    for each in child.iterdescendants():
        language = each.get(_XML_LANG)
        if language:
            parts.setdefault(language[:2], []).append(flat(each))
    if not parts:
        return Bilingual(flat(child))
    return Bilingual(" ".join(parts.get("en", ())), " ".join(parts.get("cy", ())))


def item_of(uri: str) -> ItemPath | None:
    """Return the item that an identifier names, or None for one that is not of an item."""
    try:
        return parse_address(uri).item
    except ToolFailure:
        return None


def count(value: str) -> int | None:
    """Return a number of things, or None for what is no such number."""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 12 else None


def _unreadable(what: str) -> UpstreamChanged:
    return UpstreamChanged(
        f"The list that legislation.gov.uk sent {what}.",
        reason="upstream_changed",
        next_step="Try again later; if it stays so, open the search on the website.",
    )
