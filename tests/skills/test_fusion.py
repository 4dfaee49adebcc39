"""Two ranked lists into one. Skills go by their numbers."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from lexgate_skills.vectors.fusion import Fused, Helped, Side, alternated, normalised, reciprocal

Method = Callable[..., list[Fused]]
METHODS: list[Method] = [alternated, reciprocal, normalised]


def side(*ranked: int) -> Side:
    return Side({number: 1.0 - at / 10 for at, number in enumerate(ranked)}, {})


def numbers(fused: list[Fused]) -> list[int]:
    return [each.number for each in fused]


@pytest.mark.parametrize("method", METHODS)
def test_every_skill_comes_once_and_none_is_lost(method: Method) -> None:
    fused = method(side(1, 2, 3), side(3, 4))
    assert sorted(numbers(fused)) == [1, 2, 3, 4]


@pytest.mark.parametrize("method", METHODS)
def test_each_hit_says_which_side_found_it(method: Method) -> None:
    fused = {each.number: each.found_by for each in method(side(1, 2), side(2, 3))}
    assert fused == {1: "keyword", 2: "both", 3: "vectors"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("keyword", "vectors", "order"),
    [
        # words in a language that no skill has
        (side(), side(8, 9), [8, 9]),
        # vectors that are not there for any of them
        (side(8, 9), side(), [8, 9]),
        # nothing at all
        (side(), side(), []),
    ],
)
def test_where_one_side_is_empty_the_other_ones_order_stands(
    method: Method, keyword: Side, vectors: Side, order: list[int]
) -> None:
    assert numbers(method(keyword, vectors)) == order


@pytest.mark.parametrize("method", METHODS)
def test_an_exact_title_stays_first_whatever_the_vectors_say(method: Method) -> None:
    assert numbers(method(side(1, 7), side(1, 2, 3), [7]))[0] == 7


@pytest.mark.parametrize("method", METHODS)
def test_the_same_lists_always_give_the_same_order(method: Method) -> None:
    lists = side(1, 2, 3, 4), side(4, 3, 2, 1)
    assert method(*lists) == method(*lists)


def test_alternation_takes_keyword_first_and_then_turns() -> None:
    assert numbers(alternated(side(1, 2), side(8, 1, 9))) == [1, 8, 2, 9]


def test_reciprocal_ranks_prefer_what_both_sides_rank() -> None:
    assert numbers(reciprocal(side(1, 2), side(3, 2)))[0] == 2


def test_a_skill_outside_the_vectors_own_list_keeps_its_similarity() -> None:
    far, near, top = 1, 2, 3
    vectors = Side({top: 1.0}, {far: 0.0, near: 0.8})
    fused = normalised(Side({far: 1.0, near: 0.9}, {}), vectors)
    assert numbers(fused)[0] == near
    assert {each.number: each.found_by for each in fused}[near] == "keyword"


def test_the_scale_of_scores_does_not_matter() -> None:
    keyword, vectors = Side({1: 30.0, 2: 10.0}, {}), Side({2: 0.02, 3: 0.01}, {})
    larger = Side({1: 3.0, 2: 1.0}, {}), Side({2: 200.0, 3: 100.0}, {})
    assert numbers(normalised(keyword, vectors)) == numbers(normalised(*larger))


def test_scores_below_nothing_do_not_turn_the_order_round() -> None:
    assert numbers(normalised(Side({1: 1.0}, {}), Side({2: -0.2, 3: -0.5}, {}))) == [1, 2, 3]


def cosines(asked: Sequence[int], pairs: Mapping[tuple[int, int], float]) -> NDArray[np.float32]:
    """Return the cosines of the pairs, either way round; one that stands in no pair has no vector."""
    both = {**pairs, **{(other, one): cosine for (one, other), cosine in pairs.items()}}
    both |= {(number, number): 1.0 for pair in pairs for number in pair}
    return np.array([[both.get((one, other), 0.0) for other in asked] for one in asked], np.float32)


def by(pairs: Mapping[tuple[int, int], float], preferred: Sequence[int] = ()) -> Helped:
    return Helped(partial(cosines, pairs=pairs), lambda asked: set(preferred) & set(asked))


def test_neighbours_lend_each_other_some_of_their_score() -> None:
    best, alone, neighbour = 1, 2, 3
    vectors = Side({best: 1.0, alone: 0.8, neighbour: 0.79}, {})
    assert numbers(normalised(side(), vectors)) == [best, alone, neighbour]
    assert numbers(normalised(side(), vectors, helped=by({(best, neighbour): 0.9}))) == [best, neighbour, alone]


def test_the_best_draw_up_what_is_near_to_them_though_others_are_nearer_to_it() -> None:
    best, other, alike = 1, 2, 3
    # eight neighbours without a score of their own stand nearer to "alike" than the best: none of these lends
    low = dict.fromkeys(range(10, 18), 0.1)
    vectors = Side({best: 1.0, other: 0.42, alike: 0.4, **low}, {})
    lenders = {(one, number): 0.95 for one in (other, alike) for number in low}
    fused = numbers(normalised(side(), vectors, helped=by({**lenders, (best, alike): 0.9, (best, other): 0.1})))
    assert fused.index(alike) < fused.index(other)


def test_a_skill_without_a_vector_keeps_its_score_and_an_exact_title_its_place() -> None:
    vectors = Side({1: 1.0, 2: 0.5}, {})
    assert numbers(normalised(side(), vectors, [2], helped=by({}))) == [2, 1]


def test_skills_of_a_country_that_was_asked_for_come_before_equals() -> None:
    here, there = 1, 2
    vectors = Side({here: 1.0, there: 0.9}, {})
    assert numbers(normalised(side(), vectors, helped=by({}, preferred=[there]))) == [there, here]


def test_what_is_far_down_follows_in_its_order_when_neighbours_lend() -> None:
    many = {number: 1.0 - number / 1_000 for number in range(250)}
    to_the_best = {(0, number): 0.9 for number in many if number}
    fused = numbers(normalised(side(), Side(many, {}), helped=by(to_the_best)))
    assert fused[100:] == list(many)[100:]
