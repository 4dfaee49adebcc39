"""Frontmatter that YAML refuses: the one scalar that breaks it is quoted, and nothing else is touched.

Anchors, aliases and tags are never made harmless by quoting: such a block stays unread.
"""

import re
from collections.abc import Iterator

from lexgate_skills.plain_yaml import Document, Unreadable, read

MAX_READINGS = 24  # of one block of at most 64 KB, so that the worst file costs about a second
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
_LEAD = re.compile(r" *(?:- +)*")
_KEY = re.compile(r"[^\s:#'\"\[\]{},&*!|>%@`?-][^:#'\"\[\]{}]*:(?=[ \t])")
_BLOCK_SCALAR = re.compile(r"[|>][0-9+-]{0,2}\s*(?:#.*)?")


def repaired(block: str) -> tuple[Document, list[int]]:
    """Read a block that YAML refused; return it with the lines (from 1) that were changed.

    Raises:
        Unreadable: no quoting of single scalars makes it readable; the reason is that of the block as it was.
    """
    cleaned = _UNPRINTABLE.sub("", block)
    changed = [block.count("\n", 0, match.start()) + 1 for match in _UNPRINTABLE.finditer(block)][:1]
    lines = cleaned.split("\n")
    readings = 0
    first: Unreadable | None = None
    while True:
        error = _error_of(lines)
        if isinstance(error, Document):
            return error, changed
        first = first or error
        for at in _suspects(lines, error):
            readings += 1
            attempt = _quoted(lines, at)
            if attempt is not None and readings < MAX_READINGS and _is_better(_error_of(attempt), error):
                lines = attempt
                changed.append(at + 1)
                break
        else:
            raise first


def _error_of(lines: list[str]) -> Document | Unreadable:
    try:
        return read("\n".join(lines))
    except Unreadable as error:
        return error


def _is_better(now: Document | Unreadable, before: Unreadable) -> bool:
    """Tell whether a repair helped: all is read, or the first thing that breaks comes later."""
    if isinstance(now, Document):
        return True
    if not (now.lines and before.lines):
        return False
    return now.lines[0] > before.lines[0] or now.lines[-1] > before.lines[-1]


def _suspects(lines: list[str], error: Unreadable) -> Iterator[int]:
    """Yield the entries (index of their first line) whose scalar may break the block, likeliest first."""
    seen = set()
    for number in error.lines:
        at = min(number, len(lines)) - 1
        while at > 0 and _value_start(lines[at]) is None:
            at -= 1
        if at >= 0 and at not in seen:
            seen.add(at)
            yield at
    for at, line in enumerate(lines):
        start = _value_start(line)
        if at not in seen and start is not None and _has_open_quote(line[start:].rstrip()):
            yield at


def _has_open_quote(value: str) -> bool:
    return value[0] in "'\"" and (len(value) == 1 or value[-1] != value[0])


def _value_start(line: str) -> int | None:
    """Return where the scalar of an entry (`key: value` or `- value`) begins, None where none does."""
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    key = _KEY.match(line, start)
    if key is None and not line[:start].strip():
        return None
    start = key.end() if key else start
    rest = line[start:]
    start += len(rest) - len(rest.lstrip(" \t"))
    return start if start < len(line) else None


def _quoted(lines: list[str], at: int) -> list[str] | None:
    """Return the lines with the scalar that begins in line `at` in single quotes; None when it must stay as it is.

    The lines that it went on over become empty, so that all line numbers hold.
    """
    start = _value_start(lines[at])
    if start is None:
        return None
    value = lines[at][start:]
    if value[0] in "&*!" or _BLOCK_SCALAR.fullmatch(value):
        return None
    indent = _indent(lines[at])
    end = at + 1
    while end < len(lines) and _continues(lines[end], indent):
        end += 1
    text = " ".join(part.strip() for part in (value, *lines[at + 1 : end]) if part.strip())
    quoted = f"{lines[at][:start].rstrip()} '" + _without_lone_quote(text).replace("'", "''") + "'"
    return [*lines[:at], quoted, *[""] * (end - at - 1), *lines[end:]]


def _indent(line: str) -> int:
    """Return the column of an entry: of its key, or of the dash of a list member without one."""
    lead = _LEAD.match(line)
    end = lead.end() if lead else 0
    return end if _KEY.match(line, end) else len(line) - len(line.lstrip(" "))


def _continues(line: str, indent: int) -> bool:
    return len(line) - len(line.lstrip(" ")) > indent and not line.lstrip(" ").startswith("#")


def _without_lone_quote(text: str) -> str:
    """Drop a quote that opens a scalar and is never closed, or closes one that was never opened."""
    for quote in "'\"":
        if text.count(quote) == 1 and (text.startswith(quote) or text.endswith(quote)):
            return text.strip(quote)
        if text.count(quote) == 2 and text[0] == text[-1] == quote:
            return text[1:-1]
    return text
