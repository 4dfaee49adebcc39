"""One call of `uklaw_lookup_citation`: read the citation offline, ask the register, prove the provision.

At most four requests. A miss is said only of what was asked; what could not be asked is said to be unchecked.
"""

from collections.abc import Awaitable
from typing import TypeVar

from lexgate_kit.adapter import Call
from lexgate_kit.errors import ToolFailure
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.citations import parse_citation
from lexgate_uklaw.citations.model import Instrument, Parsed, Reading, Series
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import CURRENT, Version
from lexgate_uklaw.resolving import wording
from lexgate_uklaw.resolving.outcome import Outcome, several
from lexgate_uklaw.resolving.register import Known, Numbered, Register
from lexgate_uklaw.resolving.report import report
from lexgate_uklaw.resolving.titles import same_title
from lexgate_uklaw.tools.lookup_citation import LookupCitationArguments, LookupCitationResult

T = TypeVar("T")

_MOST_FEEDS = 2


async def look_up(client: UkClient, arguments: LookupCitationArguments, call: Call) -> LookupCitationResult:
    """Answer one call. Raises what the client raises when nothing at all could be asked."""
    parsed = parse_citation(arguments.citation)
    register = Register(client, Budget(call.deadline))
    resolver = Resolver(register, cites_provision=parsed.provision is not None)
    outcome = await resolver.resolve(parsed, arguments.citation.strip())
    return report(parsed, outcome, register.confirmed_at)


class Resolver:
    """Resolves one citation. The first request must be answered; later ones that fail leave things unchecked."""

    def __init__(self, register: Register, *, cites_provision: bool = False) -> None:
        self._register = register
        self._cites_provision = cites_provision

    async def resolve(self, parsed: Parsed, citation: str) -> Outcome:
        """Return what the citation means, with its provision proved where it has one."""
        outcome = await self._instrument(parsed, citation)
        if outcome.found is not None and parsed.provision is not None:
            version = Version.parse(parsed.version) if parsed.version else CURRENT
            outcome = await self._proved(outcome, outcome.found, parsed.provision, version)
        return outcome.saying(*wording.reservations(parsed))

    async def _instrument(self, parsed: Parsed, citation: str) -> Outcome:
        named = parsed.instrument
        if named is None:
            return await self._unread(parsed, citation)
        if named.kind == "uri" and named.item is not None:
            known = await self._register.identified(named.item)
            return await self._as_identified(known, named)
        if named.items:
            return await self._numbered(named)
        if named.title:
            return await self._titled(named.title, named.year)
        return Outcome(said=(wording.UNREAD,))

    async def _unread(self, parsed: Parsed, citation: str) -> Outcome:
        """Try as a title what is no form that we know: `Magna Carta 1297`."""
        if parsed.provision is not None or not wording.may_be_a_title(citation):
            return Outcome(said=(wording.PROVISION_ALONE if parsed.provision else wording.UNREAD,))
        outcome = await self._titled(citation, None)
        return outcome if outcome.found or outcome.candidates else Outcome(said=(wording.UNREAD,))

    async def _numbered(self, named: Instrument) -> Outcome:
        cited = named.title if named.kind != "name" else None
        hits: tuple[Known, ...] = ()
        for wanted in _feeds(named):
            hits += await self._register.numbered(wanted)
        if not hits:
            return await self._number_unknown(named, cited)
        same = [each for each in hits if cited and (same_title(cited, each.title) or same_title(cited, each.title_cy))]
        if len(same) == 1 or (len(hits) == 1 and not cited):
            one = (same or hits)[0]
            return several((one,), wording.SERIES_DIFFERS) if _contradicts(one, named.series) else Outcome(one)
        if len(hits) > 1:
            return several(hits, wording.SEVERAL_NUMBERED)
        return await self._title_differs(hits[0], cited or "")

    async def _title_differs(self, hit: Known, cited: str) -> Outcome:
        """The number is held under another title than the cited one: see whether that title is another item's."""
        titled = await self._tried(self._register.titled(cited))
        if titled is None:
            return several((hit,), wording.TITLE_UNCHECKED)
        if any(each.item == hit.item for each in titled):
            return Outcome(hit, said=(wording.TITLE_ALIKE,))
        if titled:
            other = (await self._described(titled[0], None),) if len(titled) == 1 else titled
            return several((hit, *other), wording.NUMBER_AND_TITLE_DIFFER)
        return Outcome(hit, said=(wording.FOUND_BY_NUMBER,))

    async def _number_unknown(self, named: Instrument, cited: str | None) -> Outcome:
        if cited:
            titled = await self._tried(self._register.titled(cited))
            if titled:
                one = await self._described(titled[0], named.year) if len(titled) == 1 else titled[0]
                return several((one, *titled[1:]), wording.NUMBER_UNKNOWN_TITLE_HELD)
        known = await self._tried(self._register.identified(named.items[0]))
        if known is None:
            return Outcome(said=(wording.MISS_UNCONFIRMED,))
        outcome = await self._as_identified(known, named)
        return outcome if known else outcome.saying(wording.other_readings(named))

    async def _as_identified(self, known: tuple[Known, ...], named: Instrument) -> Outcome:
        if not known:
            return Outcome(said=(wording.NO_SUCH_ITEM,))
        if len(known) > 1:
            return several(known, wording.SEVERAL_NUMBERED)
        moved = known[0].item != named.item
        # The document of a cited provision gives the title too, and its check needs the requests.
        spare = not (self._cites_provision and known[0].item.is_regnal)
        found = await self._described(known[0], named.year) if spare else known[0]
        return Outcome(found, said=(wording.MOVED,) if moved else ())

    async def _titled(self, title: str, year: int | None) -> Outcome:
        known = await self._register.titled(title)
        if not known:
            return Outcome(said=(wording.NO_SUCH_TITLE,))
        if len(known) > 1:
            same = [each for each in known if same_title(title, each.title)]
            if len(same) != 1 or year is None:
                return several((*same, *known), wording.SEVERAL_TITLED)
            return Outcome(await self._described(same[0], year))
        one = await self._described(known[0], year)
        if not one.title:
            return several((one,), wording.TITLE_UNCHECKED)
        if not (same_title(title, one.title) or same_title(title, one.title_cy)):
            return several((one,), wording.TITLE_CONTRADICTS)
        return Outcome(one, said=() if year is not None else (wording.NO_YEAR,))

    async def _described(self, known: Known, year: int | None) -> Known:
        described = await self._tried(self._register.described(known.item, known.year or year))
        return described if described is not None and described.title else known

    async def _proved(self, outcome: Outcome, found: Known, provision: ProvisionPath, version: Version) -> Outcome:
        proof = await self._tried(self._register.proved(found.item, provision, version))
        if proof is None:
            return outcome.saying(wording.PROVISION_UNCHECKED)
        if proof.item is not None and not found.title:
            found = proof.item
        exists = {"there": True, "not there": False}.get(proof.held)
        proved = Outcome(found, outcome.candidates, outcome.said, exists)
        return proved.saying(wording.of_provision(proof.held, provision, version, proof.status))

    async def _tried(self, request: Awaitable[T]) -> T | None:
        """Return the answer to a later request; None when it could not be made, which proves nothing."""
        try:
            return await request
        except ToolFailure:
            return None


def _contradicts(held: Known, cited: tuple[Series, ...]) -> bool:
    """Say whether the item has another number in a series that the citation names: `(W. 89)`, `(C. 12)`."""
    return any(
        own.category.upper() == each.letters.upper() and own.value.isdigit() and int(own.value) != each.number
        for each in cited
        for own in held.series
    )


def _feeds(named: Instrument) -> list[Numbered]:
    """Return the number feeds that hold the readings: one for each year and number, its types joined."""
    joined: dict[tuple[int, str], list[Reading]] = {}
    for reading in named.readings:
        if reading.year is not None and reading.number is not None:
            joined.setdefault((reading.year, reading.number), []).append(reading)
    return [_feed(year, number, readings) for (year, number), readings in list(joined.items())[:_MOST_FEEDS]]


def _feed(year: int, number: str, readings: list[Reading]) -> Numbered:
    types = tuple(dict.fromkeys(each.type_code for each in readings))
    regnal = tuple(item for each in readings if each.reign and (item := each.item))
    return Numbered(types, year, number, only=regnal)
