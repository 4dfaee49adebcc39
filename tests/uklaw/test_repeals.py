"""What has ended is never shown as law without a mark, whatever sign of its end the service gives."""

from pathlib import Path
from typing import Any

import pytest
from client_desk import Desk
from invented_act import ITEM, document, entries, section
from invented_feeds import atom, feed, found
from tool_desk import call_tool, view
from upstream import XML, Reply, Upstream

from lexgate_uklaw.clml.provision_status import RETAINED, is_gone
from lexgate_uklaw.repeals import ends_whole_item, plain_title, title_mark
from lexgate_uklaw.tools.check_citations import check_citations_tool
from lexgate_uklaw.tools.compare_versions import compare_versions_tool
from lexgate_uklaw.tools.get_document import get_document_tool
from lexgate_uklaw.tools.lookup_citation import lookup_citation_tool

AT = "2021-03-01"
OLD = f'<P IdURI="http://www.legislation.gov.uk/id/{ITEM}/paragraph/p3" id="paragraph-p3" %s><Text>No kites.</Text></P>'
ENDED = f'RestrictEndDate="{AT}"'
VALID = f"<dct:valid>{AT}</dct:valid>"


@pytest.fixture
def desk(upstream: Upstream, tmp_path: Path) -> Desk:
    return Desk(upstream.url, tmp_path)


def dated(body: str = "", *, address: str, **more: Any) -> bytes:
    return document(body, address=address, more=VALID, **more)


def read(desk: Desk, **arguments: Any) -> tuple[Any, str]:
    result = call_tool(desk, get_document_tool, item=ITEM, **arguments)
    return result, view(get_document_tool, result)


def test_a_provision_whose_window_ends_at_the_version_is_marked_in_both_views(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/section/1/{AT}"
    body = dated(section("1", attributes=ENDED), address=address)
    upstream.on(f"/{address}/data.xml", Reply(200, body, XML))
    result, shown = read(desk, provision="s. 1", version=AT)
    assert is_gone(result.provision["status"])
    assert "it is shown as a record" in result.notice
    assert "no longer in force at the date of this version⟧" in result.text
    assert "status no longer in force" in shown


def test_a_window_that_ends_later_marks_nothing(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/section/1/{AT}"
    body = dated(section("1", attributes='RestrictEndDate="2021-03-02"'), address=address)
    upstream.on(f"/{address}/data.xml", Reply(200, body, XML))
    result, _ = read(desk, provision="s. 1", version=AT)
    assert "status" not in result.provision
    assert result.notice is None


def test_an_unnumbered_paragraph_of_an_old_act_is_marked_where_it_stands(desk: Desk, upstream: Upstream) -> None:
    contents = f"{ITEM}/contents/{AT}"
    upstream.on(f"/{contents}/data.xml", Reply(200, dated(address=contents, contents=entries("1")), XML))
    body = dated(OLD % f'{ENDED} Match="false"', address=f"{ITEM}/{AT}")
    upstream.on(f"/{ITEM}/{AT}/data.xml", Reply(200, body, XML))
    result, _ = read(desk, version=AT)
    assert "⟦no longer in force at the date of this version⟧ No kites." in result.text


def test_a_whole_item_whose_window_ended_is_marked_in_its_outline(desk: Desk, upstream: Upstream) -> None:
    contents = f"{ITEM}/contents/{AT}"
    listed = entries(*map(str, range(1, 40)))
    upstream.on(f"/{contents}/data.xml", Reply(200, dated(address=contents, contents=listed, root=ENDED), XML))
    result, shown = read(desk, version=AT)
    assert (result.kind, result.item["status"]) == ("outline", "no longer in force")
    assert "not as law in force" in result.notice
    assert "Item: **no longer in force**" in shown


def test_a_current_text_whose_window_has_ended_by_now_is_marked(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/section/1"
    body = document(section("1", attributes='RestrictEndDate="2020-12-31"'), address=address)
    upstream.on(f"/{address}/data.xml", Reply(200, body, XML))
    result, shown = read(desk, provision="s. 1")
    assert "no longer in force in this version" in result.notice
    assert "no longer in force in this version" in shown


def test_a_title_that_says_repealed_is_told_without_a_date(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/section/1"
    body = document(section("1"), address=address).replace(b"Kites Act 2020<", b"Kites Act 2020(repealed)<")
    upstream.on(f"/{address}/data.xml", Reply(200, body, XML))
    result, shown = read(desk, provision="s. 1")
    assert result.item["status"] == "marked repealed in its title"
    assert "earlier versions too" in result.notice
    assert "Item: **marked repealed in its title**" in shown


def test_an_annotation_on_the_end_of_the_act_is_shown_with_every_part_of_it(desk: Desk, upstream: Upstream) -> None:
    after = (
        "</Primary><Commentaries><Commentary id='c1' Type='F'><Para><Text>Act repealed (1.2.2021) by X Act</Text>"
        "</Para></Commentary></Commentaries><Primary>"
    )
    prelims = "<PrimaryPrelims><Title>Kites Act<CommentaryRef Ref='c1'/></Title></PrimaryPrelims>"
    for path, body in (
        (f"{ITEM}/section/1", document(section("1"), address=f"{ITEM}/section/1")),
        (f"{ITEM}/contents", document("<P1/>", address=f"{ITEM}/contents", contents=entries(*map(str, range(1, 40))))),
    ):
        given = body.replace(b"<Primary><Body>", f"<Primary>{prelims}{after}<Body>".encode())
        upstream.on(f"/{path}/data.xml", Reply(200, given, XML))
    for arguments in ({"provision": "s. 1"}, {}):
        result, shown = read(desk, **arguments)
        assert result.annotations[0]["text"] == "Act repealed (1.2.2021) by X Act"
        assert "F1 records the end of the item" in result.notice
        assert "Act repealed (1.2.2021) by X Act" in shown


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Act repealed (1.1.2007 for E.W.S.) by Other Act 2006 (c. 22), Sch. 2", True),  # the usual form
        ("Regulations revoked (1.4.2013) by S.I. 2013/1", True),  # instruments are revoked
        ("Order expired (31.12.2020) in accordance with art. 1(3)", True),  # or expire
        ("Act repealed in part (1.1.2007) by Other Act 2006", False),  # a part of it
        ("Act repealed (in part) by Other Act 2006", False),  # the same in brackets
        ("S. 4 repealed (1.1.2007) by Other Act 2006", False),  # one section
        ("Words repealed by Other Act 2006", False),  # some words
        ("Act amended by Other Act, which was repealed", False),  # another one's repeal
        ("Act applied (with modifications) by S.I. 2001/5", False),  # no repeal
    ],
)
def test_only_the_end_of_a_whole_item_counts_as_one(text: str, ends: bool) -> None:
    assert ends_whole_item(text) is ends


@pytest.mark.parametrize(
    ("title", "mark", "plain"),
    [
        ("Kites Act 2020", "", "Kites Act 2020"),  # none
        ("Kites Act 2020(repealed)", "repealed", "Kites Act 2020"),  # no space before it
        ("The Kites Order 2020 (revoked 1.4.2021)", "revoked", "The Kites Order 2020"),  # with a date
        ("Deddf Barcutiaid 2020 (diddymwyd)", "repealed", "Deddf Barcutiaid 2020"),  # in Welsh
        ("Repealed Kites (Relief) Act 2020", "", "Repealed Kites (Relief) Act 2020"),  # a title of its own
    ],
)
def test_the_services_mark_in_a_title_is_told_from_the_title(title: str, mark: str, plain: str) -> None:
    assert (title_mark(title), plain_title(title)) == (mark, plain)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("<Repeal RetainText='true' Extent='E+W'>A kite must have a tail.</Repeal>", True),  # all of it, for an extent
        ("<Repeal RetainText='true'>A kite</Repeal> <Repeal RetainText='true'>must fly</Repeal>.", True),  # in pieces
        ("A kite <Repeal RetainText='true'>must</Repeal> have a tail.", False),  # some words
        ("<Repeal RetainText='true'/>A kite must have a tail.", False),  # none
    ],
)
def test_text_that_is_retained_after_its_repeal_has_a_status_of_its_own(
    desk: Desk, upstream: Upstream, text: str, marked: bool
) -> None:
    address = f"{ITEM}/section/1/1"
    upstream.on(f"/{address}/data.xml", Reply(200, document(section("1", text), address=address), XML))
    result, shown = read(desk, provision="s. 1(1)")
    assert (result.provision.get("status") == RETAINED) is marked
    assert ("status repealed, text retained" in shown) is marked
    assert not is_gone(RETAINED)


def test_an_outline_marks_text_that_is_retained_after_its_repeal(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/part/1"
    retained = "<Repeal RetainText='true'>A kite must have a tail.</Repeal>"
    whole = section("1", retained).replace("It is long.", "<Repeal RetainText='true'>It is long.</Repeal>")
    part = f'<Part IdURI="http://www.legislation.gov.uk/id/{ITEM}/part/1">{whole}{section("2", "x " * 11_000)}</Part>'
    upstream.on(f"/{address}/data.xml", Reply(200, document(part, address=address), XML))
    result, _ = read(desk, provision="Pt 1")
    assert [each.get("status") for each in result.outline] == [RETAINED, None]


def test_a_citation_of_a_repealed_act_is_verified_with_its_mark(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/section/1"
    body = document(section("1", attributes='Status="Repealed"'), address=address)
    body = body.replace(b"Kites Act 2020<", b"Kites Act 2020 (repealed)<")
    upstream.on(f"/{address}/data.xml", Reply(200, body, XML))
    result = call_tool(desk, check_citations_tool, text="See section 1 of the Kites Act 2020 (c. 5).")
    checked = next(each for each in result.citations if each.get("provision"))
    assert checked["status"] == "verified"
    for words in ("marks the item as repealed in its title", "marks the provision: repealed"):
        assert words in checked["note"]
        assert words in view(check_citations_tool, result)


def test_a_looked_up_provision_that_is_repealed_is_told(desk: Desk, upstream: Upstream) -> None:
    address = f"{ITEM}/section/1"
    repealed = document(section("1", attributes='Status="Repealed"'), address=address)
    upstream.on("/ukpga/2020/data.feed?number=5&results-count=20", atom(feed(found(ITEM, "Kites Act 2020", 2020))))
    upstream.on(f"/{address}/data.xml", Reply(200, repealed, XML))
    result = call_tool(desk, lookup_citation_tool, citation="Kites Act 2020 (c. 5) s. 1")
    assert "marked in its current version: repealed" in result.guidance


def test_a_comparison_tells_the_end_of_the_item_once_for_both_sides(desk: Desk, upstream: Upstream) -> None:
    for version in ("enacted", AT):
        address = f"{ITEM}/section/1/{version}"
        body = dated(section("1"), address=address).replace(b"Kites Act 2020<", b"Kites Act 2020 (repealed)<")
        upstream.on(f"/{address}/data.xml", Reply(200, body, XML))
    result = call_tool(desk, compare_versions_tool, item=ITEM, provision="s. 1", from_version="enacted", to_version=AT)
    assert result.notice.count("in its title") == 1
    assert result.to_version["item_status"] == "marked repealed in its title"
    assert view(compare_versions_tool, result).count("item marked repealed in its title") == 2
