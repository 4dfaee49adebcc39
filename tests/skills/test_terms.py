"""The tokeniser: spellings that meet, words that do not, scripts without spaces, provisions."""

import pytest

from lexgate_skills.folded import exact_key, parts
from lexgate_skills.stems import Stemmer, base_language
from lexgate_skills.terms import terms

ALIKE = [
    ("Gebühren", "Gebuehren", "Gebuhren"),  # the three spellings of an umlaut
    ("Straße", "STRASSE", "strasse"),  # ß, and its capital form
    ("Öl", "Oel"),  # too short for ae = a, so it has both spellings
    ("Œuvre", "oeuvre", "œuvre"),  # ligature letters
    ("ﬁnance", "finance"),  # typographic ligature
    ("ＧＤＰＲ", "gdpr"),  # full width
    ("Łódź", "Lodz"),  # ł has no decomposition
    ("Đà", "Da"),  # nor has đ
    ("Nguyễn", "Nguyen"),  # two accents on one letter
    ("İstanbul", "istanbul", "ISTANBUL"),  # dotted capital I
    ("ısı", "isi", "ISI"),  # dotless i
    ("ёлка", "елка"),  # Russian ё
    ("ΝΌΜΟΣ", "νομος"),  # Greek accent and final sigma
    ("مُحَمَّد", "محمد"),  # Arabic vowels
    ("שָׁלוֹם", "שלום"),  # Hebrew points
]
APART = [
    ("due", "du"),  # an e that is no umlaut
    ("が", "か"),  # a voicing mark makes another letter
    ("623", "632"),  # numbers stay whole
]


@pytest.mark.parametrize("spellings", ALIKE)
def test_spellings_of_one_word_meet(spellings: tuple[str, ...]) -> None:
    first = set(terms(spellings[0]))
    assert all(first & set(terms(other)) for other in spellings[1:])


@pytest.mark.parametrize(("one", "other"), APART)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert not set(terms(one)) & set(terms(other))


PROVISIONS = [
    ("§ 623 BGB", "§623"),
    ("§§ 623, 626 BGB", "§623"),
    ("Paragraph 623", "§623"),  # the sign written out
    ("Art. 6 DSGVO", "art6"),
    ("Artikel 6", "art6"),
    ("s. 45", "s45"),
    ("section 45A", "s45a"),  # a letter belongs to the number
    ("Art. 6(1)(f)", "art6"),
]


@pytest.mark.parametrize(("text", "term"), PROVISIONS)
def test_a_provision_is_a_term_of_its_own(text: str, term: str) -> None:
    assert term in terms(text)


def test_a_number_without_a_sign_names_no_provision() -> None:
    assert terms("623 persons") == ["623", "persons"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("合同", ["合同"]),
        ("经济补偿金", ["经济", "济补", "补偿", "偿金"]),
        ("税", ["税"]),  # one character alone
        ("กฎหมาย", ["กฎ", "ฎห", "หม", "มา", "าย"]),
        ("GDPR合规review", ["gdpr", "合规", "review"]),  # scripts side by side
        ("계약서", ["계약", "약서"]),
    ],
)
def test_scripts_without_spaces_are_cut_in_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("text", ["", " \n\t", '"', "*", "+-&|", "\x00", "___", "😀", "\ud800"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert not [term for term in terms(text) if term.isalnum()]


def test_words_that_are_a_query_language_elsewhere_are_words() -> None:
    assert terms('foo AND (NOT "bar") OR title:baz^2') == ["foo", "and", "not", "bar", "or", "title", "baz", "2"]


@pytest.mark.parametrize(
    "hostile", ["A" * 200_000, "(1)" * 50_000, "s" + " " * 200_000 + "1", "§" * 100_000, "é" * 99_999]
)
@pytest.mark.timeout(5)  # quadratic work on these would take minutes
def test_the_work_for_hostile_text_is_linear(hostile: str) -> None:
    assert len(terms(hostile)) <= len(hostile)


def test_stems_meet_across_inflections_and_missing_accents() -> None:
    stemmer = Stemmer()
    assert stemmer.stem("kündigungen", "de") in stemmer.all_stems("kuendigung")
    assert stemmer.stem("contracts", "en") in stemmer.all_stems("contract")
    assert stemmer.stem("договора", "ru") in stemmer.all_stems("договор")
    assert stemmer.stem("החוזה", "he") in stemmer.all_stems("חוזה")
    assert stemmer.stem("sözleşmeler", "tr") in stemmer.all_stems("sozlesme")


def test_an_unknown_language_leaves_the_word_as_it_is() -> None:
    assert Stemmer().stem("compliance", "xx") == "compliance"
    assert "compliance" in Stemmer().all_stems("compliance")


@pytest.mark.parametrize(("code", "base"), [("zh-CN", "zh"), ("pt_br", "pt"), ("de", "de"), ("", "")])
def test_the_base_of_a_language_code(code: str, base: str) -> None:
    assert base_language(code) == base


def test_parts_of_a_compound_meet_the_word_inside_it() -> None:
    assert set(parts("gebühren")) < set(parts("kontoführungsgebühren"))
    assert list(parts("short")) == []


def test_an_exact_key_forgives_case_accents_and_signs() -> None:
    assert exact_key("NDA-Prüfung: Entwurf") == exact_key("nda pruefung entwurf") == "nda_prufung_entwurf"
