"""A provision as a tree in plain text."""

from clml_desk import fixture

from lexgate_uklaw.clml.tree import Provision


def tree(name: str, path: str) -> Provision:
    document = fixture(name)
    found = document.provision(path)
    assert found is not None
    return document.tree(found)


def test_every_sub_provision_is_a_node_with_path_and_number() -> None:
    assert [(p.path, p.number) for p in tree("section-changed", "section/3").walk()] == [
        ("section/3", "3"),
        ("section/3/1", "(1)"),
        ("section/3/1/a", "(a)"),
        ("section/3/1/b", "(b)"),
        ("section/3/1/b/i", "(i)"),
        ("section/3/1/b/ii", "(ii)"),
        ("section/3/1A", "(1A)"),
        ("section/3/2", "(2)"),
        ("section/3/3", "(3)"),
    ]


def test_the_text_has_no_label_and_no_bracket_of_ours() -> None:
    [inserted] = [p for p in tree("section-changed", "section/3").walk() if p.path == "section/3/1A"]
    assert inserted.own_text == "In fog, a bell must ring."
    assert inserted.text == "(1A) In fog, a bell must ring."


def test_words_after_the_paragraphs_stay_after_them() -> None:
    first = tree("section-changed", "section/3").children[0]
    assert first.content[0] == "A harbour authority must keep a green light burning—"
    assert first.content[-1] == "whichever is later."


def test_annotations_belong_to_the_provision_that_refers_to_them() -> None:
    labels = {p.path: [a.label for a in p.annotations] for p in tree("section-changed", "section/3").walk()}
    assert labels["section/3"] == ["I1"]
    assert labels["section/3/1"] == ["F1"]
    assert labels["section/3/1A"] == ["F2", "F1"]
    assert labels["section/3/1/a"] == []


def test_the_root_takes_status_extent_and_window_from_around_it() -> None:
    root = tree("act-whole", "section/4")
    assert (root.status, root.extent, root.heading) == ("prospective", "E+W", "Bells")
    assert tree("section-changed", "section/3").valid_from == "2031-04-06"


def test_a_quoted_amendment_is_text_of_the_provision_that_quotes_it() -> None:
    root = tree("instrument-made", "regulation/2")
    assert [p.path for p in root.walk()] == ["regulation/2", "regulation/2/1", "regulation/2/2"]
    assert root.children[0].own_text == (
        "In the Docks Act 2020, after section 12 insert—\n“Lamps of docks\n12A (1) A dock has a lamp.”, and"
    )


def test_a_division_holds_its_sections_and_keeps_their_headings() -> None:
    part = tree("act-whole", "part/1")
    assert [p.path for p in part.walk()][:4] == ["part/1", "section/1", "section/2", "part/1/crossheading/fog"]
    assert part.heading == "Lights"
    assert "Bells\n4 (1) A bell must ring." in part.text


def test_list_numbers_and_formula_signs_are_text() -> None:
    assert "(a) green;" in tree("act-whole", "schedule/1/paragraph/1").own_text
    assert "(PA/D) × AP" in tree("formula", "regulation/3").own_text


def test_tables_give_a_line_for_each_row() -> None:
    assert "second | £2 or work" in tree("table-spans", "schedule/1").text
