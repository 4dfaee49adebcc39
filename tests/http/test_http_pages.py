"""The operator's pages: what they show, to whom, and what a browser, a phone and a screen reader make of them."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, found_browser
from invented import Invented, LookArguments, LookResult
from prometheus_client.parser import text_string_to_metric_families
from web import Answer, bearer, tokens_of, verifier_of, web

from lexgate_kit.adapter import Call, Health
from lexgate_kit.errors import NotFound

HOSTILE = "<script>alert('x')</script><img src=http://evil.example/x.png>"


async def look(arguments: LookArguments, call: Call) -> LookResult:
    if arguments.word == "missing":
        raise NotFound("There is none.", next_step="Search.")
    return LookResult(found=True, text="an answer")


def adapters() -> tuple[Invented, Invented]:
    health = Health(
        ready=False,
        summary=HOSTILE,
        next_step="build it",
        facts={"index": {"skills": 15_201, "built": True}, "languages": ["de", "en"], "long": "x" * 300},
        local_facts={"folder": "/secret/place"},
    )
    return Invented(look), Invented(look, health=lambda: health)


def test_the_page_shows_states_and_calls_and_nothing_of_what_was_asked(tmp_path: Path) -> None:
    with web(tmp_path, *adapters()) as server:
        server.call("invented_look", {"word": "Smith v Smith"})
        failed = server.call("second_look", {"word": "missing"}).json()["result"]["structuredContent"]["error"]
        server.call("no_such_tool_Smith")
        page = server.get("/").body.decode()
    for shown in ("1 of 2 adapters are ready", "invented_look", "not_found", "unknown tool", failed["request_id"]):
        assert shown in page
    assert "15201" in page
    assert "Smith" not in page
    assert "an answer" not in page
    assert "/secret/place" not in page
    assert str(tmp_path) not in page


def test_what_adapters_say_is_text_on_the_page_and_never_markup(tmp_path: Path) -> None:
    with web(tmp_path, *adapters()) as server:
        page = server.get("/").body.decode()
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_the_page_forbids_scripts_frames_and_anything_from_elsewhere(tmp_path: Path) -> None:
    with web(tmp_path) as server:
        headers = server.get("/").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "frame-ancestors 'none'" in policy
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"


def test_the_page_remembers_the_last_fifty_calls(tmp_path: Path) -> None:
    with web(tmp_path) as server:
        for _ in range(60):
            server.call("invented_look", {"word": "x"})
        page = server.get("/").body.decode()
    assert page.count("<td>invented_look</td>") == 50
    assert "<dd>60</dd>" in page


def test_pages_are_for_token_holders_and_a_browser_asks_for_the_token(tmp_path: Path) -> None:
    token = tokens_of(tmp_path).add("anna", 0)
    basic = {"Authorization": f"Basic {base64.b64encode(f'anyone:{token}'.encode()).decode()}"}
    with web(tmp_path, verifier=verifier_of(tmp_path)) as server:
        for path in ("/", "/metrics"):
            assert server.get(path).headers["www-authenticate"].startswith("Basic ")
            assert [server.get(path, **each).status for each in ({}, bearer(token), basic)] == [401, 200, 200]
        assert server.call("invented_look", {"word": "x"}, **basic).status == 401  # never at the endpoint


def test_health_checks_need_no_token_and_no_name_and_show_nothing_else(tmp_path: Path) -> None:
    with web(tmp_path, *adapters(), verifier=verifier_of(tmp_path)) as server:
        alive, ready = server.get("/healthz", Host="10.2.3.4:3010"), server.get("/readyz", Host="10.2.3.4:3010")
    assert (alive.status, alive.json()) == (200, {"alive": True})
    assert (ready.status, ready.json()) == (200, {"ready": True, "adapters": {"invented": True, "second": False}})


def test_a_server_with_no_adapter_that_could_answer_is_not_ready(tmp_path: Path) -> None:
    with web(tmp_path, Invented(health=lambda: Health(ready=False))) as server:
        assert server.get("/readyz").status == 503


@pytest.mark.parametrize("path", ["/", "/metrics", "/healthz", "/readyz"])
def test_pages_are_only_read(tmp_path: Path, path: str) -> None:
    with web(tmp_path) as server:
        assert server.request("HEAD", path).status == 200
        assert server.request("POST", path, b"x").status == 405


def figures(answer: Answer) -> dict[tuple[str, ...], float]:
    found = {}
    for family in text_string_to_metric_families(answer.body.decode()):
        for sample in family.samples:
            found[(sample.name, *(value for _, value in sorted(sample.labels.items())))] = sample.value
    return found


def test_the_figures_count_calls_refusals_and_adapters(tmp_path: Path) -> None:
    with web(tmp_path, *adapters()) as server:
        for word in ("a", "b", "missing"):
            server.call("invented_look", {"word": word})
        server.post({}, Host="evil.example")
        seen = figures(server.get("/metrics"))
    assert seen["lexgate_calls_total", "ok", "invented_look"] == 2
    assert seen["lexgate_calls_total", "not_found", "invented_look"] == 1
    assert seen["lexgate_call_seconds_count", "invented_look"] == 3
    assert seen["lexgate_refused_requests_total", "wrong_host"] == 1
    assert seen["lexgate_adapter_ready", "invented"] == 1
    assert seen["lexgate_adapter_ready", "second"] == 0
    assert seen[("lexgate_requests_in_progress",)] == 0
    assert seen[("process_resident_memory_bytes",)] > 0


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = found_browser()
    if program is None:
        pytest.skip("no Chromium on PATH (Debian: apt-get install chromium); .ci/run installs it")
    with Browser(program, tmp_path_factory.mktemp("browser")) as running:
        yield running


def opened(browser: Browser, folder: Path, **how: Any) -> Any:
    with web(folder, *adapters()) as server:
        for word in ("a", "missing"):
            server.call("invented_look", {"word": word})
        browser.open(f"http://127.0.0.1:{server.port}/", **how)
        return browser.spoken(), browser.asked_for(), browser.complaints()


def test_in_a_browser_the_page_is_whole_without_script_and_asks_for_nothing_else(
    browser: Browser, tmp_path: Path
) -> None:
    _, asked, complaints = opened(browser, tmp_path)
    assert [address for address in asked if not address.endswith("/favicon.ico")] == asked[:1]
    assert complaints == []
    assert browser.value("document.scripts.length") == 0
    assert browser.value("getComputedStyle(document.querySelector('dl')).display") == "grid"  # the style is applied
    assert browser.value("document.title") == "lexgate: 1 of 2 adapters ready"


def test_a_screen_reader_finds_landmarks_headings_and_a_named_table(browser: Browser, tmp_path: Path) -> None:
    spoken, _, _ = opened(browser, tmp_path)
    assert {"banner", "main", "contentinfo"} <= {role for role, _ in spoken}
    headings = [name for role, name in spoken if role == "heading"]
    assert headings == ["lexgate", "This server", "Adapters", "invented: ready", "second: not ready", "Recent calls"]
    assert [name for role, name in spoken if role == "region"][:2] == ["This server", "Adapters"]
    tables = [name for role, name in spoken if role == "table"]
    assert len(tables) == 1
    assert tables[0].startswith("The last 2 calls")
    columns = [name for role, name in spoken if role == "columnheader"]
    assert columns == ["Time", "Tool", "Outcome", "Duration", "Request id"]
    assert browser.value("document.documentElement.lang") == "en"


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_on_a_phone_nothing_but_the_table_scrolls_sideways(browser: Browser, tmp_path: Path, width: int) -> None:
    opened(browser, tmp_path, width=width)
    assert browser.value("document.documentElement.scrollWidth") <= width
    assert browser.value("parseFloat(getComputedStyle(document.body).fontSize)") >= 16


CONTRAST = """(() => {
  const part = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = rgb => rgb.map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const back = light(part(getComputedStyle(document.body).backgroundColor));
  return Math.min(...[...document.querySelectorAll('body, .good, .bad, dd, td, caption')].map(each => {
    const ink = light(part(getComputedStyle(each).color));
    return (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
  }));
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_the_contrast_that_wcag_asks_for(browser: Browser, tmp_path: Path, scheme: str) -> None:
    browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    opened(browser, tmp_path)
    background = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") is (scheme == "light")
    assert browser.value(CONTRAST) >= 7  # WCAG 2.2, 1.4.6 (AAA)


def test_what_is_wide_reaches_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path)
    browser.send("Input.dispatchKeyEvent", type="keyDown", key="Tab", windowsVirtualKeyCode=9)
    assert json.loads(browser.value("JSON.stringify([...document.activeElement.classList])")) == ["scroll"]
