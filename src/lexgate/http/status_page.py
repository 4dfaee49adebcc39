"""The operator's page at `/`: plain HTML for a phone, a screen reader, a printer. No script, nothing from elsewhere."""

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from lexgate import __version__
from lexgate.gateway import Gateway
from lexgate.http.front import Page
from lexgate.http.recent import RecentCall, RecentCalls
from lexgate.status import adapter_state

_STYLE = """\
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#767676;--bad:#a30000;--good:#0a5c2b}
@media(prefers-color-scheme:dark){:root{--ink:#ededed;--paper:#161616;--line:#8f8f8f;--bad:#ff9b9b;--good:#8fe0ab}}
body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:0 auto;
padding:1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem}h3{font-size:1.05rem;margin-bottom:.25rem}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere;min-width:0}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
caption{text-align:left;padding-bottom:.5rem}
th,td{text-align:left;padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);white-space:nowrap}
.bad{color:var(--bad);font-weight:600}.good{color:var(--good);font-weight:600}
a:focus-visible,.scroll:focus-visible{outline:3px solid;outline-offset:2px}"""
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


class StatusPage:
    """Makes the page of one gateway. `clock` gives seconds since 1970."""

    def __init__(self, gateway: Gateway, recent: RecentCalls, clock: Callable[[], float]) -> None:
        self._gateway, self._recent, self._clock = gateway, recent, clock
        self._started = clock()

    async def __call__(self) -> Page:
        states = [await adapter_state(mount, probe=False, local=False) for mount in self._gateway.mounts]
        facts = {
            "Version": __version__,
            "Running since": _time(self._started),
            "This page was made": _time(self._clock()),
            "Calls answered": self._recent.total,
            "Tools": len(self._gateway.tools),
        }
        html = rendered(facts, states, self._recent.newest_first())
        return Page("text/html; charset=utf-8", html.encode("utf-8", "replace"), _HEADERS)


def rendered(facts: Mapping[str, Any], states: Sequence[Mapping[str, Any]], calls: Sequence[RecentCall]) -> str:
    """Return the page: about the server, each adapter's state, the last calls."""
    ready = sum(bool(state["ready"]) for state in states)
    enabled = sum(bool(state["enabled"]) for state in states)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>lexgate: {ready} of {enabled} adapters ready</title>
<style>{_STYLE}</style>
</head>
<body>
<header><h1>lexgate</h1><p>{ready} of {enabled} adapters are ready. Reload the page to see them anew.</p></header>
<main>
<section aria-labelledby="server"><h2 id="server">This server</h2>
{_definitions(facts)}</section>
<section aria-labelledby="adapters"><h2 id="adapters">Adapters</h2>
{"".join(map(_adapter, states)) or "<p>No adapter is installed.</p>"}</section>
<section aria-labelledby="calls"><h2 id="calls">Recent calls</h2>
{_calls(calls)}</section>
</main>
<footer><p>Neither what was asked nor who asked is kept here. Research support, not legal advice.</p></footer>
</body>
</html>
"""


def _adapter(state: Mapping[str, Any]) -> str:
    if not state["enabled"]:
        word = "<span>off</span>"
    else:
        word = '<span class="good">ready</span>' if state["ready"] else '<span class="bad">not ready</span>'
    rest = {key: value for key, value in state.items() if key not in ("name", "enabled", "ready")}
    return f"<h3>{_text(state['name'])}: {word}</h3>\n{_definitions(rest)}"


def _definitions(facts: Mapping[str, Any]) -> str:
    if not facts:
        return ""
    rows = "".join(f"<dt>{_label(key)}</dt><dd>{_value(value)}</dd>\n" for key, value in facts.items())
    return f"<dl>\n{rows}</dl>\n"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{_label(key)} {_value(each)}" for key, each in value.items()) or "none"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(_value(each) for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else _text(value)


def _calls(calls: Sequence[RecentCall]) -> str:
    if not calls:
        return "<p>No call since the start.</p>\n"
    names = ("Time", "Tool", "Outcome", "Duration", "Request id")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = "".join(
        f"<tr><td>{_time(call.at)}</td><td>{_text(call.tool)}</td><td>{_text(call.reason or 'ok')}</td>"
        f"<td>{call.seconds * 1000:,.0f} ms</td><td><code>{_text(call.request_id)}</code></td></tr>\n"
        for call in calls
    )
    caption = f"The last {len(calls)} calls, newest first; the request id stands in the log too"
    # A region that scrolls must be reachable by keyboard, and have a name.
    return (
        '<div class="scroll" role="region" aria-labelledby="calls" tabindex="0">\n'
        f"<table>\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )


def _label(key: Any) -> str:
    return _text(str(key).replace("_", " "))


def _text(value: Any) -> str:
    return escape(str(value))


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
