"""Intervals of means: as wide as they should be, the same at every run, and absent where they would mean nothing."""

from math import sqrt
from random import Random
from statistics import fmean

import pytest

from lexgate_skills.intervals import interval


def test_the_same_values_give_the_same_interval() -> None:
    values = [0.1, 0.9, 0.4, 0.6, 0.3, 1.0]
    assert interval(values) == interval(values)


def test_the_interval_of_many_values_is_that_of_the_normal_distribution() -> None:
    draw = Random(7)
    values = [draw.random() for _ in range(300)]
    found = interval(values)
    mean = fmean(values)
    error = sqrt(sum((each - mean) ** 2 for each in values)) / len(values)
    assert found.mean == pytest.approx(mean)
    assert (found.low, found.high) == (
        pytest.approx(mean - 1.96 * error, abs=error * 0.15),
        pytest.approx(mean + 1.96 * error, abs=error * 0.15),
    )


@pytest.mark.parametrize(
    ("values", "clear"),
    [
        ([0.1, 0.2, 0.1, 0.3, 0.2], True),  # always more
        ([-0.1, -0.2, -0.1, -0.3, -0.2], True),  # always less
        ([0.3, -0.3, 0.1, -0.2, 0.1], False),  # now more, now less
        ([0.5, 0.5, 0.5, 0.5], False),  # too few to tell
        ([0.0] * 9, False),  # no difference at all
    ],
)
def test_a_difference_is_clear_when_zero_lies_outside(values: list[float], clear: bool) -> None:
    assert interval(values).is_clear is clear


def test_too_few_values_have_a_mean_and_no_bounds() -> None:
    found = interval([0.2, 0.4])
    assert (found.low, found.high) == (None, None)
    assert found.mean == pytest.approx(0.3)
