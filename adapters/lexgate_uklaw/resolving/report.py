"""Makes the result of `uklaw_lookup_citation` from an outcome. Pure: values in, a result out."""

from datetime import datetime
from typing import Any

from lexgate_kit import inline
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.citations.formatting import oscola
from lexgate_uklaw.citations.model import Parsed
from lexgate_uklaw.repeals import plain_title
from lexgate_uklaw.resolving.outcome import Outcome
from lexgate_uklaw.resolving.register import Known
from lexgate_uklaw.tools.lookup_citation import LookupCitationResult

_MOST_PROVISIONS = 50
_CITED_BY_NUMBER = frozenset(("uksi", "wsi", "ssi", "nisi", "nisr", "uksro", "nisro"))


def report(parsed: Parsed, outcome: Outcome, confirmed_at: datetime | None) -> LookupCitationResult:
    """Return the item that was found, or the candidates, with how the citation was read and when that was so."""
    found = outcome.found
    shown = (found, *outcome.candidates) if found else outcome.candidates
    return LookupCitationResult(
        found=found is not None,
        guidance=" ".join(outcome.said) or None,
        parsed=_read(parsed),
        provision_path=str(parsed.provision) if parsed.provision else None,
        provision_found=outcome.provision_found,
        candidates=[_candidate(each) for each in outcome.candidates],
        attribution=licence_lines(eu_origin=any(each.item.is_eu_origin for each in shown)),
        oscola=_oscola(parsed, outcome),
        confirmed_at=confirmed_at.isoformat(timespec="seconds") if confirmed_at else None,
        **(_item(found) if found else {}),
    )


def _item(found: Known) -> dict[str, Any]:
    return {
        "item": str(found.item),
        "id_uri": found.item.id_uri,
        "title": inline.one_line(found.title) or None,
        "title_cy": inline.one_line(found.title_cy) or None,
        "type": found.item.type_code,
        "type_label": found.item.type.label,
        "year": found.year or found.item.calendar_year,
        "number": found.item.number,
        "made_date": inline.one_line(found.made_date, 40) or None,
    }


def _candidate(known: Known) -> dict[str, Any]:
    values = {
        "item": str(known.item),
        "id_uri": known.item.id_uri,
        "title": inline.one_line(known.title),
        "type": known.item.type_code,
        "type_label": known.item.type.label,
        "year": known.year or known.item.calendar_year,
    }
    return {key: value for key, value in values.items() if value not in (None, "")}


def _oscola(parsed: Parsed, outcome: Outcome) -> str | None:
    """A provision is part of the citation only when it was found; an Act without its title is not cited at all."""
    if outcome.found is None or not (outcome.found.title or outcome.found.item.type_code in _CITED_BY_NUMBER):
        return None
    provision = parsed.provision if outcome.provision_found else None
    cited = oscola(outcome.found.item, plain_title(inline.one_line(outcome.found.title)), provision)
    return inline.one_line(cited, 700) if cited else None


def _read(parsed: Parsed) -> dict[str, Any]:
    named = parsed.instrument
    values: dict[str, Any] = {"kind": parsed.kind}
    if named is not None:
        types = list(dict.fromkeys(reading.type_code for reading in named.readings))
        values |= {
            "type": types[0] if len(types) == 1 else "",
            "types": types if len(types) > 1 else [],
            "year": named.year or next((each.year for each in named.readings if each.year), None),
            "number": next((each.number for each in named.readings if each.number), None),
            "title": inline.one_line(named.title or ""),
        }
    paths = parsed.provisions.paths if parsed.provisions else ()
    values |= {
        "provision": str(paths[0]) if paths else "",
        "provisions": [str(path) for path in paths[:_MOST_PROVISIONS]] if len(paths) > 1 else [],
        "version": parsed.version,
        "language": parsed.language,
        "unparsed_head": inline.one_line(parsed.unparsed_head, 300),
        "unparsed_tail": inline.one_line(parsed.unparsed_tail, 300),
    }
    return {key: value for key, value in values.items() if value not in (None, "", [])}
