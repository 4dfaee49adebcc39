"""The grammar against the editors' own citations: the same measures as benchmarks/citations.py, with their limits."""

import pytest
from benchmarks.citations import SHARED, in_text, rows, single


@pytest.mark.corpus
def test_citations_in_the_editors_notes_are_found_and_bound() -> None:
    if not (SHARED / "eval").is_dir():
        pytest.skip("the evaluation folder is not there (set LEXGATE_SHARED)")
    scores = in_text(rows("uk-citations-in-text.jsonl"))
    assert scores["item recall"].rate >= 0.985
    assert scores["item precision"].rate >= 0.965
    assert scores["unmarked but citations"].wrong == []
    assert scores["provision recall"].rate >= 0.92


@pytest.mark.corpus
def test_single_citations_of_the_editors_are_read() -> None:
    if not (SHARED / "eval").is_dir():
        pytest.skip("the evaluation folder is not there (set LEXGATE_SHARED)")
    scores = single(rows("uk-citations.jsonl"))
    assert scores["as written"].rate >= 0.99
    assert scores["type where decided"].rate >= 0.99
