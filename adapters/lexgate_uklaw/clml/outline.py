"""What a document holds, entry by entry, from its table of contents or from its text; it renders none of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from lexgate_uklaw.clml.metadata import Metadata
from lexgate_uklaw.clml.parsing import child, flat_text, local, names
from lexgate_uklaw.clml.provision_status import drawn_from_text, status_of
from lexgate_uklaw.clml.provisions import TEXTS, group_of, heading_of, number_of, path_in

_DIVISIONS = names(
    "Part Chapter Pblock PsubBlock Group EUPart EUTitle EUChapter EUSection EUSubsection Schedule Appendix Attachment "
    "AttachmentGroup"
)
_PROVISIONS = ("P1", "P2", "P3", "P4", "P5", "P6", "P7")
_QUOTED = frozenset({"BlockAmendment", "BlockExtract", "Contents", "Tabular", "Versions"})
_FIXED = {
    "PrimaryPrelims": "introduction",
    "SecondaryPrelims": "introduction",
    "EUPrelims": "introduction",
    "SignedSection": "signature",
    "ExplanatoryNotes": "note",
    "EarlierOrders": "earlier-orders",
}
_ENTRIES = names(
    "ContentsPart ContentsChapter ContentsPblock ContentsPsubBlock ContentsGroup ContentsSchedule ContentsAppendix "
    "ContentsItem ContentsSubItem ContentsAttachment ContentsEUPart ContentsEUTitle ContentsEUChapter "
    "ContentsEUSection ContentsEUSubsection ContentsDivision"
)


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One division or provision. `level` counts from 1; `chars` is the length of its text without our marks.

    `provision` is None where the editors gave no address; `leaf` says that no entry with one lies inside it;
    `matches_text` is set only by a search in the contents (`?text=`).
    """

    provision: str | None
    label: str
    heading: str | None
    level: int
    status: str | None
    chars: int | None
    matches_text: bool | None
    leaf: bool


def leaves(entries: tuple[OutlineEntry, ...]) -> int:
    """Return how many provisions there are with no listed provision inside."""
    return sum(entry.leaf for entry in entries)


def outline_of_contents(contents: etree._Element, metadata: Metadata) -> tuple[OutlineEntry, ...]:
    """Return the entries of a table of contents, in order."""
    searched = contents.find(".//*[@MatchText]") is not None
    found = [_contents_entry(e, level, metadata, searched) for e, level in _contents(contents, 1)]
    return _with_leaves(found)


def outline_of_text(start: etree._Element, metadata: Metadata) -> tuple[OutlineEntry, ...]:
    """Return the divisions and provisions of a text: of an item down to its sections; of a section, one level down."""
    return _with_leaves([_text_entry(e, level, metadata) for e, level in _text(start, 1)])


def _contents(parent: etree._Element, level: int) -> Iterator[tuple[etree._Element, int]]:
    for element in parent:
        name = local(element.tag)
        if name in _ENTRIES:
            yield element, level
            yield from _contents(element, level + 1)
        elif name.startswith("Contents") and len(element):
            yield from _contents(element, level)


def _contents_entry(element: etree._Element, level: int, metadata: Metadata, searched: bool) -> OutlineEntry:
    return OutlineEntry(
        provision=path_in(element, metadata) or None,
        label=flat_text(child(element, "ContentsNumber")),
        heading=flat_text(child(element, "ContentsTitle")) or None,
        level=level,
        status=status_of(element, metadata.valid),
        chars=None,
        matches_text=element.get("MatchText") == "true" if searched else None,
        leaf=False,
    )


def _text(parent: etree._Element, level: int) -> Iterator[tuple[etree._Element, int]]:
    for element in parent:
        name = local(element.tag)
        if name in _QUOTED or (parent.getparent() is None and name not in TEXTS):
            continue
        if name in _DIVISIONS or name in _FIXED:
            yield element, level
            yield from _text(element, level + 1)
        elif name in _PROVISIONS or _is_addressed_paragraph(element, name):
            yield element, level
        elif len(element):
            yield from _text(element, level)


def _is_addressed_paragraph(element: etree._Element, name: str) -> bool:
    """Old Acts have unnumbered paragraphs that only an address tells from other text."""
    return name == "P" and bool(element.get("IdURI")) and next(element.iter("{*}P1", "{*}P2", "{*}P3"), None) is None


def _text_entry(element: etree._Element, level: int, metadata: Metadata) -> OutlineEntry:
    status = status_of(element, metadata.valid)
    group = group_of(element)
    if status is None and group is not None:
        status = status_of(group, metadata.valid)
    fixed = _FIXED.get(local(element.tag))
    return OutlineEntry(
        provision=fixed or path_in(element, metadata) or None,
        label=number_of(element),
        heading=heading_of(element),
        level=level,
        status=status or drawn_from_text(element),
        chars=len(flat_text(element)),
        matches_text=None,
        leaf=False,
    )


def _with_leaves(entries: list[OutlineEntry]) -> tuple[OutlineEntry, ...]:
    """Return the entries with `leaf` set, read from the end: what stands deeper after an entry is inside it."""
    finished: list[OutlineEntry] = []
    inside: list[int] = []
    for entry in reversed(entries):
        holds_others = any(level > entry.level for level in inside)
        inside = [level for level in inside if level <= entry.level]
        if entry.provision:
            inside.append(entry.level)
        finished.append(replace(entry, leaf=entry.provision is not None and not holds_others))
    return tuple(reversed(finished))
