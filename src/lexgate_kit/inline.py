"""Single-line values from outside: cleaned for a structure, escaped for Markdown, encoded for a link."""

import re
from urllib.parse import quote

from lexgate_kit.hidden import reveal

_BREAKS = re.compile(r"[\s\u0085\u2028\u2029]+")
# An underscore between letters is no emphasis (CommonMark 6.2), and an escaped one would spoil a tool's name or an id.
_MARKUP = re.compile(r"([\\`*\[\]<>|~]|(?<![^\W_])_|_(?![^\W_]))")
_LINE_START = re.compile(r"^(?:([#>+=-])|(\d{1,9})([.)])(?=\s|$))")
_KEPT_IN_URL = ":/?#[]@!$&'*+,;=%-._~"  # RFC 3986, without the round brackets that would end a Markdown link


def one_line(value: str, limit: int = 500) -> str:
    """Return the value on one line, hidden characters shown, at most `limit` characters long."""
    line = _BREAKS.sub(" ", value[: limit * 4]).strip()
    line, _ = reveal(line)
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def markdown(value: str, limit: int = 500) -> str:
    """Return the value as one line of plain text in Markdown: it can start no heading, list, link or emphasis."""
    line = _MARKUP.sub(r"\\\1", one_line(value, limit))
    return _LINE_START.sub(_escaped_start, line)


def _escaped_start(match: re.Match[str]) -> str:
    if match.group(1):
        return "\\" + match.group(1)
    return f"{match.group(2)}\\{match.group(3)}"


def url(value: str) -> str:
    """Return the address percent-encoded; blank when it is neither http nor https."""
    line = one_line(value, 2000)
    if not line.lower().startswith(("http://", "https://")):
        return ""
    return quote(line, safe=_KEPT_IN_URL)


def link(label: str, address: str) -> str:
    """Return a Markdown link, or the label alone when the address is not one that we show."""
    target = url(address)
    return f"[{markdown(label)}]({target})" if target else markdown(label)
