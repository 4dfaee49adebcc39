"""What a document holds, entry by entry."""

from clml_desk import fixture

from lexgate_uklaw.clml.outline import leaves


def test_a_contents_page_gives_path_number_heading_and_level() -> None:
    entries = fixture("contents-matched").outline()
    assert [(e.provision, e.label, e.heading, e.level) for e in entries] == [
        ("part/1", "Part 1", "Lights", 1),
        ("section/1", "1", "Interpretation", 2),
        ("part/1/crossheading/fog", "", "Fog", 2),
        ("section/4", "4", "Bells", 3),
        ("section/5", "5", "Horns", 3),
        ("schedule/1", "SCHEDULE 1", "Colours", 1),
    ]


def test_a_search_in_the_contents_marks_what_matches() -> None:
    assert [e.matches_text for e in fixture("contents-matched").outline()] == [False, False, False, True, False, False]


def test_without_a_search_nothing_is_said_of_matches() -> None:
    assert {e.matches_text for e in fixture("act-whole").outline()} == {None}


def test_a_status_is_listed() -> None:
    by_path = {e.provision: e.status for e in fixture("act-whole").outline()}
    assert by_path["section/4"] == "prospective"  # recorded on its group
    assert by_path["section/5"] == "repealed"
    assert by_path["section/1"] is None


def test_only_provisions_with_none_inside_are_leaves() -> None:
    entries = fixture("contents-matched").outline()
    assert [e.provision for e in entries if e.leaf] == ["section/1", "section/4", "section/5", "schedule/1"]
    assert leaves(entries) == 4


def test_the_outline_of_a_text_says_how_long_each_part_is() -> None:
    by_path = {e.provision: e for e in fixture("act-whole").outline()}
    assert by_path["section/2"].chars == len("2A dock includes a basin.")
    assert (by_path["part/1"].chars or 0) > (by_path["section/4"].chars or 0)
    assert by_path["schedule/1/part/1"].heading == "Lamps"


def test_the_outline_of_a_section_lists_its_subsections() -> None:
    document = fixture("section-changed")
    paths = [e.provision for e in document.outline(document.provision("section/3"))]
    assert paths == ["section/3/1", "section/3/1A", "section/3/2", "section/3/3"]


def test_quoted_provisions_are_not_listed() -> None:
    assert "12A" not in {e.label for e in fixture("instrument-made").outline()}


def test_unnumbered_paragraphs_of_old_acts_are_listed_by_address() -> None:
    assert [e.provision for e in fixture("old-act").outline()] == ["introduction", "section/wrapper1", "section/II"]
