"""A document's elements as a sequence of blocks: headings, paragraphs, tables, notes, each at its level.

It walks in document order and leaves nothing out but what `LEFT_OUT` names; how a block looks is for
`writing`. Structure in CLML is loose, so an element that is not known here still gives its text.
"""

from collections.abc import Callable, Sequence
from typing import Final

from lxml import etree

from lexgate_uklaw.clml.parsing import child, local
from lexgate_uklaw.clml.provision_status import status_of, status_words
from lexgate_uklaw.clml.rendering import numbers
from lexgate_uklaw.clml.rendering.inline import FLOWING, Collector, picture
from lexgate_uklaw.clml.rendering.marks import STRONG, Block, Ours, Run, note
from lexgate_uklaw.clml.rendering.tables import read_table
from lexgate_uklaw.clml.rendering.writing import cell_text
from lexgate_uklaw.clml.sources import Sources

INDENT: Final = "  "
QUOTE: Final = "> "
_LEVELS = {"P1": 0, "P2": 0, "P3": 1, "P4": 2, "P5": 3, "P6": 4, "P7": 5}
_HEADING_PARTS = frozenset({"Number", "Title", "TitleBlock", "Subtitle"})
# Shown elsewhere (notes where they are referred to, other versions beside their passage) or in the outline.
LEFT_OUT: Final = frozenset(
    "Metadata Commentaries Footnotes MarginNotes Versions Resources Contents Tasks Warning GroupItemRef "
    "colgroup col annotation annotation-xml foreignObject".split()
)


class Walker:
    """Turns elements into `blocks`. One walker makes one rendering."""

    def __init__(self, sources: Sources, valid: str | None, collector: Collector | None = None) -> None:
        self.sources = sources
        self.valid = valid
        self.collector = collector or Collector(sources)
        self.blocks: list[Block] = []
        self.simplified = 0
        self.prefix = ""
        self.base = ""
        self.heading_level = 1
        self.in_cell = collector is not None
        self._versioned: list[etree._Element] = []
        self._pending: list[Run] = []
        self._pending_prefix = ""

    # --- what is emitted -------------------------------------------------------------------------------

    def paragraph(self, runs: list[Run]) -> None:
        """Emit a paragraph; a number that waits for its text goes before it."""
        prefix = self.prefix
        if self._pending:
            runs, prefix = [*self._pending, (" ", ()), *runs], self._pending_prefix
            self._pending = []
        if any(text.strip() for text, _ in runs):
            self.blocks.append(Block("paragraph", prefix, runs))

    def wait(self, runs: list[Run]) -> None:
        """Keep a number or mark until the text that it belongs to comes."""
        if not self._pending:
            self._pending_prefix = self.prefix
        elif runs:
            self._pending.append((" ", ()))
        self._pending.extend(runs)

    def flush(self) -> None:
        """Emit what waits on a line of its own."""
        if self._pending:
            self.paragraph([])

    def heading(self, runs: list[Run]) -> None:
        """Emit a heading at the current level."""
        waiting, self._pending = self._pending, []
        runs = [*waiting, *runs]
        if any(text.strip() for text, _ in runs):
            self.blocks.append(Block("heading", self.prefix, runs, self.heading_level))

    # --- walking ---------------------------------------------------------------------------------------

    def block(self, element: etree._Element) -> None:
        """Walk one element as a block of its own."""
        name = local(element.tag)
        if name in LEFT_OUT:
            return
        if element.get("AltVersionRefs") and name not in ("Formula", "Span") and element not in self._versioned:
            self._versioned.append(element)
            others = [part for version in self.sources.alternatives(element) for part in version]
            self.concurrent(element, others)
        else:
            _HANDLERS.get(name, Walker.mixed)(self, element)

    def concurrent(self, element: etree._Element, others: Sequence[etree._Element]) -> None:
        """Walk a passage and then the same passage as it stands for other extents, each said."""
        if others:
            self._versions_note(element)
        self.block(element)
        for other in others:
            self.flush()
            self._versions_note(other)
            self.block(other)

    def mixed(self, element: etree._Element) -> None:
        """Walk content in which text may stand beside blocks: the text between two blocks is a paragraph."""
        runs: list[Run] = [(element.text, ())] if element.text else []
        for part in element:
            if self._flows(part, element):
                self.collector.node(part, (), runs)
            else:
                self._text(runs)
                runs = []
                self.block(part)
            if part.tail:
                runs.append((part.tail, ()))
        self._text(runs)

    def text(self, element: etree._Element) -> None:
        """Walk a paragraph."""
        if len(element) == 0:
            if element.text:
                self.paragraph([(element.text, ())])
        else:
            self.mixed(element)

    def notes(self) -> None:
        """Emit the footnotes referred to since the last call, but never inside a table's cell."""
        if self.in_cell:
            return
        for reference in self.collector.take_notes():
            source = self.sources.notes[reference]
            start = len(self.blocks)
            saved, self.prefix = self.prefix, ""
            self.mixed(source.element)
            self.prefix = saved
            for index, block in enumerate(self.blocks[start:]):
                block.kind, block.prefix = "note", "    " if index else f"[^{source.label}]: "
        if self.collector.notes:
            self.notes()

    def _text(self, runs: list[Run]) -> None:
        if any(text.strip() for text, _ in runs):
            self.paragraph(runs)

    def _flows(self, part: etree._Element, parent: etree._Element) -> bool:
        name = local(part.tag)
        if name in FLOWING:
            return True
        if name in _HANDLERS or name in LEFT_OUT:
            return False
        # Unknown: inside running text it flows, between blocks it is a block.
        return bool((parent.text or "").strip()) or any((e.tail or "").strip() for e in parent)

    def _versions_note(self, element: etree._Element) -> None:
        extent = next((x for e in (element, *element.iterancestors()) if (x := e.get("RestrictExtent"))), None)
        where = f"as it applies in {extent}" if extent else "for an extent that is not recorded"
        self.paragraph([(note(f"concurrent versions: the text {where}"), ())])

    # --- divisions and provisions ----------------------------------------------------------------------

    def division(self, element: etree._Element) -> None:
        """Walk anything with a heading: a Part, a Schedule, a group, a table's frame."""
        self.enter(element)
        self.flush()
        self.heading_level += 1
        self._mark(element)
        runs: list[Run] = []
        rest = iter(element)
        for part in element:
            name = local(part.tag)
            if name in _HEADING_PARTS:
                self._heading_part(part, runs)
            elif name == "CommentaryRef":
                self.collector.node(part, (), runs)
            elif name not in LEFT_OUT:
                break
            next(rest)
        if local(element.tag) == "Division" and child(element, "Title") is None:
            self.wait(runs)
        else:
            self.heading(runs)
        for part in rest:
            self.block(part)
            self.notes()
        self.notes()
        self.heading_level -= 1
        self.leave(element)

    def group_heading(self, group: etree._Element) -> None:
        """Emit the heading of a group without the provisions in it."""
        self.heading_level += 1
        runs: list[Run] = []
        for part in group:
            if local(part.tag) in _HEADING_PARTS:
                self._heading_part(part, runs)
        self.heading(runs)

    def _heading_part(self, part: etree._Element, runs: list[Run]) -> None:
        if runs:
            runs.append((" ", ()))
        if local(part.tag) == "TitleBlock":
            for inner in part:
                self._heading_part(inner, runs)
        elif any(local(inner.tag) == "MultilineTitle" for inner in part):
            for line in part.iter("{*}Text"):
                runs.extend([(" ", ()), *self.collector.content(line)])
        else:
            runs.extend(self.collector.content(part))

    def provision(self, element: etree._Element) -> None:
        """Walk a numbered provision of any level."""
        name = local(element.tag)
        saved = self.prefix
        self.enter(element)
        if name == "P1":
            self.flush()
        self.prefix = self.base + INDENT * _LEVELS[name]
        self._mark(element)
        for part in element:
            if local(part.tag) == "Pnumber":
                self.number(name, part)
            else:
                self.block(part)
        self.flush()
        if name == "P1" and not self.base:
            self.notes()
        self.leave(element)
        self.prefix = saved

    def frame(self, element: etree._Element) -> None:
        """Walk a table or form with its number and title, which are no headings of the law."""
        self.flush()
        for part in element:
            if local(part.tag) in _HEADING_PARTS:
                runs: list[Run] = []
                self._heading_part(part, runs)
                self._text([(text, (*stack, STRONG) if STRONG not in stack else stack) for text, stack in runs])
            else:
                self.block(part)

    def preliminaries(self, element: etree._Element) -> None:
        """Walk the title and what stands before the body; its title is the document's."""
        self.enter(element)
        self._mark(element)
        for part in element:
            if local(part.tag) == "Title":
                self.heading(self.collector.content(part))
            else:
                self.block(part)
        self.notes()
        self.leave(element)

    def noted(self, element: etree._Element) -> None:
        """Walk a part of the document whose footnotes stand at its end."""
        self.enter(element)
        self.mixed(element)
        self.notes()
        self.leave(element)

    def number(self, level: str, pnumber: etree._Element) -> None:
        """Take a provision's number: it waits for the text."""
        runs = self.collector.content(pnumber)
        labels = 0
        while labels < len(runs) and (type(runs[labels][0]) is Ours or not runs[labels][0].strip()):
            labels += 1
        stacks = {stack for text, stack in runs[labels:] if text.strip()}
        stack = stacks.pop() if len(stacks) == 1 else ()
        before, after = numbers.punctuation(level, pnumber)
        inner = [(text.strip() if type(text) is not Ours else text, each) for text, each in runs[labels:]]
        number: list[Run] = [(before, stack), *inner, (after, stack)]
        if level == "P1" and not self.in_cell:
            number = [(text, (*each, STRONG)) for text, each in number]
        self.wait([*runs[:labels], *number])

    def enter(self, element: etree._Element) -> None:
        """Called before a division or provision; for a walker that keeps account of them."""

    def leave(self, element: etree._Element) -> None:
        """Called after it."""

    def _mark(self, element: etree._Element) -> None:
        status = status_of(element, self.valid)
        parent = element.getparent()
        if status and not (local(element.tag) == "P1" and parent is not None and status_of(parent, self.valid)):
            self.wait([(note(status_words(status)), ())])

    # --- lists, quotations, tables ---------------------------------------------------------------------

    def ordered(self, element: etree._Element) -> None:
        items = [part for part in element if local(part.tag) == "ListItem"]
        self._items([(numbers.list_number(element, item, n), item) for n, item in enumerate(items)])

    def unordered(self, element: etree._Element) -> None:
        sign = numbers.bullet(element)
        self._items([(sign, item) for item in element])

    def _items(self, items: list[tuple[str, etree._Element]]) -> None:
        self.flush()
        prefix, base = self.prefix, self.base
        self.prefix = self.base = prefix + INDENT
        for sign, item in items:
            if sign:
                self.wait([(Ours(sign), ())])
            self.mixed(item)
            self.flush()
        self.prefix, self.base = prefix, base

    def key(self, element: etree._Element) -> None:
        """Walk one line of a key: "t = minimum test period"."""
        parent = element.getparent()
        separator = (parent.get("Separator") if parent is not None else None) or "="
        key = child(element, "Key")
        if key is not None:
            self.wait([*self.collector.content(key), (Ours(f" {separator} "), ())])
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
            self.wait([(Ours(opening), ())])
        self.mixed(element)
        self.flush()
        self._append([(Ours(closing), ())], start)
        self.prefix, self.base = prefix, base

    def appended(self, element: etree._Element) -> None:
        """Walk what follows a quotation on its last line, as the comma after the closing quote mark."""
        before = element.getprevious()
        quoted = before is not None and local(before.tag) in ("BlockAmendment", "BlockExtract")
        if quoted and self.blocks:
            self._append(self.collector.content(element), 0)
        else:
            self.mixed(element)

    def _append(self, runs: list[Run], start: int) -> None:
        if len(self.blocks) > start and self.blocks[-1].kind in ("paragraph", "heading"):
            self.blocks[-1].runs.extend(runs)
        elif any(text.strip() for text, _ in runs):
            self.paragraph(runs)

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
        self._text(runs)
        self.prefix = prefix
        for part in after:
            self.mixed(part)

    # --- the rest --------------------------------------------------------------------------------------

    def line(self, element: etree._Element) -> None:
        """Walk parts that make one line, as "Made" and its date."""
        runs: list[Run] = [(element.text or "", ())]
        for part in element:
            if len(part) and any(local(inner.tag) == "Text" for inner in part):
                self._text(runs)
                runs = []
                self.block(part)
                continue
            runs.append((" ", ()))
            self.collector.node(part, (), runs)
            runs.append((part.tail or "", ()))
        self._text(runs)

    def included(self, element: etree._Element) -> None:
        """Walk a document that stands among the resources and is included here."""
        content = self.sources.included(element.get("ResourceRef", ""))
        if content is not None:
            self.mixed(content)
        else:
            self.paragraph([(picture(self.sources, element), ())])

    def drawing(self, element: etree._Element) -> None:
        words = [inner.text or "" for inner in element.iter("{*}tspan")]
        self.paragraph([(note(f"drawing; see {self.sources.page}"), ()), (" ", ()), (" ".join(words), ())])

    def omitted(self, element: etree._Element) -> None:
        self.paragraph([(note("enacting text omitted"), ())])

    def seal(self, element: etree._Element) -> None:
        self.paragraph([(note("seal"), ())])
        self.mixed(element)


def _names(words: str, handler: "Handler") -> "dict[str, Handler]":
    return dict.fromkeys(words.split(), handler)


Handler = Callable[[Walker, etree._Element], None]
_HANDLERS: Final[dict[str, Handler]] = {
    **_names(
        "Group Part Chapter Pblock PsubBlock EUPart EUTitle EUChapter EUSection EUSubsection Schedule Appendix "
        "Attachment AttachmentGroup Abstract Division P1group P2group P3group ExplanatoryNotes EarlierOrders",
        Walker.division,
    ),
    **_names("Form Tabular Figure", Walker.frame),
    **_names("PrimaryPrelims SecondaryPrelims EUPrelims", Walker.preliminaries),
    **_names("Body EUBody SignedSection", Walker.noted),
    **_names("P1 P2 P3 P4 P5 P6 P7", Walker.provision),
    **_names("BlockAmendment BlockExtract", Walker.quotation),
    **_names("MadeDate LaidDate ComingIntoForce ComingIntoForceClauses SiftedDate DateOfEnactment DateSigned", Walker.line),
    **_names(
        "P Para BlockText P1para P2para P3para P4para P5para P6para P7para Where ScheduleBody AppendixBody "
        "AbstractBody Signee Signatory Address AddressLine PersonName JobTitle Department "
        "SubjectInformation Subject SecondaryPreamble PrimaryPreamble "
        "EnactingText IntroductoryText MultilineTitle EUPreamble Comment Reference KeyList FootnoteText Notes "
        "Primary Secondary EURetained TableText Schedules Attachments DecoratedGroup GroupItem FragmentNumber FragmentTitle "
        "Title Number Subtitle LongTitle DateText Correction Draft Approved RoyalPresence Resolution LaidDraft "
        "ListItem MarginNote XMLcontent Version",
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
    "svg": Walker.drawing,
    "EnactingTextOmitted": Walker.omitted,
    "LSseal": Walker.seal,
}
