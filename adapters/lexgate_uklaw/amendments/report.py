"""Makes the result of `uklaw_get_amendments` from what was gathered. Pure: values in, a result out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lexgate_uklaw.amendments.asking import Asked
from lexgate_uklaw.amendments.walking import Walk
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.effect_records import without_shared
from lexgate_uklaw.effects import Effect
from lexgate_uklaw.identifiers.items import LAST_YEAR
from lexgate_uklaw.identifiers.types import TYPES
from lexgate_uklaw.listings import age_notice, confirmed
from lexgate_uklaw.tools.get_amendments import GetAmendmentsResult


@dataclass(frozen=True)
class Gathered:
    """The effects of one call with their records, how many were looked at, and what ended the call.

    `in_words` of them are kept because their provisions are given in words that are not understood.
    """

    effects: tuple[Effect, ...]
    records: list[dict[str, Any]]
    scanned: int
    in_words: int
    cut: bool
    caveat: str


def report(asked: Asked, walk: Walk, gathered: Gathered, empty: str, cursor: str | None) -> GetAmendmentsResult:
    """Return the result; `empty` is what was found out about an empty list, `cursor` where the list goes on."""
    page, provenance = walk.page, walk.provenance
    common, effects = without_shared(gathered.records)
    return GetAmendmentsResult(
        effects=effects,
        common=common or None,
        total=page.paging.total if page else None,
        scan=_scan(asked, walk, gathered),
        has_more=cursor is not None,
        next_cursor=cursor,
        notice=" ".join(filter(None, (*_notices(walk, gathered), _shared_path(asked), empty))) or None,
        scope=_scope(asked),
        confirmed_at=confirmed(provenance) if provenance else "",
        attribution=licence_lines(eu_origin=any(_is_eu(each) for each in gathered.effects)),
    )


def _notices(walk: Walk, gathered: Gathered) -> Iterator[str]:
    if walk.lost:
        yield (
            "The list has changed so much since the last call that its place was found by count only: effects may be "
            "repeated or missing. Start again without a cursor to be sure."
        )
    elif walk.moved:
        yield "The list has changed since the last call: what is new stands at its top; start again to see it."
    if walk.short:
        yield "The service sent fewer effects than it counts: some are missing here, and none found proves nothing."
    if walk.stopped:
        yield "A further page could not be read in this call: go on with next_cursor."
    if gathered.cut:
        yield "The call ends early because its records are long: go on with next_cursor."
    if gathered.in_words:
        yield (
            f"{gathered.in_words} of the effects give their provisions in words that are not understood: they may or "
            "may not concern the provision."
        )
    yield gathered.caveat
    if walk.provenance:
        yield age_notice(walk.provenance)


def _shared_path(asked: Asked) -> str:
    """Before 1963 Acts were numbered by session, and the calendar-year path leaves the session out."""
    scope = asked.query.scope
    if scope.item is None or scope.item.type.group != "primary" or (scope.year or LAST_YEAR) >= 1963:
        return ""
    return "Acts of two sessions can share this path: look at the titles."


def _scan(asked: Asked, walk: Walk, gathered: Gathered) -> dict[str, Any] | None:
    if asked.provision is None:
        return None
    page, at = walk.page, walk.at
    read = (at.page - 1) * asked.query.count + at.index + 1 if at else 0
    return {
        "provision": str(asked.provision),
        "scanned": gathered.scanned,
        "read_so_far": read,
        "of": page.paging.total if page and page.paging.total is not None else "not said",
        "complete": not walk.has_more and not walk.short,
        "in_words": gathered.in_words,
    }


def _scope(asked: Asked) -> dict[str, Any]:
    query = asked.query
    values = {
        "item": str(query.scope),
        "direction": query.direction,
        "counterpart": str(query.counterpart or ""),
        "status": query.status,
        "order": "last modified first",
    }
    return {key: value for key, value in values.items() if value}


def _is_eu(effect: Effect) -> bool:
    codes = (side.item.partition("/")[0] for side in (effect.affected, effect.affecting))
    return any(code in TYPES and TYPES[code].group == "eu-origin" for code in codes)
