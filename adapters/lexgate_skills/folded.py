"""One skill as the index takes it: every field as a line of terms. Pure: it reads no file and knows no index."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from lexgate_skills.folding import fold, plain
from lexgate_skills.skill import Skill
from lexgate_skills.stems import Stemmer, base_language
from lexgate_skills.terms import is_paired, references, word_terms, words

BODY_CHARACTERS = 6_000
PART = 4
_SHORTEST_WITH_PARTS = 6
_LONGEST_REMEMBERED = 40
_REMEMBERED_WORDS = 300_000
_STORED_DESCRIPTION = 600
_SAMPLED = 16
_LONGEST_SKETCH = 32
_BETWEEN_WORDS = re.compile(r"[-_/.]+")


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


class _Remembered(dict[str, str]):
    """What was worked out for a word, kept because words repeat; emptied when it has grown too large."""

    def __init__(self, stemmer: Stemmer, language: str) -> None:
        super().__init__()
        self._stemmer = stemmer
        self._language = language

    def __missing__(self, word: str) -> str:
        if len(self) > _REMEMBERED_WORDS:
            self.clear()
        made = self._made(word)
        if len(word) <= _LONGEST_REMEMBERED:
            self[word] = made
        return made

    def _made(self, word: str) -> str:
        raise NotImplementedError


class _Terms(_Remembered):
    def _made(self, word: str) -> str:
        found = word_terms(word)
        if is_paired(word) or not found:
            return " ".join(found)
        stem = self._stemmer.stem(word, self._language)
        return " ".join(found if stem in found else (*found, stem))


class _Parts(_Remembered):
    def _made(self, word: str) -> str:
        return " ".join(parts(word))


class Folder:
    """Folds skills one after the other and remembers the words, so the second skill is cheaper than the first."""

    def __init__(self, stemmer: Stemmer | None = None) -> None:
        self._stemmer = stemmer or Stemmer()
        self._terms: dict[str, _Terms] = {}
        self._parts = _Parts(self._stemmer, "")

    def fold(self, skill: Skill) -> FoldedSkill:
        """Return the skill's fields. Its values may be any text at all."""
        language = base_language(skill.language)
        slug = skill.id.rpartition("/")[2]
        name = skill.name if exact_key(skill.name) == exact_key(slug) else f"{skill.name} {slug}"
        title = plain(skill.title)
        parts_of_head = (title, title, _BETWEEN_WORDS.sub(" ", name), *skill.tags, skill.description, skill.practice)
        head = plain("\n".join(parts_of_head))
        body = plain(skill.body[:BODY_CHARACTERS])
        title_words, head_words, body_words = words(title), words(head), words(body)
        distinct = dict.fromkeys(body_words)
        return FoldedSkill(
            key=f"{skill.library}:{skill.id}",
            path=skill.id,
            library=skill.library,
            jurisdiction=skill.jurisdiction,
            practice=skill.practice,
            language=skill.language,
            tags=skill.tags,
            exact=tuple({exact_key(value) for value in (skill.title, skill.name, slug)} - {""}),
            title=self._line(title_words, language),
            head=self._line(head_words, language),
            parts=_joined(self._parts, dict.fromkeys(head_words)),
            body=self._line(body_words, language),
            card=_card(skill, sketch(distinct)),
        )

    def _line(self, found: Sequence[str], language: str) -> str:
        remembered = self._terms.get(language)
        if remembered is None:
            remembered = self._terms[language] = _Terms(self._stemmer, language)
        return " ".join([_joined(remembered, found), *references(found)])


def _joined(remembered: _Remembered, found: Iterable[str]) -> str:
    return " ".join(map(remembered.__getitem__, found))


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


def sketch(distinct: dict[str, None]) -> list[int]:
    """Return a sample of the body's words as numbers; two sketches overlap about as much as the two bodies do."""
    hashes = [crc32(word.encode("utf-8", "replace")) for word in distinct]
    return sorted([value // _SAMPLED for value in hashes if value % _SAMPLED == 0])[:_LONGEST_SKETCH]


def _card(skill: Skill, sample: list[int]) -> str:
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
