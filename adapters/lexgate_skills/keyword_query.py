"""A question as a tantivy query: made of terms, boosts and boolean queries over our own terms, never of its syntax.

A word weighs by how rare it is in the bodies, whatever field it is found in: "without" is rare in titles and
still says little.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

import tantivy
from tantivy import Occur, Query

from lexgate_skills.folded import exact_key, parts
from lexgate_skills.folding import plain
from lexgate_skills.question import Filters, Question
from lexgate_skills.stems import Stemmer
from lexgate_skills.terms import is_paired, references, word_terms, words

# Measured on the judged queries (docs/decisions.md); the order hardly changes within half or double of each.
TERM_FIELDS = {"title": 0.5, "head": 0.5, "body": 1.0}
STEM_FIELDS = {"title": 0.5, "head": 0.5, "body": 0.5}
PAIR_FIELDS = {"title": 0.5, "head": 0.5, "body": 0.5}
PARTS_WEIGHT = 2.0
EXACT_SCORE = 10_000.0
"""Added to the score of an exact title or name; the others stay far below it."""
_MOST_WORDS = 48
_FILTER_FIELDS = {"language": ("language", "language_base")}


@dataclass(frozen=True)
class Statistics:
    """What the weights need to know of an index: its size, and in how many skills a term stands."""

    skills: int
    frequency: Callable[[str, str], int]

    def rarity(self, count: int) -> float:
        """Return BM25's inverse document frequency."""
        return log(1 + (self.skills - min(count, self.skills) + 0.5) / (count + 0.5))


class KeywordQueries:
    """Makes queries for one index."""

    def __init__(
        self,
        schema: tantivy.Schema,
        statistics: Statistics,
        stemmer: Stemmer,
        linked: Callable[[str], Iterable[Query]] | None = None,
    ) -> None:
        self._schema = schema
        self._statistics = statistics
        self._stemmer = stemmer
        self._linked = linked

    def query(self, question: Question) -> Query | None:
        """Return the query, or None when the text holds no word."""
        found = words(plain(question.text))[: _MOST_WORDS * 4]
        scored = [scored for word in list(dict.fromkeys(found))[:_MOST_WORDS] for scored in self._word(word)]
        scored += [self._term("head", term, 1.0) for term in references(found)]
        scored += [self._term("body", term, 1.0) for term in references(found)]
        exact = exact_key(question.text)
        if exact:
            scored.append(Query.const_score_query(self._plain_term("exact", exact), EXACT_SCORE))
        if not scored:
            return None
        if self._linked is not None:
            scored += self._linked(question.text)
        either = Query.boolean_query([(Occur.Should, each) for each in scored])
        return Query.boolean_query([(Occur.Must, either), *self._filters(question.filters)])

    def filter_query(self, filters: Filters) -> Query:
        """Return the query for every skill that passes the filters."""
        return Query.boolean_query([(Occur.Must, Query.all_query()), *self._filters(filters)])

    def paths(self, path: str) -> Query:
        """Return the query for the skills of all libraries with this path."""
        return self._plain_term("path", path)

    def key(self, key: str) -> Query:
        """Return the query for the one skill with this key."""
        return self._plain_term("key", key)

    def number(self, number: int) -> Query:
        """Return the query for the one skill with this number."""
        return Query.term_query(self._schema, "number", number, "basic")

    def _filters(self, filters: Filters) -> Iterator[tuple[Occur, Query]]:
        for name, value in filters.set().items():
            fields = _FILTER_FIELDS.get(name, (name,))
            either = [(Occur.Should, self._plain_term(field, plain(value).replace("_", "-"))) for field in fields]
            either += [(Occur.Should, self._plain_term(field, plain(value))) for field in fields]
            yield Occur.Must, Query.const_score_query(Query.boolean_query(either), 0.0)

    def _word(self, word: str) -> Iterator[Query]:
        if is_paired(word):
            for pair in word_terms(word):
                counts = self._counts("body", (pair,)) or self._counts("head", (pair,))
                yield from self._fields(PAIR_FIELDS, (pair,), self._statistics.rarity(max(counts.values(), default=0)))
            return
        terms, stems = word_terms(word), self._stemmer.all_stems(word)
        if not terms:
            return
        commonest = [max(self._counts(*each).values(), default=0) for each in (("body", stems), ("head", terms))]
        rarity = self._statistics.rarity(max(commonest))
        yield from self._fields(TERM_FIELDS, terms, rarity)
        yield from self._fields(STEM_FIELDS, stems, rarity)
        yield from self._parts(list(parts(word)), rarity)

    def _fields(self, weights: Mapping[str, float], terms: Iterable[str], rarity: float) -> Iterator[Query]:
        """Yield one query a field: the best of the terms, each made to weigh as `rarity` says."""
        for field, weight in weights.items():
            counts = self._counts(field, terms)
            found = [
                self._term(field, term, weight * rarity / self._statistics.rarity(count))
                for term, count in counts.items()
            ]
            if found:
                yield found[0] if len(found) == 1 else Query.disjunction_max_query(found, 0.0)

    def _parts(self, found: list[str], rarity: float) -> Iterator[Query]:
        for part, count in self._counts("parts", found).items():
            yield self._term(
                "parts", part, PARTS_WEIGHT / len(found) * min(1.0, rarity / self._statistics.rarity(count))
            )

    def _counts(self, field: str, terms: Iterable[str]) -> dict[str, int]:
        counts = {term: self._statistics.frequency(field, term) for term in terms}
        return {term: count for term, count in counts.items() if count}

    def _term(self, field: str, term: str, weight: float) -> Query:
        option = "basic" if field == "parts" else "freq"
        return Query.boost_query(Query.term_query(self._schema, field, term, option), weight)

    def _plain_term(self, field: str, value: str) -> Query:
        return Query.term_query(self._schema, field, value, "basic")
