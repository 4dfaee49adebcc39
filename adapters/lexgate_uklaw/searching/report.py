"""Makes the result of `uklaw_search_legislation` from a page that was served. Pure: values in, a result out."""

from typing import Any

from lexgate_kit import inline
from lexgate_uklaw.addressing import SearchQuery
from lexgate_uklaw.answers import PastEnd, Served
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.feeds.search import FoundItem, SearchPage
from lexgate_uklaw.links import own_address
from lexgate_uklaw.listings import age_notice, confirmed
from lexgate_uklaw.searching.notices import nothing_found, past_the_end, unconfirmed
from lexgate_uklaw.tools.search_legislation import SearchLegislationResult
from lexgate_uklaw.tools.search_view import render_search
from lexgate_uklaw.views import Part, fitted, noted

NEWEST_YEARS = 25
MOST_TYPES = 60


def report(query: SearchQuery, served: Served[SearchPage]) -> SearchLegislationResult:
    """Return the page's results, with what was applied and, where nothing was found, what to try."""
    page = served.content
    said = [age_notice(served.provenance), unconfirmed(query, page.applied)]
    if not page.found:
        said.append(nothing_found(query, page.years) if query.page == 1 else past_the_end(query.page))
    result = SearchLegislationResult(
        results=[found_record(each) for each in page.found],
        page=query.page,
        has_more=page.paging.has_more,
        total=page.paging.total,
        facets=_facets(page),
        scope=_scope(query),
        notice=" ".join(filter(None, said)) or None,
        confirmed_at=confirmed(served.provenance),
        attribution=licence_lines(eu_origin=any(each.item and each.item.is_eu_origin for each in page.found)),
    )

    def end_earlier(given: SearchLegislationResult, keep: int) -> SearchLegislationResult:
        # A page of a divisor of the limit starts where this one starts.
        limit = next(count for count in range(max(keep, 1), 0, -1) if query.count % count == 0)
        following = (query.page - 1) * (query.count // limit) + 2
        said = (
            f"Only the first {limit} results of this page are shown, because they are long: go on with limit={limit} "
            f"and page={following}."
        )
        update = {"results": given.results[:limit], "notice": noted(given.notice, said)}
        return given.model_copy(update=update)

    return fitted(result, render_search, (Part(len(result.results), end_earlier),))


def report_end(query: SearchQuery, end: PastEnd) -> SearchLegislationResult:
    """Return that the list has no such page."""
    return SearchLegislationResult(
        results=[],
        page=query.page,
        has_more=False,
        scope=_scope(query),
        notice=past_the_end(query.page),
        confirmed_at=confirmed(end.provenance),
        attribution=licence_lines(),
    )


def found_record(found: FoundItem) -> dict[str, Any]:
    """Return one result as plain values on single lines; what the feed does not say is left out."""
    label = found.type.label if found.type else inline.one_line(found.main_type, 100) or "type not recorded"
    values = {
        "item": found.item and str(found.item),
        "id_uri": found.item.id_uri if found.item else own_address(found.id_uri) or inline.one_line(found.id_uri, 300),
        "title": inline.one_line(found.title.en or found.title.cy, 300) or "no title recorded",
        "title_cy": found.title.en and inline.one_line(found.title.cy, 300),
        "type": (found.item.type_code if found.item else "") or (found.type.code if found.type else ""),
        "type_label": label,
        "year": found.year,
        "number": inline.one_line(found.number, 40),
        "alternative_numbers": [
            {"category": inline.one_line(each.category, 20), "value": inline.one_line(each.value, 40)}
            for each in found.alternative_numbers[:5]
        ],
        "made_date": found.made_date,
        "summary": inline.one_line(found.summary.en or found.summary.cy, 300),
        "subjects": [inline.one_line(each, 80) for each in found.subjects[:5]],
        "updated": inline.one_line(found.updated, 40),
        "document_uri": own_address(found.document_uri),
    }
    return {key: value for key, value in values.items() if value not in (None, "", [])}


def _facets(page: SearchPage) -> dict[str, Any] | None:
    newest = sorted(page.years, reverse=True)[:NEWEST_YEARS]
    facets = {
        "types": {inline.one_line(name, 100): count for name, count in list(page.types.items())[:MOST_TYPES]},
        "years": {str(year): page.years[year] for year in newest},
    }
    return {name: counts for name, counts in facets.items() if counts} or None


def _scope(query: SearchQuery) -> dict[str, Any]:
    years = (query.year_from, query.year_to)
    values = {
        "types": list(query.types),
        "text": inline.one_line(query.text),
        "title": inline.one_line(query.title),
        "years": f"{years[0] or 'any'} to {years[1] or 'any'}" if any(years) else "",
        "extent": list(query.extents),
        "extent_match": ("exact" if query.exact_extent else "applicable") if query.extents else "",
        "as_of": query.as_of.isoformat() if query.as_of else "",
        "order": "by relevance" if query.text else "newest year first",
        "limit": query.count,
    }
    return {key: value for key, value in values.items() if value not in ("", [])}
