"""Bytes of the service into an element tree that nothing outside can reach; it judges no content.

`huge_tree` stays off: libxml2 then refuses text nodes over 10 MB and nesting over 256, and no recorded document
comes near (31 levels, 3.5 MB in all). Entities are never resolved, no network and no DTD is read, and a broken
document is refused, never repaired. lxml is slow to load: import the modules that use this one on first use.
"""

from lxml import etree

INCOMPLETE = "is not complete XML"
DOCTYPE = "carries a DOCTYPE, which the service's XML never has"
TOO_DEEP = "is nested deeper than any legislation"
TOO_LONG = "holds a text longer than any legislation"


class NotSafeXml(Exception):
    """The bytes are no XML that we read; `what` says why, in words of ours that follow "The document"."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def parse_xml(body: bytes) -> etree._Element:
    """Return the root element, without comments and processing instructions. Raises NotSafeXml."""
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        recover=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as problem:
        raise NotSafeXml(_why(problem)) from None
    except ValueError:
        raise NotSafeXml(INCOMPLETE) from None
    if getattr(root.getroottree().docinfo, "doctype", ""):
        raise NotSafeXml(DOCTYPE)
    return root


def _why(problem: etree.XMLSyntaxError) -> str:
    """Tell the parser's limits from broken XML, by the beginning of its message: names from outside stand later."""
    message = problem.msg or ""
    if message.startswith("Excessive depth"):
        return TOO_DEEP
    return TOO_LONG if message.startswith("Resource limit exceeded") else INCOMPLETE
