"""Search by meaning in a server's life: what is missing, damaged or killed leaves keyword results and a notice."""

import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from embedding_fixtures import DIMENSION, scripted_helper, write_tiny_model
from vector_fixtures import SKILLS, job, quiet, write_library, write_skill

from lexgate_skills.build import build
from lexgate_skills.embedding.embedder import Embedder, HelperLimits
from lexgate_skills.generations import Generations
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.model.settings import ModelSettings
from lexgate_skills.model.supply import ModelSupply
from lexgate_skills.question import Filters, Question, Retrieved
from lexgate_skills.ranking import Mode, Ranking
from lexgate_skills.terms import TERMS_VERSION
from lexgate_skills.vectors.meaning import Meaning
from lexgate_skills.vectors.retrieval import POOL
from lexgate_skills.vectors.run import embed
from lexgate_skills.vectors.state import store_at


class Installation:
    """A library with a keyword index, a model, vectors over it, and servers that search them."""

    def __init__(self, folder: Path) -> None:
        self.root = write_library(folder / "library")
        self.model = write_tiny_model(folder / "model")
        self.home = folder / "vectors"
        self.keyword_home = folder / "keyword"
        self.now = 0.0
        self.servers: list[Meaning] = []
        self.keyword = self.indexed()

    def indexed(self) -> KeywordIndex:
        self.keyword_home.mkdir(exist_ok=True)
        store = Generations(self.keyword_home, terms=TERMS_VERSION)
        build(store, {"firm": self.root}, now=datetime(2026, 1, 1, tzinfo=UTC))
        return KeywordIndex(store.current())

    def embedded(self) -> None:
        embed(job(self.root, self.model, self.home), quiet)

    def server(self, *, enabled: bool = True) -> Meaning:
        supply = ModelSupply(ModelSettings(), self.home.parent / "models", self.model)
        limits = HelperLimits(idle_seconds=30, threads=1)
        meaning = Meaning(supply, self.home, limits, enabled=enabled, clock=lambda: self.now)
        self.servers.append(meaning)
        return meaning


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installation]:
    installation = Installation(tmp_path)
    yield installation
    for server in installation.servers:
        server.close()


def search(
    installed: Installation, server: Meaning, mode: Mode = "auto", question: Question | None = None
) -> tuple[Ranking, Retrieved]:
    asked = question or Question("rent of a tenant")

    async def one() -> tuple[Ranking, Retrieved]:
        ranking = await server.ranking(asked.text, mode, 30.0)
        return ranking, ranking.over(installed.keyword).retrieve(asked, 10)

    return anyio.run(one)


def test_auto_is_hybrid_once_the_vectors_are_there(installed: Installation) -> None:
    installed.embedded()
    ranking, found = search(installed, installed.server())
    assert (ranking.mode, ranking.notice) == ("hybrid", "")
    assert {each.found_by for each in found.ranked} <= {"both", "vectors", "keyword"}
    assert len(found.ranked) == len(SKILLS)


def test_hybrid_finds_skills_that_share_no_word_with_the_question(installed: Installation) -> None:
    installed.embedded()
    _, found = search(installed, installed.server(), "hybrid", Question("zzz"))
    assert {each.found_by for each in found.ranked} == {"vectors"}


def test_semantic_ranks_by_meaning_alone_and_counts_what_passes_the_filters(installed: Installation) -> None:
    installed.embedded()
    question = Question("court", Filters(practice="court"))
    ranking, found = search(installed, installed.server(), "semantic", question)
    assert (ranking.mode, found.total, len(found.ranked)) == ("semantic", 2, 2)


@pytest.mark.parametrize("mode", ["hybrid", "semantic"])
def test_an_exact_title_comes_first(installed: Installation, mode: Mode) -> None:
    installed.embedded()
    for title in ("Claim form", "Rent review"):
        _, found = search(installed, installed.server(), mode, Question(title))
        assert found.ranked[0].card["title"] == title


def test_hits_found_by_vectors_alone_have_their_card(installed: Installation) -> None:
    installed.embedded()
    _, found = search(installed, installed.server(), "hybrid", Question("zzz"))
    assert all(each.card["title"] for each in found.ranked)


def test_later_pages_continue_the_first_ones_though_they_come_out_of_larger_pools(installed: Installation) -> None:
    words = ("rent", "tenant", "lease", "court", "deadline", "claim", "notice", "contract")
    for at in range(240):
        title = " ".join(words[(at * step) % 8] for step in (1, 3, 5)[: 1 + at % 3])
        body = " ".join(words[(at // 8 + step) % 8] for step in range(at % 7))
        write_skill(installed.root, f"gb/many/skills/s{at}", f"{title} {at}", "en", title, body)
    installed.keyword = installed.indexed()
    installed.embedded()
    server, question = installed.server(), Question("rent of a tenant")

    async def ranked(limit: int) -> list[str]:
        ranking = await server.ranking(question.text, "hybrid", 30.0)
        return [each.key for each in ranking.over(installed.keyword).retrieve(question, limit).ranked]

    first, more = anyio.run(ranked, 60), anyio.run(ranked, 240)
    assert more[:60] == first
    assert len(set(more)) == len(more) == 240


def test_keyword_mode_starts_no_process(installed: Installation) -> None:
    installed.embedded()
    server = installed.server()
    ranking, _ = search(installed, server, "keyword")
    assert (ranking.mode, server.helper_pid) == ("keyword", None)


def test_without_vectors_auto_is_keyword_and_says_nothing(installed: Installation) -> None:
    server = installed.server()
    ranking, found = search(installed, server)
    assert (ranking.mode, ranking.notice, server.helper_pid) == ("keyword", "", None)
    assert found.ranked


PROBLEMS = [
    # no vectors were made
    ("nothing", "no vectors yet"),
    # the model's file is gone
    ("missing", "No embedding model"),
    # the tokeniser's file is gone
    ("incomplete", "has neither"),
    # the weights are cut off
    ("truncated", "another model"),
    # another model of another dimension
    ("dimension", "vectors of another length"),
    # switched off
    ("off", "is off"),
]


def damage(installed: Installation, how: str) -> None:
    if how != "nothing":
        installed.embedded()
    weights = installed.model / "model.onnx"
    if how == "missing":
        weights.unlink()
    if how == "incomplete":
        (installed.model / "sentencepiece.bpe.model").unlink()
    if how == "truncated":
        weights.write_bytes(weights.read_bytes()[:-100])
    if how == "dimension":
        write_tiny_model(installed.model, dimension=2 * DIMENSION)


def test_vectors_of_another_version_are_told_as_such_and_searched_again_once_made_anew(installed: Installation) -> None:
    installed.embedded()
    report = store_at(installed.home).current().folder / "report.json"
    made = json.loads(report.read_text())
    report.write_text(json.dumps({**made, "terms": made["terms"] - 1}))
    ranking, _ = search(installed, installed.server(), "auto")
    assert (ranking.mode, "another version of lexgate" in ranking.notice) == ("keyword", True)
    installed.embedded()
    assert search(installed, installed.server(), "auto")[0].mode == "hybrid"


@pytest.mark.parametrize("how", ["missing", "truncated", "dimension"])
def test_vectors_that_were_there_and_cannot_be_used_are_told_also_where_nobody_asked_for_them(
    installed: Installation, how: str
) -> None:
    damage(installed, how)
    assert "by keyword" in search(installed, installed.server(), "auto")[0].notice


@pytest.mark.parametrize("mode", ["hybrid", "semantic"])
@pytest.mark.parametrize(("how", "told"), PROBLEMS)
def test_what_is_missing_leaves_keyword_results_and_a_notice(
    installed: Installation, how: str, told: str, mode: Mode
) -> None:
    damage(installed, how)
    ranking, found = search(installed, installed.server(enabled=how != "off"), mode)
    assert ranking.mode == "keyword"
    assert told in ranking.notice
    assert "by keyword" in ranking.notice
    assert found.ranked[0].found_by == "keyword"


def test_a_keyword_index_that_another_process_replaced_still_opens_vectors(installed: Installation) -> None:
    installed.embedded()
    shutil.rmtree(installed.keyword.generation.folder)
    ranking, found = search(installed, installed.server(), "semantic")
    assert (ranking.mode, ranking.notice, len(found.ranked)) == ("semantic", "", len(SKILLS))


def test_a_mended_model_is_used_again_after_some_seconds(installed: Installation) -> None:
    installed.embedded()
    weights = (installed.model / "model.onnx").read_bytes()
    (installed.model / "model.onnx").unlink()
    server = installed.server()
    assert search(installed, server)[0].mode == "keyword"
    (installed.model / "model.onnx").write_bytes(weights)
    installed.now = 60.0
    assert search(installed, server)[0].mode == "hybrid"


def test_a_helper_killed_between_searches_is_not_noticed(installed: Installation) -> None:
    installed.embedded()
    server = installed.server()
    search(installed, server)
    pid = server.helper_pid
    assert pid is not None
    os.kill(pid, signal.SIGTERM)
    ranking, _ = search(installed, server)
    assert ranking.mode in ("hybrid", "keyword")
    assert search(installed, server)[0].mode == "hybrid"


def test_a_helper_killed_in_the_middle_of_a_search_leaves_keyword_results(
    installed: Installation, tmp_path: Path
) -> None:
    installed.embedded()
    server = installed.server()
    command = scripted_helper(tmp_path / "helper.py", "def answer(head):\n    os.kill(os.getpid(), 9)")
    embedder = Embedder(installed.model, command=command)
    server.use(embedder)
    ranking, found = search(installed, server, "hybrid")
    assert (ranking.mode, "ended before it answered" in ranking.notice) == ("keyword", True)
    assert found.ranked
    server.use(Embedder(installed.model, HelperLimits(threads=1)))
    assert search(installed, server, "hybrid")[0].mode == "hybrid"


def test_damaged_vectors_leave_keyword_results_and_a_notice(installed: Installation) -> None:
    installed.embedded()
    path = store_at(installed.home).current().folder / "coarse.i1"
    path.write_bytes(b"\0" * path.stat().st_size)
    ranking, found = search(installed, installed.server())
    assert (ranking.mode, "damaged" in ranking.notice) == ("keyword", True)
    assert found.ranked


def test_a_skill_that_changed_since_is_still_found_by_keyword(installed: Installation) -> None:
    installed.embedded()
    write_skill(installed.root, "gb/property/skills/rent-review", "Rent review", "en", "Anew.", "rent")
    installed.keyword = installed.indexed()
    _, found = search(installed, installed.server(), "hybrid", Question("rent review"))
    assert found.ranked[0].key.endswith("rent-review")
    assert found.ranked[0].found_by == "keyword"


def test_a_skill_that_was_removed_since_is_neither_found_nor_counted(installed: Installation) -> None:
    installed.embedded()
    (installed.root / "gb/property/skills/rent-review" / "SKILL.md").unlink()
    installed.keyword = installed.indexed()
    _, found = search(installed, installed.server(), "semantic", Question("rent review"))
    assert found.total == len(SKILLS) - 1
    assert not any(each.key.endswith("rent-review") for each in found.ranked)


def test_words_that_were_asked_while_the_model_worked_are_not_asked_again(installed: Installation) -> None:
    installed.embedded()
    question = Question("rent of a tenant")
    installed.server().prepare(installed.keyword, "auto", question)
    ahead = installed.keyword.candidates(question, POOL)
    search(installed, installed.server(), "auto", question)
    assert installed.keyword.candidates(question, POOL) is ahead
    assert len(installed.keyword._asked) == 1  # under this question and size alone


def test_four_servers_at_once_search_while_vectors_are_made_anew(installed: Installation) -> None:
    installed.embedded()
    modes: list[str] = []

    def serve() -> None:
        server = installed.server()
        modes.extend(search(installed, server)[0].mode for _ in range(3))

    threads = [threading.Thread(target=serve) for _ in range(4)]
    for thread in threads:
        thread.start()
    write_skill(installed.root, "gb/property/skills/new", "New skill", "en", "New.", "rent")
    installed.embedded()
    for thread in threads:
        thread.join()
    assert modes == ["hybrid"] * 12


def test_closing_ends_the_helper(installed: Installation) -> None:
    installed.embedded()
    server = installed.server()
    search(installed, server)
    server.close()
    assert server.helper_pid is None


def test_a_query_that_only_meaning_answers_counts_no_skill_with_its_words(installed: Installation) -> None:
    installed.embedded()
    _, found = search(installed, installed.server(), "hybrid", Question("zzz"))
    assert (found.total, len(found.ranked)) == (0, len(SKILLS))


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (
            "semantic",
            "1 new or changed skills have no vectors and are not among these hits. Run `lexgate skills embed`.",
        ),
        ("hybrid", "1 new or changed skills have no vectors and were ranked by their words alone."),
    ],
)
def test_skills_without_vectors_are_told(installed: Installation, mode: Mode, told: str) -> None:
    installed.embedded()
    write_skill(installed.root, "gb/property/skills/new", "New skill", "en", "New.", "rent")
    installed.keyword = installed.indexed()
    assert search(installed, installed.server(), mode)[0].notice.startswith(told)


def test_a_few_skills_without_vectors_are_no_news_in_hybrid_searches(installed: Installation) -> None:
    for at in range(20):
        write_skill(installed.root, f"gb/property/skills/s{at}", f"Lease {at}", "en", "Lease.", "rent")
    installed.embedded()
    write_skill(installed.root, "gb/property/skills/new", "New skill", "en", "New.", "rent")
    installed.keyword = installed.indexed()
    assert search(installed, installed.server(), "hybrid")[0].notice == ""


@pytest.mark.parametrize("report", [None, "", "[]"])
def test_a_report_that_cannot_be_read_is_told_as_damage(installed: Installation, report: str | None) -> None:
    installed.embedded()
    path = store_at(installed.home).current().folder / "report.json"
    path.unlink() if report is None else path.write_text(report)
    ranking, _ = search(installed, installed.server())
    assert (ranking.mode, ranking.notice.startswith("The vectors on disk are damaged or gone.")) == ("keyword", True)
