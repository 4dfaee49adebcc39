"""Proves claims with the service, within the budget of one call: one request for all claims on the same provision.

What the budget leaves open stays not checked. A failure of the service is never evidence about the law.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from lexgate_kit.errors import ToolFailure
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Answer, Budget, Missing, Served
from lexgate_uklaw.checking import evidence
from lexgate_uklaw.checking.claims import MOST_FETCHED, Claim, is_division, unit_of
from lexgate_uklaw.checking.evidence import NOT_CHECKED, Verdict
from lexgate_uklaw.checking.quoted_law import judge_quotations
from lexgate_uklaw.citations.model import Instrument, Parsed
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.clml.document import Document, read_document
from lexgate_uklaw.clml.provision_status import is_gone
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.listings import confirmed
from lexgate_uklaw.repeals import plain_title
from lexgate_uklaw.resolving import wording
from lexgate_uklaw.resolving.outcome import Outcome
from lexgate_uklaw.resolving.reading import Resolver
from lexgate_uklaw.resolving.register import Register
from lexgate_uklaw.resolving.titles import same_title

MOST_FAILURES = 2
_MOST_ROUNDS = 5
_CONTENTS = ProvisionPath(("body",))
"""Stands for the table of contents among the units to fetch."""
_DOUBTFUL = frozenset(
    (
        wording.NUMBER_AND_TITLE_DIFFER,
        wording.NUMBER_UNKNOWN_TITLE_HELD,
        wording.FOUND_BY_NUMBER,
        wording.TITLE_CONTRADICTS,
    )
)
_UNSURE = frozenset({wording.MISS_UNCONFIRMED, wording.TITLE_UNCHECKED})


class Unanswered(Exception):
    """The budget is spent, or the service did not answer: `for_now` tells the first from the second."""

    def __init__(self, *, for_now: bool) -> None:
        super().__init__("not answered")
        self.for_now = for_now


@dataclass
class Progress:
    """The claims of one draft and what was proved so far; kept between the calls that check it."""

    claims: tuple[Claim, ...]
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    rounds: Counter[int] = field(default_factory=Counter)

    @property
    def open(self) -> list[int]:
        """The places of claims without a verdict."""
        return [place for place in range(len(self.claims)) if place not in self.verdicts]


class Prover:
    """Works for one call. Documents live as long as the prover; only verdicts are kept."""

    def __init__(self, client: UkClient, budget: Budget) -> None:
        self._client, self._budget = client, budget
        self._items: dict[Instrument, Verdict] = {}
        self._units: dict[tuple[ItemPath, ProvisionPath], Answer[Document]] = {}
        self._failures = 0

    async def work(self, progress: Progress) -> None:
        """Give verdicts to as many claims as the budget allows, those that prove most first."""
        for place in progress.open:
            if progress.claims[place].is_open:
                progress.verdicts[place] = _open(progress.claims[place])
        for place in _by_yield(progress):
            tried = not self._budget.is_spent
            verdict = await self._verdict(progress.claims[place])
            if verdict is not NOT_CHECKED:
                progress.verdicts[place] = verdict
                continue
            progress.rounds[place] += tried
            if progress.rounds[place] >= _MOST_ROUNDS:
                progress.verdicts[place] = Verdict("could_not_check", note=evidence.UNREAD_YET)
        _compare_twins(progress)

    async def _verdict(self, claim: Claim) -> Verdict:
        try:
            return await self._judged(claim)
        except Unanswered as none:
            return NOT_CHECKED if none.for_now else Verdict("could_not_check", note=evidence.NOT_ANSWERED)

    async def _judged(self, claim: Claim) -> Verdict:
        named = claim.citation.instrument
        if named is None:
            return _open(claim)
        item = self._items.get(named)
        if item is None and claim.paths and (only := _only_item(named)) is not None:
            item = await self._by_provision(claim, named, only)
        if item is None:
            item = await self._item(named)
        if item.status != "verified" or item.item is None or not claim.paths:
            return item
        return await self._provisions(claim, item, item.item)

    async def _by_provision(self, claim: Claim, named: Instrument, only: ItemPath) -> Verdict | None:
        """Take the item's existence and title from a provision of it that is there; None when it is not there."""
        answer = await self._unit(only, _first_unit(claim))
        if not isinstance(answer, Served):
            return None
        title = answer.content.metadata.title
        cited = named.title if named.kind != "name" else None
        if cited and not same_title(cited, title):
            return None
        note = f"{evidence.item_ended(title)} {evidence.STALE if answer.provenance.stale else ''}".strip()
        verdict = Verdict("verified", only, plain_title(title), note, confirmed_at=confirmed(answer.provenance))
        self._items[named] = verdict
        return verdict

    async def _item(self, named: Instrument) -> Verdict:
        if named not in self._items:
            # How it is resolved depends on the instrument alone.
            register = Register(self._client, self._budget)
            outcome = await self._asked(Resolver(register), named)
            settled = _of_outcome(outcome) or await self._not_held(register, named, " ".join(outcome.said))
            seen = register.confirmed_at
            self._items[named] = replace(settled, confirmed_at=seen.isoformat(timespec="seconds") if seen else "")
        return self._items[named]

    async def _not_held(self, register: Register, named: Instrument, note: str) -> Verdict:
        """Say of what the service does not hold whether that proves anything."""
        if not named.items:
            # That a title does not resolve proves nothing of the Act: its title may be written otherwise.
            return Verdict("not_held", note=f"{note} {evidence.TITLE_ALONE}".strip())
        item, today = named.items[0], self._client.today
        if len(set(named.items)) == 1 and evidence.has_one_series(item):
            year = item.calendar_year
            if year is not None and year > today.year:
                return Verdict("does_not_exist", note=evidence.YEAR_TO_COME)
            if said := evidence.past_the_last(item, await self._numbers(register, item), today):
                return Verdict("does_not_exist", note=said)
        return Verdict("not_held", note=evidence.NOT_HELD)

    async def _numbers(self, register: Register, item: ItemPath) -> frozenset[int]:
        """Return the numbers that the service lists for the item's type and year; none where it did not answer."""
        try:
            return await register.numbers(item)
        except ToolFailure as failure:
            unanswered = self._unanswered(failure)
            if unanswered.for_now:
                raise unanswered from failure
            return frozenset()

    async def _asked(self, resolver: Resolver, named: Instrument) -> Outcome:
        try:
            outcome = await resolver.resolve(Parsed("numbered", named), named.title or "")
        except ToolFailure as failure:
            raise self._unanswered(failure) from failure
        unsure = bool(_UNSURE & set(outcome.said)) or (outcome.found is not None and not outcome.found.title)
        if unsure and self._budget.is_spent:
            raise Unanswered(for_now=True)
        if unsure and outcome.found is None:
            raise Unanswered(for_now=False)
        return outcome

    async def _provisions(self, claim: Claim, item: Verdict, path: ItemPath) -> Verdict:
        missing: list[ProvisionPath] = []
        notes: list[str] = []
        listed = await self._listed(claim, path)
        for each in claim.paths:
            if str(each) in listed:
                notes.append(evidence.LISTED)
                continue
            if evidence.PDF_ONLY in listed:
                return replace(item, status="could_not_check", note=evidence.PDF_ONLY)
            there, note = await self._stands(path, each)
            if not there:
                missing.append(each)
            notes += [note] if note else []
        confirmed_at, stale = self._confirmed(claim, path)
        notes += [stale] if stale else []
        note = " ".join(dict.fromkeys(filter(None, [item.note, *notes])))
        found = replace(item, note=note, confirmed_at=confirmed_at)
        if missing:
            named = ", ".join(str(each) for each in missing[:5])
            said = evidence.INSIDE_REPEALED if evidence.INSIDE_REPEALED in notes else evidence.NO_SUCH_PROVISION
            return replace(found, status="does_not_exist", note=f"{named}: {said} {stale}".strip())
        if claim.citation.provisions is not None and claim.citation.provisions.truncated:
            return replace(found, status="could_not_check", note="Only the first fifty provisions were looked for.")
        return await self._quoted(claim, found, path) if claim.quotations else found

    def _confirmed(self, claim: Claim, item: ItemPath) -> tuple[str, str]:
        """Return when the service confirmed the first answer on the claim's provisions, and a note if it is old."""
        for unit in (*map(unit_of, claim.paths), _CONTENTS):
            answer = self._units.get((item, unit))
            if answer is not None:
                return confirmed(answer.provenance), evidence.STALE if answer.provenance.stale else ""
        return "", ""

    async def _listed(self, claim: Claim, item: ItemPath) -> frozenset[str]:
        """Return what the table of contents lists, where that proves many provisions in one request.

        It is evidence only for what it lists: what it does not list is fetched.
        """
        if not _is_listed(claim):
            return frozenset()
        answer = await self._unit(item, _CONTENTS)
        if not isinstance(answer, Served):
            return frozenset()
        if answer.content.pdf_only:
            return frozenset({evidence.PDF_ONLY})
        return frozenset(entry.provision for entry in answer.content.outline() if entry.provision)

    async def _stands(self, item: ItemPath, path: ProvisionPath) -> tuple[bool, str]:
        answer = await self._unit(item, unit_of(path))
        if isinstance(answer, Missing):
            return False, ""
        if not isinstance(answer, Served):
            raise Unanswered(for_now=False)
        document = answer.content
        found = document.provision(str(path))
        if found is not None:
            return True, evidence.not_in_force(found.status) if found.status else ""
        around = document.provision(str(unit_of(path)))
        gone = around is not None and is_gone(around.status)
        return False, evidence.INSIDE_REPEALED if gone else ""

    async def _quoted(self, claim: Claim, found: Verdict, item: ItemPath) -> Verdict:
        documents = []
        for each in claim.paths:
            answer = await self._unit(item, unit_of(each))
            if isinstance(answer, Served):
                documents.append((answer.content, each))
        return judge_quotations(claim.quotations, documents, found)

    async def _unit(self, item: ItemPath, unit: ProvisionPath) -> Answer[Document]:
        key = (item, unit)
        if key not in self._units:
            wanted = addressing.contents(item) if unit == _CONTENTS else addressing.document(item, unit)
            try:
                self._units[key] = await self._client.fetch(wanted, self._budget, read_document)
            except ToolFailure as failure:
                raise self._unanswered(failure) from failure
        return self._units[key]

    def _unanswered(self, failure: ToolFailure) -> Unanswered:
        """A spent budget or a full queue is for now; after the second failure of the service nothing more is asked."""
        if failure.reason == "pacer_shed":
            self._budget.requests_left = 0
            return Unanswered(for_now=True)
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            self._budget.requests_left = 0
        return Unanswered(for_now=False)


def _by_yield(progress: Progress) -> list[int]:
    """Return the open claims: those whose request proves most first, a bare Act after the provisions of it."""
    waiting = [(place, progress.claims[place]) for place in progress.open]
    targets = Counter((claim.citation.instrument, _first_unit(claim)) for _, claim in waiting)
    with_units = {claim.citation.instrument for _, claim in waiting if claim.paths}

    def order(one: tuple[int, Claim]) -> tuple[int, bool, int]:
        place, claim = one
        count = targets[claim.citation.instrument, _first_unit(claim)]
        return progress.rounds[place], not claim.paths and claim.citation.instrument in with_units, -count

    return [place for place, _ in sorted(waiting, key=order)]


def _first_unit(claim: Claim) -> ProvisionPath:
    return _CONTENTS if not claim.paths or _is_listed(claim) else unit_of(claim.paths[0])


def _is_listed(claim: Claim) -> bool:
    """Say whether the table of contents is asked first: for Parts and Schedules, and for many whole provisions."""
    if claim.quotations:
        return False
    units = {unit_of(each) for each in claim.paths}
    return any(map(is_division, claim.paths)) or (len(units) > MOST_FETCHED and units == set(claim.paths))


def _only_item(named: Instrument) -> ItemPath | None:
    items = set(named.items)
    return named.items[0] if len(items) == 1 and len(named.readings) == 1 else None


def _open(claim: Claim) -> Verdict:
    if claim.citation.instrument is None and not claim.citation.candidates:
        return Verdict("ambiguous", note=evidence.NO_INSTRUMENT)
    return Verdict("ambiguous", note=evidence.SEVERAL_MEANT)


def _of_outcome(outcome: Outcome) -> Verdict | None:
    note = " ".join(outcome.said)
    doubtful = bool(_DOUBTFUL & set(outcome.said))
    if outcome.found is not None:
        known = outcome.found
        status: evidence.Status = "ambiguous" if doubtful else "verified"
        said = f"{note} {evidence.item_ended(known.title)}".strip()
        return Verdict(status, known.item, plain_title(known.title), said, contradiction=doubtful)
    if outcome.candidates:
        one = outcome.candidates[0]
        return Verdict(
            "ambiguous", one.item, plain_title(one.title), _candidates(outcome, note), contradiction=doubtful
        )
    return None


def _candidates(outcome: Outcome, note: str) -> str:
    named = ", ".join(str(each.item) for each in outcome.candidates[:5])
    return f"{note} Candidates: {named}."


def _compare_twins(progress: Progress) -> None:
    for place, claim in enumerate(progress.claims):
        one = progress.verdicts.get(place)
        other = progress.verdicts.get(claim.twin) if claim.twin is not None else None
        if one is None or other is None or one.item is None or other.item is None or one.item == other.item:
            continue
        progress.verdicts[place] = replace(one, status="ambiguous", note=evidence.TWO_ITEMS, contradiction=True)
