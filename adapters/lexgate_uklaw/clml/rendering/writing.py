"""Blocks written out, as Markdown or as plain lines; it decides how things look and reads no element."""

from collections.abc import Iterable

from lexgate_uklaw.clml.rendering.lines import in_line, markdown
from lexgate_uklaw.clml.rendering.marks import Block

_DEEPEST_HEADING = 6


def write(blocks: Iterable[Block]) -> str:
    """Return the blocks as Markdown. Lines of one quotation or of deeper levels follow each other directly."""
    parts: list[str] = []
    before: Block | None = None
    for block in blocks:
        text = _written(block)
        if not text:
            continue
        if before is not None:
            parts.append(_between(before, block))
        parts.append(text)
        before = block
    return "".join(parts)


def cell_text(blocks: Iterable[Block]) -> str:
    """Return blocks as the content of one table cell."""
    lines: list[str] = []
    for block in blocks:
        if block.kind == "table":
            lines += [" — ".join(filter(None, row)) for row in block.rows]
        else:
            lines.append(in_line(block.runs))
    return "<br>".join(line for line in lines if line)


def _written(block: Block) -> str:
    if block.kind == "table":
        return _table(block)
    if block.kind != "heading":
        line = markdown(block.runs)
        return f"{block.prefix}{line}" if line else ""
    line = markdown(block.runs, styles=False)
    if block.prefix:
        return f"{block.prefix}**{line}**" if line else ""
    return f"{'#' * min(block.level, _DEEPEST_HEADING)} {line}" if line else ""


def _between(before: Block, block: Block) -> str:
    """Return the line breaks between two blocks; inside one quotation a blank line keeps the sign of quotation."""
    quotes = block.prefix.count(">")
    same_quotation = quotes > 0 and quotes == before.prefix.count(">")
    if "heading" in (before.kind, block.kind) or "table" in (before.kind, block.kind):
        shared = block.prefix[: block.prefix.rindex(">") + 1] if same_quotation else ""
        return f"\n{shared}\n"
    if "note" in (before.kind, block.kind):
        return "\n" if before.kind == block.kind else "\n\n"
    return "\n" if same_quotation or (block.prefix and quotes == before.prefix.count(">")) else "\n\n"


def _table(block: Block) -> str:
    if not block.rows:
        return ""
    rows = block.rows if block.header else [[""] * len(block.rows[0]), *block.rows]
    lines = [_row(rows[0]), "|" + " --- |" * len(rows[0]), *(_row(row) for row in rows[1:])]
    return "\n".join(f"{block.prefix}{line}" for line in lines)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
