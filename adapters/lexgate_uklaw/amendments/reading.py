"""One call of `uklaw_get_amendments`: effects page by page, or a scan for those on one provision."""

import json
from dataclasses import dataclass, field, replace
from typing import Any

from lexgate_kit.adapter import Call
from lexgate_uklaw import addressing
from lexgate_uklaw.amendments.asking import Asked, asked
from lexgate_uklaw.amendments.report import Gathered, report
from lexgate_uklaw.amendments.routes import empty_notice, refuse_regnal
from lexgate_uklaw.amendments.scanning import Concern, ProvisionFilter
from lexgate_uklaw.amendments.walking import SHAPE, Position, Walk
from lexgate_uklaw.answers import Budget, PastEnd, Served
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.cursors import seal, unseal
from lexgate_uklaw.effect_records import effect_record
from lexgate_uklaw.effects import Effect
from lexgate_uklaw.feeds.changes import ChangesPage, read_changes
from lexgate_uklaw.listings import page_of
from lexgate_uklaw.tools.get_amendments import GetAmendmentsArguments, GetAmendmentsResult

MOST_SCANNED = 1_500
MOST_CHARACTERS = 70_000
"""So much of effect records fits a result; then the call ends early, with a cursor."""


async def amendments(client: UkClient, arguments: GetAmendmentsArguments, call: Call) -> GetAmendmentsResult:
    """Answer one call. Raises UnusableInput, NotFound, and what the client raises for the first page."""
    what = asked(arguments)
    budget = Budget(call.deadline)
    for scope in (what.query.scope, what.query.counterpart):
        await refuse_regnal(client, scope, budget)
    name = _name(what)
    start = Position(*unseal(name, arguments.cursor, SHAPE)) if arguments.cursor else None

    async def page(number: int) -> Served[ChangesPage] | PastEnd:
        request = addressing.changes(replace(what.query, page=number))
        return page_of(await client.fetch(request, budget, read_changes))

    walk = Walk(page, what.query.count, budget, kept=start)
    await walk.start()
    gathered = await _gather(walk, what, arguments.limit)
    said = ""
    if start is None and walk.page is not None and not walk.page.effects:
        said = await empty_notice(client, what.query.scope, budget)
    at = walk.at
    cursor = seal(name, at.values) if at is not None and walk.has_more else None
    return report(what, walk, gathered, said, cursor)


@dataclass
class _Basket:
    """What a call has gathered so far."""

    limit: int
    effects: list[Effect] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    scanned: int = 0
    in_words: int = 0
    characters: int = 0

    @property
    def is_full(self) -> bool:
        return len(self.records) >= self.limit or self.scanned >= MOST_SCANNED or self.characters >= MOST_CHARACTERS

    def add(self, effect: Effect) -> None:
        record = effect_record(effect)
        self.effects.append(effect)
        self.records.append(record)
        self.characters += len(json.dumps(record, ensure_ascii=False))


async def _gather(walk: Walk, what: Asked, limit: int) -> Gathered:
    wanted = ProvisionFilter(what.provision, what.query.direction) if what.provision else None
    basket = _Basket(limit)
    while not basket.is_full:
        effect = await walk.next()
        if effect is None:
            break
        basket.scanned += 1
        concern = wanted.concern(effect) if wanted else Concern.YES
        basket.in_words += concern is Concern.IN_WORDS
        if concern is not Concern.NO:
            basket.add(effect)
    return Gathered(
        effects=tuple(basket.effects),
        records=basket.records,
        scanned=basket.scanned,
        in_words=basket.in_words,
        cut=basket.characters >= MOST_CHARACTERS and len(basket.records) < limit,
        caveat=wanted.caveat if wanted else "",
    )


def _name(what: Asked) -> str:
    """Return what a cursor is bound to: the list's address and the provision."""
    return f"amendments {addressing.changes(what.query).path} {what.provision or ''}"
