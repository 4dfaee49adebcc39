"""Makes the vectors that are missing: titles and short texts of all skills first, then the bodies; then publishes.

It can be stopped at any moment and goes on where it stopped. It runs in a process of its own or in a command, not
in the server: it loads the model.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lexgate_skills.catalogue import SkillFile, scan
from lexgate_skills.embedding.encoder import Encoder, VectorUnusable
from lexgate_skills.embedding.folder import EmbeddingModel, read_folder
from lexgate_skills.embedding.tokens import open_tokenizer
from lexgate_skills.folding import plain
from lexgate_skills.folding_workers import checksum
from lexgate_skills.frontmatter import read_skill
from lexgate_skills.skill import Skill
from lexgate_skills.stems import base_language
from lexgate_skills.vectors.arrays import (
    Numbers,
    centred,
    counting_languages,
    joined,
    mean_over_languages,
    with_practices,
)
from lexgate_skills.vectors.generation import Content, Row, publish, row_of
from lexgate_skills.vectors.journal import CONCEPT, Journal, Made
from lexgate_skills.vectors.stamp import journal_name, stamp_of
from lexgate_skills.vectors.state import store_at
from lexgate_skills.vectors.texts import KINDS, Kind, common_from, marks, text

Told = Callable[[str, int, int], None]
"""Told (what is being done, how many skills, of how many)."""

Concepts = Mapping[str, tuple[str, Numbers]]

_WRITTEN_TOGETHER = 64
_SORTED_TOGETHER = 2048
_QUERIES_PER_LANGUAGE = 60


@dataclass(frozen=True)
class Job:
    """What is embedded, with which model, where it goes, how many threads it may take, and concepts.

    `concepts` are names with one form a language, as `concepts.load_concepts` gives them.
    """

    libraries: Mapping[str, Path]
    model: Path
    home: Path
    threads: int
    concepts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How many vectors were made now, and how many skills the published generation holds."""

    made: int
    skills: int
    generation: str


@dataclass(frozen=True)
class _Read:
    """One skill as far as it is needed: the file, its checksum and its row; texts are made when they are due."""

    file: SkillFile
    row: Row
    title: str
    language: str


def embed(job: Job, told: Told) -> Outcome:
    """Bring the vectors up to date. The caller holds the lock of the vectors' folder.

    Raises ModelUnusable, OSError.
    """
    model = read_folder(job.model)
    stamp = stamp_of(model)
    store = store_at(job.home)
    journal = Journal(job.home / journal_name(stamp), model.dimension)
    skills, common = _read_all(job.libraries, told)
    work = _Work(model, job.threads, journal, told)
    made = 0
    for kinds in (("title", "short"), ("body",)):
        for kind in kinds:
            made += work.make(kind, skills, common)
        concepts = work.concepts(job.concepts)
        complete = kinds == ("body",)
        content = _content(skills, journal.read(), work, concepts)
        generation = publish(store, content, {"stamp": stamp, "with_bodies": complete})
    journal.keep(frozenset(skill.row.checksum for skill in skills) | {checksum for checksum, _ in concepts.values()})
    _remove_other_journals(job.home, journal_name(stamp))
    return Outcome(made, len(content.rows), generation.name)


def _read_all(libraries: Mapping[str, Path], told: Told) -> tuple[list[_Read], frozenset[int]]:
    """Read every skill once for its row and for the passages that many share; bodies are not kept."""
    files = scan(libraries).files
    counts: Counter[int] = Counter()
    read: list[_Read] = []
    for number, file in enumerate(files, 1):
        data = _data(file)
        if data is None:
            continue
        skill = read_skill(data, id=file.id, library=file.library)
        counts.update(marks(skill))
        read.append(_Read(file, row_of(skill, checksum(data)), skill.title, base_language(plain(skill.language))))
        if number % 500 == 0:
            told("reading skills", number, len(files))
    limit = common_from(len(read))
    return read, frozenset(mark for mark, count in counts.items() if count >= limit)


def _data(file: SkillFile) -> bytes | None:
    try:
        return Path(file.path).read_bytes()
    except OSError:
        return None  # It went away while we read; the next run sees to it.


class _Work:
    def __init__(self, model: EmbeddingModel, threads: int, journal: Journal, told: Told) -> None:
        self._model, self._threads, self._journal, self._told = model, threads, journal, told
        self._encoder: Encoder | None = None

    def queries(self, texts: Sequence[str]) -> Numbers:
        return self._loaded().embed_query(texts)

    def concepts(self, forms: Mapping[str, tuple[str, ...]]) -> Concepts:
        """Return each concept's checksum and vector: the mean of its first forms in all languages, as queries."""
        checksums = {name: checksum("\0".join((name, *each)).encode()) for name, each in forms.items()}
        had = self._journal.read().rows[CONCEPT]
        missing = [name for name, own in checksums.items() if own not in had]
        for start in range(0, len(missing), _WRITTEN_TOGETHER):
            due = missing[start : start + _WRITTEN_TOGETHER]
            vectors = iter(self.queries([text for name in due for text in forms[name]]))
            means = {(CONCEPT, checksums[name]): np.mean([next(vectors) for _ in forms[name]], axis=0) for name in due}
            self._journal.append(means)
            self._told("embedding concepts", start + len(due), len(missing))
        made = self._journal.read()
        found = {name: (own, made.vector(CONCEPT, own)) for name, own in checksums.items()}
        return {name: (own, vector) for name, (own, vector) in found.items() if vector is not None}

    def make(self, kind: Kind, skills: Sequence[_Read], common: frozenset[int]) -> int:
        """Make the vectors of one kind that are missing; return how many."""
        had = self._journal.read().rows[kind]
        missing = list({each.row.checksum: each for each in skills if each.row.checksum not in had}.values())
        made = 0
        for start in range(0, len(missing), _SORTED_TOGETHER):
            due = list(_texts(missing[start : start + _SORTED_TOGETHER], kind, common))
            # Sorted over many texts, batches hardly pad; written in small lots, little is lost on the way.
            due.sort(key=lambda pair: len(pair[1]))
            for at in range(0, len(due), _WRITTEN_TOGETHER):
                made += self._write(kind, due[at : at + _WRITTEN_TOGETHER])
                self._told(
                    f"embedding {_WORDS[kind]}", start + at + len(due[at : at + _WRITTEN_TOGETHER]), len(missing)
                )
        return made

    def _write(self, kind: Kind, due: Sequence[tuple[str, str]]) -> int:
        encoder = self._loaded()
        try:
            vectors = encoder.embed_passage([text for _, text in due])
            found: dict[tuple[str, str], Numbers] = {
                (kind, checksum): vector for (checksum, _), vector in zip(due, vectors, strict=True)
            }
        except VectorUnusable:
            # One text spoils the batch: the others are worth keeping.
            found = {(kind, checksum): vector for checksum, text in due for vector in _one(encoder, text)}
        self._journal.append(found)
        return len(found)

    def _loaded(self) -> Encoder:
        if self._encoder is None:
            self._encoder = Encoder(self._model, lambda: open_tokenizer(self._model), workers=self._threads)
        return self._encoder


_WORDS: Mapping[Kind, str] = {"title": "titles", "short": "descriptions", "body": "bodies"}


def _one(encoder: Encoder, text: str) -> Iterator[Numbers]:
    try:
        yield encoder.embed_passage([text])[0]
    except VectorUnusable:
        return


def _texts(skills: Sequence[_Read], kind: Kind, common: frozenset[int]) -> Iterator[tuple[str, str]]:
    for each in skills:
        data = _data(each.file)
        if data is not None and checksum(data) == each.row.checksum:
            yield each.row.checksum, text(_skill(each.file, data), kind, common)


def _skill(file: SkillFile, data: bytes) -> Skill:
    return read_skill(data, id=file.id, library=file.library)


def _content(skills: Sequence[_Read], made: Made, work: _Work, concepts: Concepts) -> Content:
    rows: list[Row] = []
    vectors: list[Numbers] = []
    kept: list[_Read] = []
    for each in skills:
        vector = joined({kind: made.vector(kind, each.row.checksum) for kind in KINDS})
        if vector is not None:
            rows.append(each.row)
            vectors.append(vector)
            kept.append(each)
    if not kept:
        empty = np.zeros((0, made.vectors.shape[1]), np.float32)
        return Content([], empty, np.zeros(made.vectors.shape[1], np.float32), {})
    table = np.array(vectors, np.float32)
    languages = [each.language for each in kept]
    mean = mean_over_languages(table, languages)
    vectors_of = {name: vector for name, (_, vector) in concepts.items()}
    practices = [row.facets["practice"][0] for row in rows]
    return Content(rows, with_practices(centred(table, mean), practices), _query_mean(kept, work), vectors_of)


def _query_mean(skills: Sequence[_Read], work: _Work) -> Numbers:
    """Return the mean of queries, for which titles stand in: the first ones of each language by checksum."""
    by_language: dict[str, list[_Read]] = {}
    for each in sorted(skills, key=lambda each: each.row.checksum):
        by_language.setdefault(each.language, []).append(each)
    counting = counting_languages([each.language for each in skills])
    sample = [each for code, some in by_language.items() if code in counting for each in some[:_QUERIES_PER_LANGUAGE]]
    return mean_over_languages(work.queries([each.title for each in sample]), [each.language for each in sample])


def _remove_other_journals(home: Path, kept: str) -> None:
    for path in home.glob("journal-*"):
        if path.name != kept:
            path.unlink(missing_ok=True)
