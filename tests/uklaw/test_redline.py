"""The redline of two provisions: what a lawyer would mark, exactly mirrored when the two change places."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redline_pairs import PAIRS, Pair, provision

from lexgate_uklaw.clml.tree import Provision
from lexgate_uklaw.comparison.changes import Change, list_changes
from lexgate_uklaw.comparison.lines import sheet
from lexgate_uklaw.comparison.redline import Redline, compare
from lexgate_uklaw.comparison.words import Span
from lexgate_uklaw.comparison.writing import as_markdown

EACH_PAIR = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)


def redline(old: Provision, new: Provision) -> Redline:
    return compare(sheet(old), sheet(new))


def of(pair: Pair) -> Redline:
    return redline(provision(pair.old), provision(pair.new))


def changes_of(one: Redline) -> list[tuple[str, str, str]]:
    root = next(iter(one.old.units))
    short = [
        (c.kind, *((key or "").removeprefix(root).strip("/") for key in (c.old, c.new))) for c in list_changes(one)
    ]
    return sorted(short)


def test_there_are_thirty_pairs_at_least() -> None:
    assert len(PAIRS) >= 30


@EACH_PAIR
def test_the_redline_is_what_a_lawyer_would_mark(pair: Pair) -> None:
    assert as_markdown(of(pair), 100_000)[0] == pair.redline


@EACH_PAIR
def test_the_changes_are_listed_by_sub_provision(pair: Pair) -> None:
    assert changes_of(of(pair)) == sorted(pair.changes)


@EACH_PAIR
def test_both_texts_can_be_read_out_of_the_redline(pair: Pair) -> None:
    assert_holds_both(of(pair))


@EACH_PAIR
def test_the_other_order_mirrors_the_redline(pair: Pair) -> None:
    assert_mirrors(provision(pair.old), provision(pair.new))


def assert_holds_both(one: Redline) -> None:
    for side, lines in (("old", one.old.lines), ("new", one.new.lines)):
        rows = [row for row in one.rows if getattr(row, side) is not None]
        assert [getattr(row, side) for row in rows] == list(range(len(lines)))
        for row in rows:
            written = "".join(getattr(span, side) for span in row.spans)
            assert written == lines[getattr(row, side)].full


def assert_mirrors(old: Provision, new: Provision) -> None:
    there, back = redline(old, new), redline(new, old)
    assert back.pairs == {j: i for i, j in there.pairs.items()}
    assert gaps(back) == [(kept, come, gone) for kept, gone, come in mirrored(gaps(there))]
    assert by_name(list_changes(back)) == by_name([change.mirrored() for change in list_changes(there)])


Gap = tuple[tuple[Span, ...], list[Span], list[Span]]


def gaps(one: Redline) -> list[Gap]:
    """What is deleted and inserted before each line that stays."""
    found: list[Gap] = []
    gone: list[Span] = []
    come: list[Span] = []
    for row in one.rows:
        if row.old is not None and row.new is not None:
            found.append((row.spans, gone, come))
            gone, come = [], []
        elif row.new is None:
            gone.extend(row.spans)
        else:
            come.extend(row.spans)
    return [*found, ((), gone, come)]


def mirrored(all_gaps: list[Gap]) -> list[Gap]:
    return [
        (tuple(s.mirrored() for s in kept), [s.mirrored() for s in gone], [s.mirrored() for s in come])
        for kept, gone, come in all_gaps
    ]


def by_name(changes: list[Change] | tuple[Change, ...]) -> list[Change]:
    return sorted(changes, key=lambda change: (change.old or "", change.new or "", change.kind))


WORDS = ["a", "the", "lamp", "bell", "dock", ",", ".", "..", "(2)", "must", "green"]


def grown(seed: int) -> Provision:
    """An invented tree: few words and few addresses, so that two of them share a great deal."""
    return _grown(random.Random(seed), "section/1", "1", 0)


def _grown(chance: random.Random, path: str, number: str, depth: int) -> Provision:
    content: list[str | Provision] = _paragraphs(chance, 2)
    if depth < 2:
        names = chance.sample(["1", "2", "3", "3A"], chance.randrange(4))
        content += [_grown(chance, f"{path}/{name}", f"({name})", depth + 1) for name in names]
    content += _paragraphs(chance, 1)
    heading = chance.choice([None, "Lamps", "Lamps and bells"]) if depth == 0 else None
    return Provision(path, path, number, heading, None, None, None, None, tuple(content), ())


def _paragraphs(chance: random.Random, most: int) -> list[str | Provision]:
    return [" ".join(chance.choices(WORDS, k=chance.randrange(1, 10))) for _ in range(chance.randrange(most + 1))]


TREES = st.integers(0, 2**40).map(grown)


@settings(max_examples=300, deadline=None)
@given(TREES, TREES)
def test_any_two_texts_mirror_and_can_be_read_out_of_their_redline(old: Provision, new: Provision) -> None:
    assert_mirrors(old, new)
    assert_holds_both(redline(old, new))


@settings(max_examples=100, deadline=None)
@given(TREES)
def test_a_text_against_itself_has_no_change(one: Provision) -> None:
    same = redline(one, one)
    assert same.is_same
    assert list_changes(same) == ()


MARKS = (
    st.text(alphabet="*~ab \\_`[]<>-#.", min_size=1, max_size=30).map(lambda text: " ".join(text.split())).filter(bool)
)


@settings(max_examples=200, deadline=None)
@given(MARKS, MARKS)
def test_no_text_can_forge_a_mark(old: str, new: str) -> None:
    def one(text: str) -> Provision:
        return Provision("section/1", "s. 1", "1", None, None, None, None, None, (text,), ())

    compared = redline(one(old), one(new))
    written = as_markdown(compared, 10_000)[0]
    for row in compared.rows:
        marks = sum(2 * bool(span.old.strip()) + 2 * bool(span.new.strip()) for span in row.spans if not span.same)
        ours = written.replace("\\\\", "").replace("\\*", "").replace("\\~", "")
        assert ours.count("**") + ours.count("~~") == marks


def test_a_long_redline_keeps_what_is_near_a_change() -> None:
    lines = "\n".join(f"({n}) Lamp number {n} must be lit at dusk." for n in range(1, 60))
    old, new = f"section/1 | 1 |\n{lines}", f"section/1 | 1 |\n{lines}".replace("number 30 must", "number 30 may")
    shown, left_out = as_markdown(redline(provision(old), provision(new)), 500)
    assert shown == (
        "⋯\n\n(29) Lamp number 29 must be lit at dusk.\n\n(30) Lamp number 30 ~~must~~ **may** be lit at dusk.\n\n"
        "(31) Lamp number 31 must be lit at dusk.\n\n⋯"
    )
    assert left_out == 56


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a " * 20_000, "a " * 19_000),  # one word all through
        (" ".join(f"w{n}" for n in range(6000)), " ".join(f"v{n}" for n in range(6000))),  # nothing in common
        (",;" * 20_000, ";," * 20_000),  # signs that follow one another
        ("a b " * 10_000, "b a a " * 6_600),  # two words in every order
    ],
    ids=["one word", "nothing shared", "signs", "two words"],
)
def test_forty_thousand_characters_take_no_quadratic_time(old: str, new: str) -> None:
    def one(text: str) -> Provision:
        return Provision("section/1", "s. 1", "1", None, None, None, None, None, (text.strip(),), ())

    first, second = one(old), one(new)
    start = time.process_time()
    list_changes(redline(first, second))
    # A quadratic walk takes minutes; the measured figures are those of benchmarks/comparison.py.
    assert time.process_time() - start < 3
