"""The glossary in a file of the index: making its table takes 0.6 s, reading it a hundredth of that.

The file belongs to the bytes of the glossary's files and to the versions that the table depends on. A file of
another version, a damaged one or one that cannot be written only costs the time. Its first line tells what follows:
a line for each concept, then the table as bytes.
"""

import json
import os
import sys
import unicodedata
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from itertools import accumulate, pairwise
from pathlib import Path
from typing import overload

from marisa_trie import Trie

from lexgate_skills.glossary import Glossary, Stemming, glossary_files
from lexgate_skills.glossary_file import Concept, Form
from lexgate_skills.glossary_table import FormTable
from lexgate_skills.terms import TERMS_VERSION

NAME = "glossary.table"
_FORMAT = 3
_MADE_BY = ("tantivy", "marisa-trie")


def kept_glossary(own_file: Path | None, stemming: Stemming, folder: Path | None) -> Glossary:
    """Return the glossary, its table out of the folder; it is made and put there where it is not.

    Raises:
        GlossaryUnreadable: the user's file cannot be used.
    """
    stamp = _stamp(own_file) if folder is not None else None
    if folder is None or stamp is None:
        return Glossary.load(own_file, stemming)
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        return _read(folder / NAME, stamp, stemming)
    made = Glossary.load(own_file, stemming)
    with suppress(OSError):  # A read-only folder: the next process makes it again.
        _write(folder / NAME, stamp, made)
        return _read(folder / NAME, stamp, stemming)  # it takes a tenth of the memory of the one just made
    return made


def is_kept(own_file: Path | None, folder: Path) -> bool:
    """Tell whether the folder's table is that of the glossary's files as they are now, by its first line."""
    with suppress(OSError, ValueError, KeyError, TypeError), (folder / NAME).open("rb") as file:
        return bool(json.loads(file.readline())["stamp"] == _stamp(own_file))
    return False


def _stamp(own_file: Path | None) -> str | None:
    """Return the checksum of all that the table depends on, or None where a file cannot be read."""
    digest = blake2b(digest_size=16)
    made_by = [version(each) for each in _MADE_BY]
    digest.update(repr((_FORMAT, TERMS_VERSION, unicodedata.unidata_version, made_by, sys.byteorder)).encode())
    try:
        for path in glossary_files(own_file):
            data = path.read_bytes()
            digest.update(f"{path.name}:{len(data)}:".encode())
            digest.update(data)
    except OSError:
        return None
    return digest.hexdigest()


def _write(path: Path, stamp: str, glossary: Glossary) -> None:
    forms = glossary.forms
    concepts = [_line(concept) for concept in glossary.concepts]
    parts = (b"".join(concepts), forms.starts.tobytes(), forms.concepts.tobytes(), forms.trie.tobytes())
    body = b"".join(parts)
    head = {
        "stamp": stamp,
        "sizes": [len(part) for part in parts],
        "languages": list(forms.languages),
        "longest": forms.longest,
    }
    whole = head | {"checksum": _checksum(head, body)}
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        written.write_bytes(json.dumps(whole).encode() + b"\n" + body)
        written.chmod(0o600)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)


def _line(concept: Concept) -> bytes:
    return json.dumps([concept.name, concept.forms], ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _read(path: Path, stamp: str, stemming: Stemming) -> Glossary:
    first, _, body = path.read_bytes().partition(b"\n")
    head = json.loads(first)
    # The trie is native code that trusts its bytes, so nothing of a damaged file may reach it.
    if head["stamp"] != stamp or head.pop("checksum") != _checksum(head, body):
        raise ValueError("another glossary")
    ends = [*accumulate(head["sizes"])]
    lines, starts, concepts, trie = (body[start:end] for start, end in pairwise([0, *ends]))
    forms = FormTable(
        Trie().frombytes(trie), array("I", starts), array("I", concepts), head["languages"], head["longest"]
    )
    return Glossary(_Concepts(lines.splitlines()), stemming, forms)


def _checksum(head: Mapping[str, object], body: bytes) -> str:
    return blake2b(json.dumps(head, sort_keys=True).encode() + body, digest_size=16).hexdigest()


class _Concepts(Sequence[Concept]):
    """Concepts out of the file, each read when it is asked for: a question names a few of hundreds."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> Concept: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Concept]: ...
    def __getitem__(self, at: int | slice) -> Concept | Sequence[Concept]:
        if isinstance(at, slice):
            return tuple(map(self._concept, self._lines[at]))
        return self._concept(self._lines[at])

    def __iter__(self) -> Iterator[Concept]:
        return map(self._concept, self._lines)

    @staticmethod
    def _concept(line: bytes) -> Concept:
        name, forms = json.loads(line)
        listed = {
            language: tuple(Form(text, capitals, tuple(parts)) for text, capitals, parts in each)
            for language, each in forms.items()
        }
        return Concept(name, listed)
