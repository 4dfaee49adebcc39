"""Finds a provision in a document by its path, exactly; it never answers with a neighbour or an ancestor.

A fragment's root and its ancestors' shells describe more than the fragment holds, so nothing outside the
fragment is found in it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lxml import etree

from lexgate_uklaw.clml.metadata import Metadata
from lexgate_uklaw.clml.parsing import child, flat_text, local, select
from lexgate_uklaw.clml.provision_status import drawn_from_text, status_of
from lexgate_uklaw.clml.rendering import numbers

TEXTS: Final = ("Primary", "Secondary", "EURetained")
_FIXED = {
    "introduction": ("PrimaryPrelims", "SecondaryPrelims", "EUPrelims"),
    "body": ("Body", "EUBody"),
    "schedules": ("Schedules",),
    "signature": ("SignedSection",),
    "note": ("ExplanatoryNotes",),
    "earlier-orders": ("EarlierOrders",),
}
# Quoted text belongs to another enactment, links only mention a provision, and a list of contents is no text.
_NOT_TEXT = frozenset({"BlockAmendment", "BlockExtract", "Contents", "Metadata", "Commentaries", "Footnotes"})
# A link (`Ref`) carries the address of what it points at.
_ADDRESSED = etree.XPath("//*[@IdURI or @id][not(self::*[@Ref])]", smart_strings=False)
_WORDS = {
    "section": "s.", "regulation": "reg.", "article": "art.", "rule": "r.", "schedule": "Sch.", "paragraph": "para.",
    "part": "Pt.", "chapter": "Ch.", "crossheading": "cross-heading", "annex": "Annex", "introduction": "introduction",
}  # fmt: skip


@dataclass(frozen=True)
class Window:
    """When a text stands, as recorded; both None on text as enacted or made, where it means nothing."""

    valid_from: str | None
    valid_to: str | None


@dataclass(frozen=True)
class Found:
    """A provision in a document. `group` holds its heading; `versions` are the same provision for other extents."""

    path: str
    element: etree._Element
    versions: tuple[etree._Element, ...]
    metadata: Metadata

    @property
    def group(self) -> etree._Element | None:
        """The element that carries the heading of a section, where there is one."""
        return group_of(self.element)

    @property
    def number(self) -> str:
        """The number as printed, with its brackets: "45", "(2)", "PART 3"."""
        return number_of(self.element)

    @property
    def heading(self) -> str | None:
        """The heading, from the provision itself or its group."""
        return heading_of(self.element)

    @property
    def label(self) -> str:
        """How the provision is called, from its path: "s. 45(2)(f)"."""
        return label_of(self.path)

    @property
    def status(self) -> str | None:
        """The status recorded on the provision or nearest around it, the item's last, or what its text alone shows."""
        around = (self.element, *self.element.iterancestors())
        recorded = (status_of(e, self.metadata.valid) for e in around)
        return next(filter(None, recorded), None) or drawn_from_text(self.element)

    @property
    def extent(self) -> str | None:
        """The extent recorded nearest to the provision; None means that none is recorded, never "the whole UK"."""
        return next((x for e in lineage(self.element) if (x := e.get("RestrictExtent"))), self.metadata.extent)

    @property
    def window(self) -> Window:
        """The window of the provision's text: its own, or that of the nearest division that has one."""
        if self.metadata.document_status == "final":
            return Window(None, None)
        for element in lineage(self.element):
            start, end = element.get("RestrictStartDate"), element.get("RestrictEndDate")
            if start or end:
                return Window(start, end)
        return Window(None, None)


class Provisions:
    """The provisions of one document, found by path; the index is made on the first search."""

    def __init__(self, root: etree._Element, metadata: Metadata) -> None:
        self._root = root
        self._metadata = metadata

    @cached_property
    def fragment(self) -> etree._Element | None:
        """The element that a fragment was asked for; None for a document of the whole item."""
        asked = self._metadata.provision
        return next((e for e in self._candidates(asked) if not _versioned(e)), None) if asked else None

    def find(self, path: str) -> Found | None:
        """Return the provision with exactly that path, or None: then this document does not hold it."""
        scope = self.fragment
        if self._metadata.provision and scope is None:
            return None
        matches = [e for e in self._candidates(path) if scope is None or _inside(e, scope) or _versioned(e)]
        standing = [e for e in matches if not _versioned(e)]
        if not standing:
            return None
        return Found(path, standing[0], tuple(e for e in matches if _versioned(e)), self._metadata)

    @cached_property
    def _by_address(self) -> dict[str, list[etree._Element]]:
        found: dict[str, list[etree._Element]] = {}
        for element in select(_ADDRESSED, self._root):
            key = (element.get("IdURI") or "").partition("://")[2] or element.get("id", "")
            found.setdefault(key, []).append(element)
        return found

    def _candidates(self, path: str) -> list[etree._Element]:
        fixed = _FIXED.get(path)
        if fixed:
            names = [f"{{*}}{name}" for name in fixed]
            return [e for text in self._root if local(text.tag) in TEXTS for e in text.iter(*names) if is_text(e)]
        base = self._metadata.id_uri.partition("://")[2]
        found = self._by_address.get(f"{base}/{path}") or self._by_address.get(path.replace("/", "-"), [])
        return [e for e in found if is_text(e)]


def group_of(element: etree._Element) -> etree._Element | None:
    """Return the `P1group` that an element stands in directly."""
    parent = element.getparent()
    is_group = parent is not None and local(parent.tag) in ("P1group", "P2group", "P3group")
    return parent if is_group else None


def number_of(element: etree._Element) -> str:
    """Return the printed number of a provision or division, blank where it has none."""
    pnumber = child(element, "Pnumber")
    if pnumber is not None:
        before, after = numbers.punctuation(local(element.tag), pnumber)
        return f"{before}{flat_text(pnumber)}{after}"
    return flat_text(child(element, "Number"))


def heading_of(element: etree._Element) -> str | None:
    """Return the heading of a provision or division, from its group where that carries it."""
    block = child(element, "TitleBlock")
    title = child(element if block is None else block, "Title")
    if title is None:
        title = child(group_of(element), "Title")
    return flat_text(title) or None


def label_of(path: str) -> str:
    """Return how a path is cited: `section/45/2/f` gives "s. 45(2)(f)", `schedule/2/paragraph/3` "Sch. 2 para. 3"."""
    label, after_word = "", False
    for part in path.split("/"):
        word = _WORDS.get(part)
        if word or after_word:
            label += f" {word or part}"
        else:
            label += f"({part})"
        after_word = word is not None
    return label.strip()


def path_in(element: etree._Element, metadata: Metadata) -> str:
    """Return the element's path inside its item; blank where the source gives it no address."""
    uri = element.get("IdURI") or ""
    prefix = f"{metadata.id_uri}/"
    return uri.removeprefix(prefix) if metadata.id_uri and uri.startswith(prefix) else ""


def lineage(element: etree._Element) -> list[etree._Element]:
    """Return the element and what stands around it, nearest first, the root left out."""
    around = [element, *element.iterancestors()]
    return around[:-1]


def is_text(element: etree._Element) -> bool:
    """Return whether the element is text of the document itself: not quoted, not an entry of the contents."""
    return not any(local(e.tag) in _NOT_TEXT for e in element.iterancestors())


def _versioned(element: etree._Element) -> bool:
    return any(local(e.tag) == "Versions" for e in element.iterancestors())


def _inside(element: etree._Element, scope: etree._Element) -> bool:
    return any(e is scope for e in lineage(element))
