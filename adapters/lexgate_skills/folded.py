"""One skill as the index takes it: every field as a line of terms. Pure: it reads no file and knows no index."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from zlib import crc32

from lexgate_skills.folding import fold, plain
from lexgate_skills.skill import Skill
from lexgate_skills.stems import Stemmer, base_language
from lexgate_skills.terms import is_paired, pairs, references, word_terms, words

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

    `card` is JSON of what a hit shows. `head` is title (twice), name, tags and description. `parts` finds compounds:
    every four letters of the head's longer words. The body is held in stems alone: its surface forms moved the
    measured ranking by less than 0.005 and doubled the index.
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
    title_stems: str
    head: str
    head_stems: str
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
        return " ".join(word_terms(word))


class _Stems(_Remembered):
    def _made(self, word: str) -> str:
        if is_paired(word):
            return " ".join(pairs(word))
        return "" if word == "§" else self._stemmer.stem(word, self._language)


class _Parts(_Remembered):
    def _made(self, word: str) -> str:
        return " ".join(parts(word))


class Folder:
    """Folds skills one after the other and remembers the words, so the second skill is cheaper than the first."""

    def __init__(self, stemmer: Stemmer | None = None) -> None:
        self._stemmer = stemmer or Stemmer()
        self._terms = _Terms(self._stemmer, "")
        self._parts = _Parts(self._stemmer, "")
        self._stems: dict[str, _Stems] = {}

    def fold(self, skill: Skill) -> FoldedSkill:
        """Return the skill's fields. Its values may be any text at all."""
        language = base_language(skill.language)
        slug = skill.id.rpartition("/")[2]
        name = skill.name if exact_key(skill.name) == exact_key(slug) else f"{skill.name} {slug}"
        title = plain(skill.title)
        head = plain(f"{title}\n{title}\n{_BETWEEN_WORDS.sub(' ', name)}\n{' '.join(skill.tags)}\n{skill.description}")
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
            title=self._line(title_words),
            title_stems=self._stem_line(title_words, language),
            head=self._line(head_words),
            head_stems=self._stem_line(head_words, language),
            parts=_joined(self._parts, dict.fromkeys(head_words)),
            body=" ".join([self._stem_line(body_words, language), *references(body_words)]),
            card=_card(skill, sketch(distinct)),
        )

    def _line(self, found: list[str]) -> str:
        return " ".join([_joined(self._terms, found), *references(found)])

    def _stem_line(self, found: list[str], language: str) -> str:
        remembered = self._stems.get(language)
        if remembered is None:
            remembered = self._stems[language] = _Stems(self._stemmer, language)
        return _joined(remembered, found)


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
