"""Blocks as they are emitted: a number waits for its text, a heading knows its level; it reads no element."""

from typing import Final

from lexgate_uklaw.clml.rendering.marks import Block, Run

INDENT: Final = "  "
QUOTE: Final = "> "
_OPENING_QUOTES = ("“", "‘")


class Emitter:
    """Collects `blocks`. `prefix` is where the next one stands, `base` where the numbered levels count from."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.prefix = ""
        self.base = ""
        self.heading_level = 1
        self._pending: list[Run] = []
        self._pending_prefix = ""

    def paragraph(self, runs: list[Run]) -> None:
        """Emit a paragraph; a number that waits for its text goes before it."""
        prefix = self.prefix
        if self._pending:
            self._join_pending(runs)
            runs, prefix = self._pending, self._pending_prefix
            self._pending = []
        if any(text.strip() for text, _ in runs):
            self.blocks.append(Block("paragraph", prefix, runs))

    def wait(self, runs: list[Run]) -> None:
        """Keep a number or mark until the text that it belongs to comes."""
        if not self._pending:
            self._pending_prefix = self.prefix
        self._join_pending(runs)

    def flush(self) -> None:
        """Emit what waits on a line of its own."""
        if self._pending:
            self.paragraph([])

    def flush_number(self) -> None:
        """Emit what waits, unless it is an opening quote mark, which goes with whatever comes."""
        if self._pending and self._pending[-1][0] not in _OPENING_QUOTES:
            self.flush()

    def heading(self, runs: list[Run]) -> None:
        """Emit a heading at the current level."""
        self._join_pending(runs)
        runs, self._pending = self._pending, []
        if any(text.strip() for text, _ in runs):
            self.blocks.append(Block("heading", self.prefix, runs, self.heading_level))

    def drop_waiting(self) -> None:
        """Forget what waits for its text."""
        self._pending = []

    def paragraph_of_text(self, runs: list[Run]) -> None:
        """Emit a paragraph unless it is blank: white space between elements is none."""
        if any(text.strip() for text, _ in runs):
            self.paragraph(runs)

    def append_to_last(self, runs: list[Run], start: int) -> None:
        """Put runs at the end of the last block from `start` on, else in a paragraph of their own."""
        if len(self.blocks) > start and self.blocks[-1].kind in ("paragraph", "heading"):
            self.blocks[-1].runs.extend(runs)
        elif any(text.strip() for text, _ in runs):
            self.paragraph(runs)

    def _join_pending(self, runs: list[Run]) -> None:
        if self._pending and self._pending[-1][0] not in _OPENING_QUOTES:
            self._pending.append((" ", ()))
        self._pending = [*self._pending, *runs]
