"""Which texts of a skill become vectors."""

from dataclasses import replace

import pytest

from lexgate_skills.skill import Skill
from lexgate_skills.vectors.texts import BODY_CHARACTERS, common_from, mark, marks, passages, text

SKILL = Skill(
    id="gb/property/skills/lease",
    library="firm",
    name="lease",
    title="Lease notice",
    description="Ends a lease. Always ask a lawyer!",
    author="",
    license="",
    version="",
    jurisdiction="gb",
    practice="property",
    language="en",
    tags=("drafting", "notice"),
    sources=(),
    body="# Lease notice\n\n- Read the **lease**.\n- Always ask a lawyer!\n\nSee [the Act](https://example.org/act).\n",
    findings=(),
)
NOTHING: frozenset[int] = frozenset()


def test_the_short_text_holds_title_description_and_tags() -> None:
    assert text(SKILL, "short", NOTHING) == "Lease notice. Ends a lease. Always ask a lawyer!. drafting, notice"


def test_the_body_text_begins_with_the_title_once_and_holds_no_markup() -> None:
    assert text(SKILL, "body", NOTHING) == "Lease notice. Read the lease . Always ask a lawyer! See the Act."


def test_the_title_stands_alone() -> None:
    assert text(SKILL, "title", NOTHING) == "Lease notice"


def test_a_passage_that_many_skills_share_is_left_out_whatever_its_case_and_spaces() -> None:
    common = frozenset({mark("ALWAYS  ask a lawyer")})
    assert text(SKILL, "body", common) == "Lease notice. Read the lease . See the Act."
    assert "lawyer" in text(SKILL, "short", common)


def test_a_skill_made_of_shared_passages_alone_still_has_its_title() -> None:
    common = frozenset(marks(SKILL))
    assert text(SKILL, "short", common).startswith("Lease notice")
    assert text(SKILL, "body", common).startswith("Lease notice")


def test_a_long_body_is_cut() -> None:
    long = replace(SKILL, body="\n".join(f"Point {number} of many." for number in range(5_000)))
    assert len(text(long, "body", NOTHING)) <= BODY_CHARACTERS + len("Lease notice. ")


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("One. Two!\nThree", ["One.", "Two!", "Three"]),
        # Chinese sentences end without a space
        ("第一条。第二条；第三条", ["第一条。", "第二条；", "第三条"]),
        ("| a | b |\n|---|---|", ["a b"]),
        ("", []),
        # a section number is no end of a sentence only when no space follows
        ("s.45 applies", ["s.45 applies"]),
    ],
)
def test_passages_are_sentences_and_lines(markdown: str, expected: list[str]) -> None:
    assert list(passages(markdown)) == expected


@pytest.mark.parametrize(("skills", "copies"), [(24, 4), (2_980, 4), (20_293, 20)])
def test_a_larger_library_needs_more_copies_to_call_a_passage_common(skills: int, copies: int) -> None:
    assert common_from(skills) == copies


def test_hostile_markup_is_read_in_linear_time() -> None:
    assert list(passages("[" * 50_000 + "(" * 50_000 + "*" * 50_000 + "end")) != []
