"""The source of a document walked by other code than the renderer's, and a rendering with our marks taken off.

Both give the letters and digits of the text in order, so that they can be compared.
"""

import re
from collections.abc import Iterator

from lxml import etree

LEFT_OUT = {
    "Metadata", "Contents", "Commentaries", "Footnotes", "MarginNotes", "Versions", "Resources", "Tasks",
    "Warning", "annotation", "annotation-xml", "foreignObject",
}  # fmt: skip
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi")
TEXTS = {"Primary", "Secondary", "EURetained"}


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
