"""What reading a citation gives: instruments with every plausible reading, provisions, and what was not understood."""

from dataclasses import dataclass
from typing import Literal

from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath

Kind = Literal[
    "chapter", "regnal", "instrument", "series", "devolved", "measure", "european", "title", "name", "uri", "reference"
]
"""How an instrument is named. `reference` is a pointing word: that Act, the 2018 Act."""


@dataclass(frozen=True)
class Reading:
    """One way to read a citation of an instrument; `number` is arabic whatever it was written in.

    `reign` and `session` are the address form of a regnal year (`Eliz2`, `3-4`); `year` is then the calendar year
    as far as it is known.
    """

    type_code: str
    year: int | None
    number: str | None
    reign: str = ""
    session: str = ""

    @property
    def item(self) -> ItemPath | None:
        """The item's path; None where the written form does not give year and number."""
        if self.number is None:
            return None
        if self.reign:
            return ItemPath(self.type_code, (self.reign, self.session), self.number)
        if self.year is None:
            return None
        return ItemPath(self.type_code, (str(self.year),), self.number)


@dataclass(frozen=True)
class Series:
    """A second number of an instrument, in a series of its own: `(W. 89)`, `(N.I. 3)`, `(C. 12)`, `(L. 4)`."""

    letters: str
    number: int

    @property
    def segment(self) -> str:
        """How an address names it in place of the main number: `w89`, `ni15`."""
        return f"{'w' if self.letters == 'CY' else self.letters.lower()}{self.number}"


@dataclass(frozen=True)
class Instrument:
    """An instrument as it is cited. `readings` has the likeliest first; more than one means that the form is open.

    `year` and `title` are as written; a title without a number has readings without one, one for each type that
    the title can be. `language` is cy when the citation is in Welsh. `notes` say in our words what was assumed.
    """

    kind: Kind
    readings: tuple[Reading, ...]
    title: str | None = None
    year: int | None = None
    series: tuple[Series, ...] = ()
    language: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def type_decided(self) -> bool:
        """Whether the written form leaves one type only."""
        return len({reading.type_code for reading in self.readings}) == 1

    @property
    def item(self) -> ItemPath | None:
        """The path of the likeliest reading."""
        return self.readings[0].item if self.readings else None

    @property
    def items(self) -> tuple[ItemPath, ...]:
        """The paths of all readings that have one, the likeliest first."""
        return tuple(item for reading in self.readings if (item := reading.item))


@dataclass(frozen=True)
class Provisions:
    """Provisions as they are cited: every path that the words name, in their order.

    `expanded` says that a range or list was written out, `truncated` that it was cut at the cap, and `open_range`
    that provisions inserted between the two ends cannot be known from the words.
    """

    paths: tuple[ProvisionPath, ...]
    expanded: bool = False
    truncated: bool = False
    open_range: bool = False


@dataclass(frozen=True)
class Parsed:
    """One citation string as it was read. `unparsed` means that nothing in it was understood.

    `unparsed_head` and `unparsed_tail` are the words, as they came, before and after what was understood.
    """

    kind: Literal["numbered", "title", "uri", "unparsed"]
    instrument: Instrument | None = None
    provisions: Provisions | None = None
    version: str | None = None
    language: str | None = None
    unparsed_head: str = ""
    unparsed_tail: str = ""

    @property
    def provision(self) -> ProvisionPath | None:
        """The first provision that is cited."""
        return self.provisions.paths[0] if self.provisions else None


Binding = Literal["own", "of", "after", "list", "sentence", "earlier", "none"]
"""Why a provision is taken to belong to its instrument: it is the instrument itself (own); "of the Act" follows (of);
it stands right after it (after) or in a list with one that does (list); it stands in the same sentence (sentence);
the instrument was named in an earlier sentence (earlier, always ambiguous); nothing was named (none)."""


@dataclass(frozen=True)
class Citation:
    """A citation found in a text: an instrument (`provisions` is None), or provisions and what they belong to.

    `start` and `end` are code points of the text as it came. `ambiguous` means that the words allow another
    instrument or reading; `candidates` are those instruments, the likeliest first.
    """

    start: int
    end: int
    text: str
    instrument: Instrument | None
    provisions: Provisions | None = None
    binding: Binding = "own"
    ambiguous: bool = False
    candidates: tuple[Instrument, ...] = ()
