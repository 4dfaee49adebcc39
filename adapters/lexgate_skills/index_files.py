"""The tantivy index on disk: its schema, and how folded skills are written into it. It asks no questions.

It imports tantivy, so it is imported lazily.
"""

from collections.abc import Iterable
from pathlib import Path

import tantivy

from lexgate_skills.folded import FoldedSkill
from lexgate_skills.folding import plain
from lexgate_skills.stems import base_language

TEXT_FIELDS = ("title", "head", "body")
FACETS = ("library", "jurisdiction", "practice", "language", "tag")
_WRITER_BYTES = 160_000_000


def schema() -> tantivy.Schema:
    """Return the schema. Text comes as our own terms, so fields are only split at spaces."""
    builder = tantivy.SchemaBuilder()
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("parts", tokenizer_name="whitespace", index_option="basic")
    for name in FACETS:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
    for name in ("path", "exact", "language_base"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic", stored=True)
    builder.add_unsigned_field("number", indexed=True, fast=True)
    builder.add_bytes_field("card", stored=True, indexed=False, fast=False)
    return builder.build()


class IndexFiles:
    """An index being written in a folder of its own: empty, or a copy of an earlier one. Errors are OSError."""

    def __init__(self, folder: Path, *, is_new: bool) -> None:
        with _as_os_error():
            self._index = tantivy.Index(schema(), str(folder)) if is_new else tantivy.Index.open(str(folder))
            self._writer = self._index.writer(heap_size=_WRITER_BYTES, num_threads=1)

    def remove(self, keys: Iterable[str]) -> None:
        """Take out the skills with these keys."""
        with _as_os_error():
            for key in keys:
                self._writer.delete_documents_by_term("key", key)

    def add(self, skill: FoldedSkill, number: int) -> None:
        """Put in one skill with its number (`skill_number`). Its key must not be in the index."""
        with _as_os_error():
            document = _document(skill)
            document.add_unsigned("number", number)
            self._writer.add_document(document)

    def finish(self) -> int:
        """Write everything, and return how many skills the index holds when it is opened anew."""
        with _as_os_error():
            self._writer.commit()
            self._writer.wait_merging_threads()
            self._index.reload()
            return int(self._index.searcher().num_docs)


class _as_os_error:
    """tantivy tells a full disk, a missing file and a damaged one as ValueError or a panic's own class."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is not None and (issubclass(kind, ValueError) or kind.__name__ == "PanicException"):
            raise OSError("the index could not be written") from error


def _document(skill: FoldedSkill) -> tantivy.Document:
    document = tantivy.Document()
    for name in (*TEXT_FIELDS, "parts", "key", "path"):
        document.add_text(name, getattr(skill, name))
    for name in ("library", "jurisdiction", "practice", "language"):
        value = plain(getattr(skill, name))
        if value:
            document.add_text(name, value)
    if skill.language:
        document.add_text("language_base", base_language(plain(skill.language)))
    for tag in {plain(tag) for tag in skill.tags}:
        document.add_text("tag", tag)
    for key in skill.exact:
        document.add_text("exact", key)
    document.add_bytes("card", skill.card.encode("utf-8", "replace"))
    return document
