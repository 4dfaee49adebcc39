"""Both views of every tool stay within 80,000 characters, whatever the service sends, and say what is left out."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from client_desk import Desk
from invented_act import ITEM, document, effect
from invented_feeds import BASE, atom, choices, event, feed, found
from invented_feeds import effect as listed_effect
from tool_desk import Maker, call_tool, follow, view
from upstream import XML, Reply, Upstream

from lexgate_uklaw.reference.topics import TOPICS
from lexgate_uklaw.tools.check_citations import check_citations_tool
from lexgate_uklaw.tools.compare_versions import compare_versions_tool
from lexgate_uklaw.tools.get_amendments import get_amendments_tool
from lexgate_uklaw.tools.get_document import get_document_tool
from lexgate_uklaw.tools.list_reference import list_reference_tool
from lexgate_uklaw.tools.lookup_citation import lookup_citation_tool
from lexgate_uklaw.tools.search_legislation import search_legislation_tool
from lexgate_uklaw.tools.track_changes import track_changes_tool

CAP = 80_000
NOW = datetime(2026, 10, 1, tzinfo=UTC).timestamp()
SIGNS = "[*_]\\|~" * 400  # each is escaped in Markdown
QUOTES = "&quot;\\" * 800  # each is escaped in JSON
HIDDEN = "&#x202e;" * 2_000  # each is shown as eight characters
LONG = [SIGNS, QUOTES, HIDDEN]


@pytest.fixture
def desk(upstream: Upstream, tmp_path: Path) -> Desk:
    return Desk(upstream.url, tmp_path, now=NOW)


def fits(make: Maker, result: Any) -> None:
    structure = json.dumps(result.model_dump(mode="json", exclude_none=True), ensure_ascii=False)
    assert len(structure) <= CAP
    assert len(view(make, result)) <= CAP


def contents(words: str, count: int) -> str:
    return "".join(
        f'<ContentsItem IdURI="{BASE}/id/{ITEM}/section/{n}"><ContentsNumber>{words}</ContentsNumber>'
        f"<ContentsTitle>{words}</ContentsTitle></ContentsItem>"
        for n in range(count)
    )


@pytest.mark.parametrize("words", LONG)
def test_an_outline_of_long_labels_ends_early_and_goes_on(desk: Desk, upstream: Upstream, words: str) -> None:
    body = document(address=f"{ITEM}/contents", contents=contents(words, 150))
    upstream.on(f"/{ITEM}/contents/data.xml", Reply(200, body, XML))
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        result = call_tool(desk, get_document_tool, item=ITEM, outline_offset=offset)
        fits(get_document_tool, result)
        assert len(result.outline) in (100, 150 - offset) or "because they are long" in result.notice
        seen += [entry["provision"] for entry in result.outline]
        offset = result.outline_next
    assert seen == [f"section/{n}" for n in range(150)]


@pytest.mark.parametrize("words", LONG)
def test_a_long_text_with_many_annotations_and_effects_fits_and_says_what_is_left_out(
    desk: Desk, upstream: Upstream, words: str
) -> None:
    notes = "".join(
        f'<Commentary id="c{n}" Type="F"><Para><Text>{n} {words}<Citation URI="{BASE}/id/ukpga/2019/{n}">{words}'
        "</Citation></Text></Para></Commentary>"
        for n in range(60)
    )
    references = "".join(f'<CommentaryRef Ref="c{n}"/>' for n in range(60))
    text = f"{references} {words * 8}"
    effects = [effect("section/1", words[:952], f'Notes="{words}"') for _ in range(20)]
    whole = f'<P1 IdURI="{BASE}/id/{ITEM}/section/1"><Pnumber>1</Pnumber><P1para><Text>{text}</Text></P1para></P1>'
    body = document(whole, address=f"{ITEM}/section/1", effects=effects)
    publishers = "".join(f"<dc:publisher>{n}{words}</dc:publisher>" for n in range(400))
    body = body.replace(b"<dc:publisher>", publishers.encode() + b"<dc:publisher>")
    body = body.replace(b"</Legislation>", f"<Commentaries>{notes}</Commentaries></Legislation>".encode())
    upstream.on(f"/{ITEM}/section/1/data.xml", Reply(200, body, XML))
    result = call_tool(desk, get_document_tool, item=ITEM, provision="s. 1")
    fits(get_document_tool, result)
    assert "annotations are left out: read a smaller provision" in result.notice
    assert result.text.endswith("<<<end lexgate-data 0123456789ab>>>")


@pytest.mark.parametrize("words", LONG)
def test_long_effects_are_listed_over_several_calls_and_none_is_lost(
    desk: Desk, upstream: Upstream, words: str
) -> None:
    inner = "".join(f'<ukm:Section URI="{BASE}/id/{ITEM}/section/{n}">{words}</ukm:Section>' for n in range(100))
    dates = f'<ukm:InForceDates>{f"""<ukm:InForce Qualification="{words}"/>""" * 30}'
    rows = [
        listed_effect(f"e-{n}", inner=inner, attributes=f'Notes="{words}"').replace("<ukm:InForceDates>", dates)
        for n in range(8)
    ]
    upstream.on(f"/changes/affected/{ITEM}/data.feed?results-count=100", atom(feed(*rows, total=8, pages=1)))
    results = follow(desk, get_amendments_tool, upstream.seen, item=ITEM, limit=12)
    for result in results:
        fits(get_amendments_tool, result)
    assert [each["effect_id"] for result in results for each in result.effects] == [f"e-{n}" for n in range(8)]
    first = results[0].effects[0]
    assert len(first["affected"]["provisions"]) + first["provisions_left_out"] == 100
    assert len(first["in_force"]) + first["dates_left_out"] == 31
    for said in ("further provisions left out", "11 further dates left out"):
        assert said in view(get_amendments_tool, results[0])


@pytest.mark.parametrize("words", LONG)
def test_long_events_are_listed_over_several_calls_and_none_is_lost(desk: Desk, upstream: Upstream, words: str) -> None:
    more = f"<pbl:Document>http://www.legislation.gov.uk/{'x' * 1900}</pbl:Document><pbl:Format>{words}</pbl:Format>"
    rows = [event(f"{n:02} {words}", "2026-09-24T10:00:00+00:00", more=more) for n in range(20)]
    upstream.on("/update/2026-09-24/data.feed", atom(feed(*rows, total=20)))
    results = follow(desk, track_changes_tool, upstream.seen, start_date="2026-09-24", limit=80)
    for result in results:
        fits(track_changes_tool, result)
    titles = [each["item"]["title"].split()[3] for result in results for each in result.events]
    assert titles == [f"{n:02}" for n in range(20)]


@pytest.mark.parametrize("words", LONG)
def test_a_page_of_long_results_says_how_to_go_on(desk: Desk, upstream: Upstream, words: str) -> None:
    more = f"<summary>{words}</summary>" + f'<category term="{words}"/>' * 5
    more += f'<link href="http://www.legislation.gov.uk/{"x" * 1900}"/>'
    rows = [found(f"ukpga/2020/{n}", words, 2020, more=more) for n in range(1, 51)]
    upstream.on("/all/data.feed?title=kites&results-count=50&page=2", atom(feed(*rows)))
    result = call_tool(desk, search_legislation_tool, title="kites", limit=50, page=2)
    fits(search_legislation_tool, result)
    shown = len(result.results)
    assert 50 % shown == 0
    assert shown == 50 or f"go on with limit={shown} and page={50 // shown + 2}" in result.notice


@pytest.mark.parametrize("words", LONG)
def test_long_candidates_fit(desk: Desk, upstream: Upstream, words: str) -> None:
    rows = tuple((f"ukpga/2020/{n}", words[:560]) for n in range(1, 40))
    upstream.on("/id?title=Kites%20Act%202020", choices(*rows))
    result = call_tool(desk, lookup_citation_tool, citation="Kites Act 2020")
    fits(lookup_citation_tool, result)
    assert len(result.candidates) == 20


@pytest.mark.parametrize("words", LONG)
def test_a_long_comparison_fits_and_says_what_is_left_out(desk: Desk, upstream: Upstream, words: str) -> None:
    for version, extra in (("enacted", "old"), ("2021-03-01", "new")):
        parts = "".join(
            f'<P2 IdURI="{BASE}/id/{ITEM}/section/1/{n}"><Pnumber>{n}</Pnumber><P2para><Text>{extra} {n} {words[:112]}'
            "</Text></P2para></P2>"
            for n in range(250)
        )
        body = f'<P1 IdURI="{BASE}/id/{ITEM}/section/1"><Pnumber>1</Pnumber><P1para>{parts}</P1para></P1>'
        given = document(body, address=f"{ITEM}/section/1/{version}")
        upstream.on(f"/{ITEM}/section/1/{version}/data.xml", Reply(200, given, XML))
    result = call_tool(
        desk, compare_versions_tool, item=ITEM, provision="s. 1", from_version="enacted", to_version="2021-03-01"
    )
    fits(compare_versions_tool, result)
    assert "Only the first 200 of 250 changes are listed." in result.notice
    assert len(result.changes) == 200 or "further changes are left out of the list" in result.notice


def test_a_dense_draft_lists_what_fits_and_counts_all(desk: Desk) -> None:
    named = "the Kites and Other Flying Things (Consequential and Transitional Provisions) Act"
    draft = " ".join(f"Section {n}, 2 to 9 of {named} {1970 + n % 50}." for n in range(330))
    result = call_tool(desk, check_citations_tool, text=draft[:20_000], verify=False)
    fits(check_citations_tool, result)
    assert result.total == sum(result.counts.values())
    left_out = result.total - len(result.citations)
    assert left_out > 0
    assert f"{left_out} citations are left out of the list" in result.notice


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_of_the_reference_fits(desk: Desk, topic: str) -> None:
    def make(client: Any) -> Any:
        return list_reference_tool()

    fits(make, call_tool(desk, make, topic=topic))
