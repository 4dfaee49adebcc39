"""YAML of which every value is a string: no numbers, dates or truth values, no anchors, aliases or tags.

It works from parser events, so nothing is ever constructed, and stops at a depth that no frontmatter needs.
"""

from dataclasses import dataclass, field
from typing import Any

import yaml

MAX_DEPTH = 12
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# libyaml's parser is ten times faster; some builds of PyYAML lack it.
FASTEST: Any = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader


@dataclass(frozen=True)
class Node:
    """One value with the line where it begins, counted from 1."""

    line: int
    value: "str | list[Node] | dict[str, Node]"


@dataclass
class Document:
    """A document's root and the (key, line) of every key that stood twice in one mapping; the last one holds."""

    root: Node | None = None
    duplicates: list[tuple[str, int]] = field(default_factory=list)


class Unreadable(Exception):
    """Not YAML that we read. `lines` are where to look, likeliest first, counted from 1."""

    def __init__(self, what: str, *lines: int) -> None:
        super().__init__(what)
        self.what = what
        self.lines = lines


def read(text: str, *, loader: Any = FASTEST) -> Document:
    """Read the first document of the text.

    Raises:
        Unreadable: broken YAML, an anchor or alias, a key that is not text, or too deep a nesting.
    """
    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=loader):
            if builder.take(event):
                break
    except yaml.MarkedYAMLError as error:
        marks = (error.problem_mark, error.context_mark)
        raise Unreadable("is not valid YAML", *(mark.line + 1 for mark in marks if mark is not None)) from error
    # The parser in Python raises ValueError and OverflowError for impossible escapes, and ReaderError is unmarked.
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise Unreadable("holds characters that YAML does not allow") from error
    return builder.document


class _Builder:
    """Puts events together. A stack of open collections; in a mapping, the key that waits for its value."""

    def __init__(self) -> None:
        self.document = Document()
        self._open: list[tuple[Node, list[str]]] = []

    def take(self, event: Any) -> bool:
        """Take one event; true when the first document is complete."""
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise Unreadable("uses an anchor or alias, which is not read", line)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event, line)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start({} if isinstance(event, yaml.MappingStartEvent) else [], line)
        elif isinstance(event, yaml.CollectionEndEvent):
            node, _ = self._open.pop()
            self._place(node)
        return isinstance(event, yaml.DocumentEndEvent)

    def _scalar(self, event: Any, line: int) -> None:
        value = str(event.value)
        if self._waits_for_key():
            self._open[-1][1].append(value)
            return
        absent = not event.style and value in _NULLS  # a plain scalar has no style
        self._place(Node(line, "" if absent else value))

    def _start(self, value: "list[Node] | dict[str, Node]", line: int) -> None:
        if self._waits_for_key():
            raise Unreadable("has a key that is not text", line)
        if len(self._open) >= MAX_DEPTH:
            raise Unreadable("is nested too deeply", line)
        self._open.append((Node(line, value), []))

    def _waits_for_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1][0].value, dict) and not self._open[-1][1]

    def _place(self, node: Node) -> None:
        if not self._open:
            self.document.root = node
            return
        holder, key = self._open[-1]
        if isinstance(holder.value, dict):
            name = key.pop()
            if name in holder.value:
                self.document.duplicates.append((name, node.line))
            holder.value[name] = node
        elif isinstance(holder.value, list):
            holder.value.append(node)
