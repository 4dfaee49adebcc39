"""The editors' annotations on a text (F1, C2, I3 …), with the law that each cites; it judges none of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from lexgate_uklaw.clml.addresses import split_uri
from lexgate_uklaw.clml.parsing import flat_text
from lexgate_uklaw.clml.sources import Sources, annotation_type

TYPE_LABELS = {
    "F": "textual amendment",
    "C": "modification that does not alter the text",
    "I": "commencement",
    "M": "marginal citation",
    "E": "extent",
    "P": "exercise of a power",
    "X": "editorial note",
}


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation that the editors marked in an annotation; `uri` is blank where they gave none."""

    text: str
    uri: str
    item: str
    provision: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotation. `label` is the one that stands in the text."""

    label: str
    type: str
    type_label: str
    text: str
    citations: tuple[Citation, ...]


def read_annotations(sources: Sources, references: Iterable[str]) -> tuple[Annotation, ...]:
    """Return the annotations by reference, each once, in the order in which the text first refers to them."""
    return tuple(_annotation(sources, reference) for reference in dict.fromkeys(references))


def _annotation(sources: Sources, reference: str) -> Annotation:
    element = sources.commentaries[reference]
    kind = annotation_type(element)
    return Annotation(
        label=sources.labels[reference],
        type=kind,
        type_label=TYPE_LABELS.get(kind, "annotation"),
        text=_text(element),
        citations=tuple(_citation(e) for e in element.iter("{*}Citation", "{*}CitationSubRef")),
    )


def _text(element: etree._Element) -> str:
    # Paragraphs stay apart: two of them run together would read as one word where they meet.
    return " ".join(filter(None, (flat_text(paragraph) for paragraph in element.iter("{*}Text")))) or flat_text(element)


def _citation(element: etree._Element) -> Citation:
    uri = element.get("URI", "")
    item, provision = split_uri(uri)
    return Citation(flat_text(element), uri, item, provision)
