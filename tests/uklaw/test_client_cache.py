"""What costs a request and what does not: stored answers, revalidation, stale answers, equal requests, robots.txt."""

import itertools
import subprocess
import sys
import threading
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from client_desk import Desk
from upstream import XML, Reply, Upstream

from lexgate_kit.adapter import AdapterContext
from lexgate_kit.errors import ToolFailure, UpstreamChanged
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Answer, Budget, Choices, Missing, Served
from lexgate_uklaw.client import UkClient, new_client
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.settings import UkLawSettings

ACT = ItemPath.parse("ukpga/2018/12")
SECTION = addressing.document(ACT, ProvisionPath.parse("section/45"))
OTHER = addressing.document(ACT, ProvisionPath.parse("section/46"))
LEGISLATION = b'<Legislation xmlns="x"><Metadata/></Legislation>'
VALIDATED = {**XML, "ETag": 'W/"v1"', "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"}
NOON = 1_700_000_000.0


@pytest.fixture
def desk(upstream: Upstream, tmp_path: Path) -> Desk:
    return Desk(upstream.url, tmp_path, now=NOON)


def _served(answer: Answer[bytes]) -> Served[bytes]:
    assert isinstance(answer, Served)
    return answer


def test_a_stored_answer_costs_no_request_also_after_a_restart(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))
    first = _served(desk.fetch(SECTION))
    desk.now += 3599
    second = _served(desk.fetch(SECTION))  # with another client, as after a restart
    assert second.content == first.content
    assert second.provenance.from_cache
    assert second.provenance.confirmed_at == first.provenance.confirmed_at
    assert len(upstream.seen) == 1


def test_a_stored_answer_needs_no_turn_in_a_closed_queue(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))
    upstream.on(OTHER.path, Reply(429, b"", {"Retry-After": "600"}))
    desk.fetch(SECTION)
    with pytest.raises(ToolFailure):
        desk.fetch(OTHER)
    assert _served(desk.fetch(SECTION)).provenance.stale == ""


@pytest.mark.parametrize("tag", ['"v1"', 'W/"v1"', None])
def test_unchanged_text_is_confirmed_and_fresh_again(desk: Desk, upstream: Upstream, tag: str | None) -> None:
    unchanged = {"Cache-Control": "max-age=3600"} | ({"ETag": tag} if tag else {})
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED), Reply(304, b"", unchanged))
    desk.fetch(SECTION)
    desk.now += 4000
    renewed = _served(desk.fetch(SECTION))
    assert renewed.content == LEGISLATION
    assert renewed.provenance.confirmed_at.timestamp() == pytest.approx(NOON + 4000, abs=1)
    assert upstream.seen[1].headers["if-none-match"] == 'W/"v1"'
    assert upstream.seen[1].headers["if-modified-since"] == "Mon, 01 Jan 2024 00:00:00 GMT"
    desk.now += 3000
    desk.fetch(SECTION)
    assert len(upstream.seen) == 2


def test_a_304_about_another_text_is_asked_again_without_conditions(desk: Desk, upstream: Upstream) -> None:
    newer = LEGISLATION.replace(b"<Metadata/>", b"<Metadata>2</Metadata>")
    replies = (Reply(200, LEGISLATION, VALIDATED), Reply(304, b"", {"ETag": '"v2"'}), Reply(200, newer, VALIDATED))
    upstream.on(SECTION.path, *replies)
    desk.fetch(SECTION)
    desk.now += 4000
    assert _served(desk.fetch(SECTION)).content == newer
    assert "if-none-match" not in upstream.seen[2].headers


def test_changed_text_replaces_the_stored_one(desk: Desk, upstream: Upstream) -> None:
    newer = LEGISLATION.replace(b"<Metadata/>", b"<Metadata>2</Metadata>")
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED), Reply(200, newer, VALIDATED))
    desk.fetch(SECTION)
    desk.now += 4000
    assert _served(desk.fetch(SECTION)).content == newer
    assert _served(desk.fetch(SECTION)).content == newer
    assert len(upstream.seen) == 2


@pytest.mark.parametrize(
    ("failing", "stale"),
    [
        (Reply(429, b"", {"Retry-After": "600"}), "refused"),
        (Reply(503, b"", {"Retry-After": "600"}), "refused"),
        (Reply(500), "unavailable"),
        (Reply(200, b"<!DOCTYPE html><html/>", XML), "unavailable"),
        (Reply(202, b"wait", XML), "not_ready"),
    ],
)
def test_stored_text_stands_in_and_says_so(desk: Desk, upstream: Upstream, failing: Reply, stale: str) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED), failing)
    desk.fetch(SECTION)
    desk.now += 4000
    answer = _served(desk.fetch(SECTION))
    assert answer.content == LEGISLATION
    assert (answer.provenance.stale, answer.provenance.from_cache) == (stale, True)
    assert answer.provenance.confirmed_at.timestamp() == pytest.approx(NOON, abs=1)


def test_stored_text_stands_in_when_the_queue_is_closed(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))
    upstream.on(OTHER.path, Reply(429, b"", {"Retry-After": "600"}))
    desk.fetch(SECTION)
    desk.now += 4000
    with pytest.raises(ToolFailure):
        desk.fetch(OTHER)
    assert _served(desk.fetch(SECTION)).provenance.stale == "shed"
    assert len(upstream.seen) == 2


def test_an_answer_of_an_unknown_kind_is_never_hidden_by_stored_text(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED), Reply(200, b"<other></other>", XML))
    desk.fetch(SECTION)
    desk.now += 4000
    with pytest.raises(UpstreamChanged):
        desk.fetch(SECTION)


def test_not_found_is_kept_for_ten_minutes_and_never_stands_in(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(404, b"page", {"Cache-Control": "max-age=604800"}), Reply(500))
    assert isinstance(desk.fetch(SECTION), Missing)
    desk.now += 599
    assert isinstance(desk.fetch(SECTION), Missing)
    assert len(upstream.seen) == 1
    desk.now += 2
    with pytest.raises(ToolFailure):
        desk.fetch(SECTION)


def test_redirects_and_candidates_are_kept_too(desk: Desk, upstream: Upstream) -> None:
    made = "/ukpga/2018/12/section/45/enacted/data.xml"
    upstream.on(SECTION.path, Reply(307, b"", {"Location": made, "Cache-Control": "max-age=3600"}))
    upstream.on(made, Reply(200, LEGISLATION, VALIDATED))
    titles = addressing.title_lookup("x")
    page = b'<div id="content"><li><a href="/id/ukpga/2018/12">An Act</a></li></div>'
    upstream.on(titles.path, Reply(300, page, {"Cache-Control": "max-age=604800"}))
    for _ in range(2):
        assert _served(desk.fetch(SECTION)).provenance.path == made
        choices = desk.fetch(titles)
        assert isinstance(choices, Choices)
        assert [each.item for each in choices.candidates] == [ACT]
    assert upstream.paths == [SECTION.path, made, titles.path]


def test_text_behind_a_stale_redirect_is_stale(desk: Desk, upstream: Upstream) -> None:
    made = "/ukpga/2018/12/section/45/enacted/data.xml"
    redirect = Reply(307, b"", {"Location": made, "Cache-Control": "max-age=60"})
    upstream.on(SECTION.path, redirect, Reply(500))
    upstream.on(made, Reply(200, LEGISLATION, VALIDATED))
    desk.fetch(SECTION)
    desk.now += 120
    answer = _served(desk.fetch(SECTION))
    assert (answer.provenance.stale, answer.provenance.path) == ("unavailable", made)
    assert answer.provenance.confirmed_at.timestamp() == pytest.approx(NOON, abs=1)


def test_what_the_reader_cannot_read_is_not_kept(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))

    def cannot(body: bytes) -> bytes:
        raise UpstreamChanged("unreadable", next_step="none")

    async def fetch(client: UkClient) -> None:
        await client.fetch(SECTION, Budget(anyio.current_time() + 20), cannot)

    with pytest.raises(UpstreamChanged):
        desk.run(fetch)
    assert not _served(desk.fetch(SECTION)).provenance.from_cache


def test_a_body_is_read_once(desk: Desk, upstream: Upstream) -> None:
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))
    readings = []

    def read(body: bytes) -> int:
        readings.append(len(body))
        return len(body)

    async def fetch(client: UkClient) -> Answer[int]:
        return await client.fetch(SECTION, Budget(anyio.current_time() + 20), read)

    answer = desk.run(fetch)
    assert isinstance(answer, Served)
    assert readings == [answer.content]


def test_concurrent_equal_requests_become_one(desk: Desk, upstream: Upstream) -> None:
    gate = threading.Event()
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED, hold=gate))
    answers: list[Answer[bytes]] = []
    budgets: list[Budget] = []

    async def together(client: UkClient) -> None:
        async def one() -> None:
            budgets.append(Budget(anyio.current_time() + 20))
            answers.append(await client.fetch(SECTION, budgets[-1], bytes))

        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(one)
            await anyio.to_thread.run_sync(upstream.wait_for, 1)
            gate.set()

    desk.run(together)
    assert [_served(each).content for each in answers] == [LEGISLATION] * 8
    assert len(upstream.seen) == 1
    assert sorted(budget.requests_left for budget in budgets) == [3] + [4] * 7


def test_a_cancelled_call_does_not_take_the_waiting_ones_along(desk: Desk, upstream: Upstream) -> None:
    gate = threading.Event()
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED, hold=gate), Reply(200, LEGISLATION, VALIDATED))
    answers: list[Answer[bytes]] = []

    async def together(client: UkClient) -> None:
        async def one(scope: anyio.CancelScope) -> None:
            with scope:
                answers.append(await client.fetch(SECTION, Budget(anyio.current_time() + 20), bytes))

        first = anyio.CancelScope()
        async with anyio.create_task_group() as group:
            group.start_soon(one, first)
            await anyio.to_thread.run_sync(upstream.wait_for, 1)
            group.start_soon(one, anyio.CancelScope())
            await anyio.lowlevel.checkpoint()
            first.cancel()

    desk.run(together)
    gate.set()
    assert [_served(each).content for each in answers] == [LEGISLATION]


def test_a_call_ends_with_its_deadline(desk: Desk, upstream: Upstream) -> None:
    gate = threading.Event()
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED, hold=gate))
    with pytest.raises(ToolFailure) as caught:
        desk.fetch(SECTION, budget_s=1.2)
    gate.set()
    assert caught.value.reason == "upstream_unavailable"


def test_a_call_makes_four_requests_and_no_more(desk: Desk, upstream: Upstream) -> None:
    requests = [addressing.document(ACT, ProvisionPath.parse(f"section/{number}")) for number in range(1, 6)]
    for request in requests:
        upstream.on(request.path, Reply(200, LEGISLATION, VALIDATED))

    async def five(client: UkClient) -> None:
        budget = Budget(anyio.current_time() + 20)
        for request in requests[:4]:
            await client.fetch(request, budget, bytes)
        assert budget.is_spent
        await client.fetch(requests[0], budget, bytes)  # stored: costs nothing
        await client.fetch(requests[4], budget, bytes)

    with pytest.raises(ToolFailure) as caught:
        desk.run(five)
    assert caught.value.reason == "pacer_shed"
    assert upstream.paths == [request.path for request in requests[:4]]


def test_robots_txt_is_read_once_a_day_and_its_delay_for_us_adopted(desk: Desk, upstream: Upstream) -> None:
    upstream.on("/robots.txt", Reply(200, b"User-agent: *\nCrawl-delay: 5\n\nUser-agent: lexgate\nCrawl-delay: 20\n"))
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))
    upstream.on(OTHER.path, Reply(200, LEGISLATION, VALIDATED))

    async def fetch(request: addressing.Request) -> None:
        async with anyio.create_task_group() as background:
            client = desk.new_client(background)
            await client.fetch(request, Budget(anyio.current_time() + 40), bytes)
        await client.aclose()

    anyio.run(fetch, SECTION)
    assert sorted(upstream.paths) == sorted([SECTION.path, "/robots.txt"])
    desk.waited.clear()
    anyio.run(fetch, OTHER)
    assert upstream.paths.count("/robots.txt") == 1
    assert sum(desk.waited) == pytest.approx(20, abs=0.1)


def test_an_address_that_robots_txt_closes_to_us_is_not_asked_for(desk: Desk, upstream: Upstream) -> None:
    upstream.on("/robots.txt", Reply(200, b"User-agent: lexgate\nDisallow: /ukpga/2018/12/section/46\n"))
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))

    async def fetch() -> None:
        async with anyio.create_task_group() as background:
            client = desk.new_client(background)
            await client.fetch(SECTION, Budget(anyio.current_time() + 40), bytes)
        await client.aclose()

    anyio.run(fetch)
    with pytest.raises(ToolFailure) as caught:
        desk.fetch(OTHER)
    assert caught.value.reason == "upstream_refused"
    assert sorted(upstream.paths) == sorted(["/robots.txt", SECTION.path])


def test_a_broken_robots_txt_stops_nothing(desk: Desk, upstream: Upstream) -> None:
    upstream.on("/robots.txt", Reply(500))
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))

    async def fetch() -> Answer[bytes]:
        async with anyio.create_task_group() as background:
            client = desk.new_client(background)
            answer = await client.fetch(SECTION, Budget(anyio.current_time() + 40), bytes)
        await client.aclose()
        return answer

    assert isinstance(anyio.run(fetch), Served)


def test_files_that_cannot_be_written_cost_speed_and_are_told(upstream: Upstream, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in place of a folder")
    desk = Desk(upstream.url, tmp_path / "file")
    upstream.on(SECTION.path, Reply(200, LEGISLATION, VALIDATED))
    problems: list[tuple[str, ...]] = []

    async def fetch(client: UkClient) -> None:
        await client.fetch(SECTION, Budget(anyio.current_time() + 20), bytes)
        problems.append(client.problems)

    desk.run(fetch)
    assert len(problems[0]) == 2


def test_at_most_four_requests_run_at_once(upstream: Upstream, tmp_path: Path) -> None:
    gates = [threading.Event() for _ in range(5)]
    requests = [addressing.document(ACT, ProvisionPath.parse(f"section/{number}")) for number in range(5)]
    for request, gate in zip(requests, gates, strict=True):
        upstream.on(request.path, Reply(200, LEGISLATION, XML, hold=gate))

    async def five() -> None:
        context = AdapterContext("1", tmp_path, tmp_path / "cache", tmp_path / "state", tmp_path)
        client = new_client(UkLawSettings(base_url=upstream.url, min_request_gap_ms=800), context)
        async with anyio.create_task_group() as group:
            for request in requests:
                group.start_soon(client.fetch, request, Budget(anyio.current_time() + 20), bytes)
            await anyio.to_thread.run_sync(upstream.wait_for, 4)
            await anyio.sleep(0.6)  # two gaps more, in which a fifth would have started
            assert len(upstream.seen) == 4
            gates[requests.index(next(each for each in requests if each.path == upstream.paths[0]))].set()
            await anyio.to_thread.run_sync(upstream.wait_for, 5)
            for gate in gates:
                gate.set()
        await client.aclose()

    anyio.run(five)


_OTHER_PROCESS = """
import sys
from pathlib import Path
import anyio
from lexgate_kit.adapter import AdapterContext
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.client import new_client
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.settings import UkLawSettings

url, folder, first = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
context = AdapterContext("1", folder, folder / first.__str__(), folder / "state", folder)

async def main():
    client = new_client(UkLawSettings(base_url=url, min_request_gap_ms=800), context)
    for number in range(first, first + 2):
        request = addressing.document(ItemPath.parse(f"ukpga/2018/{number}"))
        await client.fetch(request, Budget(anyio.current_time() + 30), bytes)
    await client.aclose()

anyio.run(main)
"""


def test_two_processes_start_their_requests_a_gap_apart(upstream: Upstream, tmp_path: Path) -> None:
    for number in (1, 2, 11, 12):
        upstream.on(f"/ukpga/2018/{number}/data.xml", Reply(200, LEGISLATION, XML))
    arguments = [sys.executable, "-c", _OTHER_PROCESS, upstream.url, str(tmp_path)]
    processes = [subprocess.Popen([*arguments, first]) for first in ("1", "11")]
    assert [process.wait(timeout=30) for process in processes] == [0, 0]
    starts = sorted(seen.at for seen in upstream.seen)
    assert len(starts) == 4
    # Starts are a gap apart where they are made; a busy machine lets some arrive late, so single gaps get room here.
    gaps = [later - earlier for earlier, later in itertools.pairwise(starts)]
    assert min(gaps) > 0.4
    assert starts[-1] - starts[0] >= 3 * 0.8 - 0.4
