"""What to say of a search that found nothing: which filter to leave out, and which tool may know better."""

from collections.abc import Iterator, Mapping

from lexgate_uklaw.addressing import SearchQuery
from lexgate_uklaw.citations import parse_citation
from lexgate_uklaw.identifiers.types import TYPES


def nothing_found(query: SearchQuery, years: Mapping[int, int]) -> str:
    """Return the notice of an empty first page; `years` are those in which the service counts results."""
    return " ".join(("Nothing was found. This is no proof that no such legislation exists.", *_advice(query, years)))


def past_the_end(page: int) -> str:
    """Return the notice of a page that the list does not have."""
    return f"The list has no page {page}: it ends before."


def unconfirmed(query: SearchQuery, applied: Mapping[str, str]) -> str:
    """Return a warning when the service repeats the query without its year or type: it drops silently what it does
    not know."""
    if not applied:
        return ""
    one_year = query.year_from if query.year_from == query.year_to else None
    dropped = []
    if one_year is not None and applied.get("year") != str(one_year):
        dropped.append("year")
    if len(query.types) == 1 and query.types[0] in TYPES and applied.get("type") != query.types[0]:
        dropped.append("types")
    return (
        f"The service does not confirm that it applied {' and '.join(dropped)}: check the results." if dropped else ""
    )


def _advice(query: SearchQuery, years: Mapping[int, int]) -> Iterator[str]:
    words = query.title or query.text
    if words and _is_citation(words):
        yield "The words read as a citation: resolve it with uklaw_lookup_citation."
    if query.extents:
        match = " or use extent_match applicable" if query.exact_extent else ""
        yield f"Leave out extent first{match}: for many items, recent Acts among them, no extent is recorded."
    if query.as_of:
        yield "Leave out as_of: only revised legislation is listed by date."
    if (query.year_from or query.year_to) and years:
        counted = ", ".join(f"{year} ({years[year]})" for year in sorted(years, reverse=True)[:5])
        yield f"Without the year there are results, for example in {counted}."
    elif query.year_from or query.year_to:
        yield "Leave out the year: it is the year of the item, not that of a change to it (uklaw_get_amendments)."
    if query.types != ("all",):
        drafts = "" if "draft" in query.types else "; drafts are found with types draft only"
        yield f"Leave out types{drafts}."
    if query.title:
        yield "Give fewer words of the title, or search them as text: every word must stand in the title as printed."
    if query.text:
        yield "Give fewer or other words: all of them are looked for, joined by AND."


def _is_citation(words: str) -> bool:
    parsed = parse_citation(words)
    return parsed.kind in ("numbered", "uri") or (parsed.instrument is not None and parsed.instrument.year is not None)
