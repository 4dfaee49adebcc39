"""The redline as Markdown: ~~deleted~~ and **inserted**; the text's own signs are escaped, so it can forge no mark."""

import re
from collections.abc import Iterator

from lexgate_uklaw.clml.rendering.escaping import escape_start
from lexgate_uklaw.comparison.redline import Redline, Row
from lexgate_uklaw.comparison.words import Span

_MARKUP = re.compile(r"[\\`*_~\[\]⟦⟧]|<(?=[A-Za-z/!?<])|&(?=#?\w{1,31};)")
CONTEXT = 1
"""Unchanged lines shown on either side of a change when the whole would be too long."""


def as_markdown(redline: Redline, most: int) -> tuple[str, int]:
    """Return the whole redline; when it is longer than `most` characters, only what is near a change.

    The second value counts the unchanged lines left out; each gap is a line with "⋯".
    """
    lines = [_line(row) for row in redline.rows]
    whole = "\n\n".join(lines)
    if len(whole) <= most:
        return whole, 0
    near = _near_changes(redline.rows)
    parts = list(_with_gaps(lines, near))
    return "\n\n".join(parts), len(lines) - len(near)


def _near_changes(rows: tuple[Row, ...]) -> set[int]:
    changed = [place for place, row in enumerate(rows) if not row.is_same or row.is_moved]
    return {near for place in changed for near in range(max(place - CONTEXT, 0), min(place + CONTEXT + 1, len(rows)))}


def _with_gaps(lines: list[str], near: set[int]) -> Iterator[str]:
    last = -1
    for place in sorted(near):
        if place > last + 1:
            yield "⋯"
        yield lines[place]
        last = place
    if last < len(lines) - 1:
        yield "⋯"


def _line(row: Row) -> str:
    line = "".join(written(row.spans)).strip()
    return escape_start(line) if row.spans and row.spans[0].same else line


def written(spans: tuple[Span, ...]) -> Iterator[str]:
    for place, span in enumerate(spans):
        if span.same:
            yield escaped(span.new)
            continue
        old, new = span.old.strip(), span.new.strip()
        marks = " ".join(mark for mark in (old and f"~~{escaped(old)}~~", new and f"**{escaped(new)}**") if mark)
        before = span.old[:1].isspace() or span.new[:1].isspace()
        following = spans[place + 1] if place + 1 < len(spans) else None
        # A mark against another one would run into it, as would words that follow a deletion at once.
        after = following is not None and not following.same and not _starts_with_space(following)
        yield f"{' ' if before else ''}{marks}{' ' if after else ''}"


def _starts_with_space(span: Span) -> bool:
    return span.old[:1].isspace() or span.new[:1].isspace()


def escaped(text: str) -> str:
    """Return text in which nothing can be a mark of ours, a link, code or HTML."""
    return _MARKUP.sub(r"\\\g<0>", text)
