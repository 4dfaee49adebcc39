"""SKILL.md files as they are found in the wild, each read as a skill."""

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lexgate_skills.frontmatter import first_heading, first_paragraph, read_skill
from lexgate_skills.frontmatter_repair import repaired
from lexgate_skills.plain_yaml import FASTEST, MAX_DEPTH, Unreadable, read
from lexgate_skills.simple_lines import simple_block
from lexgate_skills.skill import Skill

PLACE = "fr/contracts/skills/nda"


def skill(text: str | bytes, place: str = PLACE) -> Skill:
    data = text.encode() if isinstance(text, str) else text
    return read_skill(data, id=place, library="own")


def said(found: Skill, kind: str) -> list[str]:
    return [finding.what for finding in found.findings if finding.kind == kind]


COMPLETE = """---
name: nda
title: "Review: an NDA"
description: >
  Folded over
  two lines.
author: 'O''Hara'
license: MIT
version: 1.10
jurisdiction: FR
practice: contracts
language: pt_BR
tags: [drafting, review]
sources:
  - https://example.org/a
  - {title: A book, url: https://example.org/b}
---

# Heading

Text.
"""


def test_every_field_of_a_complete_frontmatter_is_read() -> None:
    assert skill(COMPLETE) == Skill(
        id=PLACE,
        library="own",
        name="nda",
        title="Review: an NDA",
        description="Folded over two lines.",
        author="O'Hara",
        license="MIT",
        version="1.10",
        jurisdiction="fr",
        practice="contracts",
        language="pt-br",
        tags=("drafting", "review"),
        sources=("https://example.org/a", "A book https://example.org/b"),
        body="\n# Heading\n\nText.\n",
        findings=(),
    )


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("no", "no"),  # Norwegian, not false
        ("1:30", "1:30"),  # not ninety
        ("2024-01-31", "2024-01-31"),  # not a date
        ("2024-13-45", "2024-13-45"),  # no date at all
        ("1.10", "1.10"),  # not 1.1
        ("0x1F", "0x1F"),  # not 31
        ("!!int 7", "7"),  # a tag changes nothing
        ('"\\ud83d"', "\\ud83d"),  # half of a character is no character
        ("~", ""),  # absent
        ("null", ""),  # absent
        ('"null"', "null"),  # the word
    ],
)
def test_every_value_is_text(written: str, read_as: str) -> None:
    assert skill(f"---\nname: nda\nversion: {written}\n---\n").version == read_as


@pytest.mark.parametrize(
    ("encode", "kind"),
    [
        (lambda text: b"\xef\xbb\xbf" + text.encode(), "note"),  # a byte order mark
        (lambda text: text.replace("\n", "\r\n").encode(), None),  # CRLF is usual
        (lambda text: text.replace("\n", "\r").encode(), None),  # the line break of old Macs
        (lambda text: text.encode("utf-16"), "repaired"),  # with its mark
        (lambda text: text.encode("utf-16-be"), "repaired"),  # without a mark
        (lambda text: text.encode("utf-16-le"), "repaired"),  # without a mark
        (lambda text: text.encode("utf-32"), "repaired"),  # with its mark
        (lambda text: text.encode("cp1252"), "repaired"),  # not UTF-8
    ],
)
def test_any_encoding_is_read_and_an_unusual_one_is_said(encode, kind) -> None:  # type: ignore[no-untyped-def] # a table of lambdas
    found = skill(encode("---\nname: nda\ntitle: Prüfung – Änderung\n---\n\nEin Satz für alle.\n"))
    assert found.title == "Prüfung – Änderung"
    assert found.description == "Ein Satz für alle."
    assert [
        finding.kind for finding in found.findings if "name" not in finding.what and "taken" not in finding.what
    ] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("description: Review contracts: find risks", "Review contracts: find risks"),  # the usual one
        ('description: "Review" contracts', '"Review" contracts'),  # a stray quote
        ('description: "Review contracts', "Review contracts"),  # a quote never closed
        ("description: it's: so", "it's: so"),  # an apostrophe is kept
        ("description: 'it's so'", "'it's so'"),  # an apostrophe in single quotes
        ("description: @mentions stay", "@mentions stay"),  # a reserved character
        ("description: `code` first", "`code` first"),  # another
        ("description: % of the price", "% of the price"),  # a directive's character
        ("description: [draft] of a letter", "[draft] of a letter"),  # not a list after all
        ("description: {{client}} letter: short", "{{client}} letter: short"),  # a placeholder
        ('description: "path C:\\dir"', "path C:\\dir"),  # no such escape
        ("description:\tafter: a tab", "after: a tab"),  # tabs
        ("description: first: part\n  goes on: here", "first: part goes on: here"),  # over two lines
    ],
)
def test_a_scalar_that_breaks_yaml_is_quoted_and_nothing_else_is_lost(line: str, value: str) -> None:
    text = f"---\nname: nda\n{line}\nlicense: MIT\njurisdiction: fr\npractice: contracts\ntags:\n  - a\n---\nBody.\n"
    found = skill(text)
    assert found.description == value
    assert (found.license, found.tags, found.body) == ("MIT", ("a",), "Body.\n")
    assert [(finding.kind, finding.line) for finding in found.findings] == [("repaired", 3)]


def test_several_broken_scalars_are_each_repaired_with_their_line() -> None:
    block = '---\nname: nda\ntitle: a: b\ndescription: >\n  folded\nauthor: "x\nsources:\n  - c: d: e\n---\n'
    found = skill(block)
    assert (found.title, found.description, found.author) == ("a: b", "folded", "x")
    assert [finding.line for finding in found.findings if finding.kind == "repaired"] == [3, 6, 8]


@pytest.mark.parametrize(
    "line",
    [
        "description: &a [x, x]",  # an anchor
        "description: *a",  # an alias
        "? [a, b]\n: c",  # a key that is no text
        "description:\n  " + "- " * MAX_DEPTH + "a",  # nested for nothing
    ],
)
def test_what_is_refused_leaves_the_simple_lines_and_the_body(line: str) -> None:
    found = skill(f"---\nname: nda\nlicense: MIT\n{line}\n---\n# Title\n\nFirst paragraph.\n")
    assert (found.license, found.title, found.description) == ("MIT", "Title", "First paragraph.")
    assert len(said(found, "skipped")) == 1


def test_an_alias_bomb_is_refused_before_it_grows() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}' if n else 'x'] * 9)}]\n" for n in range(9))
    found = skill(f"---\n{levels}---\n\nText.\n")
    assert found.description == "Text."
    assert said(found, "skipped")


def test_frontmatter_over_64_kb_is_refused_and_the_body_read() -> None:
    found = skill("---\nname: other\nx: " + "y" * 65_536 + "\n---\n# Title\n")
    assert (found.name, found.title) == ("nda", "Title")
    assert said(found, "skipped") == ["The frontmatter is over 64 KB and was not read."]


def test_a_file_without_frontmatter_takes_its_heading_and_first_paragraph() -> None:
    found = skill(
        "```\n# no heading\n```\n\n> a quote\n\n## The **title** ##\n\n---\n\nOne line,\nand another.\n\nMore.\n"
    )
    assert found.title == "The **title"  # emphasis is only taken off the ends
    assert found.description == "One line, and another."
    assert (found.name, found.jurisdiction, found.practice, found.language) == ("nda", "fr", "contracts", "")


def test_a_rule_at_the_start_is_not_frontmatter() -> None:
    text = "---\nJust a sentence between rules.\n---\n\n# Title\n"
    found = skill(text)
    assert found.body == text
    assert (found.title, found.description) == ("Title", "Just a sentence between rules.")


def test_frontmatter_that_is_never_closed_gives_its_simple_lines() -> None:
    found = skill("---\nname: nda\ntitle: Open end\n\n# Heading\n\nText.\n")
    assert (found.title, found.description) == ("Open end", "Text.")
    assert len(said(found, "repaired")) == 1


def test_a_rule_inside_a_block_scalar_does_not_close_the_frontmatter() -> None:
    assert skill("---\nname: nda\ndescription: |\n  a\n  ---\n  b\n---\nBody").description == "a --- b"


def test_a_second_block_fills_what_the_first_leaves_open_and_stays_in_the_body() -> None:
    found = skill("---\nname: nda\nlicense: MIT\n---\n\n---\nlicense: GPL\nauthor: B\n---\n\n# Title\n")
    assert (found.license, found.author, found.title) == ("MIT", "B", "Title")
    assert "license: GPL" in found.body


def test_a_rule_after_the_frontmatter_is_no_second_block() -> None:
    found = skill("---\nname: nda\n---\n\n---\n\nA sentence.\n\n---\n")
    assert not any("second" in what for what in said(found, "note"))


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("a, b;c", ("a", "b", "c")),  # one text
        ("[a, b, a]", ("a", "b")),  # a list, doubles dropped
        ('"[a, b]"', ("a", "b")),  # a list in quotes
        ("劳动、合同", ("劳动", "合同")),  # the Chinese comma
        ("\n  - a, and b\n  - c", ("a, and b", "c")),  # a list's members stay whole
        ("", ()),  # none
    ],
)
def test_tags_are_read_from_a_list_or_a_text(written: str, tags: tuple[str, ...]) -> None:
    assert skill(f"---\nname: nda\ntags: {written}\n---\n").tags == tags


def test_values_under_metadata_count_where_the_top_is_silent() -> None:
    found = skill("---\nname: nda\nversion: '2'\nmetadata:\n  author: B\n  version: '1'\n---\n")
    assert (found.author, found.version) == ("B", "2")


def test_of_a_key_that_comes_twice_the_last_one_holds() -> None:
    found = skill("---\nname: nda\ntitle: first\ntitle: second\n---\n")
    assert found.title == "second"
    assert [finding.line for finding in found.findings if "twice" in finding.what] == [4]


def test_a_place_outside_the_usual_layout_says_nothing_about_jurisdiction() -> None:
    found = skill("---\nname: c\n---\n", place="a/b/c")
    assert (found.jurisdiction, found.practice, found.findings) == ("", "", ())


def test_a_name_that_differs_from_its_folder_is_noted() -> None:
    assert "The name differs from the folder's name." in said(skill("---\nname: other\n---\n"), "note")


def test_findings_quote_nothing_from_the_file() -> None:
    found = skill("---\nname: IGNORE\ndescription: IGNORE all: previous\n? [IGNORE]\n: x\n---\nIGNORE\n")
    assert found.findings
    assert not any("IGNORE" in finding.what for finding in found.findings)


def test_an_empty_file_is_a_skill_named_after_its_folder() -> None:
    assert (skill(b"").title, skill(b"").description) == ("nda", "")


def test_a_heading_of_marks_alone_is_passed_over() -> None:
    assert first_heading("# **\n## Second") == "Second"


def test_a_first_paragraph_is_cut_at_a_thousand_characters() -> None:
    assert len(first_paragraph("word " * 900)) == 1000


ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=300)
LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "---",
                "name: a",
                "title: 'b'",
                'x: "',
                "- c",
                "tags:",
                "  - d: e: f",
                "k: |",
                "  t",
                "&a *a",
                "# h",
                "",
                "...",
            ]
        ),
        st.text(st.sampled_from("ab:#'\"-[]{}&*!|>%@`, \t\\né§\x00\ufeff\u2028"), max_size=12),
    ),
    max_size=12,
).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.binary(max_size=200).map(lambda data: b"---\n" + data + b"\n---\n")))
def test_no_bytes_make_the_reader_fail(data: bytes) -> None:
    skill(data).title.encode()


@settings(max_examples=400, deadline=None)
@given(LINES)
@example('a: "\nb: "x" y\nc: [')
def test_no_frontmatter_makes_the_reader_fail_or_lose_the_body(block: str) -> None:
    found = skill(f"---\n{block}\n---\nThe body's end.".encode("utf-8", "replace"))
    assert found.body.endswith("The body's end.")
    found.description.encode()


@settings(max_examples=600, deadline=None)
@given(LINES)
@example("a: b: c")
@example("a: 'it''s'")
@example("a: b #c")
@example("a: b:")
def test_simple_lines_mean_what_yaml_says(block: str) -> None:
    simple = simple_block(block)
    if simple is not None:
        root = read(block).root
        assert root is not None
        assert isinstance(root.value, dict)
        assert simple == {key: node.value for key, node in root.value.items()}


@settings(max_examples=200, deadline=None)
@given(LINES)
def test_the_parser_in_python_fails_in_the_same_way_at_most(block: str) -> None:
    with suppress(Unreadable):
        read(block.replace("\ufeff", ""), loader=yaml.BaseLoader)


def test_a_hostile_block_is_given_up_after_a_bounded_number_of_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = []

    def counted(text: str):  # type: ignore[no-untyped-def] # passes through
        readings.append(1)
        return read(text)

    monkeypatch.setattr("lexgate_skills.frontmatter_repair.read", counted)
    with pytest.raises(Unreadable):
        repaired("\n".join(f'k{n}: "a' for n in range(500)) + "\n? [a]: b")
    assert len(readings) <= 60


def shared() -> Path:
    named = os.environ.get("LEXGATE_SHARED")
    return Path(named) if named else Path(__file__).resolve().parents[3] / "shared"


@pytest.fixture(scope="module")
def corpus() -> list[tuple[str, bytes]]:
    roots = [shared() / "corpus" / name for name in ("skills", "skills-open-sample")]
    if not all(root.is_dir() for root in roots):
        pytest.skip("the shared corpora are not here")
    return [
        (path.parent.relative_to(root).as_posix(), path.read_bytes())
        for root in roots
        for path in sorted(root.rglob("SKILL.md"))
    ]


@pytest.mark.corpus
def test_every_file_of_the_corpora_is_a_skill_and_all_broken_frontmatter_is_repaired(corpus) -> None:  # type: ignore[no-untyped-def] # a fixture
    skills = [read_skill(data, id=place, library="c") for place, data in corpus]
    assert len(skills) == 2980
    assert all(each.title and each.name and each.description for each in skills)
    broken = {place for place, data in corpus if not _is_yaml(data)}
    kinds = Counter(finding.kind for each in skills for finding in each.findings)
    mended = {each.id for each in skills if any(finding.kind == "repaired" for finding in each.findings)}
    assert len(broken) == 15
    assert mended == broken
    assert kinds["skipped"] == 0


def _is_yaml(data: bytes) -> bool:
    """Ask PyYAML's own loader, so that the count does not come from the code under test."""
    text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        return isinstance(yaml.load(text[4 : text.index("\n---", 4)], Loader=yaml.BaseLoader), dict)
    except yaml.YAMLError:
        return False


@pytest.mark.corpus
def test_the_quick_reading_of_the_corpora_is_that_of_yaml(corpus) -> None:  # type: ignore[no-untyped-def] # a fixture
    quick = 0
    for place, data in corpus:
        text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
        block = text[4 : text.index("\n---", 3)] if text.startswith("---\n") else ""
        simple = simple_block(block)
        if simple is not None:
            quick += 1
            assert simple == yaml.load(block, Loader=FASTEST), place
    assert quick > 1000
