"""How good the ranking is on judged queries: nDCG@10 and recall@10, by kind and by language. It changes nothing."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from statistics import fmean

from lexgate_skills.near_identical import grouped
from lexgate_skills.question import Filters, Question, Retriever

DEPTH = 10


class UnusableJudgements(Exception):
    """The file is not what `read_judgements` reads. The text is ours."""


@dataclass(frozen=True)
class Judged:
    """One query, and how relevant (1 to 3) each skill is to it, by its path. Others are not relevant."""

    question: Question
    kind: str
    language: str
    relevant: Mapping[str, int]


@dataclass(frozen=True)
class Measured:
    """One query's measures. nDCG takes the grade as gain; recall is the share of all relevant skills found.

    `shown` is the nDCG of what a search shows: near-identical skills are folded, and only the best of them counts.
    """

    ndcg: float
    recall: float
    shown: float


@dataclass(frozen=True)
class Scores:
    """Means of the measures over some queries."""

    queries: int
    ndcg: float
    recall: float
    shown: float


def read_judgements(path: Path) -> list[Judged]:
    """Read lines of JSON with query, lang, kind, filters and relevant. Raises: UnusableJudgements, OSError."""
    judged = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            question = Question(row["query"], Filters(**row.get("filters", {})))
            judged.append(Judged(question, row.get("kind", ""), row.get("lang", ""), dict(row["relevant"])))
        except (ValueError, KeyError, TypeError) as error:
            raise UnusableJudgements(f"Line {number} is not a judged query.") from error
    return judged


def evaluate(retriever: Retriever, judged: Iterable[Judged]) -> dict[str, dict[str, Scores]]:
    """Return the scores of all queries, and by kind and language: {"all": {"all": …}, "kind": {…}, "language": {…}}."""
    asked = list(judged)
    found = measured(retriever, asked)
    return {
        name: {value: _mean([found[at] for at in places]) for value, places in by.items()}
        for name, by in groups(asked).items()
    }


def measured(retriever: Retriever, judged: Iterable[Judged]) -> list[Measured]:
    """Ask every query and return what each scored, in the order of the queries."""
    rows = []
    for each in judged:
        ranked = retriever.retrieve(each.question, DEPTH * 2 + 2).ranked
        paths = [found.path for found in ranked]
        shown = [group.best.path for group in grouped(ranked)]
        rows.append(Measured(ndcg(paths, each.relevant), recall(paths, each.relevant), ndcg(shown, each.relevant)))
    return rows


def groups(judged: Sequence[Judged]) -> dict[str, dict[str, list[int]]]:
    """Return which queries (by their place) are reported together: all, each kind, each language, in their order."""
    rows: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for at, each in enumerate(judged):
        for name, value in (("all", "all"), ("kind", each.kind), ("language", each.language)):
            rows[name][value].append(at)
    return {name: dict(sorted(by.items())) for name, by in rows.items()}


def ndcg(paths: Sequence[str], relevant: Mapping[str, int]) -> float:
    """Return the discounted gain of the first ten as a share of the best possible; 1.0 when nothing is relevant."""
    ideal = _gain(sorted(relevant.values(), reverse=True)[:DEPTH])
    return _gain([relevant.get(path, 0) for path in paths[:DEPTH]]) / ideal if ideal else 1.0


def recall(paths: Sequence[str], relevant: Mapping[str, int]) -> float:
    """Return the share of the relevant skills (of ten, when there are more) among the first ten."""
    wanted = min(DEPTH, len(relevant))
    return len(set(paths[:DEPTH]) & relevant.keys()) / wanted if wanted else 1.0


def _gain(grades: Iterable[int]) -> float:
    return sum(grade / log2(place + 2) for place, grade in enumerate(grades))


def _mean(found: Sequence[Measured]) -> Scores:
    return Scores(
        len(found),
        fmean(each.ndcg for each in found),
        fmean(each.recall for each in found),
        fmean(each.shown for each in found),
    )
