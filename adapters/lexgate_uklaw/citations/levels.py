"""What stands in brackets after a provision's number: `(2)(f)(ii)`, siblings `(1)(2)(b)` and ranges `(3)-(5)`.

In the editors' style brackets of the same kind follow each other without a comma: `2(1)(2)(b)` is 2(1) and 2(2)(b).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lexgate_uklaw.citations.numbering import as_roman, roman
from lexgate_uklaw.citations.tokens import Tokens
from lexgate_uklaw.citations.wording import words

MOST = 60
"""More paths than this below one label are not kept: the cap on a citation is lower."""

_NOT_LEVELS = words("as or and the in of to by no so if is it see on at etc eg not see for but was are per ie nor")
_RANGE = frozenset(("-", "to", "hyd"))


@dataclass
class Levels:
    """The levels below one label as they are read; `paths` are those complete so far."""

    label: tuple[str, ...]
    stack: list[tuple[str, str]] = field(default_factory=list)
    paths: list[tuple[str, ...]] = field(default_factory=list)
    open_range: bool = False

    def add(self, value: str) -> None:
        """Take one more bracket: a level below the last one, or a sibling of one above."""
        kind = self._kind(value)
        depths = [depth for depth, (known, _) in enumerate(self.stack) if known == kind]
        if depths:
            self._keep()
            del self.stack[depths[-1] :]
        self.stack.append((kind, value))

    def add_through(self, value: str) -> None:
        """Take the far end of a range whose near end was the last bracket."""
        if not self.stack:
            return
        kind, first = self.stack[-1]
        for between in _between(kind, first, value):
            self._keep()
            self.stack[-1] = (kind, between)

    def _keep(self) -> None:
        if len(self.paths) < MOST:
            self.paths.append(self.path)

    @property
    def path(self) -> tuple[str, ...]:
        return (*self.label, *(value for _, value in self.stack))

    def all(self) -> list[tuple[str, ...]]:
        """Every path read, the last one included, each once."""
        return list(dict.fromkeys((*self.paths, self.path)))

    def _kind(self, value: str) -> str:
        if value[0].isdigit() or (value[-1].isdigit() and value[0].isupper()):
            return "number"
        if value[0].isupper():
            return "capital"
        return self._small(value)

    def _small(self, value: str) -> str:
        top, last = self.stack[-1] if self.stack else ("", "")
        numeral = roman(value) is not None
        if top in ("", "number", "capital"):
            return "roman" if numeral and (len(value) > 1 or value == "i") else "letter"
        if top == "letter":
            return "roman" if numeral and not self._continues(value, last) else "letter"
        if len(value) == 2 and value[0] == value[1] and value not in ("ii", "xx"):
            return "double"  # `(cc)` after `(ii)`, though a numeral too
        return "roman" if numeral else "letter"

    def _continues(self, value: str, last: str) -> bool:
        """`(h)(i)` goes a level down; `(g)(h)(i)` and `(u)(v)` are letters in a row; c, d, l and m are letters."""
        if len(value) > 1:
            return False
        if value in "cdlm":
            return True
        in_a_row = len(last) == 1 and ord(value) == ord(last) + 1
        return in_a_row and (value != "i" or bool(self.paths))


def level(cut: Tokens, place: int) -> tuple[str, int] | None:
    """Read one bracketed level and return it with the place after it."""
    if cut.at(place) != "(":
        return None
    shut = cut.partner[place]
    if not place + 2 <= shut <= place + 4 or any(not cut.glued(inner) for inner in range(place + 1, shut + 1)):
        return None
    parts = [cut.raw(inner) for inner in range(place + 1, shut)]
    value = "".join(parts)
    if len(value) > 6 or not value.isascii() or not value.isalnum():
        return None
    if value.isalpha():
        if value in _NOT_LEVELS or not (len(value) <= 3 or roman(value)):
            return None
        if value.isupper() and (len(value) > 2 or not cut.glued(place)):
            return None
        if not (value.isupper() or value.islower()):
            return None
    elif len(parts[0]) > 3 and parts[0].isdigit():
        return None  # `(2018)` is a year
    return value, shut + 1


def read_levels(cut: Tokens, place: int, into: Levels) -> int:
    """Read all brackets that follow, ranges included, into the levels; return the place after them."""
    found = level(cut, place)
    while found is not None:
        into.add(found[0])
        place = found[1]
        while cut.at(place) in _RANGE:
            far = level(cut, place + 1)
            if far is None:
                break
            into.add_through(far[0])
            place = far[1]
        found = level(cut, place)
    return place


def _between(kind: str, first: str, last: str) -> Iterator[str]:
    """What follows the first up to and with the last, one kind of label; the last alone where the steps are unknown."""
    if first.isdigit() and last.isdigit() and int(first) < int(last):
        yield from (str(value) for value in range(int(first) + 1, min(int(last), int(first) + 60) + 1))
    elif kind == "roman" and (start := roman(first)) and (stop := roman(last)) and start < stop:
        yield from (as_roman(value) for value in range(start + 1, min(stop, start + 60) + 1))
    elif len(first) == len(last) == 1 and first.islower() and last.islower() and first < last:
        yield from (chr(value) for value in range(ord(first) + 1, ord(last) + 1))
    else:
        yield last
