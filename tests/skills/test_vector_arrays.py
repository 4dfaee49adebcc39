"""The arithmetic of the search arrays."""

import tracemalloc

import numpy as np
import pytest

from lexgate_skills.vectors.arrays import (
    PRACTICE_SHARE,
    WEIGHTS,
    above_mean,
    centred,
    cosines_of,
    counting_languages,
    joined,
    language_means,
    mean_over_languages,
    nearest_only,
    packed,
    similarities,
    top,
    with_practices,
)

ROWS = np.random.default_rng(11).normal(size=(1_500, 16)).astype(np.float32)
QUERY = ROWS[7] + 0.1


def test_packed_rows_order_the_best_as_exact_arithmetic_does() -> None:
    found, exact = top(similarities(packed(ROWS), QUERY), 50), top(ROWS @ QUERY, 50)
    assert found[:5].tolist() == exact[:5].tolist()
    assert len(set(found.tolist()) & set(exact.tolist())) >= 49  # float16 may swap two at the edge


def test_the_best_scores_are_exact_to_float16() -> None:
    scores = similarities(packed(ROWS), QUERY)
    best = top(scores, 50)
    assert np.allclose(scores[best], ROWS[best] @ QUERY, rtol=2e-3)


def test_filtered_rows_are_never_among_the_best() -> None:
    allowed = np.zeros(len(ROWS), np.bool_)
    allowed[[3, 900]] = True
    assert sorted(top(similarities(packed(ROWS), QUERY, allowed), 10).tolist()) == [3, 900]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_library_of_hardly_any_skills_is_searched(count: int) -> None:
    assert len(top(similarities(packed(ROWS[:count]), QUERY), 10)) == count if count else True


def test_equal_scores_keep_the_order_of_the_rows() -> None:
    assert top(np.array([0.5, 0.9, 0.5, 0.9], np.float32), 4).tolist() == [1, 3, 0, 2]


def test_a_row_of_zeros_is_packed_without_dividing_by_nothing() -> None:
    assert np.isfinite(packed(np.zeros((2, 4), np.float32)).scales).all()


def test_one_endless_code_does_not_take_its_length_for_every_row() -> None:
    codes = ["x" * 60_000, *["de"] * (len(ROWS) - 1)]
    tracemalloc.start()
    try:
        for work in (mean_over_languages, language_means, with_practices):
            work(ROWS, codes)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5_000_000


def test_languages_of_a_few_skills_have_no_part_in_means_where_others_have_enough() -> None:
    assert counting_languages(["de"] * 15 + ["fr"] * 14) == {"de"}
    assert counting_languages(["de", "fr"]) == {"de", "fr"}


def test_a_language_with_many_skills_does_not_set_the_mean_alone() -> None:
    vectors = np.array([[1.0, 0.0]] * 100 + [[0.0, 1.0]] * 20, np.float32)
    assert mean_over_languages(vectors, ["de"] * 100 + ["fr"] * 20).tolist() == [0.5, 0.5]


def test_a_language_with_a_handful_of_skills_does_not_count() -> None:
    vectors = np.array([[1.0, 0.0]] * 100 + [[0.0, 1.0]] * 3, np.float32)
    assert mean_over_languages(vectors, ["de"] * 100 + ["fr"] * 3).tolist() == [1.0, 0.0]


def test_a_small_library_takes_the_mean_of_all() -> None:
    assert mean_over_languages(np.eye(2, dtype=np.float32), ["de", "fr"]).tolist() == [0.5, 0.5]


def test_a_row_without_a_body_vector_stands_on_title_and_description() -> None:
    short, title = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)
    row = joined({"short": short, "body": None, "title": title})
    assert row is not None
    total = WEIGHTS["short"] + WEIGHTS["title"]
    assert row.tolist() == pytest.approx([WEIGHTS["short"] / total, WEIGHTS["title"] / total])


def test_without_a_short_text_there_is_no_row() -> None:
    assert joined({"short": None, "body": np.ones(2, np.float32), "title": None}) is None


def test_texts_that_agree_make_a_longer_row_than_texts_that_do_not() -> None:
    same, other = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)
    agreeing = joined({"short": same, "body": same, "title": same})
    torn = joined({"short": same, "body": other, "title": same})
    assert agreeing is not None
    assert torn is not None
    assert np.linalg.norm(agreeing) > np.linalg.norm(torn)


def test_half_of_the_mean_is_taken_away() -> None:
    assert centred(np.array([[1.0, 1.0]], np.float32), np.array([1.0, 0.0], np.float32)).tolist() == [[0.5, 1.0]]


def test_scores_are_told_above_the_mean_of_what_is_allowed() -> None:
    scores = above_mean(np.array([1.0, 3.0, -np.inf], np.float32))
    assert scores.tolist() == [-1.0, 1.0, -np.inf]


def test_a_row_takes_a_share_of_its_practice_areas_mean() -> None:
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [5.0, 5.0]], np.float32)
    found = with_practices(rows, ["tax", "tax", ""])
    half = PRACTICE_SHARE / 2
    assert found.tolist() == [[1.0 + half, half], [half, 1.0 + half], [5.0, 5.0]]


def test_the_nearest_rows_are_told_without_the_row_itself_and_without_opposites() -> None:
    rows = np.array([[1.0, 0.0], [1.0, 0.1], [-1.0, 0.0], [0.0, 0.0]], np.float32)
    found = nearest_only(cosines_of(rows), 2)
    assert [np.flatnonzero(others).tolist() for others in found] == [[1], [0], [], []]


def test_each_language_with_enough_skills_has_its_mean_and_the_others_the_mean_of_these() -> None:
    rows = np.concatenate([np.full((15, 2), 1.0), np.full((15, 2), 3.0), np.full((2, 2), 9.0)]).astype(np.float32)
    means, which = language_means(rows, ["de"] * 15 + ["fr"] * 15 + ["he"] * 2)
    assert means.tolist() == [[2, 2], [1, 1], [3, 3]]
    assert which.tolist() == [1] * 15 + [2] * 15 + [0] * 2


def test_where_no_language_has_enough_skills_all_have_one_mean() -> None:
    means, which = language_means(np.array([[1.0], [3.0]], np.float32), ["de", "fr"])
    assert (means.tolist(), which.tolist()) == ([[2.0]], [0, 0])
