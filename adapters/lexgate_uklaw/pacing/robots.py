"""Reads what robots.txt asks of our own product. The rules for crawlers (`*`) are met by never crawling.

The formats that it closes to everyone (data.pdf, data.docx) are never requested: no address of them can be built.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

PRODUCT = "lexgate"
LONGEST_CRAWL_DELAY_S = 60.0
_LONGEST = 200_000
_MOST_PATTERNS, _LONGEST_PATTERN = 200, 300


@dataclass(frozen=True)
class Rules:
    """For our product: seconds between requests (0 to 60), and the addresses closed and opened to it (RFC 9309)."""

    crawl_delay: float = 0.0
    closed: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


NO_RULES = Rules()


def read_rules(robots: bytes, product: str = PRODUCT) -> Rules:
    """Return the rules of the groups that name our product; none when no group does."""
    delay = 0.0
    closed: list[str] = []
    opened: list[str] = []
    for name, value in _our_lines(robots, product):
        if name == "crawl-delay":
            delay = max(delay, _seconds(value))
        elif name in ("disallow", "allow") and value.startswith(("/", "*")) and len(value) <= _LONGEST_PATTERN:
            (closed if name == "disallow" else opened).append(value)
    return Rules(min(delay, LONGEST_CRAWL_DELAY_S), tuple(closed[:_MOST_PATTERNS]), tuple(opened[:_MOST_PATTERNS]))


def allows(rules: Rules, path: str) -> bool:
    """Say whether the address (with its query) is open: the longest pattern that fits decides, a tie opens."""
    closed = max((len(each) for each in rules.closed if _fits(each, path)), default=-1)
    opened = max((len(each) for each in rules.opened if _fits(each, path)), default=-1)
    return opened >= closed


def _our_lines(robots: bytes, product: str) -> Iterator[tuple[str, str]]:
    ours = in_rules = False
    for line in robots[:_LONGEST].decode("utf-8", "replace").splitlines():
        field, _, value = line.partition("#")[0].partition(":")
        name, value = field.strip().lower(), value.strip()
        if name == "user-agent":
            # Several names in a row open one group.
            ours = (ours and not in_rules) or value.lower().split("/")[0] == product
            in_rules = False
        elif name and name != "sitemap":
            in_rules = True
            if ours:
                yield name, value


def _fits(pattern: str, path: str) -> bool:
    """`*` stands for anything and a last `$` for the end. Found piece by piece, so that no pattern takes long."""
    anchored = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    if not pieces:
        return not anchored or path == first
    at = len(first)
    last = pieces.pop()
    for piece in pieces:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return len(path) - len(last) >= at and path.endswith(last) if anchored else path.find(last, at) >= 0


def _seconds(value: str) -> float:
    return float(value) if re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,6})?", value) else 0.0
