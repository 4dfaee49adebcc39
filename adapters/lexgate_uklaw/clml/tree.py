"""A provision as a tree of its sub-provisions, in plain text: for comparing versions and checking quotations.

Nothing of ours is in it: no labels, no brackets of changes, no notes, and no footnotes. Quoted amendments are
text of the provision that quotes them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from lexgate_uklaw.clml.metadata import Metadata
from lexgate_uklaw.clml.parsing import child, local
from lexgate_uklaw.clml.provision_status import status_of
from lexgate_uklaw.clml.provisions import Found, group_of, heading_of, label_of, number_of, path_in
from lexgate_uklaw.clml.rendering.annotations import Annotation, read_annotations
from lexgate_uklaw.clml.rendering.blocks import Walker
from lexgate_uklaw.clml.rendering.emission import QUOTE
from lexgate_uklaw.clml.rendering.lines import plain
from lexgate_uklaw.clml.rendering.marks import Block, Run
from lexgate_uklaw.clml.sources import Sources

_GROUPS: Final = frozenset({"P1group", "P2group", "P3group"})


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision. `content` keeps the order of its own paragraphs and its children.

    `path` is blank where the source gives no address. Status, extent and window are those recorded on the
    provision itself; the root of a tree takes them from around it. `annotations` are its own, not its children's.
    """

    path: str
    label: str
    number: str
    heading: str | None
    status: str | None
    extent: str | None
    valid_from: str | None
    valid_to: str | None
    content: "tuple[str | Provision, ...]"
    annotations: tuple[Annotation, ...]

    @property
    def own_text(self) -> str:
        """The provision's own paragraphs, without its children, one a line."""
        return "\n".join(part for part in self.content if isinstance(part, str))

    @property
    def children(self) -> "tuple[Provision, ...]":
        """The provisions directly inside."""
        return tuple(part for part in self.content if isinstance(part, Provision))

    @property
    def text(self) -> str:
        """All text inside in order, headings and numbers included, one paragraph a line."""
        return "\n".join(self._lines())

    def walk(self) -> "Iterator[Provision]":
        """Yield the provision and everything inside it, in order."""
        yield self
        for inner in self.children:
            yield from inner.walk()

    def _lines(self) -> Iterator[str]:
        if self.heading:
            yield self.heading
        start = self.number
        for part in self.content:
            for line in [part] if isinstance(part, str) else part._lines():
                yield f"{start} {line}" if start else line
                start = ""
        if start:
            yield start


def build_tree(found: Found, sources: Sources) -> Provision:
    """Return the tree of a provision that was found, without its text for other extents."""
    walker = _TreeWalker(sources, found.metadata)
    walker.enter_as(found.element)
    walker.inside(found.element)
    window = found.window
    return walker.finish(found.path, found.status, found.extent, (window.valid_from, window.valid_to))


@dataclass(slots=True)
class _Draft:
    element: etree._Element
    content: "list[str | Provision]" = field(default_factory=list)
    used: list[str] = field(default_factory=list)


class _TreeWalker(Walker):
    """Keeps account of which provision each paragraph belongs to."""

    def __init__(self, sources: Sources, metadata: Metadata) -> None:
        super().__init__(sources, metadata.valid)
        self.metadata = metadata
        self.open: list[_Draft] = []

    def number(self, level: str, pnumber: etree._Element) -> None:
        if self._quoting:
            super().number(level, pnumber)
        else:
            self.collector.content(pnumber)

    def heading(self, runs: list[Run]) -> None:
        if self._quoting:
            super().heading(runs)
        else:
            self.drop_waiting()

    def notes(self) -> None:
        self.collector.take_notes()

    def cell(self, element: etree._Element) -> str:
        inner = Walker(self.sources, self.valid, self.collector)
        inner.mixed(element)
        inner.flush()
        return " ".join(line for block in inner.blocks for line in _lines(block))

    def enter(self, element: etree._Element) -> None:
        if self._counts(element):
            self.enter_as(element)

    def leave(self, element: etree._Element) -> None:
        if self._counts(element):
            draft = self._finished()
            self.open[-1].content.append(self._provision(draft))

    def enter_as(self, element: etree._Element) -> None:
        self._collect()
        self.open.append(_Draft(element))
        title = child(group_of(element), "Title")
        if title is not None:
            self.collector.content(title)

    def inside(self, element: etree._Element) -> None:
        """Walk a root's content; its own number and heading are fields of it."""
        for part in element:
            name = local(part.tag)
            if name == "Pnumber":
                self.number(local(element.tag), part)
            elif name in ("Number", "Title", "TitleBlock"):
                self.collector.content(part)
            else:
                self.block(part)
        self.flush()

    def finish(
        self, path: str, status: str | None, extent: str | None, window: tuple[str | None, str | None]
    ) -> Provision:
        draft = self._finished()
        return Provision(
            path=path,
            label=label_of(path),
            number=number_of(draft.element),
            heading=heading_of(draft.element),
            status=status,
            extent=extent,
            valid_from=window[0],
            valid_to=window[1],
            content=tuple(draft.content),
            annotations=read_annotations(self.sources, draft.used),
        )

    def _provision(self, draft: _Draft) -> Provision:
        element = draft.element
        path = path_in(element, self.metadata)
        return Provision(
            path=path,
            label=label_of(path),
            number=number_of(element),
            heading=heading_of(element),
            status=status_of(element, self.metadata.valid),
            extent=element.get("RestrictExtent"),
            valid_from=element.get("RestrictStartDate"),
            valid_to=element.get("RestrictEndDate"),
            content=tuple(draft.content),
            annotations=read_annotations(self.sources, draft.used),
        )

    @property
    def _quoting(self) -> bool:
        return QUOTE in self.base

    def _counts(self, element: etree._Element) -> bool:
        if self._quoting:
            return False
        name = local(element.tag)
        # A group is its provision's heading; one without any provision keeps its heading as a unit of its own.
        return name not in _GROUPS or not any(local(part.tag) in ("P1", "P2", "P3") for part in element)

    def _finished(self) -> _Draft:
        self._collect()
        return self.open.pop()

    def _collect(self) -> None:
        if self.open:
            self.open[-1].content.extend(line for block in self.blocks for line in _lines(block))
            self.open[-1].used.extend(self.collector.used)
        self.blocks.clear()
        self.collector.used.clear()


def _lines(block: Block) -> list[str]:
    if block.kind == "table":
        return [" | ".join(filter(None, row)) for row in block.rows if any(row)]
    line = plain(block.runs)
    return [line] if line else []
