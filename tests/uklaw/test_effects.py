"""Effects: one reader for documents and feeds, and which provision each touches."""

from pathlib import Path

import pytest
from clml_desk import FIXTURES, fixture
from lxml import etree

from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.effects import Effect, read_effects, touches

FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><content><ukm:Effect
 xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata" EffectId="key-9" Type="inserted" {attributes}
 AffectedURI="http://www.legislation.gov.uk/id/ukpga/Eliz2/3-4/19" AffectedYear="1955" AffectedNumber="19"
 AffectedProvisions="{label}" AffectingURI="http://www.legislation.gov.uk/id/uksi/2031/90" Comments="WORKING-NOTE">
 <ukm:AffectedProvisions>{provisions}</ukm:AffectedProvisions></ukm:Effect></content></entry></feed>"""


def effect(*paths: str, attributes: str = "", item: str = "ukpga/Eliz2/3-4/19") -> Effect:
    """Return an effect on provisions; "a..b" is a range."""
    base = f"http://www.legislation.gov.uk/id/{item}"
    marked = [
        f'<ukm:SectionRange URI="{base}/{start}" UpTo="{base}/{end}"/>'
        if dots
        else f'<ukm:Section URI="{base}/{start}"/>'
        for start, dots, end in (path.partition("..") for path in paths)
    ]
    feed = FEED.format(label="x", attributes=attributes, provisions="".join(marked))
    [read] = read_effects(etree.fromstring(feed))
    return read


def recorded() -> dict[str, Effect]:
    return {e.effect_id: e for e in fixture("section-changed").effects}


def test_an_effect_is_read_whole() -> None:
    first = recorded()["key-1"]
    assert (first.type, first.applied, first.requires_applied) == ("words substituted", None, True)
    assert (first.affected.item, first.affected.provisions_label) == ("ukpga/2031/7", "s. 3(2)")
    assert [p.path for p in first.affected.provisions] == ["section/3/2"]
    assert first.affecting.title == "The Harbour Lights (Amendment) Regulations 2031"
    assert first.affecting.title_cy == "Rheoliadau Goleuadau Harbwr (Diwygio) 2031"
    assert first.commencement_authority[0].path == "regulation/1"
    assert (first.in_force[0].date, first.in_force[0].qualification) == ("2031-06-01", "wholly in force")


def test_an_effect_of_a_feed_has_the_same_shape() -> None:
    read = effect("section/2")
    assert (read.effect_id, read.affected.item, read.affected.year) == ("key-9", "ukpga/Eliz2/3-4/19", "1955")


def test_the_editors_working_notes_are_never_read() -> None:
    assert "WORKING-NOTE" in (FIXTURES / "section-changed.xml").read_text(encoding="utf-8")
    assert "WORKING-NOTE" not in repr(fixture("section-changed").effects)


@pytest.mark.parametrize(
    ("spelt", "extent"),
    [
        ("S+A+M+E+A+S+A+F+F+E+C+T+E+D", "same as affected"),
        ("Same as affected", "same as affected"),
        ("E+W+S+N.I.", "E+W+S+N.I."),
        ("S", "S"),
        ("", None),
    ],
)
def test_the_extent_is_put_together(spelt: str, extent: str | None) -> None:
    assert effect("section/1", attributes=f'AffectingEffectsExtent="{spelt}"').extent == extent


@pytest.mark.parametrize(
    ("attributes", "outstanding"),
    [
        ("", True),  # nothing said clears nothing
        ('RequiresApplied="true"', True),
        ('RequiresApplied="true" Applied="false"', True),
        ('RequiresApplied="true" Applied="true"', False),
        ('Applied="true"', False),
        ('RequiresApplied="false"', False),
        ('RequiresApplied="maybe" Applied=""', True),
    ],
)
def test_only_an_explicit_word_clears_an_effect(attributes: str, outstanding: bool) -> None:
    assert effect("section/1", attributes=attributes).outstanding is outstanding


@pytest.mark.parametrize(
    ("path", "asked", "touched"),
    [
        ("section/45", "section/45", True),
        ("section/45/2", "section/45", True),  # inside
        ("section/45", "section/45/2/f", True),  # around
        ("section/45A", "section/45", False),  # a neighbour, not a prefix
        ("section/4", "section/40", False),
        ("section/45/1", "section/45/2", False),
        ("schedule/2", "section/2", False),
        ("section/45..section/47", "section/46", True),
        ("section/45..section/47", "section/46A/2", True),
        ("section/45..section/47", "section/47/3", True),  # the end counts whole
        ("section/45..section/47", "section/47A", False),
        ("section/45..section/47", "section/44Z", False),
        ("section/45..section/45B", "section/45ZA", True),
        ("section/45A..section/45B", "section/45ZA", False),  # stands before 45A
        ("section/45A..section/45B", "section/45AA", True),
        ("section/45/1..section/45/3", "section/45/2", True),
        ("section/45/1..section/45/3", "section/45", True),
        ("section/45/1..section/45/3", "section/45/4", False),
        ("section/45/a/viii..section/45/a/x", "section/45/a/ix", True),  # Roman numbers
        ("section/1..section/9", "schedule/5", False),
        ("schedule/1/paragraph/9..schedule/2/paragraph/4", "schedule/2/paragraph/1", True),
        ("section", "section/1", False),  # "Table of Contents" has an address that names no section
    ],
)
def test_an_effect_touches_by_whole_segments_and_in_the_order_of_insertion(
    path: str, asked: str, touched: bool
) -> None:
    assert touches(effect(path), asked) is touched


def test_an_effect_without_a_provision_touches_the_whole_item() -> None:
    assert touches(recorded()["key-5"], "section/3")


def test_a_reference_that_only_leads_to_the_next_is_not_touched() -> None:
    on_paragraph = effect("schedule/1", "schedule/1/paragraph/12/1")  # "Sch. 1", "para. 12(1)"
    assert touches(on_paragraph, "schedule/1/paragraph/12")
    assert touches(on_paragraph, "schedule/1")
    assert not touches(on_paragraph, "schedule/1/paragraph/3")
    assert touches(effect("schedule/1", "schedule/2"), "schedule/1/paragraph/3")


def test_every_effect_touches_the_item_itself() -> None:
    assert all(touches(e, "") for e in recorded().values())


def test_an_effect_on_a_part_touches_the_sections_in_it() -> None:
    assert not touches(effect("part/3"), "section/45")
    assert touches(effect("part/3"), "section/45", enclosing=("part/3/chapter/1", "part/3"))
    assert not touches(effect("part/3/chapter/2"), "section/45", enclosing=("part/3/chapter/1", "part/3"))


def test_an_effect_on_a_section_touches_the_part_around_it() -> None:
    assert touches(effect("section/45/2"), "part/3", enclosed=("section/44", "section/45"))
    assert not touches(effect("section/46"), "part/3", enclosed=("section/44", "section/45"))


def test_a_fragment_lists_its_neighbours_effects_which_do_not_touch_it() -> None:
    touching = [key for key, e in recorded().items() if touches(e, "section/3", enclosing=("part/1",))]
    assert touching == ["key-1", "key-3", "key-4", "key-5", "key-6"]
    outstanding = [key for key in touching if recorded()[key].outstanding]
    assert outstanding == ["key-1", "key-3", "key-5"]


@pytest.mark.corpus
def test_of_a_recorded_fragments_effects_only_its_own_touch_it(corpus: Path) -> None:
    """Section 45 of the Data Protection Act 2018 is served with seven effects; three are on it."""
    document = read_document((corpus / "fragments" / "ukpga-2018-12-section-45.xml").read_bytes())
    found = document.provision("section/45")
    assert found is not None
    enclosing, enclosed = document.surroundings(found)
    touching = [e for e in document.effects if touches(e, found.path, enclosing=enclosing, enclosed=enclosed)]
    assert [e.affected.provisions_label for e in touching] == ["s. 45(2)(f)", "s. 45(5)(c)(d)", "s. 45(7)(b)"]
