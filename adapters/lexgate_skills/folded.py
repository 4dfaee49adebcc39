"""One skill as the index takes it: every field as a line of terms. Pure: it reads no file and knows no index."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar
from zlib import crc32

from lexgate_skills.folding import fold, plain
from lexgate_skills.skill import Skill
from lexgate_skills.stems import Stemmer, base_language
from lexgate_skills.terms import is_paired, references, word_terms, words

BODY_CHARACTERS = 6_000
PART = 4
_SHORTEST_WITH_PARTS = 6
_STORED_DESCRIPTION = 401  # what a hit shows, and one more by which a cut is seen
_SHORTEST_SAMPLED, _SAMPLED = 5, 8
_LONGEST_SKETCH, _SKETCHED = 32, 3
"""Numbers in a sketch, and bytes of each: enough to tell 32 words apart, and little to keep for every skill."""
_BETWEEN_WORDS = re.compile(r"[-_/.]+")


ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class FoldedSkill:
    """The fields of one document of the index; the text fields hold terms with spaces between them.

    `card` is JSON of what a hit shows. `head` is title (twice), name, tags, description and practice. In all three
    fields the stem of a word follows it where it differs. `parts` finds compounds: every four letters of the head's
    longer words.
    """

    key: str
    path: str
    library: str
    jurisdiction: str
    practice: str
    language: str
    tags: tuple[str, ...]
    exact: tuple[str, ...]
    title: str
    head: str
    parts: str
    body: str
    card: str


class _Remembered(dict[str, ValueT]):
    """What was worked out for a word or line, kept because they repeat; emptied when it has grown too large."""

    most: ClassVar[int]
    longest: ClassVar[int]

    def __missing__(self, text: str) -> ValueT:
        if len(self) >= self.most:
            self.clear()
        made = self._made(text)
        if len(text) <= self.longest:
            self[text] = made
        return made

    def _made(self, text: str) -> ValueT:
        raise NotImplementedError


class _Parts(_Remembered[str]):
    most, longest = 200_000, 40

    def _made(self, text: str) -> str:
        return " ".join(parts(text))


class _Terms(_Remembered[str]):
    most, longest = 200_000, 40

    def __init__(self, stemmer: Stemmer, language: str) -> None:
        super().__init__()
        self._stemmer = stemmer
        self._language = language

    def _made(self, text: str) -> str:
        found = word_terms(text)
        if is_paired(text) or not found:
            return " ".join(found)
        stem = self._stemmer.stem(text, self._language)
        return " ".join(found if stem in found else (*found, stem))

    def line(self, found: Sequence[str]) -> str:
        """Return the terms of some words, with the provisions that they name."""
        terms = " ".join(map(self.__getitem__, found))
        named = references(found)
        return f"{terms} {' '.join(named)}" if named else terms


class _Lines(_Remembered[tuple[str, tuple[int, ...]]]):
    """The terms of a line, and its part of the sketch: two thirds of a machine-written library are repeated lines."""

    most, longest = 100_000, 1_000

    def __init__(self, terms: _Terms) -> None:
        super().__init__()
        self._terms = terms

    def _made(self, text: str) -> tuple[str, tuple[int, ...]]:
        found = words(plain(text))
        return self._terms.line(found), tuple(sampled(found))


class Folder:
    """Folds skills one after the other and remembers words and lines, so that the later ones are cheaper."""

    def __init__(self, stemmer: Stemmer | None = None) -> None:
        self._stemmer = stemmer or Stemmer()
        self._lines: dict[str, _Lines] = {}
        self._terms: dict[str, _Terms] = {}
        self._parts = _Parts()

    def fold(self, skill: Skill) -> FoldedSkill:
        """Return the skill's fields. Its values may be any text at all."""
        terms, lines = self._of(base_language(skill.language))
        slug = skill.id.rpartition("/")[2]
        exact = {skill.title: exact_key(skill.title), skill.name: exact_key(skill.name), slug: exact_key(slug)}
        name = skill.name if exact[skill.name] == exact[slug] else f"{skill.name} {slug}"
        title = plain(skill.title)
        parts_of_head = (title, title, _BETWEEN_WORDS.sub(" ", name), *skill.tags, skill.description, skill.practice)
        head_words = words(plain("\n".join(parts_of_head)))
        body = [lines[line] for line in skill.body[:BODY_CHARACTERS].split("\n")]
        return FoldedSkill(
            key=f"{skill.library}:{skill.id}",
            path=skill.id,
            library=skill.library,
            jurisdiction=skill.jurisdiction,
            practice=skill.practice,
            language=skill.language,
            tags=skill.tags,
            exact=tuple(set(exact.values()) - {""}),
            title=terms.line(words(title)),
            head=terms.line(head_words),
            parts=" ".join(map(self._parts.__getitem__, dict.fromkeys(head_words))),
            body=" ".join([line for line, _ in body]),
            card=_card(skill, sketch(sample for _, sample in body)),
        )

    def _of(self, language: str) -> tuple[_Terms, _Lines]:
        known = language if self._stemmer.knows(language) else ""
        if known not in self._terms:
            self._terms[known] = _Terms(self._stemmer, known)
            self._lines[known] = _Lines(self._terms[known])
        return self._terms[known], self._lines[known]


def exact_key(value: str) -> str:
    """Return the whole value as one term: what a query must be to count as the exact title or name."""
    return "_".join(fold(word) for word in words(plain(_BETWEEN_WORDS.sub(" ", value))))[:200]


def parts(word: str) -> Iterator[str]:
    """Yield every four neighbouring letters of a longer word; they meet inside compounds and other inflections."""
    if is_paired(word):
        return
    folded = fold(word)[:40]
    if len(folded) < _SHORTEST_WITH_PARTS:
        return
    for at in range(len(folded) - PART + 1):
        yield folded[at : at + PART]


def sampled(found: Iterable[str]) -> list[int]:
    """Return numbers for some of the words: always the same ones of all words, whatever text they stand in."""
    hashes = [crc32(word.encode("utf-8", "replace")) for word in found if len(word) >= _SHORTEST_SAMPLED]
    return [value // _SAMPLED % 256**_SKETCHED for value in hashes if value % _SAMPLED == 0]


def sketch(samples: Iterable[Iterable[int]]) -> str:
    """Return a sample of the whole body's words, packed: two sketches overlap about as much as the two bodies do."""
    values = sorted({value for sample in samples for value in sample})[:_LONGEST_SKETCH]
    return b64encode(b"".join(value.to_bytes(_SKETCHED) for value in values)).decode()


def sketched(packed: str) -> frozenset[int]:
    """Return the numbers of a sketch."""
    data = b64decode(packed)
    return frozenset(int.from_bytes(data[at : at + _SKETCHED]) for at in range(0, len(data), _SKETCHED))


def _card(skill: Skill, sample: str) -> str:
    return json.dumps(
        {
            "title": skill.title,
            "description": skill.description[:_STORED_DESCRIPTION],
            "license": skill.license[:200],
            "jurisdiction": skill.jurisdiction,
            "practice": skill.practice,
            "language": skill.language,
            "tags": list(skill.tags[:50]),
            "sketch": sample,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )
