"""The invariant of the reader, over every CLML file of the corpus.

Every text node of what was asked for appears once, in order, in the rendering. The source is walked here by
other code than the renderer's; compared are the letters and digits of both, so only the signs that the
rendering adds, and the words of ours in ⟦…⟧, need to be taken off.

Left out on purpose: metadata, the document's own table of contents (it is the outline), the texts of
commentaries (they are the annotations, checked apart), warnings of the publisher's software, MathML
annotations (another writing of the same formula), drawings' second writing of their words.
"""

import os
from functools import lru_cache
from pathlib import Path

import pytest
from clml_walk import TEXTS, letters, name, note_words, references, streams, words
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


def assert_same(found: str, expected: str) -> None:
    if found == expected:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), min(len(found), len(expected))
    )
    start = max(at - 40, 0)
    pytest.fail(f"at letter {at}: rendered …{found[start : at + 80]}… source …{expected[start : at + 80]}…")
