"""Where each form of each concept is looked up: a trie of all forms, which holds in 1 MB what dictionaries hold in 14.

A key is the name of a set of forms and the form's elements (folded words, stems, or pairs of characters), each with a
space after it, so that of the keys that a question begins with none ends within a word.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from marisa_trie import Trie

FOLDED: Literal["="] = "="
"""The set of all forms, folded. The other sets of forms are stems, and have the code of their language."""
_CAPITALS = "^"  # first elements of forms that count only in capitals
_BEGINNING, _ENDING = "<", ">"  # parts of compounds; those that a word may end with are spelt backwards


@dataclass(frozen=True)
class FormTable:
    """Concepts by number, found by elements. Safe to use from several threads.

    `concepts[starts[id]:starts[id + 1]]` are those of the key that has this id in the trie; `languages` have stems;
    the longest form has `longest` elements.
    """

    trie: Trie
    starts: "array[int]"
    concepts: "array[int]"
    languages: Sequence[str]
    longest: int

    def leading(self, kind: str, elements: Sequence[str]) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield the forms of a set that the elements begin with: how many elements each has, and its concepts."""
        for key, number in self.trie.iter_prefixes_with_ids(_key(kind, elements[: self.longest])):
            yield key.count(" ") - 1, self._of(number)

    def in_capitals(self, element: str) -> Sequence[int]:
        """Return the concepts with a form that begins so and counts only in capitals."""
        return self._found(_key(_CAPITALS, [element]))

    def ends_of(self, word: str, shortest: int) -> Iterator[Sequence[int]]:
        """Yield the concepts of the longest part that the word begins with, and of the longest that it ends with.

        A part has at least `shortest` letters, and is not the whole word.
        """
        for kind, letters in ((_BEGINNING, word), (_ENDING, word[::-1])):
            parts = self.trie.prefixes(f"{kind} {letters[:-1]}")
            longest = max(parts, key=len, default="").removeprefix(f"{kind} ")
            if len(longest) >= shortest:
                yield self._found(_key(FOLDED, [longest if kind == _BEGINNING else longest[::-1]]))

    def _found(self, key: str) -> Sequence[int]:
        number = self.trie.get(key)
        return () if number is None else self._of(number)

    def _of(self, number: int) -> Sequence[int]:
        return self.concepts[self.starts[number] : self.starts[number + 1]]


class Forms:
    """Forms as they are gathered, to be made a table of."""

    def __init__(self) -> None:
        self._concepts: dict[str, list[int]] = {}
        self._kinds: dict[str, None] = {}
        self._longest = 1

    def add(self, kind: str, elements: Sequence[str], concept: int) -> None:
        """Add a form to a set: FOLDED, or the code of a language."""
        self._kinds[kind] = None
        self._longest = max(self._longest, len(elements))
        self._add(_key(kind, elements), concept)

    def add_in_capitals(self, element: str, concept: int) -> None:
        """Note that the concept's form that begins so counts only in capitals."""
        self._add(_key(_CAPITALS, [element]), concept)

    def add_part(self, element: str) -> None:
        """Note that compounds may begin or end with this form, which is one of FOLDED."""
        self._concepts.setdefault(f"{_BEGINNING} {element}", [])
        self._concepts.setdefault(f"{_ENDING} {element[::-1]}", [])

    def _add(self, key: str, concept: int) -> None:
        known = self._concepts.setdefault(key, [])
        if concept not in known:
            known.append(concept)

    def table(self) -> FormTable:
        """Return the table of what was added."""
        trie = Trie(self._concepts)
        starts, concepts = _packed(self._concepts, (trie.restore_key(number) for number in range(len(trie))))
        languages = tuple(kind for kind in self._kinds if kind != FOLDED)
        return FormTable(trie, starts, concepts, languages, self._longest)


def _packed(concepts: Mapping[str, Sequence[int]], keys: Iterable[str]) -> "tuple[array[int], array[int]]":
    starts, packed = array("I", [0]), array("I")
    for key in keys:
        packed.extend(concepts[key])
        starts.append(len(packed))
    return starts, packed


def _key(kind: str, elements: Sequence[str]) -> str:
    return " ".join((kind, *elements, ""))
