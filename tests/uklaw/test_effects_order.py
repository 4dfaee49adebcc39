"""The order of provision numbers."""

import pytest

from lexgate_uklaw.provision_order import order_key, precedes


@pytest.mark.parametrize(
    "ascending",
    [
        ("45", "45ZA", "45A", "45AZA", "45AA", "45AB", "45B", "46"),
        ("A1", "A2", "1", "1A", "2", "A2A", "2A", "3"),  # A1 stands before 1, A2A between 2 and 2A
        ("za", "zb", "a", "aa", "ab", "b"),
        ("7.2", "7.2.6", "7.2.10", "7.3"),
    ],
)
def test_numbers_follow_the_drafting_practice(ascending: tuple[str, ...]) -> None:
    assert sorted(ascending, key=order_key) == list(ascending)


@pytest.mark.parametrize(("first", "second"), [("viii", "ix"), ("ix", "x"), ("IV", "V"), ("a", "b"), ("9", "10")])
def test_one_number_precedes_another(first: str, second: str) -> None:
    assert precedes(first, second)
    assert not precedes(second, first)
