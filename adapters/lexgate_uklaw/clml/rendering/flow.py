"""The walk through elements in document order: what flows in a line, what is a block, what stands elsewhere.

Nothing is left out but what `LEFT_OUT` names. Structure in CLML is loose, so an element that is not known
still gives its text.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from lxml import etree

from lexgate_kit import inline as kit
from lexgate_uklaw.clml.parsing import local, names
from lexgate_uklaw.clml.rendering.emission import Emitter
from lexgate_uklaw.clml.rendering.inline import FLOWING, Collector
from lexgate_uklaw.clml.rendering.marks import Run, note
from lexgate_uklaw.clml.sources import Sources

# Shown elsewhere (notes where they are referred to, other versions beside their passage) or in the outline.
LEFT_OUT: Final = names(
    "Metadata Commentaries Footnotes MarginNotes Versions Resources Contents Tasks Warning GroupItemRef colgroup col "
    "annotation annotation-xml foreignObject"
)


class Flow(Emitter):
    """Walks mixed content. `handlers` say by name how an element is walked that is a block.

    `concurrent_texts` counts the texts that stand side by side, each for its own extent.
    """

    # The first argument is the walker, of whatever subclass.
    handlers: ClassVar[Mapping[str, Callable[[Any, etree._Element], None]]] = {}

    def __init__(self, sources: Sources, valid: str | None, collector: Collector | None = None) -> None:
        super().__init__()
        self.sources = sources
        self.valid = valid
        self.collector = collector or Collector(sources)
        self.in_cell = collector is not None
        self.concurrent_texts = 0
        self._shown: set[str] = set()

    def block(self, element: etree._Element) -> None:
        """Walk one element as a block of its own."""
        name = local(element.tag)
        if name in LEFT_OUT:
            return
        others = self._other_versions(element) if element.get("AltVersionRefs") else []
        if others and name not in ("Formula", "Span"):
            self.concurrent(element, others)
        else:
            self.handlers.get(name, Flow.mixed)(self, element)

    def concurrent(self, element: etree._Element, others: Sequence[etree._Element]) -> None:
        """Walk a passage and then the same passage as it stands for other extents, each said."""
        if others:
            self._versions_note(element)
        self.handlers.get(local(element.tag), Flow.mixed)(self, element)
        for other in others:
            self.flush()
            self._versions_note(other)
            self.block(other)

    def mixed(self, element: etree._Element) -> None:
        """Walk content in which text may stand beside blocks: the text between two blocks is a paragraph."""
        runs: list[Run] = []
        _add(runs, element.text)
        for part in element:
            if self._flows(part, element):
                self.collector.node(part, (), runs)
            else:
                if runs:
                    self.paragraph_of_text(runs)
                    runs = []
                self.block(part)
            _add(runs, part.tail)
        if runs:
            self.paragraph_of_text(runs)

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

    def once(self, reference: str) -> bool:
        """Return whether something that is shown by reference is met for the first time: it is shown once."""
        new = reference not in self._shown
        self._shown.add(reference)
        return new

    def _other_versions(self, element: etree._Element) -> list[etree._Element]:
        versions = self.sources.alternatives(element)
        return [part for version in versions if self.once(f"version {version.get('id')}") for part in version]

    def _flows(self, part: etree._Element, parent: etree._Element) -> bool:
        name = local(part.tag)
        if name in FLOWING:
            return True
        if name in self.handlers or name in LEFT_OUT:
            return False
        # Unknown: inside running text it flows, between blocks it is a block.
        return bool((parent.text or "").strip()) or any((e.tail or "").strip() for e in parent)

    def _versions_note(self, element: etree._Element) -> None:
        self.concurrent_texts += 1
        extent = next((x for e in (element, *element.iterancestors()) if (x := e.get("RestrictExtent"))), None)
        where = f"as it applies in {kit.markdown(extent, 60)}" if extent else "for an extent that is not recorded"
        self.paragraph([(note(f"concurrent versions: the text {where}"), ())])


def _add(runs: list[Run], text: str | None) -> None:
    """Add text to a paragraph in the making; white space before its first word is none."""
    if text and (runs or not text.isspace()):
        runs.append((text, ()))
