"""All kinds of blocks of a document: to the divisions come lists, quotations, tables, formulas, signatures."""

from collections.abc import Callable
from typing import Any

from lxml import etree

from lexgate_uklaw.clml.parsing import child, local
from lexgate_uklaw.clml.rendering import numbers
from lexgate_uklaw.clml.rendering.divisions import Divisions
from lexgate_uklaw.clml.rendering.emission import INDENT, QUOTE
from lexgate_uklaw.clml.rendering.inline import Collector, picture
from lexgate_uklaw.clml.rendering.marks import Block, Ours, Run, Sign, note
from lexgate_uklaw.clml.rendering.tables import read_table
from lexgate_uklaw.clml.rendering.writing import cell_text
from lexgate_uklaw.clml.sources import Sources

# No recorded document includes more than four; included documents that include each other must end.
MOST_INCLUSIONS = 50


class Walker(Divisions):
    """Turns elements into `blocks`; one walker makes one rendering.

    `simplified` counts the table cells whose span is lost.
    """

    def __init__(self, sources: Sources, valid: str | None, collector: Collector | None = None) -> None:
        super().__init__(sources, valid, collector)
        self.simplified = 0
        self._including: set[str] = set()
        self._inclusions = 0

    def ordered(self, element: etree._Element) -> None:
        items = [part for part in element if local(part.tag) == "ListItem"]
        self._items([(numbers.list_number(element, item, n), item) for n, item in enumerate(items)])

    def unordered(self, element: etree._Element) -> None:
        sign = numbers.bullet(element)
        self._items([(sign, item) for item in element])

    def key(self, element: etree._Element) -> None:
        """Walk one line of a key: "t = minimum test period"."""
        parent = element.getparent()
        separator = (parent.get("Separator") if parent is not None else None) or "="
        key = child(element, "Key")
        if key is not None:
            self.wait([*self.collector.content(key), (f" {separator} ", ())])
        for part in element:
            if part is not key:
                self.mixed(part)
        self.flush()

    def quotation(self, element: etree._Element) -> None:
        """Walk text that is quoted into another enactment: it belongs to the provision that quotes it."""
        self.flush()
        opening, closing = {"single": ("‘", "’"), "none": ("", "")}.get(element.get("Format", ""), ("“", "”"))
        prefix, base = self.prefix, self.base
        self.prefix = self.base = f"{prefix}{INDENT}{QUOTE}"
        start = len(self.blocks)
        if opening:
            self.wait([(Sign(opening), ())])
        self.mixed(element)
        self.flush()
        self.append_to_last([(Sign(closing), ())], start)
        self.prefix, self.base = prefix, base

    def appended(self, element: etree._Element) -> None:
        """Walk what follows a quotation on its last line, as the comma after the closing quote mark."""
        before = element.getprevious()
        quoted = before is not None and local(before.tag) in ("BlockAmendment", "BlockExtract")
        if quoted and self.blocks:
            self.append_to_last(self.collector.content(element), 0)
        else:
            self.mixed(element)

    def table(self, element: etree._Element) -> None:
        self.flush()
        read = read_table(element, self.cell)
        self.simplified += read.simplified
        for caption in read.captions:
            self.mixed(caption)
        quotes = "".join(QUOTE for _ in range(self.prefix.count(QUOTE)))
        self.blocks.append(Block("table", quotes, [], rows=read.rows, header=read.header))
        if read.simplified:
            words = f"table simplified: {read.simplified} cells span several rows or columns; see {self.sources.page}"
            self.blocks.append(Block("paragraph", quotes, [(note(words), ())]))
        self.notes()

    def cell(self, element: etree._Element) -> str:
        """Return a cell's content on one line of Markdown."""
        inner = Walker(self.sources, self.valid, self.collector)
        inner.mixed(element)
        inner.flush()
        self.simplified += inner.simplified
        return cell_text(inner.blocks)

    def in_place_note(self, element: etree._Element) -> None:
        source = self.sources.notes.get(element.get("id", ""))
        if source is not None:
            self.wait([(Ours(f"[^{source.label}]"), ())])
        self.mixed(element)
        self.flush()

    def formula(self, element: etree._Element) -> None:
        """Walk a formula: one line, the link to its picture, then the explanation of its letters."""
        runs: list[Run] = [(element.text or "", ())]
        after = [part for part in element if local(part.tag) == "Where"]
        for part in element:
            if part not in after:
                self.collector.node(part, (), runs)
            runs.append((part.tail or "", ()))
        pictures = [image for version in self.sources.alternatives(element) for image in version.iter("{*}Image")]
        runs.extend((Ours(f" {picture(self.sources, image)}"), ()) for image in pictures)
        self.flush()
        prefix, self.prefix = self.prefix, self.prefix + INDENT
        self.paragraph_of_text(runs)
        self.prefix = prefix
        for part in after:
            self.mixed(part)

    def line(self, element: etree._Element) -> None:
        """Walk parts that make one line, as "Made" and its date."""
        runs: list[Run] = [(element.text or "", ())]
        for part in element:
            if len(part) and any(local(inner.tag) == "Text" for inner in part):
                self.paragraph_of_text(runs)
                runs = []
                self.block(part)
                continue
            runs.append((" ", ()))
            self.collector.node(part, (), runs)
            runs.append((part.tail or "", ()))
        self.paragraph_of_text(runs)

    def included(self, element: etree._Element) -> None:
        """Walk a document that stands among the resources and is included here; a form may be so twice."""
        reference = element.get("ResourceRef", "")
        content = self.sources.included(reference)
        if content is None or reference in self._including or self._inclusions >= MOST_INCLUSIONS:
            self.paragraph([(picture(self.sources, element), ())])
            return
        self._inclusions += 1
        self._including.add(reference)
        self.mixed(content)
        self._including.discard(reference)

    def image(self, element: etree._Element) -> None:
        self.paragraph([(picture(self.sources, element), ())])

    def drawing(self, element: etree._Element) -> None:
        words = [inner.text or "" for inner in element.iter("{*}tspan")]
        self.paragraph([(note(f"drawing; see {self.sources.page}"), ()), (" ", ()), (" ".join(words), ())])

    def omitted(self, element: etree._Element) -> None:
        self.paragraph([(note("enacting text omitted"), ())])

    def seal(self, element: etree._Element) -> None:
        self.paragraph([(note("seal"), ())])
        self.mixed(element)

    def _items(self, items: list[tuple[str, etree._Element]]) -> None:
        self.flush_number()
        prefix, base = self.prefix, self.base
        self.prefix = self.base = prefix + INDENT
        for sign, item in items:
            if sign:
                self.wait([(sign, ())])
            self.mixed(item)
            self.flush()
        self.prefix, self.base = prefix, base


Handler = Callable[[Any, etree._Element], None]


def _names(words: str, handler: Handler) -> dict[str, Handler]:
    return dict.fromkeys(words.split(), handler)


Walker.handlers = {
    **_names(
        "Group Part Chapter Pblock PsubBlock EUPart EUTitle EUChapter EUSection EUSubsection Schedule Appendix "
        "Attachment AttachmentGroup Abstract Division P1group P2group P3group ExplanatoryNotes EarlierOrders",
        Walker.division,
    ),
    **_names("Form Tabular Figure", Walker.frame),
    **_names("PrimaryPrelims SecondaryPrelims EUPrelims", Walker.preliminaries),
    **_names("Body EUBody SignedSection", Walker.noted),
    **_names("P1 P2 P3 P4 P5 P6 P7", Walker.provision),
    **_names("P Primary Secondary EURetained Schedules Attachments", Walker.unnumbered),
    **_names("BlockAmendment BlockExtract", Walker.quotation),
    **_names(
        "MadeDate LaidDate ComingIntoForce ComingIntoForceClauses SiftedDate DateOfEnactment DateSigned", Walker.line
    ),
    **_names(
        "Para BlockText P1para P2para P3para P4para P5para P6para P7para Where ScheduleBody AppendixBody "
        "AbstractBody Signee Signatory Address AddressLine PersonName JobTitle Department "
        "SubjectInformation Subject SecondaryPreamble PrimaryPreamble "
        "EnactingText IntroductoryText MultilineTitle EUPreamble Comment Reference KeyList FootnoteText Notes "
        "TableText DecoratedGroup GroupItem FragmentNumber "
        "FragmentTitle Title Number Subtitle LongTitle DateText Correction Draft Approved RoyalPresence Resolution "
        "LaidDraft ListItem MarginNote XMLcontent Version",
        Walker.mixed,
    ),
    "Text": Walker.text,
    "OrderedList": Walker.ordered,
    "UnorderedList": Walker.unordered,
    "KeyListItem": Walker.key,
    "AppendText": Walker.appended,
    "table": Walker.table,
    "Footnote": Walker.in_place_note,
    "Formula": Walker.formula,
    "IncludedDocument": Walker.included,
    "Image": Walker.image,
    "svg": Walker.drawing,
    "EnactingTextOmitted": Walker.omitted,
    "LSseal": Walker.seal,
}
