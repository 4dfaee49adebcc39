"""`uklaw_check_citations` over a real socket: a status is never better than what was proved."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from client_desk import Desk
from clml_desk import FIXTURES
from hypothesis import given, settings
from hypothesis import strategies as st
from invented_act import ITEM, document, entries, section
from invented_feeds import atom, choices, feed, found
from upstream import HTML, XML, Reply, Upstream

from lexgate_kit.adapter import Call
from lexgate_kit.errors import UnusableInput
from lexgate_kit.fence import Fence
from lexgate_uklaw.checking.drafts import MOST_KEPT, Draft, Drafts
from lexgate_uklaw.checking.proving import Progress
from lexgate_uklaw.checking.quotations import is_quoted_from
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.tools.check_citations import CheckCitationsResult, check_citations_tool

KITES = found(ITEM, "Kites Act 2020", 2020)
NUMBER = "/ukpga/2020/data.feed?number=5&results-count=20"
TITLE = "/id?title=Kites%20Act%202020"
IDENTIFIER = f"/id/{ITEM}"
MISSING = Reply(404, b"<!DOCTYPE html><html></html>", HTML)
EMPTY = atom(feed(total=0))
BUSY = Reply(436, headers={"Retry-After": "7"})


@dataclass
class CheckDesk:
    """One tool over several calls, as a server has it; `now` is the clock of its cursors."""

    desk: Desk
    now: float = 0.0
    clients: list[UkClient] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.spec = check_citations_tool(lambda: self.clients[-1], clock=lambda: self.now)

    def check(self, text: str | None = None, caller: str = "local", **arguments: Any) -> CheckCitationsResult:
        given = self.spec.arguments.model_validate({"text": text, **arguments})

        async def work(client: UkClient) -> CheckCitationsResult:
            self.clients.append(client)
            call = Call("r", anyio.current_time() + 20, caller=caller, fence=Fence("0123456789ab"))
            return await self.spec.handler(given, call)

        result = self.desk.run(work)
        assert self.spec.render(result)
        return result


@pytest.fixture
def desk(upstream: Upstream, tmp_path: Path) -> CheckDesk:
    return CheckDesk(Desk(upstream.url, tmp_path))


def statuses(result: CheckCitationsResult) -> list[tuple[str, str]]:
    return [(each["text"], each["status"]) for each in result.citations]


def address(number: str = "1", item: str = ITEM) -> str:
    return f"/{item}/section/{number}/data.xml"


def with_section(upstream: Upstream, number: str = "1", text: str = "A kite must have a tail.", **more: Any) -> None:
    body = document(section(number, text, **more), address=f"{ITEM}/section/{number}")
    upstream.on(address(number), Reply(200, body, XML))


def test_without_verification_nothing_is_asked_and_places_are_code_points(desk: CheckDesk, upstream: Upstream) -> None:
    text = "😀 See section 1 of the Kites Act 2020."
    result = desk.check(text, verify=False)
    assert upstream.paths == []
    assert result.next_cursor is None
    assert statuses(result) == [("section 1", "not_checked"), ("Kites Act 2020", "not_checked")]
    assert [text[each["start"] : each["end"]] for each in result.citations] == ["section 1", "Kites Act 2020"]


def test_one_request_proves_an_act_and_every_citation_of_the_same_section(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    result = desk.check("2020 c. 5, s. 1 and 2020 c. 5, s. 1(2); again s. 1(1) of 2020 c. 5.")
    assert upstream.paths == [address()]
    assert {each["status"] for each in result.citations} == {"verified"}
    assert result.next_cursor is None
    assert result.citations[0]["title"] == "Kites Act 2020"
    dated = [each["confirmed_at"] for each in result.citations if each.get("provision")]
    assert len(dated) == 3
    assert all(when.endswith("+00:00") and when in desk.spec.render(result) for when in dated)


def test_a_title_is_resolved_and_its_section_fetched(desk: CheckDesk, upstream: Upstream) -> None:
    upstream.on(TITLE, Reply(301, headers={"Location": IDENTIFIER}))
    upstream.on(NUMBER, atom(feed(KITES)))
    with_section(upstream)
    result = desk.check("Section 1 of the Kites Act 2020 applies.")
    assert statuses(result) == [("Section 1", "verified"), ("Kites Act 2020", "verified")]
    assert upstream.paths == [TITLE, NUMBER, address()]


def test_a_section_that_is_not_there_does_not_exist_and_nothing_else_stands_in_for_it(
    desk: CheckDesk, upstream: Upstream
) -> None:
    upstream.on(address("9"), MISSING)
    upstream.on(NUMBER, atom(feed(KITES)))
    result = desk.check("See 2020 c. 5, s. 9.")
    assert [each["status"] for each in result.citations if each.get("provision")] == ["does_not_exist"]
    assert result.false_statements == 1


def test_a_subsection_that_its_section_does_not_hold_does_not_exist(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    result = desk.check("See 2020 c. 5, s. 1(7).")
    [cited] = [each for each in result.citations if each.get("provision")]
    assert cited["status"] == "does_not_exist"
    assert "section/1/7" in cited["note"]


def test_inside_a_repealed_section_nothing_is_said_to_have_never_been_there(
    desk: CheckDesk, upstream: Upstream
) -> None:
    dotted = (
        f'<P1group><Title>T</Title><P1 IdURI="http://www.legislation.gov.uk/id/{ITEM}/section/1" id="section-1" '
        'Status="Repealed"><Pnumber>1</Pnumber><P1para><Text>. . . . .</Text></P1para></P1></P1group>'
    )
    upstream.on(address(), Reply(200, document(dotted, address=f"{ITEM}/section/1"), XML))
    result = desk.check("See 2020 c. 5, s. 1(2).")
    [cited] = [each for each in result.citations if each.get("provision")]
    assert "repealed" in cited["note"]


def not_held(upstream: Upstream, item: str) -> None:
    kind, year, number = item.split("/")
    upstream.on(f"/{kind}/{year}/data.feed?number={number}&results-count=20", EMPTY)
    upstream.on(f"/id/{item}", MISSING)


@pytest.mark.parametrize(
    ("cited", "listed", "status"),
    [
        (9, range(1, 8), "does_not_exist"),  # past the last of a list without a gap
        (9, (1, 2, 3, 5), "not_held"),  # the list has a gap: it does not hold everything
        (4, (1, 2, 3, 5), "not_held"),  # the number is in the gap
        (9, (), "not_held"),  # nothing of the year is held
    ],
)
def test_an_act_is_false_only_past_the_last_number_of_a_list_without_a_gap(
    desk: CheckDesk, upstream: Upstream, cited: int, listed: Sequence[int], status: str
) -> None:
    not_held(upstream, f"ukpga/2019/{cited}")
    rows = [found(f"ukpga/2019/{number}", f"Act {number}", 2019) for number in listed]
    upstream.on("/ukpga/2019/data.feed?results-count=500", atom(feed(*rows)))
    result = desk.check(f"See 2019 c. {cited}.")
    [checked] = result.citations
    assert checked["status"] == status
    assert result.false_statements == (status == "does_not_exist")
    assert ("the numbers 1 to 7 of ukpga/2019 without a gap" in checked["note"]) == (status == "does_not_exist")


@pytest.mark.parametrize(
    ("words", "item"),
    [
        ("1995 c. 99", "ukpga/1995/99"),  # the list goes on after its page
        ("S.S.I. 2015/999", "ssi/2015/999"),  # instruments: one page does not hold a year, and gaps are usual
        ("2026 c. 99", "ukpga/2026/99"),  # the year is not over
    ],
)
def test_no_year_is_taken_to_be_complete_by_itself(desk: CheckDesk, upstream: Upstream, words: str, item: str) -> None:
    desk.desk.now = datetime(2027, 1, 20, tzinfo=UTC).timestamp()
    not_held(upstream, item)
    if item.startswith("ukpga"):
        year = item.split("/")[1]
        rows = [found(f"ukpga/{year}/{number}", f"Act {number}", int(year)) for number in (1, 2)]
        upstream.on(f"/ukpga/{year}/data.feed?results-count=500", atom(feed(*rows, more=item == "ukpga/1995/99")))
    [checked] = desk.check(f"See {words}.").citations
    assert checked["status"] == "not_held"
    assert "It may exist all the same" in checked["note"]


def test_an_act_of_a_year_that_has_not_begun_does_not_exist(desk: CheckDesk, upstream: Upstream) -> None:
    desk.desk.now = datetime(2026, 6, 1, tzinfo=UTC).timestamp()
    not_held(upstream, "ukpga/2031/4")
    [checked] = desk.check("See 2031 c. 4.").citations
    assert (checked["status"], checked["note"]) == ("does_not_exist", "Its year has not begun.")


def test_a_list_of_numbers_that_cannot_be_read_proves_nothing(desk: CheckDesk, upstream: Upstream) -> None:
    not_held(upstream, "ukpga/2019/9")
    upstream.on("/ukpga/2019/data.feed?results-count=500", BUSY)
    [checked] = desk.check("See 2019 c. 9.").citations
    assert checked["status"] == "not_held"


@pytest.mark.parametrize("title", ["Owls Act 2015", "Owls Regulations 2015", "Owls Act 1950"])
def test_a_title_that_resolves_to_nothing_is_never_called_false(
    desk: CheckDesk, upstream: Upstream, title: str
) -> None:
    upstream.on(f"/id?title={title.replace(' ', '%20')}", MISSING)
    [cited] = desk.check(f"See the {title}.").citations
    assert cited["status"] == "not_held"
    assert "no item by this title" in cited["note"]
    assert "A title alone proves nothing" in cited["note"]


def test_proof_from_an_old_copy_says_so(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    desk.check("See 2020 c. 5, s. 1.")
    desk.desk.now += 8000
    upstream.on(address(), Reply(500))
    [cited] = [each for each in desk.check("See 2020 c. 5, s. 1.").citations if each.get("provision")]
    assert cited["status"] == "verified"
    assert "from our store" in cited["note"]


def test_a_refusal_is_no_evidence(desk: CheckDesk, upstream: Upstream) -> None:
    upstream.on(NUMBER, BUSY)
    result = desk.check("See 2020 c. 5.")
    [cited] = result.citations
    assert cited["status"] == "could_not_check"
    assert "says nothing about the law" in cited["note"]
    assert result.false_statements == 0


def test_a_provision_without_an_act_and_one_with_several_are_ambiguous_and_cost_nothing(
    desk: CheckDesk, upstream: Upstream
) -> None:
    result = desk.check("Section 12 applies.")
    assert statuses(result) == [("Section 12", "ambiguous")]
    assert upstream.paths == []


def test_two_acts_of_one_number_are_ambiguous_with_their_candidates(desk: CheckDesk, upstream: Upstream) -> None:
    upstream.on("/ukpga/1955/data.feed?number=19&results-count=20", EMPTY)
    upstream.on("/id/ukpga/1955/19", choices(("ukpga/Eliz2/3-4/19", "A Act"), ("ukpga/Eliz2/4-5/19", "B Act")))
    [cited] = desk.check("See 1955 c. 19.").citations
    assert cited["status"] == "ambiguous"
    assert "ukpga/Eliz2/3-4/19, ukpga/Eliz2/4-5/19" in cited["note"]


def test_a_number_beside_another_acts_title_is_a_contradiction(desk: CheckDesk, upstream: Upstream) -> None:
    upstream.on("/id?title=Owls%20Act%202019", Reply(301, headers={"Location": "/id/ukpga/2019/8"}))
    upstream.on(
        "/ukpga/2019/data.feed?number=8&results-count=20", atom(feed(found("ukpga/2019/8", "Owls Act 2019", 2019)))
    )
    upstream.on(NUMBER, atom(feed(KITES)))
    result = desk.check("The Owls Act 2019 (2020 c. 5) applies.")
    assert {each["status"] for each in result.citations} == {"ambiguous"}
    assert all(each["contradiction"] for each in result.citations)
    assert {each["title"] for each in result.citations} == {"Owls Act 2019", "Kites Act 2020"}
    assert result.false_statements == 2


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("A kite must have a tail.", "quote_matches"),  # word for word
        ("a KITE  must have a tail", "quote_matches"),  # case, spaces, the end
        ("A kite must ... tail", "quote_matches"),  # an ellipsis
        ("A kite […] have a tail", "quote_matches"),  # an ellipsis in brackets
        ("[a] kite must have [for safety] a tail", "quote_matches"),  # an insertion in brackets
        ("A kite may have a tail", "quote_differs"),  # another word
        ("A kite must not have a tail", "quote_differs"),  # one word more
        ("A kite must, have a tail", "quote_differs"),  # a comma
        ("have a tail ... a kite must", "quote_differs"),  # another order
    ],
)
def test_a_quotation_is_compared_word_for_word(desk: CheckDesk, upstream: Upstream, words: str, status: str) -> None:
    with_section(upstream)
    result = desk.check(f"Under 2020 c. 5, s. 1(1), “{words}”, which is clear.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert (cited["status"], cited["provision"]) == (status, "section/1/1")


def test_what_differs_is_shown_and_cannot_forge_a_mark(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    result = desk.check("Under 2020 c. 5, s. 1, “A kite **may** have a tail”.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert "~~must~~ **\\*\\*may\\*\\***" in cited["difference"]
    assert cited["difference"] in desk.spec.render(result)


def test_words_of_another_subsection_are_not_those_of_the_one_cited(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    result = desk.check("2020 c. 5, s. 1(2) says “A kite must have a tail”.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert cited["status"] == "quote_differs"
    assert "not in the part of it that is cited" in cited["note"]


def test_each_quotation_binds_to_the_provision_of_its_own_sentence(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    with_section(upstream, "2", "A kite must be red.")
    result = desk.check(
        "2020 c. 5, s. 1(1) says “A kite must have a tail”. A kite “must be of red cloth” (2020 c. 5, s. 2(1))."
    )
    quoted = {each["provision"]: each["status"] for each in result.citations if each.get("quote")}
    assert quoted == {"section/1/1": "quote_matches", "section/2/1": "quote_differs"}


def test_a_claim_is_as_good_as_its_worst_quotation(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream)
    result = desk.check("2020 c. 5, s. 1(1) says “A kite must have” and also “must never have a tail”.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert cited["status"] == "quote_differs"
    assert "**never**" in cited["difference"]


def test_a_reference_inside_the_quoted_words_does_not_hide_them(desk: CheckDesk, upstream: Upstream) -> None:
    with_section(upstream, text="A person who claims under section 2 may fly a kite.")
    with_section(upstream, "2")
    result = desk.check("2020 c. 5, s. 1(1) says “a person who claims under section 2 may never fly a kite”.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert (cited["text"], cited["status"]) == ("s. 1(1)", "quote_differs")


def test_a_name_in_quote_marks_is_no_quotation(desk: CheckDesk) -> None:
    result = desk.check("Section 7 of the Kites Act 2020 (“the Kites Act 2020”).", verify=False)
    assert not any(each.get("quote") for each in result.citations)


def test_words_of_an_unrevised_text_are_said_to_be_compared_with_it_as_made(
    desk: CheckDesk, upstream: Upstream
) -> None:
    made = f"/{ITEM}/section/1/enacted/data.xml"
    upstream.on(address(), Reply(307, headers={"Location": made}))
    body = document(section("1"), address=f"{ITEM}/section/1/enacted", status="final")
    upstream.on(made, Reply(200, body, XML))
    result = desk.check("2020 c. 5, s. 1(1) says “A kite must have a tail”.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert cited["status"] == "quote_matches"
    assert "as first made" in cited["note"]


def test_the_text_for_another_extent_counts_and_is_named(desk: CheckDesk, upstream: Upstream) -> None:
    body = (FIXTURES / "section-concurrent.xml").read_bytes()
    upstream.on("/ukpga/2031/8/section/6/data.xml", Reply(200, body, XML))
    result = desk.check("2031 c. 8, s. 6 says “Ferries pay no toll”.")
    [cited] = [each for each in result.citations if each.get("quote")]
    assert cited["status"] == "quote_matches"
    assert "another extent" in cited["note"]


def test_four_requests_a_call_then_the_cursor_goes_on_without_the_text(desk: CheckDesk, upstream: Upstream) -> None:
    for number in range(1, 7):
        with_section(upstream, str(number))
    text = " ".join(f"See 2020 c. 5, s. {number}." for number in range(1, 7))
    first = desk.check(text)
    assert len(upstream.paths) == 4
    assert first.counts == {"verified": 10, "not_checked": 2}
    second = desk.check(cursor=first.next_cursor)
    assert len(upstream.paths) == 6
    assert second.counts == {"verified": 12}
    assert second.next_cursor is None


def test_an_items_title_is_given_once_and_each_answer_of_the_service_is_dated(
    desk: CheckDesk, upstream: Upstream
) -> None:
    with_section(upstream)
    upstream.on(
        "/ukpga/2021/data.feed?number=7&results-count=20", atom(feed(found("ukpga/2021/7", "Owls Act 2021", 2021)))
    )
    result = desk.check("See s. 1 of the Kites Act 2020 (c. 5), the Kites Act 2020 (c. 5) and 2021 c. 7.")
    titles = [each.get("title") for each in result.citations if each["status"] == "verified"]
    assert sorted(filter(None, titles)) == ["Kites Act 2020", "Owls Act 2021"]
    assert all(each["confirmed_at"] for each in result.citations)


def test_a_later_call_lists_what_is_new_and_what_is_false_and_no_citation_twice_else(
    desk: CheckDesk, upstream: Upstream
) -> None:
    for number in range(1, 7):
        with_section(upstream, str(number))
    text = "2020 c. 5, s. 1(9) " + " ".join(f"See 2020 c. 5, s. {number}." for number in range(1, 7))
    first = desk.check(text)
    second = desk.check(cursor=first.next_cursor)
    assert len(first.citations) == first.total
    judged = {each["start"] for each in first.citations if each["status"] == "not_checked"}
    false = {each["start"] for each in first.citations if each["status"] == "does_not_exist"}
    assert {each["start"] for each in second.citations} == judged | false
    assert false
    assert "Listed are the citations judged in this call, and all that are false" in (second.notice or "")


def test_a_cursor_belongs_to_its_caller_its_text_and_ten_minutes(desk: CheckDesk, upstream: Upstream) -> None:
    for number in range(1, 6):
        with_section(upstream, str(number))
    text = " ".join(f"See 2020 c. 5, s. {number}." for number in range(1, 6))
    cursor = desk.check(text).next_cursor
    for wrong in ({"caller": "another"}, {"text": "Another text."}, {"cursor": "made-up"}):
        with pytest.raises(UnusableInput) as refused:
            desk.check(**{"cursor": cursor, **wrong})
        assert refused.value.reason == "invalid_cursor"
    desk.now += 601
    with pytest.raises(UnusableInput):
        desk.check(cursor=cursor)


def test_nothing_to_check_is_refused_and_a_text_without_citations_is_a_result(desk: CheckDesk) -> None:
    with pytest.raises(UnusableInput):
        desk.check()
    result = desk.check("Nothing of the kind.")
    assert (result.total, result.citations) == (0, [])
    assert "No citation" in (result.notice or "")


def test_a_range_of_sections_is_proved_by_the_table_of_contents(desk: CheckDesk, upstream: Upstream) -> None:
    listed = document(address=f"{ITEM}/contents", contents=entries("1", "2", "3", "4", "5"))
    upstream.on(f"/{ITEM}/contents/data.xml", Reply(200, listed, XML))
    result = desk.check("See 2020 c. 5, ss. 1-5.")
    assert {each["status"] for each in result.citations} == {"verified"}
    assert upstream.paths == [f"/{ITEM}/contents/data.xml"]


def test_what_the_table_of_contents_does_not_list_is_fetched_before_it_is_denied(
    desk: CheckDesk, upstream: Upstream
) -> None:
    listed = document(address=f"{ITEM}/contents", contents=entries("1", "2", "3", "4"))
    upstream.on(f"/{ITEM}/contents/data.xml", Reply(200, listed, XML))
    upstream.on(address("5"), MISSING)
    result = desk.check("See 2020 c. 5, ss. 1-5.")
    [cited] = [each for each in result.citations if each.get("provision")]
    assert cited["status"] == "does_not_exist"
    assert cited["note"].startswith("section/5: The item exists; its current version has no such provision.")
    assert address("5") in upstream.paths


def test_a_title_with_another_year_than_the_act_has_is_false(desk: CheckDesk, upstream: Upstream) -> None:
    upstream.on("/id?title=Kites%20Act%202019", Reply(301, headers={"Location": IDENTIFIER}))
    upstream.on(NUMBER, atom(feed(KITES)))
    [cited] = desk.check("See the Kites Act 2019.").citations
    assert (cited["status"], cited["contradiction"], cited["title"]) == ("ambiguous", True, "Kites Act 2020")


def test_many_drafts_push_out_the_oldest_and_no_more_are_kept() -> None:
    now = 0.0
    drafts = Drafts(lambda: now)
    handles = []
    for place in range(MOST_KEPT + 5):
        now += 1
        handles.append(drafts.keep(Draft("local", f"text {place}", Progress(()), 0.0)))
    with pytest.raises(UnusableInput):
        drafts.take(handles[4], "local", None)
    assert drafts.take(handles[5], "local", None).text == "text 5"


LAW = "A person who—\n(a) keeps a kite, or\n(b) flies one at night,\nmust have a tail of red cloth (see section 4)."


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 20), st.integers(1, 20))
def test_any_run_of_the_laws_own_words_is_quoted_from_it(first: int, count: int) -> None:
    words = LAW.split()[first : first + count]
    if words:
        assert is_quoted_from(" ".join(words).upper(), LAW)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 19), st.sampled_from(["not", "never", "may", "owl"]))
def test_one_word_more_is_never_quoted_from_it(place: int, word: str) -> None:
    words = LAW.split()
    words.insert(place + 1, word)
    assert not is_quoted_from(" ".join(words), LAW)


def test_a_long_quotation_of_gaps_takes_no_quadratic_time() -> None:
    start = time.process_time()
    is_quoted_from("a … " * 30, "a b " * 10_000)
    is_quoted_from("a [x] " * 30, "a " * 10_000)
    assert time.process_time() - start < 5
