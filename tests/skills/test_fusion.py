"""Two ranked lists into one."""

from collections.abc import Callable

import pytest

from lexgate_skills.vectors.fusion import Fused, Side, alternated, normalised, reciprocal

Method = Callable[..., list[Fused]]
METHODS: list[Method] = [alternated, reciprocal, normalised]


def side(*keys: str, **others: float) -> Side:
    return Side({key: 1.0 - at / 10 for at, key in enumerate(keys)}, others)


def keys(fused: list[Fused]) -> list[str]:
    return [each.key for each in fused]


@pytest.mark.parametrize("method", METHODS)
def test_every_skill_comes_once_and_none_is_lost(method: Method) -> None:
    fused = method(side("a", "b", "c"), side("c", "d"))
    assert sorted(keys(fused)) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("method", METHODS)
def test_each_hit_says_which_side_found_it(method: Method) -> None:
    fused = {each.key: each.found_by for each in method(side("a", "b"), side("b", "c"))}
    assert fused == {"a": "keyword", "b": "both", "c": "vectors"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("keyword", "vectors", "order"),
    [
        # words in a language that no skill has
        (side(), side("x", "y"), ["x", "y"]),
        # vectors that are not there for any of them
        (side("x", "y"), side(), ["x", "y"]),
        # nothing at all
        (side(), side(), []),
    ],
)
def test_where_one_side_is_empty_the_other_ones_order_stands(
    method: Method, keyword: Side, vectors: Side, order: list[str]
) -> None:
    assert keys(method(keyword, vectors)) == order


@pytest.mark.parametrize("method", METHODS)
def test_an_exact_title_stays_first_whatever_the_vectors_say(method: Method) -> None:
    assert keys(method(side("a", "named"), side("a", "b", "c"), ["named"]))[0] == "named"


@pytest.mark.parametrize("method", METHODS)
def test_the_same_lists_always_give_the_same_order(method: Method) -> None:
    lists = side("a", "b", "c", "d"), side("d", "c", "b", "a")
    assert method(*lists) == method(*lists)


def test_alternation_takes_keyword_first_and_then_turns() -> None:
    assert keys(alternated(side("a", "b"), side("x", "a", "y"))) == ["a", "x", "b", "y"]


def test_reciprocal_ranks_prefer_what_both_sides_rank() -> None:
    assert keys(reciprocal(side("a", "b"), side("c", "b")))[0] == "b"


def test_a_skill_outside_the_vectors_own_list_keeps_its_similarity() -> None:
    keyword = Side({"far": 1.0, "near": 0.9}, {})
    vectors = Side({"top": 1.0}, {"far": 0.0, "near": 0.8})
    fused = normalised(keyword, vectors)
    assert keys(fused)[0] == "near"
    assert {each.key: each.found_by for each in fused}["near"] == "keyword"


def test_the_scale_of_scores_does_not_matter() -> None:
    keyword, vectors = Side({"a": 30.0, "b": 10.0}, {}), Side({"b": 0.02, "c": 0.01}, {})
    larger = Side({"a": 3.0, "b": 1.0}, {}), Side({"b": 200.0, "c": 100.0}, {})
    assert keys(normalised(keyword, vectors)) == keys(normalised(*larger))


def test_scores_below_nothing_do_not_turn_the_order_round() -> None:
    assert keys(normalised(Side({"a": 1.0}, {}), Side({"b": -0.2, "c": -0.5}, {}))) == ["a", "b", "c"]


def test_neighbours_lend_each_other_some_of_their_score() -> None:
    vectors = Side({"best": 1.0, "alone": 0.8, "neighbour": 0.79}, {})
    near = {"best": [("neighbour", 0.9)], "neighbour": [("best", 0.9)], "alone": []}
    assert keys(normalised(side(), vectors)) == ["best", "alone", "neighbour"]
    assert keys(normalised(side(), vectors, near=lambda asked: near)) == ["best", "neighbour", "alone"]


def test_a_skill_without_neighbours_keeps_its_score_and_an_exact_title_its_place() -> None:
    vectors = Side({"a": 1.0, "b": 0.5}, {})
    assert keys(normalised(side(), vectors, ["b"], near=lambda asked: {})) == ["b", "a"]


def test_what_is_far_down_follows_in_its_order_when_neighbours_lend() -> None:
    many = {f"k{at:03}": 1.0 - at / 1_000 for at in range(250)}
    fused = keys(normalised(side(), Side(many, {}), near=lambda asked: {key: [("k000", 1.0)] for key in asked}))
    assert fused[100:] == list(many)[100:]
