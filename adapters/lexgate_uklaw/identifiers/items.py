"""The path of one item of legislation, and the wider scopes (a type, a year of it) that lists are asked for.

The path is canonical and opaque: a regnal path keeps its monarch and session, and is never rebuilt from a year.
"""

import re
from dataclasses import dataclass

from lexgate_uklaw.identifiers.refusals import invalid_item
from lexgate_uklaw.identifiers.types import GROUPS, TYPES, LegislationType

FIRST_YEAR, LAST_YEAR = 1267, 2100

_NUMBER = re.compile(r"[1-9][0-9]{0,6}")
_ISBN = re.compile(r"[0-9]{13}|[0-9]{9}[0-9X]")
# A monarch, perhaps two and a session: Eliz2, Geo5Sess2, WillandMarSess2, Edw1cc1929.
_REIGN = re.compile(r"[A-Z][A-Za-z0-9]{1,39}")
_REGNAL_YEAR = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}){0,3}")
# Treaties have a name in place of year and number: eut/teu.
_TREATY = re.compile(r"[a-z][a-z0-9-]{1,59}")

_A_TITLE = "This is not a path of legislation. Titles and citations are not paths."
_LOOK_UP = "Resolve a title or citation with uklaw_lookup_citation, then use the item path that it returns."


@dataclass(frozen=True)
class ItemPath:
    """One item: type code, year (`("2018",)`, regnal `("Eliz2", "3-4")`, or none for a treaty), and number.

    Made only of checked parts; the number of a draft is its ISBN. Raises UnusableInput (invalid_item).
    """

    type_code: str
    year: tuple[str, ...]
    number: str

    def __post_init__(self) -> None:
        if self.type_code not in TYPES:
            raise invalid_item("The path does not start with a type code that is known.")
        if not _is_item(self.type_code, self.year, self.number):
            raise invalid_item(f"This is not the path of one item of type {self.type_code}.")

    @classmethod
    def parse(cls, text: str) -> "ItemPath":
        """Read `ukpga/2018/12` and the like; nothing may follow the number. Raises UnusableInput (invalid_item)."""
        item, rest = cls.split(path_segments(text))
        if rest:
            raise invalid_item("The path goes on after the item.", "Give the provision and the version separately.")
        return item

    @classmethod
    def split(cls, segments: tuple[str, ...]) -> tuple["ItemPath", tuple[str, ...]]:
        """Return the item at the head of the segments, and the segments after it. Raises UnusableInput."""
        if not segments or segments[0].lower() not in TYPES:
            raise invalid_item(_A_TITLE, _LOOK_UP)
        code = segments[0].lower()
        length = _item_length(code, segments)
        if len(segments) < length:
            raise invalid_item("The path names a type or a year, not one item.")
        year, number = segments[1 : length - 1], segments[length - 1]
        return cls(code, tuple(_capitalised(year)), _plain_number(number)), segments[length:]

    @property
    def type(self) -> LegislationType:
        """The item's type."""
        return TYPES[self.type_code]

    @property
    def is_regnal(self) -> bool:
        """True for a path by regnal year, as Acts before 1963 have."""
        return len(self.year) == 2

    @property
    def calendar_year(self) -> int | None:
        """The year of the path; None where the path has a regnal year or none."""
        return int(self.year[0]) if len(self.year) == 1 else None

    @property
    def is_draft(self) -> bool:
        """True for draft instruments, whose number is an ISBN."""
        return self.type.group == "draft"

    @property
    def is_eu_origin(self) -> bool:
        """True for legislation that originated from the EU (its own licence line applies)."""
        return self.type.group == "eu-origin"

    @property
    def id_uri(self) -> str:
        """The identifier that the service gives to the item, whatever host it is read from."""
        return f"http://www.legislation.gov.uk/id/{self}"

    def __str__(self) -> str:
        return "/".join((self.type_code, *self.year, self.number))


@dataclass(frozen=True)
class ItemScope:
    """An item or something wider: a type or group (`uksi`), a year of it (`uksi/2019`), or one item.

    Raises UnusableInput (invalid_item).
    """

    type_code: str
    year: int | None = None
    item: ItemPath | None = None

    def __post_init__(self) -> None:
        if self.type_code not in TYPES and self.type_code not in GROUPS:
            raise invalid_item("The path does not start with a type code or group that is known.")
        if self.year is not None and not FIRST_YEAR <= self.year <= LAST_YEAR:
            raise invalid_item(f"The year lies outside {FIRST_YEAR} to {LAST_YEAR}.")

    @classmethod
    def parse(cls, text: str) -> "ItemScope":
        """Read a type, type/year or item path. Raises UnusableInput (invalid_item)."""
        segments = path_segments(text)
        head = segments[0].lower() if segments else ""
        if len(segments) == 1 and (head in TYPES or head in GROUPS):
            return cls(head)
        if len(segments) == 2 and head in TYPES and re.fullmatch(r"[0-9]{4}", segments[1]):
            return cls(head, int(segments[1]))
        return cls.of(ItemPath.parse(text))

    @classmethod
    def of(cls, item: ItemPath) -> "ItemScope":
        """Return the scope of one item."""
        return cls(item.type_code, item.calendar_year, item)

    def __str__(self) -> str:
        if self.item is not None:
            return str(self.item)
        return self.type_code if self.year is None else f"{self.type_code}/{self.year}"


def path_segments(text: str) -> tuple[str, ...]:
    """Return the segments of a path, without slashes around it. Raises UnusableInput (invalid_item).

    Only characters that occur in addresses of legislation pass, so no traversal, query or control character does.
    """
    path = text.strip().strip("/")
    if not re.fullmatch(r"[A-Za-z0-9._+/-]{1,500}", path) or "//" in path:
        raise invalid_item(_A_TITLE, _LOOK_UP)
    segments = tuple(path.split("/"))
    if any(set(segment) == {"."} for segment in segments):
        raise invalid_item("The path contains dots in place of a segment.")
    return segments


def _item_length(code: str, segments: tuple[str, ...]) -> int:
    if len(segments) > 1 and not segments[1][0].isdigit():
        return 2 if code == "eut" else 4
    return 3


def _is_item(code: str, year: tuple[str, ...], number: str) -> bool:
    if code == "eut" and not year:
        return bool(_TREATY.fullmatch(number))
    if len(year) == 2:
        reign, session = year
        regnal = _REIGN.fullmatch(reign) and _REGNAL_YEAR.fullmatch(session) and _NUMBER.fullmatch(number)
        return TYPES[code].group == "primary" and bool(regnal)
    if len(year) != 1 or not re.fullmatch(r"[0-9]{4}", year[0]) or not FIRST_YEAR <= int(year[0]) <= LAST_YEAR:
        return False
    group = TYPES[code].group
    # Some instruments are served under the ISBN of their draft.
    return bool(_ISBN.fullmatch(number) if group == "draft" else _NUMBER.fullmatch(number)) or (
        group == "secondary" and bool(_ISBN.fullmatch(number))
    )


def _capitalised(year: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part[:1].upper() + part[1:] for part in year)


def _plain_number(number: str) -> str:
    return number.lstrip("0") if len(number) < 9 else number
