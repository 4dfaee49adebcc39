"""XHTML tables as rows of equal length; spans are unfolded into blank cells and counted, never hidden."""

from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree

from lexgate_uklaw.clml.parsing import children, local

# No legal table is wider; a larger span in the source is a slip or an attack.
WIDEST = 100
MOST_BLANKS = 50_000
_SECTIONS = ("thead", "tbody", "tfoot")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of Markdown cells. `simplified` counts the cells that spanned more than one row or column."""

    rows: list[list[str]]
    header: bool
    simplified: int
    captions: list[etree._Element]


def read_table(element: etree._Element, cell: Callable[[etree._Element], str]) -> Table:
    """Return the table; the foot, which the source places before the body, comes last."""
    rows = [row for name in _SECTIONS for section in children(element, name) for row in children(section, "tr")]
    direct = list(children(element, "tr"))
    header = next((True for section in children(element, "thead") for _ in children(section, "tr")), False)
    grid = _Grid()
    for row in rows + direct:
        grid.add(row, cell)
    width = max((len(row) for row in grid.rows), default=0)
    padded = [row + [""] * (width - len(row)) for row in grid.rows]
    return Table(padded, header, grid.spans, list(children(element, "caption")))


class _Grid:
    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.spans = 0
        self._blanks = 0
        self._occupied: dict[int, int] = {}

    def add(self, row: etree._Element, cell: Callable[[etree._Element], str]) -> None:
        cells: list[str] = []
        taken, self._occupied = self._occupied, {c: n - 1 for c, n in self._occupied.items() if n > 1}
        for element in row:
            if local(element.tag) not in ("td", "th"):
                continue
            while len(cells) in taken:
                cells.append("")
            columns = _span(element, "colspan") if self._blanks < MOST_BLANKS else 1
            rows = _span(element, "rowspan")
            self._blanks += columns - 1
            self.spans += columns > 1 or rows > 1
            if rows > 1:
                self._occupied |= dict.fromkeys(range(len(cells), len(cells) + columns), rows - 1)
            cells += [cell(element), *[""] * (columns - 1)]
        self.rows.append(cells)


def _span(element: etree._Element, name: str) -> int:
    value = element.get(name, "1")
    return min(max(int(value), 1), WIDEST) if value.isascii() and value.isdigit() and len(value) < 6 else 1
