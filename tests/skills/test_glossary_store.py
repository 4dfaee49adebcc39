"""The glossary in a file: the same answers from it, made anew when it is another's, old or damaged."""

from pathlib import Path

import pytest

from lexgate_skills.glossary import Glossary
from lexgate_skills.glossary_process import make_aside
from lexgate_skills.glossary_store import NAME, is_kept, kept_glossary
from lexgate_skills.library import Library
from lexgate_skills.stems import Stemmer

QUESTIONS = [
    "Kündigungsfrist im Arbeitsvertrag",
    "Bankgebühren zurückfordern",  # a compound by its parts
    "the contracts of tenants under the GDPR",
    "劳动合同 解除 经济补偿",
    "договоры аренды",  # by stems
    "who will pay",  # no capitals: not the WHO
]


@pytest.fixture
def made() -> Glossary:
    return Glossary.load(None, Stemmer())


def test_a_kept_glossary_answers_as_one_just_made(made: Glossary, tmp_path: Path) -> None:
    kept_glossary(None, Stemmer(), tmp_path)
    kept = kept_glossary(None, Stemmer(), tmp_path)
    assert type(kept.concepts) is not type(made.concepts)
    for question in QUESTIONS:
        assert kept.linked(question) == made.linked(question)
    assert list(kept.concepts) == list(made.concepts)
    assert kept.concepts[3:5] == made.concepts[3:5]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-100],  # cut short
        lambda data: data.replace(b"Vertrag", b"Verdrag", 1),  # a changed byte
        lambda data: data[:5] + b"\xff" + data[5:],  # the head is no JSON
        lambda data: b"[]\n" + data.partition(b"\n")[2],  # a head of another shape
        lambda data: data.replace(b'"sizes": [', b'"sizes": [1', 1),  # parts of other lengths
        lambda data: data.replace(b'"longest": ', b'"longest": -', 1),  # another number in the head
    ],
)
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: object) -> None:
    kept_glossary(None, Stemmer(), tmp_path)
    data = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(damage(data))  # type: ignore[operator] # a row of the table
    assert kept_glossary(None, Stemmer(), tmp_path).linked("Arbeitsvertrag")
    assert (tmp_path / NAME).read_bytes() == data


def test_a_changed_file_of_the_user_is_seen(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    for form in ("zebrahaltung", "giraffenhaltung"):
        own.write_text(f"concepts:\n  keeping:\n    de: [{form}]\n    en: [keeping animals]\n", encoding="utf-8")
        linked = kept_glossary(own, Stemmer(), tmp_path / "home").linked(form)
        assert [each.concept for each in linked] == ["keeping"]


def test_a_folder_that_cannot_be_written_costs_only_the_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert kept_glossary(None, Stemmer(), tmp_path / "file").linked("Arbeitsvertrag")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_process_of_its_own_makes_the_table_once_and_anew_when_the_users_file_changes(tmp_path: Path) -> None:
    own, home = tmp_path / "own.yaml", tmp_path / "home"
    made = []
    for form in ("zebrahaltung", "zebrahaltung", "giraffenhaltung"):
        own.write_text(f"concepts:\n  keeping:\n    de: [{form}]\n", encoding="utf-8")
        make_aside(own, home)
        assert is_kept(own, home)
        made.append((home / NAME).stat().st_ino)  # a table made anew is another file, put in the old one's place
    assert made[0] == made[1] != made[2]


def test_where_no_process_can_make_the_table_the_glossary_is_there_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    make_aside(None, tmp_path / "file")
    assert not is_kept(None, tmp_path / "file")
    assert Library({}, tmp_path / "file").glossary().linked("Arbeitsvertrag")
