"""Finding a provision: exactly the one that was asked for, with its window, extent and status."""

from pathlib import Path

import pytest
from clml_desk import BASE, fixture, made
from clml_walk import letters, streams, words

from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.clml.parsing import flat_text, local, parse
from lexgate_uklaw.clml.provisions import Window, label_of


@pytest.mark.parametrize(
    ("name", "path", "number"),
    [
        ("section-changed", "section/3", "3"),
        ("section-changed", "section/3/1/b/ii", "(ii)"),
        ("section-changed", "section/3/1A", "(1A)"),
        ("act-whole", "part/1", "Part 1"),
        ("act-whole", "schedule/1/paragraph/1", "1"),
        ("act-whole", "introduction", "2031 CHAPTER 7"),
        ("article-eu", "article/4/2", "2."),
        ("old-act", "section/II", "[II.]"),
    ],
)
def test_a_provision_is_found_by_its_exact_path(name: str, path: str, number: str) -> None:
    found = fixture(name).provision(path)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("section-changed", "section/3/4"),  # no such subsection
        ("section-changed", "section/30"),
        ("section-changed", "section/3/1/b/i/x"),
        ("section-changed", "part/1"),  # a shell around the fragment: its text is not here
        ("section-changed", "body"),
        ("section-changed", "section"),
        ("act-whole", "section/"),
        ("act-whole", "section/400"),
        ("act-whole", "schedule/1/paragraph/2"),
        ("instrument-made", "section/12A"),  # quoted into another Act
        ("instrument-made", "regulation/12A"),
        ("contents-matched", "section/4"),  # named in the contents only
        ("pdf-only", "article/1"),
    ],
)
def test_what_the_document_does_not_hold_is_not_found(name: str, path: str) -> None:
    assert fixture(name).provision(path) is None


def test_a_link_to_a_provision_is_not_the_provision() -> None:
    link = f'<InternalLink Ref="section-9" IdURI="{BASE}/section/9">section 9</InternalLink>'
    assert made(f"<P><Text>see {link}</Text></P>").provision("section/9") is None


def test_a_quoted_provision_is_not_found_even_where_it_has_an_address() -> None:
    quoted = f'<BlockAmendment><P1 IdURI="{BASE}/section/9" id="section-9"><Pnumber>9</Pnumber></P1></BlockAmendment>'
    assert made(quoted).provision("section/9") is None


def test_the_heading_comes_from_the_group() -> None:
    found = fixture("section-changed").provision("section/3")
    assert found is not None
    assert found.heading == "Duty to light harbours"


@pytest.mark.parametrize(
    ("path", "window"),
    [
        ("section/3/1", Window("2031-04-06", None)),  # nearest with one: the group
        ("section/3/3", Window(None, "2033-01-01")),  # its own
    ],
)
def test_the_window_is_the_nearest_recorded(path: str, window: Window) -> None:
    found = fixture("section-changed").provision(path)
    assert found is not None
    assert found.window == window


def test_on_enacted_text_a_window_means_nothing() -> None:
    found = fixture("section-enacted").provision("section/3")
    assert found is not None
    assert found.window == Window(None, None)


@pytest.mark.parametrize(
    ("name", "path", "extent"),
    [
        ("act-whole", "schedule/1/paragraph/1", "E+W+S"),  # the Schedule's, not the Act's
        ("act-whole", "section/1", "E+W"),
        ("instrument-made", "regulation/1", None),  # not recorded is not the whole of the UK
    ],
)
def test_the_extent_is_the_nearest_recorded(name: str, path: str, extent: str | None) -> None:
    found = fixture(name).provision(path)
    assert found is not None
    assert found.extent == extent


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("section/1", None),
        ("section/4/1", "prospective"),  # from the heading around it
        ("section/5", "repealed"),
        ("section/40", "not yet in force"),
    ],
)
def test_the_status_is_the_nearest_recorded(path: str, status: str | None) -> None:
    found = fixture("act-whole").provision(path)
    assert found is not None
    assert found.status == status


def test_dots_alone_are_a_text_that_was_repealed_or_omitted() -> None:
    found = fixture("section-changed").provision("section/3/2")
    assert found is not None
    assert found.status == "repealed or omitted"


def test_a_part_of_a_prospective_provision_says_so_when_read_alone() -> None:
    document = fixture("act-whole")
    assert document.render(document.provision("section/4/1")).text == "⟦prospective⟧ (1) A bell must ring."


def test_a_section_is_read_without_the_section_beside_it_under_one_heading() -> None:
    document = fixture("act-whole")
    assert (
        document.render(document.provision("section/2")).text == "## Interpretation\n\n**2** A dock includes a basin."
    )


def test_a_paragraph_read_alone_stands_at_the_margin() -> None:
    document = fixture("section-changed")
    assert document.render(document.provision("section/3/1/b")).text == (
        "(b) until—\n  (i) dawn, or\n  (ii) the last ship is in,"
    )


def test_what_stands_around_and_inside_is_known_by_path() -> None:
    document = fixture("act-whole")
    section, part = document.provision("section/4"), document.provision("part/1")
    assert section is not None
    assert part is not None
    assert document.surroundings(section)[0] == ("part/1/crossheading/fog", "part/1", "body")
    assert "section/40" in document.surroundings(part)[1]


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("section/45/2/f", "s. 45(2)(f)"),
        ("schedule/2/paragraph/3/1", "Sch. 2 para. 3(1)"),
        ("schedule/paragraph/3", "Sch. para. 3"),
        ("regulation/5", "reg. 5"),
        ("article/28/3", "art. 28(3)"),
        ("part/3/chapter/2", "Pt. 3 Ch. 2"),
        ("part/1/crossheading/fog", "Pt. 1 cross-heading fog"),
        ("introduction", "introduction"),
    ],
)
def test_a_path_is_called_as_it_is_cited(path: str, label: str) -> None:
    assert label_of(path) == label


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    [
        "whole/2003c17.xml",  # an Act with many insertions
        "whole/uksi-2013-376-2025-04-07.xml",  # regulations with formulas and footnotes
        "whole/uksi-1996-1342-made.xml",  # numbers such as 7.2.6, ids that recur
        "whole/asp-2025-11-2025-08-07.xml",  # prospective throughout
        "whole/ukla-2017-1-enacted.xml",
        "fragments/asc-2025-1-part-1-chapter-2-2025-03-25.xml",  # many quoted amendments
        "fragments/ukpga-1999-29-part-III-2013-03-27.xml",
    ],
)
def test_no_rendering_of_a_provision_holds_a_neighbour(corpus: Path, name: str) -> None:
    """Every addressed section and paragraph, read alone, has the letters of its own element and its heading only."""
    body = (corpus / name).read_bytes()
    document, root = read_document(body), parse(body)
    addressed = {}
    for element in root.iter("{*}P1", "{*}P2"):
        uri = element.get("IdURI")
        if uri and "Versions" not in {local(e.tag) for e in element.iterancestors()}:
            addressed.setdefault(uri.removeprefix(f"{document.metadata.id_uri}/"), element)
    for path, element in list(addressed.items())[::3]:
        found = document.provision(path)
        assert found is not None, path
        group = element.getparent()
        grouped = group is not None and local(group.tag) in ("P1group", "P2group")
        alone = grouped and sum(local(e.tag) in ("P1", "P2", "P") for e in group) == 1
        heading = flat_text(group.find("{*}Title")) if grouped else ""
        text, _ = streams(document.render(found).text)
        expected = "".join(letters(part) for part in words(group if alone else element, root))
        assert text in (expected, letters(heading) + expected), path
