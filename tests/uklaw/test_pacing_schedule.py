"""The decision when the next request may start, with the clock passed in."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexgate_uklaw.pacing import schedule as pacing
from lexgate_uklaw.pacing.robots import Rules, allows, read_rules
from lexgate_uklaw.pacing.schedule import Reserved, Schedule, Shed, Slot, Started, Wait

GAP = 1.0
NOON = 1_000_000.0


def _after_one_start(at: float = NOON) -> Schedule:
    schedule, answer = pacing.claim(pacing.anew(at), at, "a", GAP)
    assert answer == Started()
    return schedule


def test_the_first_request_starts_at_once() -> None:
    assert pacing.reserve(pacing.anew(NOON), NOON, NOON + 45, GAP)[1] == Reserved(NOON)


def test_starts_are_promised_a_gap_apart() -> None:
    schedule = pacing.anew(NOON)
    promised = []
    for _ in range(4):
        schedule, answer = pacing.reserve(schedule, NOON, NOON + 45, GAP)
        assert isinstance(answer, Reserved)
        promised.append(answer.at - NOON)
    assert promised == [0.0, 1.0, 2.0, 3.0]


def test_a_call_that_cannot_start_in_time_is_shed_and_leaves_no_trace() -> None:
    schedule = pacing.anew(NOON)
    for _ in range(3):
        schedule, _ = pacing.reserve(schedule, NOON, NOON + 45, GAP)
    after, answer = pacing.reserve(schedule, NOON, NOON + 2.5, GAP)
    assert answer == Shed(3.0, refused=False)
    assert after.reserved == schedule.reserved


def test_a_promise_that_was_given_back_is_free_again() -> None:
    schedule, _ = pacing.reserve(_after_one_start(), NOON, NOON + 45, GAP)
    schedule, answer = pacing.reserve(schedule, NOON, NOON + 45, GAP)
    assert answer == Reserved(NOON + 2)
    schedule = pacing.withdraw(schedule, NOON, NOON + 2, GAP)
    assert pacing.reserve(schedule, NOON, NOON + 45, GAP)[1] == Reserved(NOON + 2)


def test_a_promise_before_another_stays_when_it_is_given_back() -> None:
    schedule, _ = pacing.reserve(_after_one_start(), NOON, NOON + 45, GAP)
    schedule, _ = pacing.reserve(schedule, NOON, NOON + 45, GAP)
    schedule = pacing.withdraw(schedule, NOON, NOON + 1, GAP)
    assert pacing.reserve(schedule, NOON, NOON + 45, GAP)[1] == Reserved(NOON + 3)


def test_a_process_that_wakes_late_makes_the_next_wait() -> None:
    late = _after_one_start(NOON + 0.9)
    assert pacing.claim(late, NOON + 1.0, "b", GAP)[1] == Wait(pytest.approx(0.9))


def test_at_most_four_run_at_once() -> None:
    schedule = pacing.anew(NOON)
    for second, holder in enumerate("abcd"):
        schedule, answer = pacing.claim(schedule, NOON + second, holder, GAP)
        assert answer == Started()
    assert pacing.claim(schedule, NOON + 4, "e", GAP)[1] == Wait(GAP)
    schedule = pacing.release(schedule, NOON + 4, "b")
    assert pacing.claim(schedule, NOON + 4, "e", GAP)[1] == Started()


def test_a_killed_process_holds_its_slot_for_a_while_only() -> None:
    schedule = replace(pacing.anew(NOON), slots=tuple(Slot(name, NOON + 45) for name in "abcd"))
    assert pacing.claim(schedule, NOON + 44, "e", GAP)[1] == Wait(GAP)
    assert pacing.claim(schedule, NOON + 45, "e", GAP)[1] == Started()


@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        (7.0, 7.0),  # the header is honoured
        (0.0, 0.0),
        (-5.0, 0.0),  # a date in the past
        (1800.0, 1800.0),
        (1e9, 3600.0),  # a broken header silences nobody for days
        (None, 60.0),
    ],
)
def test_a_refusal_closes_the_gate_for_everyone(retry_after: float | None, seconds: float) -> None:
    schedule, pause = pacing.refused(_after_one_start(), NOON + 1, retry_after)
    assert pause == seconds
    answer = pacing.reserve(schedule, NOON + 1.5, NOON + 46, GAP)[1]
    open_again = NOON + 1 + seconds
    if open_again >= NOON + 46:
        assert answer == Shed(open_again - (NOON + 1.5), refused=True)
    else:
        assert answer == Reserved(max(open_again, NOON + 1.5))


def test_the_pause_doubles_to_five_minutes() -> None:
    schedule, now, pauses = pacing.anew(NOON), NOON, []
    for _ in range(5):
        schedule, pause = pacing.refused(schedule, now, None)
        pauses.append(pause)
        now += pause
    assert pauses == [60, 120, 240, 300, 300]


def test_refusals_of_requests_that_ran_together_count_once() -> None:
    schedule, _ = pacing.refused(pacing.anew(NOON), NOON, None)
    schedule, pause = pacing.refused(schedule, NOON + 1, None)
    assert pause == 60  # counted from the last one, not doubled


def test_an_answer_resets_the_pause() -> None:
    schedule, _ = pacing.refused(pacing.anew(NOON), NOON, None)
    schedule = pacing.served(schedule, NOON + 61)
    assert pacing.refused(schedule, NOON + 62, None)[1] == 60


def test_a_gate_that_closed_after_the_promise_stops_the_start() -> None:
    schedule, _ = pacing.reserve(_after_one_start(), NOON, NOON + 45, GAP)
    schedule, _ = pacing.refused(schedule, NOON + 0.5, 30.0)
    assert pacing.claim(schedule, NOON + 1, "b", GAP)[1] == Shed(29.5, refused=True)


def test_a_longer_crawl_delay_is_adopted_up_to_a_minute() -> None:
    schedule = pacing.with_rules(_after_one_start(), NOON, read_rules(b"User-agent: lexgate\nCrawl-delay: 5"))
    assert pacing.reserve(schedule, NOON, NOON + 45, GAP)[1] == Reserved(NOON + 5)
    schedule = pacing.with_rules(schedule, NOON, read_rules(b"User-agent: lexgate\nCrawl-delay: 9999"))
    assert pacing.pace(schedule, GAP) == 60
    schedule = pacing.with_rules(schedule, NOON, read_rules(b"User-agent: lexgate\nCrawl-delay: 0.2"))
    assert pacing.pace(schedule, GAP) == GAP


def test_robots_are_wanted_once_a_day_by_one_process() -> None:
    schedule, wanted = pacing.robots_wanted(pacing.anew(NOON), NOON)
    assert wanted
    schedule, wanted = pacing.robots_wanted(schedule, NOON + 60)
    assert not wanted
    assert pacing.robots_wanted(schedule, NOON + 24 * 3600)[1]


def test_a_clock_set_back_does_not_stall() -> None:
    schedule, _ = pacing.reserve(_after_one_start(), NOON, NOON + 45, GAP)
    yesterday = NOON - 86_400
    assert pacing.reserve(schedule, yesterday, yesterday + 45, GAP)[1] == Reserved(yesterday + 2)


def test_a_clock_set_back_keeps_the_gate_closed_for_the_same_time() -> None:
    schedule, _ = pacing.refused(pacing.anew(NOON), NOON, None)
    assert pacing.reserve(schedule, NOON - 3600, NOON - 3600 + 45, GAP)[1] == Shed(60, refused=True)


def test_a_clock_set_forward_does_not_burst() -> None:
    schedule = _after_one_start()
    for _ in range(3):
        schedule, _ = pacing.reserve(schedule, NOON, NOON + 45, GAP)
    tomorrow = NOON + 86_400
    started = 0
    for _ in range(5):  # those who waited and those who come now, all at once
        schedule, answer = pacing.claim(schedule, tomorrow, "x", GAP)
        started += isinstance(answer, Started)
    assert started == 1


@pytest.mark.parametrize(
    "impossible",
    [
        {"reserved": NOON + 1e9},  # promised by another clock
        {"started": NOON + 1e9},
        {"closed_until": NOON + 1e9},
        {"slots": (Slot("a", NOON + 1e9),) * 4},
    ],
)
def test_times_of_another_clock_never_stall_for_long(impossible: dict[str, object]) -> None:
    schedule = replace(pacing.anew(NOON), **impossible)  # type: ignore[arg-type]  # one field each
    answer = pacing.reserve(schedule, NOON, NOON + 1e6, GAP)[1]
    assert isinstance(answer, Reserved)
    assert answer.at <= NOON + 3600
    later, _ = pacing.reserve(schedule, NOON, NOON + 1e6, GAP)
    assert pacing.claim(later, NOON + 3600, "b", GAP)[1] == Started()


@given(
    st.lists(st.tuples(st.floats(-100, 100), st.sampled_from(["claim", "reserve", "release", "refuse"])), max_size=60)
)
def test_no_two_starts_are_closer_than_the_gap_while_the_clock_runs_on(steps: list[tuple[float, str]]) -> None:
    schedule, now, starts = pacing.anew(NOON), NOON, []
    for step, deed in steps:
        now += abs(step) / 100
        if deed == "claim":
            schedule, answer = pacing.claim(schedule, now, "a", GAP)
            starts += [now] if isinstance(answer, Started) else []
        elif deed == "reserve":
            schedule, _ = pacing.reserve(schedule, now, now + 45, GAP)
        elif deed == "release":
            schedule = pacing.release(schedule, now, "a")
        else:
            schedule, _ = pacing.refused(schedule, now, abs(step))
    assert all(later - earlier >= GAP - 1e-9 for earlier, later in itertools.pairwise(starts))


@given(st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=30))
def test_whatever_the_clock_does_a_start_comes_within_a_gap_of_patience(jumps: list[float]) -> None:
    schedule, now = pacing.anew(NOON), NOON
    for jump in jumps:
        now = max(now + jump, 0.0)
        schedule, answer = pacing.claim(schedule, now, "a", GAP)
        if isinstance(answer, Wait):
            assert answer.seconds <= GAP
            now += answer.seconds
            schedule, answer = pacing.claim(schedule, now, "a", GAP)
            assert answer == Started()
        schedule = pacing.release(schedule, now, "a")


@pytest.mark.parametrize(
    ("robots", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 5\n", 0.0),  # for crawlers
        ("User-agent: lexgate\nCrawl-delay: 20\n", 20.0),
        ("User-Agent: LexGate/1.0 # us\nDisallow: /x\nCrawl-Delay: 2.5\n", 2.5),
        ("User-agent: other\nUser-agent: lexgate\nCrawl-delay: 7", 7.0),  # one group, two names
        ("User-agent: lexgate\nDisallow:\nUser-agent: other\nCrawl-delay: 7", 0.0),  # the next group is not ours
        ("User-agent: lexgate\nSitemap: http://x.test/\nCrawl-delay: 7", 7.0),
        ("User-agent: lexgateway\nCrawl-delay: 7", 0.0),  # another product
        ("User-agent: lexgate\nCrawl-delay: soon", 0.0),
        ("User-agent: lexgate\nCrawl-delay: inf", 0.0),
        ("User-agent: lexgate\nCrawl-delay: -1", 0.0),
        ("<!DOCTYPE html>", 0.0),
        ("", 0.0),
    ],
)
def test_only_the_delay_for_our_own_product_is_adopted(robots: str, delay: float) -> None:
    assert read_rules(robots.encode()).crawl_delay == delay


@pytest.mark.parametrize(
    ("closed", "opened", "path", "open_"),
    [
        ((), (), "/ukpga/2018/12/data.xml", True),
        (("/",), (), "/ukpga/2018/12/data.xml", False),  # everything is closed to us
        (("/id",), (), "/id?title=x", False),
        (("/id",), (), "/ukpga/2018/12/data.xml", True),
        (("*/data.feed",), (), "/all/data.feed?title=x", False),
        (("*/data.feed$",), (), "/all/data.feed?title=x", True),  # only at the end
        (("*/data.feed$",), (), "/all/data.feed", False),
        (("/a*b*c$",), (), "/axbxc", False),
        (("/a*b*c$",), (), "/axcxb", True),
        (("/ab*b$",), (), "/ab", True),  # the same letter does not count twice
        (("/",), ("/ukpga",), "/ukpga/2018/12/data.xml", True),  # the longer rule decides
        (("/ukpga/2018",), ("/ukpga",), "/ukpga/2018/12/data.xml", False),
        (("/ukpga",), ("/ukpga",), "/ukpga/2018/12/data.xml", True),  # a tie opens
        (("*a" * 100 + "b",), (), "/" + "a" * 2000, True),  # and quickly
    ],
)
def test_addresses_closed_to_our_product_are_known(
    closed: tuple[str, ...], opened: tuple[str, ...], path: str, open_: bool
) -> None:
    assert allows(Rules(0.0, closed, opened), path) is open_


def test_rules_for_others_close_nothing_to_us() -> None:
    robots = b"User-agent: *\nDisallow: /\n\nUser-agent: lexgate\nDisallow: /x\nAllow: /x/y\nDisallow:\n"
    assert read_rules(robots) == Rules(0.0, ("/x",), ("/x/y",))
