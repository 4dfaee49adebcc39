"""A provision as a list of lines, each with the sub-provision that it belongs to; it compares nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexgate_uklaw.clml.rendering.annotations import Annotation
from lexgate_uklaw.clml.tree import Provision


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph, or a heading. `key` names its sub-provision, also where the source gives no address."""

    key: str
    numbers: tuple[str, ...]
    text: str
    is_heading: bool = False

    @property
    def own_number(self) -> str:
        """The number of its own sub-provision; those before it belong to provisions around it."""
        return self.numbers[-1] if self.numbers else ""

    @property
    def full(self) -> str:
        """The line as it is printed, numbers first."""
        return " ".join((*self.numbers, self.text)).strip()


@dataclass(frozen=True, slots=True)
class Unit:
    """One sub-provision without its text: `lines` are the places of its own lines, `parent` is the key around it."""

    key: str
    path: str
    label: str
    parent: str | None
    status: str | None
    annotations: tuple[Annotation, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a text in order, and its sub-provisions by key, in order."""

    lines: tuple[Line, ...]
    units: dict[str, Unit]

    def within(self, outer: str, key: str) -> bool:
        """Say whether a sub-provision stands inside another, or is it."""
        at: str | None = key
        while at is not None and at != outer:
            at = self.units[at].parent
        return at == outer


def sheet(root: Provision) -> Sheet:
    """Return the lines of a provision and everything inside it."""
    return _Writer().write(root)


class _Writer:
    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.units: dict[str, Unit] = {}

    def write(self, root: Provision) -> Sheet:
        self._enter(root, None, ())
        return Sheet(tuple(self.lines), self.units)

    def _enter(self, node: Provision, parent: str | None, waiting: tuple[str, ...]) -> None:
        key = self._key(node, parent)
        self.units[key] = Unit(key, node.path, node.label, parent, node.status, node.annotations, ())
        own: list[int] = []
        if node.heading:
            own.append(self._add(Line(key, (), node.heading, is_heading=True)))
        numbers = (*waiting, node.number) if node.number else waiting
        for part in node.content:
            if isinstance(part, Provision):
                self._enter(part, key, numbers)
            else:
                own.append(self._add(Line(key, numbers, part)))
            numbers = ()
        if numbers:
            own.append(self._add(Line(key, numbers, "")))
        self.units[key] = Unit(key, node.path, node.label, parent, node.status, node.annotations, tuple(own))

    def _add(self, line: Line) -> int:
        self.lines.append(line)
        return len(self.lines) - 1

    def _key(self, node: Provision, parent: str | None) -> str:
        name = node.path or f"{parent or ''}#{node.number or node.heading or ''}"
        return next(key for key in _names(name) if key not in self.units)


def _names(name: str) -> Iterator[str]:
    yield name
    count = 1
    while True:
        count += 1
        yield f"{name}~{count}"
