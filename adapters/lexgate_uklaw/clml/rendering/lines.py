"""Runs joined to one line, as Markdown or as plain text; it knows nothing of elements."""

from collections.abc import Iterable

from lexgate_uklaw.clml.rendering.escaping import escape, escape_start
from lexgate_uklaw.clml.rendering.marks import Mark, Ours, Run, Stack

_CLINGING = frozenset(",.;:)”’'\"!?»…")
_LINK_AFTER_BRACKET = ("(", "[", ":")


def plain(runs: Iterable[Run]) -> str:
    """Return the text alone: no escapes, no labels, no brackets of ours."""
    return " ".join("".join([text for text, _ in runs if type(text) is not Ours]).split())


def markdown(runs: list[Run], *, styles: bool = True) -> str:
    """Return one line of Markdown. Neighbouring runs under the same mark share one pair of brackets."""
    return escape_start(in_line(runs, styles=styles))


def in_line(runs: list[Run], *, styles: bool = True) -> str:
    """Return Markdown that does not stand at the start of a line, as in a table's cell."""
    if all(not stack and not isinstance(text, Ours) for text, stack in runs):
        return escape(" ".join("".join([text for text, _ in runs]).split()))
    line = _Line()
    for text, stack in runs:
        line.add(text, stack if styles else tuple(mark for mark in stack if not mark.style))
    return line.finish()


class _Line:
    """A line in the making. White space goes outside the marks: `[F1 word] next`, never `[F1 word ]next`."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.open: list[Mark] = []
        self.space = False
        self.after_label = False

    def add(self, text: str, stack: Stack) -> None:
        ours = isinstance(text, Ours)
        content = " ".join(text.split())
        if not content:
            self.space = self.space or bool(text)
            return
        self.space = self.space or text[0].isspace()
        self._enter(stack, content)
        self._append(content if ours else escape(content), ours=ours)
        self.space = text[-1].isspace()
        self.after_label = ours and content[-1] in "]⟧"

    def finish(self) -> str:
        self._close(0)
        return "".join(self.parts)

    def _enter(self, stack: Stack, content: str) -> None:
        common = 0
        for mark, wanted in zip(self.open, stack, strict=False):
            if mark != wanted:
                break
            common += 1
        self._close(common)
        if self.after_label and content[0] not in _CLINGING:
            self.space = True
        if self.space and self.parts and not self.parts[-1].endswith(" "):
            self.parts.append(" ")
        self.space = False
        for mark in stack[common:]:
            self._append(mark.opening, ours=True)
            self.open.append(mark)

    def _close(self, keep: int) -> None:
        while len(self.open) > keep:
            self.parts.append(self.open.pop().closing)

    def _append(self, text: str, *, ours: bool) -> None:
        if not ours and text.startswith(_LINK_AFTER_BRACKET) and self._ends_in_our_bracket():
            text = f"\\{text}"
        self.parts.append(text)

    def _ends_in_our_bracket(self) -> bool:
        last = self.parts[-1] if self.parts else ""
        return last.endswith("]") and not last.endswith("\\]")
