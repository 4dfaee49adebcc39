"""What blocks and lines are made of: runs of text, each with the marks that enclose it; it renders nothing.

Everything that lexgate adds in words stands in ⟦…⟧, so that it cannot be taken for the law.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class Ours(str):
    """Text of lexgate's own (a label, a note, a link): never escaped, and no part of the plain text."""

    __slots__ = ()


class Sign(Ours):
    """What the source states by structure and print shows as signs: a list's number, a quote mark, a fraction bar."""

    __slots__ = ()


class Mark(NamedTuple):
    """What stands around a stretch of text. `style` marks (emphasis) are left out in headings."""

    opening: str
    closing: str
    style: bool = False


Stack = tuple[Mark, ...]
Run = tuple[str, Stack]

EMPHASIS = Mark("*", "*", True)
STRONG = Mark("**", "**", True)


def note(text: str) -> Ours:
    """Return words of ours about the text, in the brackets that are kept for them."""
    return Ours(f"⟦{text}⟧")


@dataclass(slots=True)
class Block:
    """One heading, paragraph, table or note. `prefix` is its indentation with the signs of quotation."""

    kind: str
    prefix: str
    runs: list[Run]
    level: int = 0
    rows: list[list[str]] = field(default_factory=list)
    header: bool = False
