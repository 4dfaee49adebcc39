"""One call of `uklaw_get_amendments`: effects page by page, or a scan for those on one provision."""

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
from lexgate_uklaw.tools.amendments_view import effect_lines
from lexgate_uklaw.tools.get_amendments import GetAmendmentsArguments, GetAmendmentsResult
from lexgate_uklaw.views import MOST_RECORD_CHARACTERS, record_size

MOST_SCANNED = 1_500


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
    cut: bool = False

    @property
    def is_full(self) -> bool:
        return self.cut or len(self.records) >= self.limit or self.scanned >= MOST_SCANNED

    def take(self, effect: Effect) -> bool:
        """Add the effect; False, and the call is cut, when its record does not fit beside the others."""
        record = effect_record(effect)
        self.characters += record_size(record, effect_lines(record))
        self.cut = bool(self.records) and self.characters > MOST_RECORD_CHARACTERS
        if not self.cut:
            self.effects.append(effect)
            self.records.append(record)
        return not self.cut


async def _gather(walk: Walk, what: Asked, limit: int) -> Gathered:
    wanted = ProvisionFilter(what.provision, what.query.direction) if what.provision else None
    basket = _Basket(limit)
    while not basket.is_full:
        effect = await walk.next()
        if effect is None:
            break
        concern = wanted.concern(effect) if wanted else Concern.YES
        if concern is not Concern.NO and not basket.take(effect):
            walk.put_back()
            break
        basket.scanned += 1
        basket.in_words += concern is Concern.IN_WORDS
    return Gathered(
        effects=tuple(basket.effects),
        records=basket.records,
        scanned=basket.scanned,
        in_words=basket.in_words,
        cut=basket.cut,
        caveat=wanted.caveat if wanted else "",
    )


def _name(what: Asked) -> str:
    """Return what a cursor is bound to: the list's address and the provision."""
    return f"amendments {addressing.changes(what.query).path} {what.provision or ''}"
