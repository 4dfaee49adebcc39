"""`uklaw_get_document` read as a lawyer and as an attacker: no false window, no silent cut, no stray words."""

from pathlib import Path
from typing import Any

import pytest
from client_desk import Desk
from invented_act import ITEM, document, effect, entries, section
from lxml import etree
from tool_desk import call_tool, view
from upstream import HTML, XML, Reply, Upstream

from lexgate_kit.errors import NotFound, UnusableInput, UpstreamChanged
from lexgate_uklaw.citations import parse_provision
from lexgate_uklaw.effect_records import effect_record
from lexgate_uklaw.effects import read_effect
from lexgate_uklaw.links import own_address
from lexgate_uklaw.tools.get_document import get_document_tool

SECTION = f"/{ITEM}/section/1/data.xml"
CONTENTS = f"/{ITEM}/contents/data.xml"
FORGED = "en # Heading\u202e [click](http://evil.example) **act**"


@pytest.fixture
def desk(upstream: Upstream, tmp_path: Path) -> Desk:
    return Desk(upstream.url, tmp_path)


def serve(upstream: Upstream, path: str, body: bytes) -> None:
    upstream.on(path, Reply(200, body, XML))


def read(desk: Desk, **arguments: Any) -> Any:
    return call_tool(desk, get_document_tool, item=ITEM, **arguments)


def test_a_language_that_is_no_code_reaches_neither_view(desk: Desk, upstream: Upstream) -> None:
    serve(upstream, SECTION, document(section("1"), address=f"{ITEM}/section/1", language=FORGED))
    result = read(desk, provision="s. 1")
    assert result.language == "unknown"
    assert "evil.example" not in view(get_document_tool, result)


def test_a_category_stands_on_one_line_with_hidden_characters_shown(desk: Desk, upstream: Upstream) -> None:
    body = document(section("1"), address=f"{ITEM}/section/1").replace(
        b'"primary"', '"primary&#10;# no\u202e"'.encode()
    )
    serve(upstream, SECTION, body)
    assert read(desk, provision="s. 1").item["category"] == "primary # no⟨U+202E⟩"


def test_a_year_and_a_number_of_an_effect_stand_on_one_line() -> None:
    element = etree.Element("Effect", {"AffectedYear": "2020\n# x", "AffectedNumber": "5\u200b", "EffectId": "e"})
    affected = effect_record(read_effect(element))["affected"]
    assert (affected["year"], affected["number"]) == ("2020 # x", "5⟨U+200B⟩")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://www.legislation.gov.uk/a", "http://www.legislation.gov.uk/a"),  # the service
        ("http://legislation.data.gov.uk/a", "http://legislation.data.gov.uk/a"),  # its data, as older records name it
        ("https://example.org/a", ""),  # another host
        ("https://legislation.gov.uk/a", "https://legislation.gov.uk/a"),  # the service's short name
        ("https://legislation.gov.uk.evil.example/a", ""),  # begins alike
        ("https://evillegislation.gov.uk/a", ""),  # ends alike
        ("https://www.legislation.gov.uk@evil.example/a", ""),  # a user's name before the host
        ("javascript:alert(1)//legislation.gov.uk", ""),  # no address of the web
        ("http://[::1", ""),  # no address at all
    ],
)
def test_only_addresses_of_the_service_are_shown(address: str, shown: str) -> None:
    assert own_address(address) == shown


def test_a_window_without_a_start_claims_none(desk: Desk, upstream: Upstream) -> None:
    body = document(section("1"), address=f"{ITEM}/section/1", root='RestrictEndDate="2021-01-01"')
    serve(upstream, SECTION, body)
    text = view(get_document_tool, read(desk, provision="s. 1"))
    assert "text until 2021-01-01 (start not recorded)" in text
    assert "the start to" not in text


def test_an_item_without_current_text_is_not_sent_round_in_a_circle(desk: Desk, upstream: Upstream) -> None:
    upstream.on(CONTENTS, Reply(404, b"<!DOCTYPE html><html></html>", HTML))
    upstream.on(f"/id/{ITEM}", Reply(303, headers={"Location": f"/{ITEM}"}))
    with pytest.raises(NotFound) as failure:
        read(desk)
    assert failure.value.reason == "version_not_found"
    assert "without a version" not in str(failure.value.next_step)


def test_text_as_made_that_lists_an_outstanding_effect_counts_it(desk: Desk, upstream: Upstream) -> None:
    path = f"/{ITEM}/section/1/enacted/data.xml"
    body = document(section("1"), address=f"{ITEM}/section/1/enacted", status="final", effects=[effect("section/1")])
    serve(upstream, path, body)
    assert read(desk, provision="s. 1", version="enacted").editorial["outstanding_effects"] == 1


def test_effects_and_versions_that_are_left_out_are_counted_and_no_keyword_is_lost(
    desk: Desk, upstream: Upstream
) -> None:
    versions = ("enacted", *(f"{year}-01-01" for year in range(1900, 2020)))
    effects = [effect("section/1") for _ in range(21)]
    body = document(section("1"), address=f"{ITEM}/section/1", effects=effects, versions=versions)
    serve(upstream, SECTION, body)
    result = read(desk, provision="s. 1")
    assert "Only 20 of 21 unapplied effects are listed" in result.notice
    assert (len(result.version["available"]), result.version["available"][0]) == (100, "enacted")
    assert result.version["available"][-1] == "2019-01-01"
    assert "Only the newest of 121 versions are listed" in result.notice


def test_an_outline_says_that_it_marks_no_status_and_lists_effects_once(desk: Desk, upstream: Upstream) -> None:
    many = entries(*(str(number) for number in range(1, 131)))
    serve(upstream, CONTENTS, document(address=f"{ITEM}/contents", contents=many, effects=[effect("section/1")]))
    first, second = read(desk), read(desk, outline_offset=100)
    assert "does not mark everything that is not in force" in first.notice
    assert (len(first.unapplied_effects), len(second.unapplied_effects)) == (1, 0)
    assert "The first page of the outline lists the unapplied effects (1)" in second.notice


def test_an_item_whose_text_could_not_be_fetched_is_not_called_long(desk: Desk, upstream: Upstream) -> None:
    serve(upstream, CONTENTS, document(address=f"{ITEM}/contents", contents=entries("1")))
    upstream.on(f"/{ITEM}/data.xml", Reply(436, headers={"Retry-After": "7"}))
    result = read(desk)
    assert "could not be fetched" in result.notice
    assert "long" not in result.notice


@pytest.mark.parametrize("provision", ["s. 1", "s. 9"])  # one that the other item has, and one that it has not
def test_the_text_of_another_item_is_neither_shown_nor_evidence(desk: Desk, upstream: Upstream, provision: str) -> None:
    body = document(section("1"), address=f"{ITEM}/section/1").replace(b"ukpga/2020/5", b"ukpga/2007/3")
    serve(upstream, f"/{ITEM}/section/{provision[-1]}/data.xml", body)
    with pytest.raises(UpstreamChanged, match="ukpga/2007/3 in place of ukpga/2020/5"):
        read(desk, provision=provision)


def test_texts_that_differ_by_extent_are_announced(desk: Desk, upstream: Upstream) -> None:
    other = section("1", "A kite must have two tails.", attributes='RestrictExtent="S"')
    body = document(section("1", attributes='RestrictExtent="E+W" AltVersionRefs="v1"'), address=f"{ITEM}/section/1")
    versions = f'<Versions><Version id="v1">{other}</Version></Versions></Legislation>'
    serve(upstream, SECTION, body.replace(b"</Legislation>", versions.encode()))
    result = read(desk, provision="s. 1")
    assert "two tails" in result.text
    assert "Different texts stand side by side for different extents" in result.notice


def test_one_text_for_all_extents_is_not_announced_as_several(desk: Desk, upstream: Upstream) -> None:
    serve(upstream, SECTION, document(section("1"), address=f"{ITEM}/section/1"))
    assert read(desk, provision="s. 1").notice is None


def test_an_offset_past_the_end_of_an_outline_is_said(desk: Desk, upstream: Upstream) -> None:
    many = entries(*(str(number) for number in range(1, 31)))
    serve(upstream, CONTENTS, document(address=f"{ITEM}/contents", contents=many))
    assert "is past the end: the outline has 30 entries" in read(desk, outline_offset=100).notice
    assert "past the end" not in read(desk).notice


@pytest.mark.parametrize("given", ["schedule", "Schedule", "the Schedule", "Sch."])
def test_an_only_schedule_is_read_by_the_path_that_an_outline_gives(given: str) -> None:
    assert str(parse_provision(given)) == "schedule"


@pytest.mark.parametrize("given", ["section", "Part", "regulation"])  # units that are numbered where they stand alone
def test_the_word_of_a_numbered_unit_alone_names_no_provision(given: str) -> None:
    with pytest.raises(UnusableInput):
        parse_provision(given)


def test_of_a_pdf_no_text_is_said_to_be_shown(desk: Desk, upstream: Upstream) -> None:
    pdf = '<ukm:Alternatives><ukm:Alternative URI="http://www.legislation.gov.uk/x.pdf"/></ukm:Alternatives>'
    body = document(address=f"{ITEM}/contents/enacted", status="final", root='NumberOfProvisions="0"', more=pdf)
    serve(upstream, CONTENTS, body)
    result = read(desk)
    assert result.kind == "pdf_only"
    assert "only as a PDF" in result.notice
    assert "this is the text" not in result.notice


def test_what_an_annotation_cites_is_given_as_paths_that_the_tools_take(desk: Desk, upstream: Upstream) -> None:
    base = "http://www.legislation.gov.uk/id/ukpga/2021/3"
    note = (
        '<Commentaries><Commentary id="c1" Type="F"><Para><Text>Words inserted by '
        f'<Citation URI="{base}">Other Act 2021</Citation>, '
        f'<CitationSubRef URI="{base}/section/4">s. 4</CitationSubRef></Text></Para></Commentary>'
        "</Commentaries></Legislation>"
    )
    body = document(section("1", 'A kite<CommentaryRef Ref="c1"/>.'), address=f"{ITEM}/section/1")
    serve(upstream, SECTION, body.replace(b"</Legislation>", note.encode()))
    [annotation] = read(desk, provision="s. 1").annotations
    assert annotation["text"] == "Words inserted by Other Act 2021, s. 4"
    assert annotation["citations"] == ["ukpga/2021/3", "ukpga/2021/3/section/4"]


def test_a_window_without_an_end_is_told_by_its_start(desk: Desk, upstream: Upstream) -> None:
    serve(upstream, SECTION, document(section("1"), address=f"{ITEM}/section/1"))
    shown = view(get_document_tool, read(desk, provision="s. 1"))
    assert "text since 2020-06-01" in shown
    assert "to now" not in shown
