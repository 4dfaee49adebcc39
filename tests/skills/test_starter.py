"""The starter library: every skill complete, procedural, marked as unreviewed; and the judged queries over it."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from lexgate_kit.hidden import reveal
from lexgate_skills.frontmatter import FIELDS, read_skill
from lexgate_skills.skill import Skill

ROOT = Path(__file__).resolve().parents[2]
STARTER = ROOT / "vendor" / "starter-skills"
JUDGED = ROOT / "tests" / "fixtures" / "skills" / "starter-relevance.jsonl"
PATHS = sorted(STARTER.rglob("SKILL.md"))
NOT_REVIEWED = {
    "ar": "لم يراجعه محامٍ",
    "de": "Nicht anwaltlich geprüft",
    "en": "Not reviewed by a lawyer",
    "es": "No revisado por un abogado",
    "fr": "Non relu par un avocat",
    "it": "Non rivisto da un avvocato",
    "ja": "弁護士による確認を受けていません",
    "ko": "변호사의 검토를 받지 않았습니다",
    "nl": "Niet door een advocaat beoordeeld",
    "pl": "Nie sprawdzone przez prawnika",
    "pt": "Não revisto por um advogado",
    "ru": "Не проверено юристом",
    "tr": "Bir avukat tarafından incelenmemiştir",
    "zh": "未经律师审核",
}
# A rule with its number is a statement of law, which ages; a method names the place to look instead.
STATEMENT = re.compile(
    r"§\s*\d|\b[Aa]rt(?:\.|icle|ikel|iculo|ículo|igo)\s*\d|第\s*\d+\s*[条條]|\b(?:section|s\.)\s*\d+\b"
)


def read(path: Path) -> Skill:
    return read_skill(path.read_bytes(), id=path.parent.relative_to(STARTER).as_posix(), library="starter")


@pytest.fixture(params=PATHS, ids=lambda path: path.parent.name)
def skill(request: pytest.FixtureRequest) -> Skill:
    return read(request.param)


def judged() -> list[dict]:  # type: ignore[type-arg] # rows of JSON
    return [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]


def test_its_frontmatter_is_complete_and_found_without_a_remark(skill: Skill) -> None:
    assert not skill.findings
    absent = {name for name in FIELDS if not getattr(skill, name)}
    assert absent <= {"sources"}
    assert (skill.author, skill.license) == ("lexgate", "MIT")
    assert skill.id == f"{skill.jurisdiction}/{skill.practice}/skills/{skill.name}"
    assert len(skill.title) <= 120
    assert 60 <= len(skill.description) <= 400 or skill.language in ("zh", "ja", "ko")


def test_it_is_marked_in_its_own_language_as_not_reviewed(skill: Skill) -> None:
    assert f"> **{NOT_REVIEWED[skill.language]}" in skill.body[:400]


def test_it_has_no_hidden_characters(skill: Skill) -> None:
    assert reveal(f"{skill.title}{skill.description}{skill.body}")[1] == 0


def test_it_is_a_procedure_of_some_length_and_states_no_provision(skill: Skill) -> None:
    lines = skill.body.split("\n")
    assert 60 <= len(lines) <= 150
    assert sum(line.startswith("## ") for line in lines) >= 4
    assert "|---" in skill.body
    assert STATEMENT.search(skill.body) is None


def test_its_tables_have_as_many_cells_in_each_row(skill: Skill) -> None:
    rows = list(skill.body.split("\n"))
    for number, line in enumerate(rows):
        if re.fullmatch(r"\|(?:-+\|)+", line):
            width = line.count("|")
            at = number - 1
            while at < len(rows) and rows[at].startswith("|"):
                assert rows[at].count("|") == width, rows[at]
                at += 1


def test_the_library_speaks_enough_languages() -> None:
    languages = Counter(read(path).language for path in PATHS)
    assert languages.total() >= 24
    assert len(languages) >= 8


def test_every_skill_is_the_best_answer_to_some_judged_query() -> None:
    best = {path for row in judged() for path, grade in row["relevant"].items() if grade == 3}
    assert best == {read(path).id for path in PATHS}


def test_the_judged_queries_are_well_formed() -> None:
    rows = judged()
    assert len(rows) >= 40
    assert len({row["query"] for row in rows}) == len(rows)
    for row in rows:
        assert set(row) == {"query", "lang", "filters", "relevant", "kind"}
        assert set(row["relevant"].values()) <= {1, 2, 3}
        for path in row["relevant"]:
            found = read(STARTER / path / "SKILL.md")
            assert all(getattr(found, name) == value for name, value in row["filters"].items())
