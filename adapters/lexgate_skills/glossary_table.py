"""The glossary's tables in a file of the index: making them takes a quarter of a second, reading them a tenth of it.

The file belongs to the bytes of the glossary's files and to the versions that the tables depend on. A file of
another version, a damaged one or one that cannot be written only costs the time.
"""

import json
import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, overload

from lexgate_skills.glossary import Glossary, Keys, Stemming, Tables, glossary_files
from lexgate_skills.glossary_file import Concept, Form
from lexgate_skills.terms import TERMS_VERSION

NAME = "glossary.json"
_FORMAT = 1


def kept_glossary(own_file: Path | None, stemming: Stemming, folder: Path | None) -> Glossary:
    """Return the glossary, its tables out of the folder; they are made and put there where they are not.

    Raises:
        GlossaryUnreadable: the user's file cannot be used.
    """
    stamp = _stamp(own_file) if folder is not None else None
    if folder is None or stamp is None:
        return Glossary.load(own_file, stemming)
    with suppress(OSError, ValueError, KeyError, TypeError):
        return _read(folder / NAME, stamp, stemming)
    made = Glossary.load(own_file, stemming)
    with suppress(OSError):  # A read-only folder: the next process makes them again.
        _write(folder / NAME, stamp, made)
    return made


def _stamp(own_file: Path | None) -> str | None:
    """Return the checksum of all that the tables depend on, or None where a file cannot be read."""
    digest = blake2b(digest_size=16)
    digest.update(repr((_FORMAT, TERMS_VERSION, unicodedata.unidata_version, version("tantivy"))).encode())
    try:
        for path in glossary_files(own_file):
            data = path.read_bytes()
            digest.update(f"{path.name}:{len(data)}:".encode())
            digest.update(data)
    except OSError:
        return None
    return digest.hexdigest()


def _write(path: Path, stamp: str, glossary: Glossary) -> None:
    tables = glossary.tables
    content = {
        "concepts": [[concept.name, concept.forms] for concept in glossary.concepts],
        "folded": _plain(tables.folded),
        "stems": {language: _plain(keys) for language, keys in tables.stems.items()},
        "compounding": sorted(tables.compounding),
        "capitals": sorted(tables.capitals),
    }
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    head = json.dumps({"stamp": stamp, "checksum": _checksum(body)}).encode()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        written.write_bytes(head + b"\n" + body)
        written.chmod(0o600)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)


def _read(path: Path, stamp: str, stemming: Stemming) -> Glossary:
    head, _, body = path.read_bytes().partition(b"\n")
    if json.loads(head) != {"stamp": stamp, "checksum": _checksum(body)}:
        raise ValueError("other tables")
    content = json.loads(body)
    stems = {language: Keys(*keys) for language, keys in content["stems"].items()}
    capitals = frozenset((element, concept) for element, concept in content["capitals"])
    tables = Tables(Keys(*content["folded"]), stems, frozenset(content["compounding"]), capitals)
    return Glossary(_Concepts(content["concepts"]), stemming, tables)


def _plain(keys: Keys) -> list[Any]:
    return [keys.concepts, keys.longest]


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


class _Concepts(Sequence[Concept]):
    """Concepts out of the file, each made when it is asked for: a question names a few of hundreds."""

    def __init__(self, rows: Sequence[tuple[str, Mapping[str, Sequence[Any]]]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Concept: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Concept]: ...
    def __getitem__(self, at: int | slice) -> Concept | Sequence[Concept]:
        if isinstance(at, slice):
            return tuple(map(self._concept, self._rows[at]))
        return self._concept(self._rows[at])

    def __iter__(self) -> Iterator[Concept]:
        return map(self._concept, self._rows)

    @staticmethod
    def _concept(row: tuple[str, Mapping[str, Sequence[Any]]]) -> Concept:
        name, forms = row
        listed = {
            language: tuple(Form(text, capitals, tuple(parts)) for text, capitals, parts in each)
            for language, each in forms.items()
        }
        return Concept(name, listed)
