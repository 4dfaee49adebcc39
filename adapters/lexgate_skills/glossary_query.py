"""What the glossary adds to a question: queries for the other forms of the concepts that it names.

In each field the best form counts, and a linked concept weighs about half of a word of the question.
"""

from collections.abc import Callable, Iterator
from math import prod, sqrt
from threading import Lock

import tantivy
from cachetools import LRUCache
from tantivy import Occur, Query

from lexgate_skills.folding import fold
from lexgate_skills.glossary import JURISDICTION, Equivalent, Glossary, Linked
from lexgate_skills.keyword_query import Statistics
from lexgate_skills.stems import Stemmer
from lexgate_skills.terms import is_paired, pairs

# Measured on the judged queries (docs/decisions.md). A word of the question reaches 5.5 over its fields, so that
# a linked form comes to a little more than half.
LINKED_FIELDS = {"head": 1.5, "body": 1.5}
SURENESS = {"form": 1.0, "stem": 1.0, "part": 0.5}
JURISDICTION_SCORE = 6.0
_REMEMBERED = 12  # of 50 kB each


class LinkedQueries:
    """Makes the queries of linked concepts for one index. The glossary is asked for with the first question."""

    def __init__(
        self, schema: tantivy.Schema, statistics: Statistics, stemmer: Stemmer, glossary: Callable[[], Glossary]
    ) -> None:
        self._schema = schema
        self._statistics = statistics
        self._stemmer = stemmer
        self._glossary = glossary
        self._made: LRUCache[Linked, tuple[Query, ...]] = LRUCache(_REMEMBERED)
        self._lock = Lock()

    def __call__(self, text: str) -> list[Query]:
        """Return one query for each field and linked concept, for a country one that prefers its jurisdiction."""
        return [query for linked in self._glossary().linked(text) for query in self._queries_for(linked)]

    def _queries_for(self, linked: Linked) -> tuple[Query, ...]:
        with self._lock:
            made = self._made.get(linked)
        if made is None:
            made = self._queries_of(linked)
            with self._lock:
                self._made[linked] = made
        return made

    def _queries_of(self, linked: Linked) -> tuple[Query, ...]:
        if linked.concept.startswith(JURISDICTION):
            code = linked.concept.removeprefix(JURISDICTION)
            term = Query.term_query(self._schema, "jurisdiction", code, "basic")
            return (Query.const_score_query(term, JURISDICTION_SCORE),)
        forms = [self._terms(each) for each in linked.equivalents]
        return tuple(self._fields(forms, SURENESS[linked.how]))

    def _terms(self, form: Equivalent) -> list[tuple[str, ...]]:
        """Return for each word of a form the terms it may stand as: itself and its stem."""
        found: list[tuple[str, ...]] = []
        for word in form.words:
            if is_paired(word):
                found += [(pair,) for pair in pairs(word)]
            else:
                found.append(tuple({fold(word): None, self._stemmer.stem(word, form.language): None}))
        return found

    def _fields(self, forms: list[list[tuple[str, ...]]], sureness: float) -> Iterator[Query]:
        for field, weight in LINKED_FIELDS.items():
            if found := _shortest([there for form in forms if (there := self._there(field, form))]):
                score = weight * sureness * self._statistics.rarity(max(map(self._skills_with, found)))
                yield Query.disjunction_max_query([self._form(field, terms, score) for terms in found], 0.0)

    def _there(self, field: str, form: list[tuple[str, ...]]) -> list[tuple[str, int]]:
        """Return the term of each word that most skills have, with their number; nothing when a word is nowhere."""
        found = []
        for terms in form:
            count, term = max((self._statistics.frequency(field, term), term) for term in terms)
            if not count:
                return []
            found.append((term, count))
        return found

    def _skills_with(self, form: list[tuple[str, int]]) -> int:
        """Return about how many skills have the form: fewer than its rarest word, more than chance brings together.

        Taken to be as common as its rarest word, a phrase of common words made all else that stands for the concept
        weigh little. Pairs of characters are parts of one word, so that there the rarest tells.
        """
        rarest, *others = sorted(count for _, count in form)
        if any(is_paired(term) for term, _ in form):
            return rarest
        return max(1, round(rarest * prod(sqrt(count / self._statistics.skills) for count in others)))

    def _form(self, field: str, terms: list[tuple[str, int]], score: float) -> Query:
        """Return the query for all words of a form, which together weigh `score` times how often they stand there."""
        whole = sum(self._statistics.rarity(count) for _, count in terms) or 1.0
        parts = [
            Query.boost_query(Query.term_query(self._schema, field, term, "freq"), score / whole) for term, _ in terms
        ]
        return parts[0] if len(parts) == 1 else Query.boolean_query([(Occur.Must, part) for part in parts])


def _shortest(forms: list[list[tuple[str, int]]]) -> list[list[tuple[str, int]]]:
    """Return the forms, each once, without phrases that hold a form of one word: what has them has that one, too."""
    by_terms = {frozenset(term for term, _ in form): form for form in forms}
    single = frozenset(term for terms in by_terms if len(terms) == 1 for term in terms)
    return [form for terms, form in by_terms.items() if len(terms) == 1 or terms.isdisjoint(single)]
