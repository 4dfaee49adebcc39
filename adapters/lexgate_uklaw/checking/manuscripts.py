"""Reads a draft from a file: text, Markdown, or Word (.docx, with its tables, footnotes and endnotes). Nothing is
executed, and no link in it is followed."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

MOST_BYTES = 20_000_000
MOST_UNPACKED = 100_000_000
_NOTES = ("/footnotes", "/endnotes")


class UnreadableDraft(Exception):
    """The file is no draft that can be read; the text says why, in our words."""


def read_draft(path: Path) -> str:
    """Return the text of a draft, one paragraph a line for Word. Raises UnreadableDraft."""
    if path.stat().st_size > MOST_BYTES:
        raise UnreadableDraft(f"The file is larger than {MOST_BYTES // 1_000_000} MB.")
    if path.suffix.lower() == ".docx":
        return _word(path)
    body = path.read_bytes()
    if body[:4] == b"PK\x03\x04" or b"\x00" in body[:4000].replace(b"\xff\xfe", b""):
        raise UnreadableDraft("The file is neither text nor Markdown; of other formats only .docx is read.")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", errors="replace")


def pieces(text: str, most: int) -> Iterator[tuple[int, str]]:
    """Yield the text in stretches of at most `most` characters with where each starts, cut between paragraphs."""
    at = 0
    while at < len(text):
        end = at + most
        if end < len(text):
            breaks = (text.rfind(mark, at + most // 2, end) for mark in ("\n\n", "\n", ". ", " "))
            end = next((place + 1 for place in breaks if place > 0), end)
        yield at, text[at:end]
        at = end


def _word(path: Path) -> str:
    try:
        # Imported on first use: only this command reads Word, and lxml is slow to load.
        import docx
        from docx.opc.exceptions import PackageNotFoundError
    except ImportError:
        raise UnreadableDraft("Word files need the package python-docx: pip install python-docx") from None
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(each.file_size for each in archive.infolist()) > MOST_UNPACKED:
                raise UnreadableDraft("The Word file unpacks to more than 100 MB.")
        document = docx.Document(str(path))
        return "\n".join((*_paragraphs(document.element.body), *_notes(document.part)))
    except (zipfile.BadZipFile, PackageNotFoundError, KeyError, ValueError, SyntaxError):
        # lxml's errors of syntax are SyntaxErrors.
        raise UnreadableDraft("The file is named .docx but is not a Word document that can be read.") from None


def _paragraphs(element: object) -> Iterator[str]:
    from docx.oxml.ns import qn

    for paragraph in element.iter(qn("w:p")):  # type: ignore[attr-defined]  # an lxml element, untyped in docx
        marks = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:noBreakHyphen"): "-"}
        yield "".join(
            part.text or "" if part.tag == qn("w:t") else marks[part.tag] for part in paragraph.iter(qn("w:t"), *marks)
        )


def _notes(part: object) -> Iterator[str]:
    from docx.oxml.parser import parse_xml

    for relation in part.rels.values():  # type: ignore[attr-defined]  # a package part, untyped in docx
        if relation.reltype.endswith(_NOTES) and not relation.is_external:
            yield from _paragraphs(parse_xml(relation.target_part.blob))
