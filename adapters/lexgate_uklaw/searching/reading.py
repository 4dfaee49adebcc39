"""One call of `uklaw_search_legislation`: one page of one search, in one request."""

from lexgate_kit.adapter import Call
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget, PastEnd
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.feeds.search import read_search
from lexgate_uklaw.listings import page_of
from lexgate_uklaw.searching.asking import query_of
from lexgate_uklaw.searching.report import report, report_end
from lexgate_uklaw.tools.search_legislation import SearchLegislationArguments, SearchLegislationResult


async def search(client: UkClient, arguments: SearchLegislationArguments, call: Call) -> SearchLegislationResult:
    """Answer one call. Raises UnusableInput (also extent_with_as_of, filter_refused), and what the client raises."""
    query = query_of(arguments, client.today)
    answer = await client.fetch(addressing.search(query), Budget(call.deadline), read_search)
    page = page_of(answer)
    return report_end(query, page) if isinstance(page, PastEnd) else report(query, page)
