"""The legal glossary: which other words, in which languages, stand for what a question names.

It links words and ranks nothing; its files are unreviewed (`data/glossary`), and a user's own file adds to them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, Protocol

from lexgate_skills.folding import fold, plain
from lexgate_skills.glossary_file import Concept, GlossaryUnreadable, merged, read_glossary
from lexgate_skills.glossary_table import FOLDED, Forms, FormTable
from lexgate_skills.terms import is_paired, pairs, words

OWN_FILES = Path(__file__).parent / "data" / "glossary"
How = Literal["form", "stem", "part"]
JURISDICTION = "jurisdiction-"
"""How the names of countries' concepts begin; the code of the jurisdiction follows."""

_COMPOUNDING = ("de", "nl")
_SHORTEST_COMPOUND = 9
_SHORTEST_PART = 5
_SHORTEST_STEM = 5  # of a form that is one word; shorter ones meet words of other languages
_MOST_ELEMENTS = 96
_REMEMBERED_QUESTIONS, _REMEMBERED_CONCEPTS = 4, 12
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9&]{1,7}\b")


class Stemming(Protocol):
    """What `stems.Stemmer` offers."""

    def stem(self, word: str, language: str) -> str: ...


@dataclass(frozen=True)
class Equivalent:
    """Another form of a linked concept: its language and its words as `terms.words` gives them, one or a phrase."""

    language: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Linked:
    """A concept that a question names, and its other forms in every language.

    `how` tells how sure the link is: the form itself, the same stem, or the beginning or end of a compound.
    """

    concept: str
    how: How
    equivalents: tuple[Equivalent, ...]


@dataclass(frozen=True)
class _Span:
    """Where in a question a concept was found: elements `start` to `end` (exclusive)."""

    start: int
    end: int
    concept: int
    how: How

    def inside(self, other: "_Span") -> bool:
        return other.start <= self.start and self.end <= other.end and other.end - other.start > self.end - self.start


class Glossary:
    """All concepts, ready to be looked up. Built once; safe to use from several threads."""

    def __init__(
        self, concepts: Sequence[Concept], stemming: Stemming | None = None, forms: FormTable | None = None
    ) -> None:
        self.concepts = concepts
        self._stemming = stemming
        self.forms = forms or _table(concepts, stemming)
        # Words and vectors ask for the links of one question; questions name few of the concepts.
        self._links = lru_cache(_REMEMBERED_QUESTIONS)(self._links_of)
        self._spoken = lru_cache(_REMEMBERED_CONCEPTS)(self._forms_of)

    @classmethod
    def load(cls, own_file: Path | None = None, stemming: Stemming | None = None) -> "Glossary":
        """Read our files and the user's own one.

        Raises:
            GlossaryUnreadable: the user's file cannot be used; load without it to go on.
        """
        return cls(merged(read_glossary(path) for path in glossary_files(own_file)), stemming)

    def linked(self, text: str) -> tuple[Linked, ...]:
        """Return the concepts that a question names, in its order, each once.

        A concept whose words lie inside those of a longer one is left out: "employment contract" names no contract.
        """
        return self._links(text)

    def _links_of(self, text: str) -> tuple[Linked, ...]:
        elements = [(element, word) for word in words(plain(text)) for element in _elements(word)][:_MOST_ELEMENTS]
        spans = self._spans(elements, frozenset(_CAPITALS.findall(text)))
        longest = [each for each in spans if not any(each.inside(other) for other in spans)]
        covered = {at for each in longest for at in range(each.start, each.end)}
        longest += self._parts(elements, covered)
        first: dict[int, How] = {}
        for each in sorted(longest, key=lambda span: (span.start, span.how != "form")):
            if first.get(each.concept, "part") == "part":
                first[each.concept] = each.how
        asked = [element for element, _ in elements]
        return tuple(self._linked(concept, how, asked) for concept, how in first.items())

    def _spans(self, elements: Sequence[tuple[str, str]], capitals: Collection[str]) -> list[_Span]:
        folded = [element for element, _ in elements]
        written = {fold(plain(word)) for word in capitals}
        found = [
            span
            for span in self._of_kind(FOLDED, folded, "form")
            if folded[span.start] in written or span.concept not in self.forms.in_capitals(folded[span.start])
        ]
        known = {(span.start, span.end, span.concept) for span in found}
        for language in self.forms.languages:
            for span in self._of_kind(language, [self._stem(*each, language) for each in elements], "stem"):
                if (span.start, span.end, span.concept) not in known:
                    known.add((span.start, span.end, span.concept))
                    found.append(span)
        return found

    def _of_kind(self, kind: str, elements: Sequence[str], how: How) -> Iterator[_Span]:
        for start in range(len(elements)):
            for length, concepts in self.forms.leading(kind, elements[start:]):
                for concept in concepts:
                    yield _Span(start, start + length, concept, how)

    def _stem(self, element: str, word: str, language: str) -> str:
        return element if self._stemming is None or is_paired(word) else self._stemming.stem(word, language)

    def _parts(self, elements: Sequence[tuple[str, str]], covered: Collection[int]) -> Iterator[_Span]:
        """Yield what a compound that no form covers begins and ends with."""
        for at, (element, word) in enumerate(elements):
            if at in covered or len(element) < _SHORTEST_COMPOUND or is_paired(word):
                continue
            for concepts in self.forms.ends_of(element, _SHORTEST_PART):
                for concept in concepts:
                    yield _Span(at, at + 1, concept, "part")

    def _linked(self, number: int, how: How, asked: Sequence[str]) -> Linked:
        there = f" {' '.join(asked)} "
        name, forms = self._spoken(number)
        return Linked(name, how, tuple(dict.fromkeys(each for each, elements in forms if elements not in there)))

    def _forms_of(self, number: int) -> "tuple[str, list[tuple[Equivalent, str]]]":
        """Return the concept's name and its forms, each with its elements as they would stand in a question."""
        concept = self.concepts[number]
        found = []
        for language, forms in concept.forms.items():
            for variant in (variant for each in forms for variant in (each.text, " ".join(each.parts))):
                said = words(plain(variant))
                if spoken := tuple(word for word in said if word != "§"):
                    elements = " ".join(element for word in said for element in _elements(word))
                    found.append((Equivalent(language, spoken), f" {elements} "))
        return concept.name, found


def glossary_files(own_file: Path | None) -> list[Path]:
    """Return our files in their order, and the user's own one last."""
    return [*sorted(OWN_FILES.glob("*.yaml")), *([] if own_file is None else [own_file])]


def _table(concepts: Iterable[Concept], stemming: Stemming | None) -> FormTable:
    """Fill the table. All forms are made plain in one go, and no word is folded twice."""
    forms = Forms()
    rows = [
        (number, language, each, text)
        for number, concept in enumerate(concepts)
        for language, listed in concept.forms.items()
        for each in listed
        for text in ((each.text, " ".join(each.parts)) if each.parts else (each.text,))
    ]
    remembered = _Remembered()
    spoken = plain("\n".join(text.replace("\n", " ") for *_, text in rows)).split("\n")
    for (number, language, each, text), line in zip(rows, spoken, strict=True):
        found = words(line)
        elements = [element for word in found for element in remembered[word]]
        if not elements:
            continue
        forms.add(FOLDED, elements, number)
        if each.capitals:
            forms.add_in_capitals(elements[0], number)
        elif stemming is not None and text == each.text and not any(map(is_paired, found)):
            stems = [stemming.stem(word, language) for word in found]
            if len(stems) > 1 or len(stems[0]) >= _SHORTEST_STEM:
                forms.add(language, stems, number)
        if language in _COMPOUNDING and len(elements) == 1:
            forms.add_part(elements[0])
    return forms.table()


@lru_cache(4)
def shared_glossary(own_file: Path | None, kept_in: Path | None = None) -> Glossary:
    """Return the one glossary of a process, its tables out of the folder `kept_in` where they are there.

    A file of the user that cannot be read is left out (`skills doctor`).
    """
    from lexgate_skills.glossary_store import kept_glossary
    from lexgate_skills.stems import Stemmer  # imports tantivy

    try:
        return kept_glossary(own_file, Stemmer(), kept_in)
    except GlossaryUnreadable:
        return kept_glossary(None, Stemmer(), kept_in)


class _Remembered(dict[str, tuple[str, ...]]):
    """The elements of words, each worked out once."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        self[word] = found = _elements(word)
        return found


def form_elements(text: str) -> list[str]:
    """Return the elements that a form is looked up by: folded words, or pairs of characters."""
    return [element for word in words(plain(text)) for element in _elements(word)]


def _elements(word: str) -> tuple[str, ...]:
    if word == "§":
        return ()
    return tuple(pairs(word)) if is_paired(word) else (fold(word),)
