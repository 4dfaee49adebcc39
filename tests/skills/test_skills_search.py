"""`skills_search`: what is found, in which order, and what is said when nothing is."""

import re
from pathlib import Path

import pytest
from skills_fixtures import adapter_over, ask, paths, skill_text, small_library, write_skill

from lexgate_kit.errors import UnusableInput
from lexgate_skills.results import render_search
from lexgate_skills.skills import SkillsAdapter


@pytest.fixture(scope="module")
def adapter(tmp_path_factory: pytest.TempPathFactory) -> SkillsAdapter:
    """An adapter whose index is built once for all tests that only read."""
    folder = tmp_path_factory.mktemp("library")
    return adapter_over(folder, firm=small_library(folder / "firm"))


FOUND_FIRST = [
    ("Kuendigungsschutzklage", "de/employment/skills/kuendigungsschutz"),  # ae for ä
    ("kundigungsschutzklage", "de/employment/skills/kuendigungsschutz"),  # a for ä
    ("Gebühren", "de/consumer/skills/kontogebuehren"),  # inside a compound
    ("§ 623 BGB", "de/employment/skills/kuendigungsschutz"),  # a provision in the body
    ("section 45", "gb/contracts/skills/nda-review"),  # written out where the text has s. 45
    ("signed", "gb/contracts/skills/nda-review"),  # another inflection
    ("méthodes", "fr/general/skills/recherche"),
    ("劳动合同", "cn/employment/skills/laodong"),
    ("补偿", "cn/employment/skills/laodong"),  # inside a longer run
    ("nda-review", "gb/contracts/skills/nda-review"),  # the name
]


@pytest.mark.parametrize(("query", "path"), FOUND_FIRST)
def test_a_skill_is_found_by_the_words_of_its_task(adapter: SkillsAdapter, query: str, path: str) -> None:
    assert paths(ask(adapter, "search", query=query))[0] == path


def test_the_exact_title_comes_before_a_text_that_says_it_more_often(tmp_path: Path) -> None:
    root = tmp_path / "firm"
    for at in range(3):
        write_skill(
            root, f"x/{at}", skill_text(f"Lease review and lease review {at}", "lease review", "lease review " * 50)
        )
    write_skill(root, "x/exact", skill_text("Lease: Review", "Other words", "None of them"))
    assert paths(ask(adapter_over(tmp_path, firm=root), "search", query="lease review"))[0] == "x/exact"


def test_a_hit_shows_where_it_matched(adapter: SkillsAdapter) -> None:
    hit = ask(adapter, "search", query="Schriftform").hits[0]
    assert "Schriftform der Kündigung" in hit["snippet"]
    assert (hit["library"], hit["license"], hit["language"], hit["found_by"]) == ("firm", "MIT", "de", "keyword")


FILTERS = [
    ({"language": "DE"}, 2),  # without case
    ({"language": "zh"}, 1),  # a language with any region
    ({"language": "zh_cn"}, 1),
    ({"jurisdiction": "de", "practice": "consumer"}, 1),  # AND
    ({"tag": "Review"}, 1),
    ({"library": "firm"}, 5),
    ({"preset": "method"}, 1),
    ({"preset": "french-general"}, 1),
    ({"preset": "french-general", "practice": "employment"}, 0),  # the explicit filter goes before the preset's
]


@pytest.mark.parametrize(("filters", "count"), FILTERS)
def test_filters_narrow_both_searches_and_counts(adapter: SkillsAdapter, filters: dict[str, str], count: int) -> None:
    every_word = "Kündigungsschutzklage Bank NDA Rechercher 劳动合同"
    assert ask(adapter, "search", query=every_word, **filters).total == count
    assert ask(adapter, "list_facets", **filters).total == count


def test_a_misspelt_filter_is_named_with_values_near_it(adapter: SkillsAdapter) -> None:
    notice = ask(adapter, "search", query="Frist", practice="employmnt").notice
    assert 'practice "employmnt"' in notice
    assert "employment" in notice.partition("in use")[2]


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        # the name of a language for its code
        ({"language": "German"}, 'No skill has language "German"; values in use: de.'),
        # the domain of the United Kingdom for its code
        ({"jurisdiction": "UK"}, 'No skill has jurisdiction "UK"; values in use: gb.'),
        # a country that no skill is of: no other code is like it
        ({"jurisdiction": "be"}, 'No skill has jurisdiction "be"; values in use: de, cn, fr, gb.'),
    ],
)
def test_a_code_that_no_skill_has_is_answered_with_the_one_that_may_be_meant(
    adapter: SkillsAdapter, filters: dict[str, str], told: str
) -> None:
    assert ask(adapter, "search", query="Vertrag", **filters).notice == told


def test_the_filter_that_excludes_all_hits_is_named(adapter: SkillsAdapter) -> None:
    result = ask(adapter, "search", query="Frist", language="de", practice="contracts")
    assert result.hits == []
    assert "without practice: 2" in result.notice


def test_words_that_no_skill_has_are_an_answer_with_advice(adapter: SkillsAdapter) -> None:
    result = ask(adapter, "search", query="xylophone")
    assert (result.hits, result.total, result.index) == ([], 0, "ready")
    assert "No skill has any of these words" in result.notice
    assert "No skill found" in render_search(result)


@pytest.mark.parametrize("query", ["*", "???", "AND", "title:*", '"', "NOT foo", "a^2 ~3 [x TO y]", "+", "\x00"])
def test_signs_of_query_languages_are_only_text(adapter: SkillsAdapter, query: str) -> None:
    assert ask(adapter, "search", query=query).index == "ready"


def test_a_blank_query_is_refused(adapter: SkillsAdapter) -> None:
    with pytest.raises(UnusableInput):
        ask(adapter, "search", query="  ")


def test_pages_follow_one_another_without_gap_or_repeat(tmp_path: Path) -> None:
    root = tmp_path / "firm"
    for at in range(23):
        write_skill(root, f"x/s{at:02}", skill_text(f"Contract number {at}", "contract", f"Unlike any other: word{at}"))
    adapter = adapter_over(tmp_path, firm=root)
    seen: list[str] = []
    cursor = ""
    for _ in range(3):
        page = ask(adapter, "search", query="contract", limit=10, cursor=cursor)
        seen += paths(page)
        cursor = page.next_cursor or ""
    assert cursor == ""
    assert len(seen) == len(set(seen)) == 23
    assert page.hits[-1]["rank"] == 23


@pytest.mark.parametrize("cursor", ["x", "8-0123456789ab", "-1-", "999999999999999999999-a"])
def test_a_cursor_of_another_query_is_refused(adapter: SkillsAdapter, cursor: str) -> None:
    with pytest.raises(UnusableInput, match="cursor"):
        ask(adapter, "search", query="Frist", cursor=cursor)


def test_near_identical_skills_are_folded_under_the_best(tmp_path: Path) -> None:
    body = " ".join(f"step{at} of the procedure" for at in range(300))
    root = tmp_path / "firm"
    write_skill(root, "a/original", skill_text("Deed check", "Checks a deed", body))
    write_skill(root, "a/copy", skill_text("Deed check", "Checks a deed", body + " one more word"))
    write_skill(root, "a/template", skill_text("Deed check for leases", "Checks a deed", body))  # another subject
    write_skill(root, "a/namesake", skill_text("Deed check", "Checks a deed", "An entirely different text."))
    hits = ask(adapter_over(tmp_path, firm=root), "search", query="deed procedure step7").hits
    assert {hit["id"]: hit["similar"] for hit in hits} in (
        {"a/original": ["a/copy"], "a/template": [], "a/namesake": []},
        {"a/copy": ["a/original"], "a/template": [], "a/namesake": []},
    )


@pytest.mark.parametrize("mode", ["semantic", "hybrid"])
def test_a_mode_that_needs_vectors_answers_by_keyword_and_says_so(adapter: SkillsAdapter, mode: str) -> None:
    result = ask(adapter, "search", query="Frist", mode=mode)
    assert result.hits
    assert result.mode == "keyword"
    assert "ranked by keyword alone" in result.notice


def test_a_path_in_two_libraries_has_the_long_id(tmp_path: Path) -> None:
    one, two = small_library(tmp_path / "one"), tmp_path / "two"
    write_skill(two, "gb/contracts/skills/nda-review", skill_text("NDA review", "Ours", "Short."))
    ids = paths(ask(adapter_over(tmp_path, one=one, two=two), "search", query="NDA review confidential"))
    assert {"one:gb/contracts/skills/nda-review", "two:gb/contracts/skills/nda-review"} <= set(ids)


HOSTILE_TITLES = ["# heading", "[link](http://evil.test)", "<script>", "line\u2028break", "**bold** `code`"]


@pytest.mark.parametrize("title", HOSTILE_TITLES)
def test_a_title_cannot_become_markup_or_another_line(tmp_path: Path, title: str) -> None:
    write_skill(tmp_path / "firm", "x/y", f"---\ntitle: '{title}'\ndescription: lease\n---\nlease\n")
    shown = render_search(ask(adapter_over(tmp_path, firm=tmp_path / "firm"), "search", query="lease"))
    assert not [line for line in shown.splitlines() if line.startswith(("#", "["))]
    assert not re.search(r"(?<!\\)\]\(", shown)
    assert "<script>" not in shown


@pytest.mark.parametrize(
    ("mode", "total", "found_by", "told"),
    [
        ("keyword", 12, "keyword", "(keyword; index ready). 12 have any of the words"),
        ("hybrid", 0, "vectors", "found by its meaning alone"),
        ("hybrid", 12, "keyword", "found by its words alone"),
        ("semantic", 12, "vectors", "(semantic; index ready). 12 pass the filters."),
    ],
)
def test_the_text_says_what_is_counted_and_which_side_alone_found_a_hit(
    adapter: SkillsAdapter, mode: str, total: int, found_by: str, told: str
) -> None:
    result = ask(adapter, "search", query="NDA", limit=1)
    hits = [{**result.hits[0], "found_by": found_by}]
    assert told in render_search(result.model_copy(update={"mode": mode, "total": total, "hits": hits}))


def test_facets_count_every_kind(adapter: SkillsAdapter) -> None:
    result = ask(adapter, "list_facets")
    assert {row["code"]: row["count"] for row in result.languages} == {"de": 2, "en": 1, "fr": 1, "zh-cn": 1}
    assert {row["code"]: row["name"] for row in result.languages}["zh-cn"] == "Chinese (CN)"
    assert {row["code"] for row in result.tags} == {"review", "drafting"}
    assert result.libraries == [{"code": "firm", "count": 5}]


def test_a_match_does_not_begin_with_the_title_again(tmp_path: Path) -> None:
    write_skill(tmp_path / "firm", "x/s", skill_text("Lease notice", "Ends it", "How to give notice of the lease."))
    result = ask(adapter_over(tmp_path, firm=tmp_path / "firm"), "search", query="lease notice")
    assert result.hits[0]["snippet"] == "How to give notice of the lease."


def test_many_copies_of_one_skill_leave_no_gap_between_pages(tmp_path: Path) -> None:
    root = tmp_path / "firm"
    body = " ".join(f"word{at}" for at in range(200))
    for at in range(40):
        write_skill(root, f"copies/s{at:02}", skill_text("Lease", "lease", f"lease {body}"))
    for at in range(6):
        write_skill(root, f"others/s{at}", skill_text(f"Number {at}", "about something", f"a lease{' and more' * 40}"))
    adapter = adapter_over(tmp_path, firm=root)
    pages, cursor = [], ""
    while not pages or cursor:
        page = ask(adapter, "search", query="lease", limit=3, cursor=cursor)
        pages.append([hit["title"] for hit in page.hits])
        cursor = page.next_cursor or ""
    assert [len(page) for page in pages] == [3, 3, 1]
    assert len({title for page in pages for title in page}) == 7


@pytest.mark.parametrize("query", ["!!! ???", "🏠⚖️", "\u200b\u200d", "*"])
@pytest.mark.parametrize("mode", ["keyword", "hybrid", "semantic", "auto"])
def test_a_query_without_a_word_finds_nothing_and_is_told_so(adapter: SkillsAdapter, query: str, mode: str) -> None:
    result = ask(adapter, "search", query=query, mode=mode)
    assert (result.hits, result.total, result.mode) == ([], 0, "keyword")
    assert result.notice.startswith("The query holds no word")


def test_a_library_without_skills_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "firm").mkdir()
    result = ask(adapter_over(tmp_path, firm=tmp_path / "firm"), "search", query="lease")
    assert (result.hits, result.notice.startswith("The library holds no skill at all.")) == ([], True)


def test_a_flood_of_codes_is_cut_and_said_so(tmp_path: Path) -> None:
    for at in range(250):
        write_skill(tmp_path / "firm", f"x/s{at}", skill_text(f"Lease {at}", language=f"c{at}"))
    result = ask(adapter_over(tmp_path, firm=tmp_path / "firm"), "list_facets")
    assert (result.total, len(result.languages)) == (250, 200)
    assert result.notice == "Only the 200 most frequent values are listed of: language."
