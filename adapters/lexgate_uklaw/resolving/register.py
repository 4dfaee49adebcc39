"""What the service can be asked about a citation, one request each: its numbers, its titles, its identifiers.

It decides nothing: what an answer proves is for `resolving.reading`.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from lexgate_kit.errors import ToolFailure
from lexgate_uklaw import addressing
from lexgate_uklaw.addressing import Request, SearchQuery
from lexgate_uklaw.answers import Answer, Budget, Choices, Elsewhere, Missing, PastEnd, Served
from lexgate_uklaw.client import Reader, UkClient
from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.clml.metadata import Metadata
from lexgate_uklaw.feeds.search import AlternativeNumber, FoundItem, read_search
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import Version

MOST_A_PAGE = 500
"""The service honours `results-count` up to here."""

T = TypeVar("T")
DatedT = TypeVar("DatedT", bound=Served[Any] | Missing | Elsewhere | Choices | PastEnd)


@dataclass(frozen=True)
class Known:
    """An item that the service holds. Titles are outside text; blank and None mean not known.

    `year` is the calendar year, also where the path is regnal; `series` are its numbers in further series.
    """

    item: ItemPath
    title: str = ""
    title_cy: str = ""
    year: int | None = None
    made_date: str = ""
    series: tuple[AlternativeNumber, ...] = ()


@dataclass(frozen=True)
class Numbered:
    """A number of a year in some types: what a number feed is asked for. `only` limits it to these paths."""

    types: tuple[str, ...]
    year: int
    number: str
    only: tuple[ItemPath, ...] = ()


Held = Literal["there", "not there", "no text", "no version"]
"""Where a provision is looked for: in the text, or there is text without it, no text (a PDF alone), no such version."""


@dataclass(frozen=True)
class Proof:
    """What was found out about a provision, what its document says of the item, and of the provision's status."""

    held: Held
    item: Known | None = None
    status: str = ""


class Register:
    """The service, asked for one call within its budget. Every method raises what the client raises.

    `confirmed_at` is when the service confirmed the oldest answer that was used (UTC); None before the first.
    """

    def __init__(self, client: UkClient, budget: Budget) -> None:
        self._client, self._budget = client, budget
        self.confirmed_at: datetime | None = None

    async def _fetch(self, request: Request, read: Reader[T]) -> Answer[T]:
        return self._dated(await self._client.fetch(request, self._budget, read))

    async def _locate(self, request: Request) -> Missing | Elsewhere | Choices:
        return self._dated(await self._client.locate(request, self._budget))

    def _dated(self, answer: DatedT) -> DatedT:
        """Note the oldest confirmation among the answers: what is said is as old as that."""
        seen = answer.provenance.confirmed_at
        self.confirmed_at = seen if self.confirmed_at is None else min(self.confirmed_at, seen)
        return answer

    async def numbered(self, wanted: Numbered) -> tuple[Known, ...]:
        """Return the items with that number, from the number feed; those with another number do not count."""
        query = SearchQuery(wanted.types, year_from=wanted.year, year_to=wanted.year, number=wanted.number)
        answer = await self._fetch(addressing.search(query), read_search)
        if not isinstance(answer, Served):
            return ()
        return tuple(
            _known(each, each.item)
            for each in answer.content.found
            if each.item is not None and wanted.number in (each.number, each.item.number)
            if not wanted.only or each.item in wanted.only
        )

    async def numbers(self, item: ItemPath) -> frozenset[int]:
        """Return the numbers of all items of its type and calendar year, none when one page does not hold them all."""
        year = item.calendar_year
        query = SearchQuery((item.type_code,), year_from=year, year_to=year, count=MOST_A_PAGE)
        answer = await self._fetch(addressing.search(query), read_search)
        if not isinstance(answer, Served) or answer.content.paging.has_more:
            return frozenset()
        listed = (each.item for each in answer.content.found if each.item is not None)
        return frozenset(
            int(each.number)
            for each in listed
            if each.type_code == item.type_code and each.calendar_year == year and each.number.isdigit()
        )

    async def titled(self, title: str) -> tuple[Known, ...]:
        """Return the item with that title, or the candidates that the service lists for it; none when it has none."""
        return self._located(await self._locate(addressing.title_lookup(title)), None)

    async def identified(self, item: ItemPath) -> tuple[Known, ...]:
        """Return the item under its canonical path, several where the path is ambiguous, none when there is none."""
        return self._located(await self._locate(addressing.identifier(item)), item)

    async def described(self, item: ItemPath, year: int | None) -> Known:
        """Return the item with its title, from the number feed where the calendar year is known, else its metadata."""
        calendar = item.calendar_year or year
        if calendar is not None and item.number.isdigit():
            found = await self.numbered(Numbered((item.type_code,), calendar, item.number, only=(item,)))
            if found:
                return found[0]
        answer = await self._fetch(addressing.metadata(item), read_document)
        return _described(item, answer.content.metadata) if isinstance(answer, Served) else Known(item)

    async def proved(self, item: ItemPath, provision: ProvisionPath, version: Version) -> Proof | None:
        """Fetch the provision and say whether it is there; None when the answer proves nothing.

        Where the service has no such page, its table of contents tells whether it holds the item's text at all.
        """
        request = addressing.document(item, provision, version)
        answer = await self._fetch(request, read_document)
        if isinstance(answer, Served):
            found = answer.content.provision(str(provision))
            known = _described(item, answer.content.metadata)
            return Proof("not there", known) if found is None else Proof("there", known, found.status or "")
        return await self._without_page(item, version) if isinstance(answer, Missing) else None

    async def _without_page(self, item: ItemPath, version: Version) -> Proof | None:
        answer = await self._fetch(addressing.contents(item, version), read_document)
        if isinstance(answer, Served):
            held: Held = "no text" if answer.content.pdf_only else "not there"
            return Proof(held, _described(item, answer.content.metadata))
        return Proof("no version") if isinstance(answer, Missing) else None

    def _located(self, answer: Missing | Elsewhere | Choices, asked: ItemPath | None) -> tuple[Known, ...]:
        if isinstance(answer, Choices):
            return tuple(Known(each.item, each.title) for each in answer.candidates)
        if isinstance(answer, Missing):
            return ()
        item = asked if answer.status == 303 and asked is not None else _item_of(answer.path)
        return (Known(item),) if item is not None else ()


def _known(found: FoundItem, item: ItemPath) -> Known:
    return Known(
        item, found.title.en or found.title.cy, found.title.cy, found.year, found.made_date, found.alternative_numbers
    )


def _described(item: ItemPath, metadata: Metadata) -> Known:
    welsh = metadata.title if metadata.language == "cy" else ""
    made = next((each.date for each in metadata.dates if each.kind in ("enacted", "made")), "")
    return Known(item, metadata.title, welsh, metadata.year, made)


def _item_of(path: str) -> ItemPath | None:
    try:
        return parse_address(path.partition("?")[0]).item
    except ToolFailure:
        return None
