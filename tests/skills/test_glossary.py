"""The legal glossary: its files, what it links, and what its linter says."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from lexgate_skills.glossary import OWN_FILES, Equivalent, Glossary, Linked, shared_glossary
from lexgate_skills.glossary_command import glossary_command, glossary_problem
from lexgate_skills.glossary_file import (
    Concept,
    Form,
    GlossaryUnreadable,
    merged,
    parse_glossary,
    quick_glossary,
    read_glossary,
    yaml_glossary,
)
from lexgate_skills.glossary_lint import LANGUAGES, Remark, lint
from lexgate_skills.stems import Stemmer

SMALL = """concepts:
  contract:
    en: [contract]
    de: [Vertrag, Verträge]
    zh: [合同]
  employment-contract:
    en: [employment contract]
    de: [Arbeits+vertrag]
    zh: [劳动合同]
    ru: [трудовой договор]
  bank-fees:
    en: [bank fees]
    de: [Bank+gebühren, Kontoführungs+entgelt]
  artificial-intelligence:
    en: [=AI, artificial intelligence]
    it: [intelligenza artificiale]
  dismissal:
    en: [dismissal]
    de: [Kündigung]
    tr: [fesih]
"""


@pytest.fixture(scope="module")
def stemmer() -> Stemmer:
    return Stemmer()


@pytest.fixture(scope="module")
def small(stemmer: Stemmer) -> Glossary:
    return Glossary(parse_glossary(SMALL, "small.yaml"), stemmer)


@pytest.fixture(scope="module")
def own() -> tuple[Concept, ...]:
    return merged(read_glossary(path) for path in sorted(OWN_FILES.glob("*.yaml")))


@pytest.fixture(scope="module")
def whole(own: tuple[Concept, ...], stemmer: Stemmer) -> Glossary:
    return Glossary(own, stemmer)


def names(found: tuple[Linked, ...]) -> list[tuple[str, str]]:
    return [(each.concept, each.how) for each in found]


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Is this contract valid?", [("contract", "form")]),  # a word in a sentence
        ("VERTRÄGE", [("contract", "form")]),  # case
        ("Vertraege", [("contract", "form")]),  # an umlaut written out
        ("of contracts", [("contract", "stem")]),  # another inflection
        ("employment contract", [("employment-contract", "form")]),  # the longer form alone
        ("contract of employment contract", [("contract", "form"), ("employment-contract", "form")]),  # both, apart
        ("审查劳动合同吗", [("employment-contract", "form")]),  # inside a run of characters
        ("合同", [("contract", "form")]),  # two characters
        ("трудового договора", [("employment-contract", "stem")]),  # a phrase by its stems
        ("Bankgebühren", [("bank-fees", "form")]),  # a compound
        ("Bank-Gebühren", [("bank-fees", "form")]),  # its parts
        ("Kündigungsfristen", [("dismissal", "part")]),  # the beginning of a compound
        ("Kaufvertrag", [("contract", "part")]),  # the end of a compound
        ("AI", [("artificial-intelligence", "form")]),  # in capitals
        ("ai sensi", []),  # another word in small letters
        ("nothing here", []),  # no form
        ("", []),  # nothing asked
    ],
)
def test_a_question_is_linked_to_the_concepts_it_names(
    small: Glossary, text: str, linked: list[tuple[str, str]]
) -> None:
    assert names(small.linked(text)) == linked


def test_the_equivalents_are_the_other_forms_with_their_languages(small: Glossary) -> None:
    (found,) = small.linked("Arbeitsvertrag")
    assert found.equivalents == (
        Equivalent("en", ("employment", "contract")),
        Equivalent("de", ("arbeits", "vertrag")),
        Equivalent("zh", ("劳动合同",)),
        Equivalent("ru", ("трудовой", "договор")),
    )


def test_a_glossary_without_stems_still_finds_forms() -> None:
    assert names(Glossary(parse_glossary(SMALL, "x")).linked("contracts, contract")) == [("contract", "form")]


def test_a_question_of_any_length_is_answered_from_its_beginning(small: Glossary) -> None:
    assert names(small.linked("contract " + "word " * 100_000)) == [("contract", "form")]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_no_question_makes_the_glossary_fail(text: str) -> None:
    Glossary(parse_glossary(SMALL, "x")).linked(text)


def test_a_users_file_adds_to_concepts_and_brings_new_ones(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text('concepts:\n  contract: {de: ["Abmachung: mündlich"]}\n  retainer:\n    en:\n    - retainer\n')
    glossary = Glossary.load(file)
    assert names(glossary.linked("retainer")) == [("retainer", "form")]
    (linked,) = glossary.linked("Abmachung mündlich")
    assert linked.concept == "contract"
    assert Equivalent("de", ("vertrag",)) in linked.equivalents


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("concepts:\n  a:\n    de: [x\n", 4, "not valid YAML"),  # a list left open
        ("a: b", None, "no key `concepts`"),  # another file
        ("concepts: [a]", 1, "must hold names"),  # a list of concepts
        ("concepts:\n  a: b", 2, "must hold languages"),  # no languages
        ("concepts:\n  A b:\n    de: [x]", 3, "small letters"),  # a name with a space
        ("concepts:\n  a:\n    German: [x]", 3, "a code such as de"),  # a language's name
        ("concepts:\n  a:\n    de:\n    - [x]", 4, "a form is a text"),  # a list in a list
        ("concepts:\n  a:\n    de:\n    - ''", 4, "a form is a text"),  # a blank form
        ("concepts:\n  a:\n    de: [x]\n  a:\n    de: [y]", 5, "second time"),  # a name twice
        ("concepts:\n  a: &a\n    de: [x]\n  b: *a", 2, "anchor"),  # an alias
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_line(text: str, line: int | None, words: str) -> None:
    with pytest.raises(GlossaryUnreadable, match=words) as raised:
        parse_glossary(text, "own.yaml")
    assert raised.value.line == line
    assert str(raised.value).startswith("own.yaml")


def test_a_file_that_is_not_there_or_not_utf_8_is_named(tmp_path: Path) -> None:
    with pytest.raises(GlossaryUnreadable, match=r"none\.yaml: cannot be read"):
        read_glossary(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"concepts: {a: {de: [\xfc]}}")
    with pytest.raises(GlossaryUnreadable, match="not UTF-8"):
        read_glossary(tmp_path / "latin.yaml")


@pytest.mark.parametrize("path", sorted(OWN_FILES.glob("*.yaml")), ids=lambda path: path.stem)
def test_our_files_are_read_quickly_and_mean_what_yaml_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "Not reviewed by a lawyer" in text.split("\n")[1]
    assert "reviewed: no" in text
    assert quick_glossary(text) == yaml_glossary(text, path.name)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "concepts:",
                "  a:",
                "  b-c:",
                "    de: [x]",
                "    en: [y, =Z, u+v]",
                "    fr: [x: y]",
                "    it: [x ]",
                "    es: []",
                "# c",
                "",
                "reviewed: no",
                "    de: ['x']",
                "    nl: [x,y]",
                "    pt: [x, ]",
                "  a: {}",
                "    ru: [- x]",
            ]
        ),
        max_size=8,
    ).map("\n".join)
)
def test_what_is_read_quickly_means_what_yaml_says(text: str) -> None:
    quick = quick_glossary(text)
    if quick is not None and quick:
        assert quick == yaml_glossary(text, "x")


def test_our_glossary_has_the_breadth_it_promises(own: tuple[Concept, ...]) -> None:
    assert len(own) >= 464
    complete = [concept for concept in own if set(LANGUAGES) <= set(concept.forms)]
    assert len(complete) >= 330
    for language in ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "zh"):
        assert sum(language in concept.forms for concept in own) >= 330, language


def test_our_glossary_leaves_the_linter_nothing_to_say(own: tuple[Concept, ...]) -> None:
    assert lint(own) == ()


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("Kontoführungsentgelte zurückfordern", "bank-fees"),
        ("réclamation contre ma banque", "complaint"),
        ("rupture du contrat de travail par l'employeur", "employment-termination"),
        ("保密协议审查", "nda"),
        ("DSGVO-Auskunft", "statute-gdpr"),
        ("RGPD", "statute-gdpr"),
        ("сроки исковой давности", "limitation-period"),
        ("kira sözleşmesinin feshi", "lease"),
        ("離婚の財産分与", "matrimonial-property"),
        ("부당해고 구제신청", "unfair-dismissal"),
        ("إنهاء عقد العمل", "employment-termination"),
        ("wypowiedzenie umowy o pracę", "employment-termination"),
        ("licenciement en Allemagne", "jurisdiction-de"),
        ("日本の離婚", "jurisdiction-jp"),
    ],
)
def test_our_glossary_links_what_lawyers_of_many_languages_ask(whole: Glossary, text: str, concept: str) -> None:
    assert concept in [each.concept for each in whole.linked(text)]


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("my boss threw me out", "employment-termination"),
        ("mould in my flat", "rent-reduction"),
        ("the airline cancelled", "passenger-rights"),
        ("they copied my logo", "trademark"),
        ("mi ex no paga la manutención", "maintenance"),
        ("Das Paket ist nie angekommen", "parcel-delivery"),
        ("Ich bin auf einen Fake-Shop reingefallen", "online-fraud"),
        ("espionné au travail", "employee-data"),
        ("il padrone di casa non restituisce la caparra", "rent-deposit"),
        ("voo foi cancelado", "passenger-rights"),
        ("er zit schimmel in mijn huurhuis", "rent-reduction"),
        ("mój sąsiad hałasuje", "neighbour-law"),
        ("меня уволили", "employment-termination"),
        ("evimde küf var", "rent-reduction"),
        ("老板把我开除了", "employment-termination"),
        ("隣の部屋の騒音がひどい", "neighbour-law"),
        ("개물림 사고", "animal-liability"),
        ("سرقة الهوية", "identity-theft"),
    ],
)
def test_our_glossary_links_what_lay_people_ask(whole: Glossary, text: str, concept: str) -> None:
    assert concept in [each.concept for each in whole.linked(text)]


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("a response to their letter", "liability"),  # French "responsabilité", by its stem
        ("un acompte, sin embargo", "attachment"),  # Spanish "however"
        ("para cada um", "freedom-of-information"),  # Portuguese "each", a French authority
        ("our customers complained", "sanctions-export"),  # "customs", by its stem
        ("several severe errors", "severance-pay"),  # "severance", by its stem
        ("mon voisin m'a dit", "merger-acquisition"),  # "M&A"
        ("our company policy", "insurance-law"),  # "policy"
        ("le propriétaire du chien", "ownership"),  # Italian "proprietà", by its stem
    ],
)
def test_an_everyday_word_names_no_concept_of_another_language(whole: Glossary, text: str, concept: str) -> None:
    assert concept not in [each.concept for each in whole.linked(text)]


def test_the_linter_tells_doubled_ambiguous_short_and_missing_forms() -> None:
    every = {language: (Form(f"word {language}"),) for language in LANGUAGES}
    concepts = [
        Concept("one", {**every, "de": (Form("Straße"), Form("Strasse"), Form("AG"))}),
        Concept("two", {"de": (Form("straße"),)}),
        Concept("statute-x", {"de": (Form("word en"),)}),
    ]
    assert lint(concepts) == (
        Remark("duplicate", ("one",), "de", "Strasse"),
        Remark("short", ("one",), "de", "AG"),
        Remark("missing", ("two",), "", "ar, en, es, fr, it, ja, ko, pt, ru, tr, zh"),
        Remark("ambiguous", ("one", "two"), "de", "strasse"),
    )


def test_the_command_counts_and_names_what_a_users_file_brings(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("concepts:\n  mine:\n    de: [Vertrag]\n", encoding="utf-8")
    done = CliRunner().invoke(glossary_command, [str(file)])
    assert done.exit_code == 0
    assert "ambiguous: contract, mine" in done.output
    assert "not reviewed by a lawyer" in done.output
    file.write_text("concepts: 1", encoding="utf-8")
    assert "own.yaml, line 1" in CliRunner().invoke(glossary_command, [str(file)]).output


def test_a_users_file_that_cannot_be_used_is_left_out_and_told(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("concepts: 1", encoding="utf-8")
    assert names(shared_glossary(file).linked("DSGVO")) == [("statute-gdpr", "form")]
    assert (glossary_problem(file) or "").startswith("own.yaml, line 1")
    assert glossary_problem(None) is None
