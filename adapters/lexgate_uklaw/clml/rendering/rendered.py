"""A whole document or a provision as Markdown with its annotations: the entry to the renderer."""

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from lexgate_uklaw.clml.parsing import local
from lexgate_uklaw.clml.provision_status import RETAINED, status_of, status_words
from lexgate_uklaw.clml.provisions import TEXTS, Found, group_of
from lexgate_uklaw.clml.rendering.annotations import Annotation, read_annotations
from lexgate_uklaw.clml.rendering.blocks import Walker
from lexgate_uklaw.clml.rendering.marks import note
from lexgate_uklaw.clml.rendering.writing import write
from lexgate_uklaw.clml.sources import Sources


@dataclass(frozen=True, slots=True)
class Rendering:
    """Markdown to stand in a fence, with its annotations in the order of the text.

    `simplified_cells` counts the table cells whose span Markdown cannot show, `concurrent_texts` the texts that stand
    side by side, each for its own extent.
    """

    text: str
    annotations: tuple[Annotation, ...]
    simplified_cells: int
    concurrent_texts: int


def render_document(root: etree._Element, sources: Sources, valid: str | None) -> Rendering:
    """Return all text of the document, in order, without its table of contents."""
    walker = Walker(sources, valid)
    return _finished(walker, (e for e in root if local(e.tag) in TEXTS))


def render_found(found: Found, sources: Sources) -> Rendering:
    """Return a provision: its heading, its text, and its text for other extents; never a neighbour."""
    walker = Walker(sources, found.metadata.valid)
    group = group_of(found.element)
    alone = group is not None and sum(local(e.tag) in ("P1", "P2", "P3", "P") for e in group) == 1
    if group is not None and alone:
        return _finished(walker, [group])
    walker.start_at(found.element)
    marked = [e for e in (found.element, group) if e is not None and status_of(e, found.metadata.valid)]
    if found.status and found.status != RETAINED and not marked:
        walker.wait([(note(status_words(found.status)), ())])
    if group is not None:
        walker.group_heading(group)
    walker.concurrent(found.element, found.versions)
    return _finished(walker, [])


def _finished(walker: Walker, elements: Iterable[etree._Element]) -> Rendering:
    for element in elements:
        walker.block(element)
    walker.flush()
    walker.notes()
    annotations = read_annotations(walker.collector.sources, walker.collector.used)
    return Rendering(write(walker.blocks), annotations, walker.simplified, walker.concurrent_texts)
