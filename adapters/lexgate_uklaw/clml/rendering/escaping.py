"""Text of the law made harmless in Markdown, and still readable; it changes no word.

Escaped is what could start a heading, a list, a link, code, HTML or emphasis where it stands; a square
bracket always, because unescaped ones are ours (`[F1 …]`).
"""

import re
from functools import lru_cache

_MAY_MATTER = re.compile(r"[\\`*_\[\]<|~&⟦⟧!]")
_ALWAYS = re.compile(r"[\\`\[\]|⟦⟧]|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)|~(?=\S)|(?<=\S)~|\*(?=\S)|(?<=\S)\*|!(?=\[)")
# Underscores inside a word are text in Markdown; at its edge they are emphasis.
_EDGE_UNDERSCORES = re.compile(r"(?<!\w)_++(?=[^\W_])|(?<=[^\W_])_++(?![^\W_])")
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
    return _EDGE_UNDERSCORES.sub(lambda m: "\\_" * len(m.group()), text) if "_" in text else text


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
