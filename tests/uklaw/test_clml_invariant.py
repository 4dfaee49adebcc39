"""The invariant of the reader, over every CLML file of the corpus.

Every text node of what was asked for appears once, in order, in the rendering. The source is walked here by
other code than the renderer's; compared are the letters and digits of both, so only the signs that the
rendering adds, and the words of ours in ⟦…⟧, need to be taken off.

Left out on purpose: metadata, the document's own table of contents (it is the outline), the texts of
commentaries (they are the annotations, checked apart), warnings of the publisher's software, MathML
annotations (another writing of the same formula), drawings' second writing of their words.
"""

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from lxml import etree

from lexgate_uklaw.clml.document import Document, read_document

SHARED = Path(os.environ.get("LEXGATE_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
CORPUS = SHARED / "corpus" / "uk"
FOLDERS = ("contents", "fragments", "metadata", "pdf-only", "snippets", "source-xml", "whole")
FILES = sorted(path for folder in FOLDERS for path in (CORPUS / folder).glob("*.xml"))

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not FILES, reason="the recorded corpus is not on this machine"),
]

LEFT_OUT = {
    "Metadata", "Contents", "Commentaries", "Footnotes", "MarginNotes", "Versions", "Resources", "Tasks",
    "Warning", "annotation", "annotation-xml", "foreignObject",
}  # fmt: skip
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi")
TEXTS = {"Primary", "Secondary", "EURetained"}


def test_every_text_node_appears_once_and_in_order(path: Path) -> None:
    """A whole document, or the whole of what a fragment's document holds."""
    root, document = source(path), read(path)
    rendering = document_text(document)
    text, notes = streams(rendering)
    expected = "".join(letters(part) for e in root if name(e) in TEXTS for part in words(e, root))
    assert_same(text, expected)
    assert_same(notes, "".join(letters(part) for part in note_words(root)))


def test_every_annotation_is_that_of_the_source(path: Path) -> None:
    root, document = source(path), read(path)
    annotations = document._whole().annotations
    commentaries = {e.get("id"): e for e in root.iterfind("{*}Commentaries/{*}Commentary")}
    referenced = dict.fromkeys(r for e in root if name(e) in TEXTS for r in references(e, root) if r in commentaries)
    assert [letters(a.text) for a in annotations] == [letters("".join(commentaries[r].itertext())) for r in referenced]
    assert len({a.label for a in annotations}) == len(annotations)


def document_text(document: Document) -> str:
    return document._whole().text


@pytest.fixture(params=FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def path(request: pytest.FixtureRequest) -> Path:
    return request.param


@lru_cache(maxsize=2)
def read(path: Path) -> Document:
    return read_document(path.read_bytes())


@lru_cache(maxsize=2)
def source(path: Path) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, remove_comments=True, remove_pis=True)
    return etree.fromstring(path.read_bytes(), parser)


# --- the source, walked -------------------------------------------------------------------------------------


def words(element: etree._Element, root: etree._Element) -> Iterator[str]:
    """Yield the text of an element in reading order, with the numbers that lists count by attribute."""
    tag = name(element)
    if tag in LEFT_OUT:
        return
    if tag == "svg":
        yield from (e.text or "" for e in element.iter("{*}tspan"))
        return
    if tag == "IncludedDocument":
        content = root.find(f".//{{*}}Resource[@id='{element.get('ResourceRef')}']/{{*}}InternalVersion")
        yield from () if content is None else words(content, root)
        return
    yield element.get("PuncBefore", "") if tag == "Pnumber" else ""
    yield element.text or ""
    for child in ordered(element):
        if tag == "OrderedList":
            yield list_number(element, child)
        yield from words(child, root)
        yield child.tail or ""
    yield element.get("PuncAfter", "") if tag == "Pnumber" else ""
    if tag not in ("Formula", "Span"):
        for reference in (element.get("AltVersionRefs") or "").split():
            yield from words_inside(root.find(f".//{{*}}Version[@id='{reference}']"), root)


def words_inside(element: etree._Element | None, root: etree._Element) -> Iterator[str]:
    for child in () if element is None else element:
        yield from words(child, root)


def ordered(element: etree._Element) -> list[etree._Element]:
    """Return the children; a table's foot stands before its body in the source and after it when read."""
    children = list(element)
    if name(element) == "table":
        children.sort(key=lambda e: name(e) == "tfoot")
    return children


def list_number(element: etree._Element, item: etree._Element) -> str:
    override = item.get("NumberOverride")
    if override is not None:
        return override
    number = list(element).index(item) + int(element.get("Start", "1"))
    kind = element.get("Type", "arabic").lower()
    if "alpha" in kind:
        letter = chr(96 + number)
        return letter.upper() if "upper" in kind else letter
    if "roman" in kind:
        return ROMAN[number - 1]
    return str(number)


def note_words(root: etree._Element) -> Iterator[str]:
    """Yield the footnotes in the order in which the text refers to them, each once; those in tables stand in place."""
    notes = {
        e.get("id"): e
        for holder, kind in (("Footnotes", "Footnote"), ("MarginNotes", "MarginNote"))
        for e in root.iterfind(f"{{*}}{holder}/{{*}}{kind}")
    }
    shown: dict[str, None] = {}
    for top in (e for e in root if name(e) in TEXTS):
        for reference in references(top, root, "FootnoteRef", "MarginNoteRef"):
            if reference in notes:
                shown[reference] = None
    for reference in shown:
        yield from words(notes[reference], root)


def references(element: etree._Element, root: etree._Element, *kinds: str) -> Iterator[str]:
    """Yield what an element refers to, in reading order: notes of these kinds, or commentaries when none is named."""
    tag = name(element)
    if tag in LEFT_OUT:
        return
    if tag in (kinds or ("CommentaryRef",)):
        yield element.get("Ref", "")
    if not kinds and element.get("CommentaryRef"):
        yield element.get("CommentaryRef", "")
    for child in ordered(element):
        yield from references(child, root, *kinds)
    for reference in (element.get("AltVersionRefs") or "").split() if tag not in ("Formula", "Span") else ():
        version = root.find(f".//{{*}}Version[@id='{reference}']")
        for child in () if version is None else version:
            yield from references(child, root, *kinds)


def name(element: etree._Element) -> str:
    return etree.QName(element).localname


# --- the rendering, with our own marks taken off ------------------------------------------------------------

OUR_WORDS = re.compile(r"(?<!\\)⟦.*?(?<!\\)⟧")
LABELS = re.compile(r"(?<!\\)\[(?:[FCIMEPX]\d+|F\?)(?=[ \]])")
NOTE_MARKS = re.compile(r"(?<!\\)\[\^m?\d+\]:?")
NOTE_LINE = re.compile(r"\[\^m?\d+\]: ")


def streams(rendering: str) -> tuple[str, str]:
    """Return the letters of the text and those of the footnotes."""
    text: list[str] = []
    notes: list[str] = []
    in_note = False
    for line in rendering.split("\n"):
        in_note = bool(NOTE_LINE.match(line)) or (in_note and line.startswith("    "))
        (notes if in_note else text).append(stripped(line))
    return "".join(text), "".join(notes)


def stripped(line: str) -> str:
    for pattern in (OUR_WORDS, NOTE_MARKS, LABELS):
        line = pattern.sub("", line)
    return letters(line.replace("<br>", ""))


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def assert_same(found: str, expected: str) -> None:
    if found == expected:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), min(len(found), len(expected))
    )
    start = max(at - 40, 0)
    pytest.fail(f"at letter {at}: rendered …{found[start : at + 80]}… source …{expected[start : at + 80]}…")
