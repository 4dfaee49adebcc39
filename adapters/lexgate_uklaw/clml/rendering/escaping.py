"""Text of the law made harmless in Markdown, and still readable; it changes no word.

Escaped is what could start a heading, a list, a link, code, HTML or emphasis where it stands; a square
bracket always, because unescaped ones are ours (`[F1 …]`).
"""

import re
from functools import lru_cache

_MAY_MATTER = re.compile(r"[\\`*_\[\]<|~&⟦⟧!]")
# Stars and tildes between spaces are text; at the edge of a stretch its neighbour is unknown, so there they count.
_ALWAYS = re.compile(r"[\\`\[\]|⟦⟧]|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)|(?<!\s)[*~]|[*~](?!\s)|!(?=\[)")
# Underscores inside a word or between spaces are text in Markdown; at the edge of a word they are emphasis.
_UNDERSCORES = re.compile(r"(?<=[^\W_])_++(?=[^\W_])|(?<=\s)_++(?=\s)|(?P<active>_++)")
_LINE_START = re.compile(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(?P<sign>[-=_*])(?:\s*(?P=sign))+\s*$|=\s*$|~~~|```"
    r"|(?P<ordered>\d{1,9})(?P<after>[.)])(?=\s|$)"
)


def escape(text: str) -> str:
    """Return text that stands inside a line."""
    return text if _MAY_MATTER.search(text) is None else _escaped(text)


@lru_cache(maxsize=2048)
def _escaped(text: str) -> str:
    text = _ALWAYS.sub(_with_backslash, text)
    return _UNDERSCORES.sub(_escaped_run, text) if "_" in text else text


def _escaped_run(match: re.Match[str]) -> str:
    return "\\_" * len(match.group()) if match["active"] else match.group()


def escape_start(line: str) -> str:
    """Return a line that starts no heading, list, quotation, rule or code block."""
    match = _LINE_START.match(line)
    if match is None:
        return line
    if match["ordered"]:
        end = match.end("ordered")
        return f"{line[:end]}\\{line[end:]}"
    return f"\\{line}"


def _with_backslash(match: re.Match[str]) -> str:
    return f"\\{match.group()}"
