"""Reads the page of candidates (status 300) by a bounded scan: it is XHTML with a DOCTYPE, so no parser sees it."""

import html
import re
from dataclasses import dataclass

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.identifiers.items import ItemPath

MOST_CANDIDATES = 100
_LONGEST = 1_000_000
_START, _END = b'<div id="content">', b"</div>"
_ENTRY = re.compile(
    r'<li[^<>]{0,200}>\s{0,50}<a href="(?:https?://[^/"<>]{1,100})?/id/([^"<>?#]{1,300})"[^<>]{0,200}>([^<>]{0,1000})</a>'
)


@dataclass(frozen=True)
class Candidate:
    """One item that an ambiguous request may mean; `title` is text from outside, on one line or more."""

    item: ItemPath
    title: str


def read_candidates(page: bytes) -> tuple[Candidate, ...]:
    """Return the candidates of the page's content list, in its order; links around the list do not count."""
    start = page[:_LONGEST].find(_START)
    if start < 0:
        return ()
    end = page.find(_END, start)
    listing = page[start : min(end if end >= 0 else _LONGEST, start + _LONGEST)].decode("utf-8", "replace")
    found: dict[ItemPath, Candidate] = {}
    for match in _ENTRY.finditer(listing):
        try:
            item = ItemPath.parse(html.unescape(match.group(1)))
        except UnusableInput:
            continue
        found.setdefault(item, Candidate(item, html.unescape(match.group(2)).strip()))
        if len(found) == MOST_CANDIDATES:
            break
    return tuple(found.values())
