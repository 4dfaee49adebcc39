"""CLML bytes into an element tree, refused where they are no CLML; it judges no content."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from lxml import etree

from lexgate_kit.errors import UpstreamChanged
from lexgate_uklaw.safe_xml import DOCTYPE, TOO_DEEP, NotSafeXml, parse_xml

LEGISLATION: Final = "{http://www.legislation.gov.uk/namespaces/legislation}"
METADATA: Final = "{http://www.legislation.gov.uk/namespaces/metadata}"
XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
DEEPEST: Final = 120
ROOTS: Final = frozenset({"Legislation", "Fragment"})

_PROLOG = re.compile(rb"(?:\s|<\?.*?\?>|<!--.*?-->|\xef\xbb\xbf)*", re.DOTALL)
_DOCTYPE = re.compile(rb"<!\s*DOCTYPE", re.IGNORECASE)
_TOO_DEEP = etree.XPath("boolean(" + "/*" * (DEEPEST + 1) + ")")


class UnreadableDocument(UpstreamChanged):
    """What arrived is not a CLML document that can be read safely and in full."""

    default_reason = "upstream_changed"

    def __init__(self, message: str) -> None:
        super().__init__(message, next_step="try again later; if it stays so, read the document on legislation.gov.uk.")


def parse(body: bytes) -> etree._Element:
    """Return the root element of a CLML document.

    Raises:
        UnreadableDocument: no XML, broken XML, a DOCTYPE, another root, or nesting beyond `DEEPEST`.
    """
    prolog = _PROLOG.match(body)
    if _DOCTYPE.match(body, prolog.end() if prolog else 0):
        raise UnreadableDocument(f"The document {DOCTYPE}.")
    try:
        root = parse_xml(body)
    except NotSafeXml as problem:
        raise UnreadableDocument(f"The document {problem.what}.") from None
    if local(root.tag) not in ROOTS:
        raise UnreadableDocument("The document is XML, but not legislation.")
    if _TOO_DEEP(root):
        raise UnreadableDocument(f"The document {TOO_DEEP}.")
    return root


def names(words: str) -> frozenset[str]:
    """Return element names that are written in one string."""
    return frozenset(words.split())


def select(query: etree.XPath, element: etree._Element, **values: str) -> list[etree._Element]:
    """Return the elements that a compiled query finds."""
    found = query(element, **values)
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []


def select_text(query: etree.XPath, element: etree._Element) -> list[str]:
    """Return the strings that a compiled query finds."""
    found = query(element)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


@lru_cache(maxsize=4096)
def local(tag: object) -> str:
    """Return the local name of an element's tag; blank for an entity reference, comment or instruction.

    One recorded instrument uses an older namespace for the same elements, so names alone are compared.
    """
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the children with that local name."""
    return (child for child in element if local(child.tag) == name)


def child(element: etree._Element | None, name: str) -> etree._Element | None:
    """Return the first child with that local name."""
    return None if element is None else next(children(element, name), None)


def flat_text(element: etree._Element | None) -> str:
    """Return all text inside the element on one line, without any mark."""
    if element is None:
        return ""
    text = "".join(map(str, element.itertext())) if len(element) else element.text or ""
    return " ".join(text.split())
