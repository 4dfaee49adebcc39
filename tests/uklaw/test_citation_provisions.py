"""Provision shorthand for the tools: one provision, or a refusal that says what to do."""

import pytest

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.citations import parse_provision
from lexgate_uklaw.citations.other_addresses import other_addresses
from lexgate_uklaw.identifiers.provisions import ProvisionPath


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("s. 45(2)(f)", "section/45/2/f"),
        ("section 45", "section/45"),
        ("section/45/2/f", "section/45/2/f"),
        ("Section/45", "section/45"),
        ("Sch. 2 para. 3", "schedule/2/paragraph/3"),
        ("schedule/2/paragraph/3", "schedule/2/paragraph/3"),
        ("reg. 5", "regulation/5"),
        ("art. 28(3)", "article/28/3"),
        ("r. 3.4", "rule/3.4"),
        ("Pt 3 Ch 2", "part/3/chapter/2"),
        ("the Schedule", "schedule"),
        ("Sch.", "schedule"),
        ("Annex I", "annex/I"),
        ("introduction", "introduction"),
        ("S\u00a045\u2009(2)", "section/45/2"),
    ],
)
def test_one_provision_is_read_from_a_path_or_from_shorthand(written: str, path: str) -> None:
    assert str(parse_provision(written)) == path


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "blank"),
        ("Data Protection Act 2018", "an Act is no provision"),
        ("ss 1-5", "several provisions"),
        ("s 45 et seq", "words that are left over"),
        ("s 45 or so", "words that are left over"),
        ("subsection (2)", "no section that it is in"),
        ("45", "a number without its kind"),
        ("section", "a kind without its number"),
        ("section/45/2018-01-01", "a version in the path"),
        ("s. " + "1" * 400, "too long"),
    ],
)
def test_what_names_no_single_provision_is_refused(written: str, why: str) -> None:
    with pytest.raises(UnusableInput) as refusal:
        parse_provision(written)
    assert refusal.value.reason == "invalid_provision", why
    assert refusal.value.next_step


@pytest.mark.parametrize(
    ("path", "others"),
    [
        ("schedule/1/part/2/paragraph/10/1", ["schedule/1/paragraph/10/1"]),
        ("schedule/part/I/chapter/2/paragraph/3", ["schedule/paragraph/3"]),
        ("schedule/1/paragraph/10", []),  # nothing to leave out
        ("schedule/1/part/2", []),  # the Part itself is asked for
        ("part/3/chapter/2", []),  # no Schedule
    ],
)
def test_a_paragraph_in_a_part_of_a_schedule_may_also_stand_without_the_part(path: str, others: list[str]) -> None:
    assert [str(each) for each in other_addresses(ProvisionPath.parse(path))] == others
