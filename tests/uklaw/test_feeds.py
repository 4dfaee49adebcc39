"""Feeds of our own making, one feature each; and every recorded feed against an independent reader."""

import warnings
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from lexgate_kit.errors import UpstreamChanged
from lexgate_uklaw.feeds.candidates import MOST_CANDIDATES, read_candidates
from lexgate_uklaw.feeds.changes import read_changes
from lexgate_uklaw.feeds.log import read_log
from lexgate_uklaw.feeds.search import AlternativeNumber, read_search

HEAD = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:leg="http://www.legislation.gov.uk/namespaces/legislation"'
    ' xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:pbl="http://www.legislation.gov.uk/namespaces/publication-log"'
    ' xmlns:openSearch="http://a9.com/-/spec/opensearch/1.1/">'
)


def _feed(*parts: str) -> bytes:
    return (HEAD + "".join(parts) + "</feed>").encode()


KITES = """<entry>
  <id>http://www.legislation.gov.uk/id/asc/2024/7</id>
  <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><span xml:lang="en">Kites
    (Wales) Act 2024</span> / <span xml:lang="cy">Deddf Barcutiaid (Cymru) 2024</span></div></title>
  <link rel="self" href="http://www.legislation.gov.uk/id/asc/2024/7"/>
  <link href="http://www.legislation.gov.uk/asc/2024/7/2025-01-01"/>
  <updated>3200-01-30T00:00:00</updated>
  <ukm:DocumentMainType Value="WelshParliamentAct"/><ukm:Year Value="2024"/><ukm:Number Value="7"/>
  <ukm:AlternativeNumber Category="W" Value="3"/><ukm:AlternativeNumber Category="C" Value="9"/>
  <ukm:CreationDate Date="2024-03-01"/>
  <category term="KITES"/><category term="WIND"/><category term="KITES"/>
  <summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p xml:lang="en">On kites.</p>
    <p xml:lang="cy">Am farcutiaid.</p></div></summary>
</entry>"""
FERRIES = """<entry><id>http://www.legislation.gov.uk/id/ukpga/Eliz2/3-4/19</id>
  <title>  Ferries &amp; Tolls
  Act 1955 </title><updated>2020-01-01T00:00:00Z</updated>
  <ukm:DocumentMainType Value="SomethingNew"/><ukm:Year Value="1955"/></entry>"""


def test_a_bilingual_entry_is_read_in_both_languages() -> None:
    found = read_search(_feed(KITES)).found[0]
    assert str(found.item) == "asc/2024/7"
    assert (found.title.en, found.title.cy) == ("Kites (Wales) Act 2024", "Deddf Barcutiaid (Cymru) 2024")
    assert (found.summary.en, found.summary.cy) == ("On kites.", "Am farcutiaid.")
    assert found.type is not None
    assert found.type.code == "asc"
    assert (found.year, found.number, found.made_date) == (2024, "7", "2024-03-01")
    assert found.alternative_numbers == (AlternativeNumber("W", "3"), AlternativeNumber("C", "9"))
    assert found.subjects == ("KITES", "WIND")
    assert found.updated == "3200-01-30T00:00:00"
    assert found.document_uri == "http://www.legislation.gov.uk/asc/2024/7/2025-01-01"


def test_an_entry_with_little_in_it_is_kept() -> None:
    found = read_search(_feed(FERRIES)).found[0]
    assert str(found.item) == "ukpga/Eliz2/3-4/19"
    assert found.title.en == "Ferries & Tolls Act 1955"
    assert (found.type, found.main_type) == (None, "SomethingNew")
    assert (found.year, found.number, found.made_date, found.document_uri) == (1955, "", "", "")


def test_an_entry_whose_identifier_is_no_item_is_kept_without_one() -> None:
    found = read_search(_feed("<entry><id>tag:evil.test,2024:1</id><title>x</title></entry>")).found[0]
    assert (found.item, found.id_uri) == (None, "tag:evil.test,2024:1")


def test_the_next_link_alone_says_that_there_is_more() -> None:
    counts = (
        "<leg:page>2</leg:page><leg:morePages>13</leg:morePages><openSearch:itemsPerPage>20</openSearch:itemsPerPage>"
    )
    without = read_search(_feed(counts, KITES)).paging
    assert (without.page, without.per_page, without.total, without.has_more) == (2, 20, None, False)
    assert read_search(_feed(counts, '<link rel="next" href="x"/>', KITES)).paging.has_more
    # A link inside an entry is not the feed's.
    assert not read_search(_feed(KITES.replace('rel="self"', 'rel="next"'))).paging.has_more


def test_facets_count_types_by_code_and_years() -> None:
    facets = (
        '<leg:facets><leg:facetTypes><leg:facetType type="UnitedKingdomStatutoryInstrument" value="75"/>'
        '<leg:facetType type="SomethingNew" value="2"/><leg:facetType type="ScottishAct" value="many"/>'
        "</leg:facetTypes>"
        '<leg:facetYears><leg:facetYear year="2020" total="3"/><leg:facetYear year="x" total="4"/></leg:facetYears>'
        "</leg:facets>"
    )
    page = read_search(_feed(facets))
    assert page.types == {"uksi": 75, "SomethingNew": 2}
    assert page.years == {2020: 3}


def test_what_the_service_searched_for_is_read() -> None:
    page = read_search(_feed('<openSearch:Query role="request" leg:type="ukpga" leg:year="2018"/>'))
    assert page.applied == {"type": "ukpga", "year": "2018"}


def test_no_hits_are_an_empty_page() -> None:
    page = read_search(_feed("<openSearch:totalResults>0</openSearch:totalResults>"))
    assert (page.found, page.paging.total) == ((), 0)


def test_an_event_of_publication_is_read() -> None:
    entry = """<entry><id>http://www.legislation.gov.uk/uksi/2026/5/pdfs/x.pdf/published/2026-01-02T03:04:05+00:00</id>
      <dc:identifier>http://www.legislation.gov.uk/id/uksi/2026/5</dc:identifier><title>The Kites Order 2026 </title>
      <author><name>A Printer</name></author><updated>2026-01-02T03:04:05+00:00</updated>
      <ukm:DocumentCategory Value="secondary"/><ukm:DocumentMainType Value="UnitedKingdomStatutoryInstrument"/>
      <ukm:Year Value="2026"/><ukm:Number Value="5"/><pbl:ContentType>legislation</pbl:ContentType>
      <pbl:Event>published</pbl:Event><pbl:Republished>false</pbl:Republished><pbl:New>true</pbl:New>
      <pbl:Document>http://www.legislation.gov.uk/uksi/2026/5/made</pbl:Document>
      <pbl:Item_Published>http://www.legislation.gov.uk/uksi/2026/5/pdfs/x.pdf</pbl:Item_Published>
      <pbl:Format>pdf</pbl:Format><dc:language>en</dc:language></entry>"""
    event = read_log(_feed(entry)).events[0]
    assert (str(event.item), event.title.en, event.publisher) == ("uksi/2026/5", "The Kites Order 2026", "A Printer")
    assert (event.content_type, event.event, event.category, event.format) == (
        "legislation",
        "published",
        "secondary",
        "pdf",
    )
    assert (event.new, event.republished, event.direction) == (True, False, "")
    assert event.document_uri == "http://www.legislation.gov.uk/uksi/2026/5/made"
    assert event.resource_uri == "http://www.legislation.gov.uk/uksi/2026/5/pdfs/x.pdf"


def test_an_event_of_changed_effects_names_its_list() -> None:
    entry = """<entry><id>http://www.legislation.gov.uk/changes/affected/asp/2005/2/published/2026-01-02T03:04:05Z</id>
      <dc:identifier>http://www.legislation.gov.uk/id/asp/2005/2</dc:identifier><title>x</title>
      <pbl:ContentType>changes</pbl:ContentType><pbl:Event>published</pbl:Event>
      <pbl:Direction>affected</pbl:Direction></entry>"""
    event = read_log(_feed(entry)).events[0]
    assert (event.direction, event.new, event.republished) == ("affected", None, None)
    assert event.resource_uri == "http://www.legislation.gov.uk/changes/affected/asp/2005/2"


def test_effects_are_read_with_their_paging() -> None:
    effect = """<entry><content type="text/xml"><ukm:Effect EffectId="key-1" Type="inserted" Applied="false"
      RequiresApplied="true" AffectedURI="http://www.legislation.gov.uk/id/ukpga/2018/12"
      AffectingURI="http://www.legislation.gov.uk/id/uksi/2026/5"/></content></entry>"""
    counts = "<openSearch:totalResults>309</openSearch:totalResults><leg:totalPages>103</leg:totalPages>"
    page = read_changes(_feed(counts, '<link rel="next" href="x"/>', effect))
    assert [each.effect_id for each in page.effects] == ["key-1"]
    assert (page.paging.total, page.pages, page.paging.has_more) == (309, 103, True)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no feed",
        b"<feed/>",  # no Atom
        _feed(KITES)[:-10],  # cut short
        b"<!DOCTYPE feed>" + _feed(KITES),
        b'<!DOCTYPE feed [<!ENTITY x "y">]>' + _feed("<title>&x;</title>"),
        _feed("<title>&nbsp;</title>"),  # an entity that nobody declared
        _feed("<title>\x00</title>"),
    ],
)
@pytest.mark.parametrize("read", [read_search, read_log, read_changes])
def test_what_is_no_complete_feed_is_refused(read: Any, body: bytes) -> None:
    with pytest.raises(UpstreamChanged):
        read(body)


def test_entities_reach_neither_files_nor_the_network(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("do not read")
    doctype = f'<!DOCTYPE feed [<!ENTITY % p SYSTEM "{secret.as_uri()}"> %p; <!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    with pytest.raises(UpstreamChanged):
        read_search(doctype.encode() + _feed("<title>&x;</title>"))


def test_a_page_of_candidates_is_scanned_within_bounds() -> None:
    one = '<li><a href="/id/ukpga/{0}/1">Act &amp; {0}</a></li>'
    page = f'<div id="content"><ul>{"".join(one.format(1900 + n) for n in range(150))}</ul></div>'.encode()
    found = read_candidates(page)
    assert len(found) == MOST_CANDIDATES
    assert (str(found[0].item), found[0].title) == ("ukpga/1900/1", "Act & 1900")


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b'<li><a href="/id/ukpga/2018/12">outside the list</a></li>',
        b'<div id="content"><li><a href="/id/ukpga/2018/12/section/1">a provision</a></li></div>',
        b'<div id="content"><li><a href="https://evil.test/x/id/ukpga/2018/12">elsewhere</a></li></div>',
        b'<div id="content"><li><a href="/id/../../x">x</a></li></div>',
        b'<div id="content">' + b'<li><a href="' * 50_000,  # never ends
        b'<div id="content"><li' + b" " * 900_000,
    ],
)
def test_what_is_no_candidate_is_passed_over(page: bytes) -> None:
    assert read_candidates(page) == ()


@pytest.mark.corpus
def test_the_recorded_page_of_candidates_is_read(corpus: Path) -> None:
    found = read_candidates((corpus / "pages" / "id-ukpga-1955-19-300.html.txt").read_bytes())
    assert [str(each.item) for each in found] == ["ukpga/Eliz2/4-5/19", "ukpga/Eliz2/3-4/19"]
    assert all(each.title for each in found)


def _as_feedparser_reads(path: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of feedparser's own making
        import feedparser

        return feedparser.parse(path.read_bytes())


def _collapsed(value: str) -> str:
    return " ".join(value.split())


@pytest.mark.corpus
def test_recorded_searches_are_read_as_feedparser_reads_them(corpus: Path) -> None:
    count = 0
    for path in sorted((corpus / "feeds" / "search").iterdir()):
        ours, theirs = read_search(path.read_bytes()), _as_feedparser_reads(path)
        assert [each.id_uri for each in ours.found] == [each.id for each in theirs.entries]
        assert [each.updated for each in ours.found] == [each.updated for each in theirs.entries]
        assert ours.paging.has_more == any(link.rel == "next" for link in theirs.feed.get("links", []))
        for found, entry in zip(ours.found, theirs.entries, strict=True):
            # feedparser calls a link without rel "alternate", as the rest; ours is the one without a type as well.
            assert found.document_uri in [link.href for link in entry.links]
            if entry.title_detail.type == "text/plain":
                assert found.title.en == _collapsed(entry.title)
            assert found.item is not None
            assert found.type is not None
            assert found.title.en
            count += 1
    assert count == 292


@pytest.mark.corpus
def test_recorded_logs_are_read_as_feedparser_reads_them(corpus: Path) -> None:
    count = 0
    for path in sorted((corpus / "feeds" / "publication-log").iterdir()):
        ours, theirs = read_log(path.read_bytes()), _as_feedparser_reads(path)
        assert [each.entry_id for each in ours.events] == [each.id for each in theirs.entries]
        assert [each.updated for each in ours.events] == [each.updated for each in theirs.entries]
        assert ours.paging.total is not None
        for event in ours.events:
            assert event.item is not None
            assert event.type is not None
            assert event.content_type
            assert event.event
            assert event.resource_uri.startswith("http://www.legislation.gov.uk/")
            count += 1
    assert count == 47


@pytest.mark.corpus
def test_every_recorded_effect_is_read_once(corpus: Path) -> None:
    count = 0
    for path in sorted((corpus / "feeds" / "changes").iterdir()):
        body = path.read_bytes()
        page = read_changes(body)
        plain = etree.fromstring(body)
        assert [each.effect_id for each in page.effects] == [
            each.get("EffectId") for each in plain.iterfind(".//{*}Effect")
        ]
        assert len(page.effects) == len(_as_feedparser_reads(path).entries)
        assert page.paging.total is not None
        assert page.paging.total >= len(page.effects)
        count += len(page.effects)
    assert count == 359


def test_a_feed_that_is_nested_too_deep_is_told_as_such() -> None:
    with pytest.raises(UpstreamChanged, match="nested deeper than any legislation"):
        read_log(b"<feed>" + b"<a>" * 1_000 + b"</a>" * 1_000 + b"</feed>")
