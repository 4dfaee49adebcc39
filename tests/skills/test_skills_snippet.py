"""Snippets and the measure of ranking: small and pure."""

from pathlib import Path

import pytest

from lexgate_skills.evaluation import UnusableJudgements, ndcg, read_judgements, recall
from lexgate_skills.snippet import WIDTH, needles, snippet

TEXT = "Intro. " * 60 + "The landlord keeps the deposit after the lease. " + "Outro. " * 60


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("deposit lease", TEXT, "keeps the deposit after the lease"),
        ("Gebuehren", "Die Kontoführungsgebühren steigen.", "Kontoführungsgebühren"),  # ue in the query, ü in the text
        ("经济补偿", "先看试用期, 再看经济补偿。", "经济补偿"),
        ("leases", TEXT, "the lease"),  # another ending
        ("İade", "İADE koşulları ve iade süresi", "iade"),
    ],
)
def test_a_snippet_shows_the_words_of_the_query(query: str, text: str, expected: str) -> None:
    assert expected in snippet(text, needles(query))


def test_a_snippet_is_where_most_words_stand_together() -> None:
    text = "deposit. " + "x " * 300 + "deposit and lease and landlord. " + "x " * 300 + "lease."
    assert "deposit and lease and landlord" in snippet(text, needles("deposit lease landlord"))


def test_a_snippet_is_short_and_on_one_line() -> None:
    shown = snippet("word\n\n" * 5_000, needles("word"))
    assert len(shown) <= WIDTH + 2
    assert "\n" not in shown


@pytest.mark.parametrize("query", ["absent", "", "art"])
def test_without_a_match_there_is_no_snippet(query: str) -> None:
    assert snippet("The party of the first part", needles(query)) == ""


def test_ndcg_is_one_for_the_best_order_and_less_for_another() -> None:
    relevant = {"a": 3, "b": 1}
    assert ndcg(["a", "b", "c"], relevant) == 1
    assert ndcg(["b", "a"], relevant) == pytest.approx((1 + 3 / 1.5849625) / (3 + 1 / 1.5849625))
    assert ndcg(["c"], relevant) == 0


def test_recall_counts_at_most_ten_wanted() -> None:
    assert recall(["a"], {"a": 1, "b": 2}) == 0.5
    assert recall([str(at) for at in range(10)], {str(at): 1 for at in range(40)}) == 1


@pytest.mark.parametrize(
    "line", ["{", '{"query": "x"}', '{"query": "x", "relevant": 3}', '{"query":"x","relevant":{},"filters":{"no":"x"}}']
)
def test_a_line_that_is_no_judged_query_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "judged.jsonl"
    file.write_text('{"query": "x", "relevant": {"a": 1}}\n' + line)
    with pytest.raises(UnusableJudgements, match="Line 2"):
        read_judgements(file)
