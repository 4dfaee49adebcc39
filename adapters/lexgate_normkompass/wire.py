"""The wire contract (docs/normkompass-contract.md): what an answer of the service says, read strictly in meaning.

Names are read in German or English, camelCase or snake_case; extra fields are ignored. Pure: bytes to values.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NAMES: dict[str, tuple[str, ...]] = {
    "passages": ("results", "passages", "hits", "treffer", "passagen"),
    "law": ("law", "source", "gesetz", "quelle", "source_law"),
    "label": ("label", "citation", "citation_label", "zitat", "fundstelle"),
    "title": ("title", "titel", "heading", "ueberschrift"),
    "url": ("url", "link"),
    "stand": ("stand", "as_of", "version_date", "datum"),
    "text": ("text", "content", "inhalt", "wortlaut"),
    "refused": ("refused", "abgelehnt", "verweigert"),
    "message": ("message", "meldung", "reason", "begruendung", "hinweis"),
    "answer": ("answer", "antwort"),
    "citations": ("citations", "zitate", "belege", "fundstellen"),
    "source": ("source", "law", "quelle", "gesetz"),
    "path": ("path", "pfad", "label", "citation", "citation_label", "fundstelle"),
    "quote": ("quote", "zitat", "text", "wortlaut"),
}
"""Our field, and the names under which it is read; the first one present counts."""


class Unexpected(Exception):
    """The answer is not what the contract says; the words are ours and say what was missing."""


@dataclass(frozen=True)
class Passage:
    """One passage as the service holds it; `stand` is the date of the text, blank where the service gave none."""

    law: str
    label: str
    title: str
    url: str
    stand: str
    text: str


@dataclass(frozen=True)
class Citation:
    """One citation that the service checked."""

    source: str
    path: str
    url: str
    quote: str


@dataclass(frozen=True)
class Answer:
    """An answer; without citations it must not be shown."""

    text: str
    citations: Sequence[Citation]
    stand: str


@dataclass(frozen=True)
class Refusal:
    """The service's own refusal, in its own words."""

    message: str


class Reader:
    """Reads bodies; `more_names` adds names from the settings before the usual ones."""

    def __init__(self, more_names: Mapping[str, Sequence[str]]) -> None:
        self._names = {
            field: tuple(_plain(name) for name in (*more_names.get(field, ()), *usual))
            for field, usual in NAMES.items()
        }

    def passages(self, body: bytes) -> list[Passage]:
        """Return the passages in the service's order. Raises Unexpected."""
        read = _json(body)
        found = read if isinstance(read, list) else self._first(_object(read, "the answer"), "passages")
        if not isinstance(found, list):
            raise Unexpected("a list of passages is missing")
        return [self._passage(each, f"passage {number}") for number, each in enumerate(found, 1)]

    def answer(self, body: bytes) -> Answer | Refusal:
        """Return what the service decided; only its own field `refused` says which. Raises Unexpected."""
        read = _object(_json(body), "the answer")
        decisions = [read[name] for name in self._names["refused"] if name in read]
        if not decisions or not all(isinstance(each, bool) for each in decisions):
            raise Unexpected("the field refused is missing or neither true nor false")
        if any(decisions):
            return Refusal(self._text(read, "message", "the refusal"))
        text = self._text(read, "answer", "the answer")
        if not text:
            raise Unexpected("refused is false, but the answer is missing")
        cited = self._first(read, "citations")
        if not isinstance(cited, list | None):
            raise Unexpected("the citations are not a list")
        citations = [self._citation(each, f"citation {number}") for number, each in enumerate(cited or (), 1)]
        return Answer(text, citations, self._text(read, "stand", "the answer"))

    def error_code(self, body: bytes) -> str:
        """Return the code of an error answer (`code`, `error`, `error.code`), blank where there is none."""
        try:
            read = _object(_json(body), "the error")
            inner = read.get("error", read.get("code"))
            code = _plainly_named(inner).get("code") if isinstance(inner, dict) else inner
        except Unexpected:
            return ""
        return _plain(code) if isinstance(code, str) else ""

    def _passage(self, given: Any, where: str) -> Passage:
        read = _object(given, where)
        passage = Passage(
            *(self._text(read, name, where) for name in ("law", "label", "title", "url", "stand", "text"))
        )
        missing = [name for name in ("label", "text") if not getattr(passage, name)]
        if missing:
            raise Unexpected(f"{where} has no {' and no '.join(missing)}")
        return passage

    def _citation(self, given: Any, where: str) -> Citation:
        read = _object(given, where)
        citation = Citation(*(self._text(read, name, where) for name in ("source", "path", "url", "quote")))
        if not citation.quote or not (citation.source or citation.path):
            raise Unexpected(f"{where} has no quote, or neither source nor path")
        return citation

    def _first(self, read: Mapping[str, Any], field: str) -> Any:
        return next((read[name] for name in self._names[field] if read.get(name) is not None), None)

    def _text(self, read: Mapping[str, Any], field: str, where: str) -> str:
        value = self._first(read, field)
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            value = str(value)
        if not isinstance(value, str | None):
            raise Unexpected(f"{field} of {where} is not text")
        return value if value and value.strip() else ""


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").strip()


def _plainly_named(given: dict[str, Any]) -> dict[str, Any]:
    return {_plain(name): value for name, value in given.items()}


def _object(given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise Unexpected(f"{where} is not a JSON object")
    return _plainly_named(given)


def _json(body: bytes) -> Any:
    try:
        # Some services write NaN, which JSON does not know; it is no value.
        return json.loads(body, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise Unexpected("the body is not JSON in UTF-8") from None
