"""One call of `uklaw_check_citations`: the draft is read offline, then as much is proved as four requests allow."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from lexgate_kit import inline
from lexgate_kit.adapter import Call
from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.checking.claims import Claim, read_claims
from lexgate_uklaw.checking.drafts import Draft, Drafts
from lexgate_uklaw.checking.evidence import NOT_CHECKED, STATUSES, Verdict
from lexgate_uklaw.checking.proving import Progress, Prover
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.documents.report import present
from lexgate_uklaw.tools.check_citations import CheckCitationsArguments, CheckCitationsResult
from lexgate_uklaw.tools.check_view import render_check
from lexgate_uklaw.views import Part, fitted, noted

_MOST_QUOTED = 300


async def check_citations(
    client: UkClient, drafts: Drafts, arguments: CheckCitationsArguments, call: Call
) -> CheckCitationsResult:
    """Answer one call. Raises UnusableInput (invalid_cursor, invalid_argument)."""
    cursor = arguments.cursor
    draft = drafts.take(cursor, call.caller, arguments.text) if cursor else _new(arguments, call)
    before = dict(draft.progress.verdicts)
    if arguments.verify:
        await Prover(client, Budget(call.deadline)).work(draft.progress)
    if draft.progress.open and arguments.verify:
        cursor = cursor or drafts.keep(draft)
    elif cursor:
        drafts.drop(cursor)
        cursor = None
    listed = _listed(draft.progress, before, goes_on=bool(arguments.cursor))
    return _report(draft.progress, listed, cursor if arguments.verify else None)


def _new(arguments: CheckCitationsArguments, call: Call) -> Draft:
    if not arguments.text:
        raise UnusableInput(
            "There is nothing to check: neither a text nor a cursor was given.",
            next_step="Give the text of the draft, at most 20,000 characters.",
        )
    return Draft(call.caller, arguments.text, Progress(read_claims(arguments.text)), 0.0)


@dataclass(frozen=True)
class _Listed:
    """The claims to list, by place, the most telling first; `goes_on` when the others were listed by calls before."""

    places: tuple[int, ...]
    goes_on: bool


def _listed(progress: Progress, before: dict[int, Verdict], *, goes_on: bool) -> _Listed:
    """Choose what is new in this call and what is false; of the first call all, those last that are not checked."""
    verdicts = progress.verdicts
    false = [place for place, verdict in verdicts.items() if verdict.is_false]
    new = [place for place, verdict in verdicts.items() if before.get(place) != verdict]
    rest = [] if goes_on else list(range(len(progress.claims)))
    return _Listed(tuple(dict.fromkeys((*sorted(false), *sorted(new), *rest))), goes_on)


def _report(progress: Progress, listed: _Listed, cursor: str | None) -> CheckCitationsResult:
    verdicts = [progress.verdicts.get(place, NOT_CHECKED) for place in range(len(progress.claims))]
    counts = Counter(verdict.status for verdict in verdicts)
    records = {place: _record(progress.claims[place], verdicts[place]) for place in listed.places}
    said = []
    if not progress.claims:
        said.append("No citation of UK legislation was found in the text. Case law and foreign law are not read.")
    if listed.goes_on:
        said.append("Listed are the citations judged in this call, and all that are false; the counts have all.")
    if cursor:
        said.append("Citations that are not_checked go on: call again with next_cursor alone.")
    if any(counts[status] for status in ("could_not_check", "not_held", "not_checked")):
        said.append("could_not_check, not_held and not_checked say nothing about the law.")
    held = [verdict.item for verdict in verdicts if verdict.item is not None]
    result = CheckCitationsResult(
        citations=_titled_once([records[place] for place in sorted(records)]),
        counts={status: counts[status] for status in STATUSES if counts[status]},
        total=len(verdicts),
        false_statements=sum(verdict.is_false for verdict in verdicts),
        next_cursor=cursor,
        notice=" ".join(said) or None,
        attribution=licence_lines(eu_origin=any(item.is_eu_origin for item in held)),
    )

    def list_fewer(given: CheckCitationsResult, keep: int) -> CheckCitationsResult:
        rest = (
            "each is listed by the call that judges it" if cursor else "check a shorter piece of the text to see them"
        )
        words = f"{len(records) - keep} citations are left out of the list (the counts have all): {rest}."
        kept = _titled_once([records[place] for place in sorted(listed.places[:keep])])
        return given.model_copy(update={"citations": kept, "notice": noted(given.notice, words)})

    return fitted(result, render_check, (Part(len(records), list_fewer),))


def _titled_once(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the records with an item's title in the first that names the item: titles of EU law fill a page."""
    seen: set[str] = set()
    shown = []
    for each in records:
        known = each.get("item") in seen
        seen.add(each.get("item", ""))
        shown.append({key: value for key, value in each.items() if key != "title"} if known else each)
    return shown


def _record(claim: Claim, verdict: Verdict) -> dict[str, Any]:
    cited = claim.citation
    return {
        "text": inline.one_line(cited.text, _MOST_QUOTED),
        "start": cited.start,
        "end": cited.end,
        "status": verdict.status,
        **present(
            parsed=_parsed(claim),
            item=str(verdict.item) if verdict.item else None,
            provision=str(claim.paths[0]) if claim.paths and verdict.item else None,
            title=inline.one_line(verdict.title, 300),
            quote=inline.one_line(" / ".join(each.text for each in claim.quotations), _MOST_QUOTED),
            difference=inline.one_line(verdict.difference, 1500),
            contradiction=verdict.contradiction or None,
            note=inline.one_line(verdict.note, 700),
            confirmed_at=verdict.confirmed_at,
        ),
    }


def _parsed(claim: Claim) -> dict[str, Any]:
    """Return how the words were read, so that a person can see it."""
    named = claim.citation.instrument
    return present(
        kind=named.kind if named else None,
        instrument=(str(named.item) if named.item else inline.one_line(named.title or "", 300)) if named else None,
        provisions=[str(path) for path in claim.paths[:10]],
        binding=claim.citation.binding if claim.paths else None,
        candidates=[
            str(each.item) if each.item else inline.one_line(each.title or "", 200)
            for each in claim.citation.candidates[:5]
        ],
    )
