"""How many requests a caller may send: a pure decision, its clock in our hand."""

import pytest

from lexgate.http.allowance import Allowance


def test_a_minute_s_worth_may_come_at_once_and_then_one_by_one() -> None:
    allowance = Allowance(60)
    assert [allowance.wait_for("anna", 0) for _ in range(60)] == [0.0] * 60
    assert allowance.wait_for("anna", 0) == pytest.approx(1.0)
    assert allowance.wait_for("anna", 0.5) == pytest.approx(0.5)
    assert allowance.wait_for("anna", 1.0) == 0.0
    assert allowance.wait_for("anna", 1.0) == pytest.approx(1.0)


def test_a_long_silence_saves_no_more_than_a_minute_s_worth() -> None:
    allowance = Allowance(2)
    assert [allowance.wait_for("anna", 100_000) > 0 for _ in range(3)] == [False, False, True]


def test_callers_do_not_share() -> None:
    allowance = Allowance(1)
    assert allowance.wait_for("anna", 0) == 0.0
    assert allowance.wait_for("bert", 0) == 0.0
    assert allowance.wait_for("anna", 0) > 0


def test_zero_is_no_limit() -> None:
    assert {Allowance(0).wait_for("anna", 0) for _ in range(1000)} == {0.0}


def test_many_callers_cost_bounded_memory() -> None:
    allowance = Allowance(1)
    for number in range(20_000):
        allowance.wait_for(str(number), 0)
    assert len(allowance._buckets) == 10_000
