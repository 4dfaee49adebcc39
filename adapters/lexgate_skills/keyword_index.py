"""One generation of the keyword index, open for reading: search, look-up and facets. It writes nothing.

It imports tantivy, so it is imported lazily. Its calls block; the adapter makes them in threads.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

import tantivy
from cachetools import LRUCache

from lexgate_skills.generations import NUMBERS, Generation, Unusable
from lexgate_skills.glossary import Glossary
from lexgate_skills.glossary_query import LinkedQueries
from lexgate_skills.index_files import FACETS, schema
from lexgate_skills.keyword_query import EXACT_SCORE, KeywordQueries, Statistics
from lexgate_skills.question import Filters, FoundBy, Question, Ranked, Retrieved
from lexgate_skills.stems import Stemmer, base_language

_REMEMBERED_FREQUENCIES = 4_000
_REMEMBERED_CANDIDATES = 4
_MOST_VALUES = 1_000


@dataclass(frozen=True)
class Candidates:
    """The best skills for a question by their numbers, not read yet: `total` are all that answer it.

    `scores` stand best first; `exact` are those with exactly this title or name, which no score tells.
    """

    total: int
    scores: Mapping[int, float]
    exact: Sequence[int]
    places: Mapping[int, tantivy.DocAddress]


class KeywordIndex:
    """The skills of one generation.

    `numbers` are those of its skills, as the file NUMBERS holds them.
    With a glossary, a question finds the other forms of the concepts that it names, too.
    Raises Unusable from every method when the files turn out to be damaged or gone.
    """

    def __init__(self, generation: Generation, glossary: Callable[[], Glossary] | None = None) -> None:
        self.generation = generation
        with _as_unusable():
            self._index = _opened(generation.index)
            self._searcher = self._index.searcher()
            # Read now: another process's build may take the folder away while this is open.
            self.numbers = (generation.folder / NUMBERS).read_bytes()
        frequency = lru_cache(_REMEMBERED_FREQUENCIES)(self._searcher.doc_freq)
        statistics = Statistics(max(1, self._searcher.num_docs), frequency)
        self._queries = KeywordQueries(schema(), statistics, Stemmer())
        languages = {base_language(code) for code in self.facets(Filters())["language"]}
        stemmer = Stemmer(languages)
        linked = None if glossary is None else LinkedQueries(schema(), statistics, stemmer, glossary)
        self._queries = KeywordQueries(schema(), statistics, stemmer, linked)
        # Not a cache around our own method: its cycle would keep an index that was replaced, with its mapped files.
        self._asked: LRUCache[tuple[Question, int], Candidates] = LRUCache(_REMEMBERED_CANDIDATES)
        self._lock = Lock()

    @property
    def skills(self) -> int:
        return int(self._searcher.num_docs)

    def retrieve(self, question: Question, limit: int) -> Retrieved:
        """Return the best skills for the question; the one with exactly this title or name comes first."""
        with _as_unusable():
            query = self._queries.query(question)
            return Retrieved(0, ()) if query is None else self._retrieved(query, limit)

    def candidates(self, question: Question, limit: int) -> Candidates:
        """Return the best skills for the question. The last answers are kept: a search asks ahead of its turn."""
        with self._lock:
            known = self._asked.get((question, limit))
        if known is None:
            known = self._candidates(question, limit)
            with self._lock:
                self._asked[question, limit] = known
        return known

    def _candidates(self, question: Question, limit: int) -> Candidates:
        with _as_unusable():
            query = self._queries.query(question)
            if query is None:
                return Candidates(0, {}, (), {})
            found = self._searcher.search(query, max(1, limit), count=True)
            places = [place for _, place in found.hits]
            numbers = [int(number or 0) for number in self._searcher.fast_field_values("number", places)]
        scores = dict(zip(numbers, (score for score, _ in found.hits), strict=True))
        return Candidates(
            _total(found),
            {number: score % EXACT_SCORE for number, score in scores.items()},
            [number for number, score in scores.items() if score >= EXACT_SCORE],
            dict(zip(numbers, places, strict=True)),
        )

    def read(self, number: int, candidates: Candidates, found_by: FoundBy) -> Ranked | None:
        """Return the skill of this number, which need not be one of the candidates; None when there is none."""
        with _as_unusable():
            place = candidates.places.get(number)
            if place is None:
                hits = self._searcher.search(self._queries.number(number), 1, count=False).hits
                place = hits[0][1] if hits else None
            return None if place is None else self._ranked(candidates.scores.get(number, 0.0), place, found_by)

    def count(self, question: Question) -> int:
        """Return how many skills answer the question, or pass its filters when it has no words."""
        with _as_unusable():
            query = self._queries.query(question) if question.text else self._queries.filter_query(question.filters)
            return 0 if query is None else _total(self._searcher.search(query, 1, count=True))

    def skill(self, id: str) -> Sequence[Ranked]:
        """Return the skills that an id can mean: by its key `library:path`, else all with this path."""
        with _as_unusable():
            by_key = self._retrieved(self._queries.key(id), 1).ranked
            return by_key or self._retrieved(self._queries.paths(id), 10).ranked

    def starting_with(self, typed: str, limit: int) -> Sequence[str]:
        """Return ids that start with the letters typed, in their order; an id in two libraries names its library."""
        # Letters that mean something in an expression stand for any letter there, and are compared afterwards.
        pattern = "".join(each if each.isalnum() and each.isascii() else "." for each in typed[:200]) + ".*"
        with _as_unusable():
            query = tantivy.Query.regex_query(schema(), "path", pattern)
            found = self._retrieved(query, limit).ranked
        ids = [each.key if each.path in self.shared([each.path]) else each.path for each in found]
        return sorted({each for each in ids if each.startswith(typed) or each.partition(":")[2].startswith(typed)})

    def shared(self, paths: Sequence[str]) -> frozenset[str]:
        """Return those of the paths that stand in more than one library."""
        frequency = self._searcher.doc_freq
        with _as_unusable():
            return frozenset(path for path in paths if frequency("path", path) > 1)

    def facets(self, filters: Filters) -> dict[str, dict[str, int]]:
        """Return for each filter its values with the number of skills that pass the other filters and have it."""
        with _as_unusable():
            wanted = {name: {"terms": {"field": name, "size": _MOST_VALUES}} for name in FACETS}
            answer = self._searcher.aggregate(self._queries.filter_query(filters), wanted)
        return {name: _values(answer[name]) for name in FACETS}

    def _retrieved(self, query: tantivy.Query, limit: int) -> Retrieved:
        found = self._searcher.search(query, max(1, limit), count=True)
        return Retrieved(_total(found), [self._ranked(score, address) for score, address in found.hits])

    def _ranked(self, score: float, address: tantivy.DocAddress, found_by: FoundBy = "keyword") -> Ranked:
        document = self._searcher.doc(address)
        card = json.loads(bytes(document.get_first("card") or b"{}"))
        return Ranked(str(document.get_first("key")), score, card, found_by)


def _opened(folder: Path) -> tantivy.Index:
    """Open the files to read them; they stay open when their folder goes."""
    try:
        return _read(folder)
    except ValueError:
        # tantivy puts a lock beside what it reads. Where nothing can be written, links stand in a folder where it can.
        with TemporaryDirectory(prefix="lexgate-index-") as beside:
            for path in folder.resolve().iterdir():
                if path.suffix != ".lock":
                    Path(beside, path.name).symlink_to(path)
            return _read(Path(beside))


def _read(folder: Path) -> tantivy.Index:
    index = tantivy.Index.open(str(folder))
    index.config_reader("manual", 0)
    index.reload()
    return index


def _total(found: tantivy.SearchResult) -> int:
    return int(found.count or 0)  # type: ignore[attr-defined]  # it is there; tantivy's stubs leave it out


def _values(answer: Mapping[str, Any]) -> dict[str, int]:
    return {str(bucket["key"]): int(bucket["doc_count"]) for bucket in answer["buckets"]}


class _as_unusable:
    """tantivy tells a damaged or missing file as ValueError, OSError or a panic's own class."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is not None and (issubclass(kind, ValueError | OSError) or kind.__name__ == "PanicException"):
            raise Unusable("the index cannot be read") from error
