"""`uklaw_search_legislation`: its arguments and its result. The search itself lies in `searching`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.search_view import render_search

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient


class SearchLegislationArguments(Arguments):
    """What `uklaw_search_legislation` takes."""

    text: str | None = Field(default=None, max_length=300, description='full text: AND, OR, "phrases"')
    title: str | None = Field(default=None, max_length=300, description="every word must stand in the title")
    types: list[str] = Field(
        default=["all"],
        max_length=30,
        description="codes (ukpga, uksi, eur) or groups: all (no drafts), primary, secondary, eu-origin, draft",
    )
    year: int | None = Field(default=None, description="1267 to 2100")
    year_from: int | None = Field(default=None, description="first year, in place of year")
    year_to: int | None = Field(default=None, description="last year")
    extent: list[Literal["england", "wales", "scotland", "ni"]] = Field(
        default=[], max_length=4, description="not with as_of"
    )
    extent_match: Literal["applicable", "exact"] = Field(
        default="applicable", description="applicable: extends there, perhaps elsewhere too"
    )
    as_of: str | None = Field(default=None, max_length=40, description="as the law stood on YYYY-MM-DD")
    limit: int = Field(default=20, ge=1, le=50, description="results a page")
    page: int = Field(default=1, ge=1, le=10_000, description="page of results")


class SearchLegislationResult(BaseModel):
    """What `uklaw_search_legislation` returns."""

    results: list[dict[str, Any]] = Field(
        description="item, id_uri, title, title_cy, type, type_label, year, number, alternative_numbers, made_date, "
        "summary, subjects, updated, document_uri"
    )
    page: int
    has_more: bool
    total: int | None = Field(default=None, description="results in all, where the service says")
    facets: dict[str, Any] | None = Field(default=None, description="types and newest 25 years: results each")
    scope: dict[str, Any] = Field(description="what was applied, and the order of the results")
    notice: str | None = None
    confirmed_at: str
    attribution: list[str] = Field(description="licence lines to show with the content")


def search_legislation_tool(
    client: Callable[[], "UkClient"],
) -> ToolSpec[SearchLegislationArguments, SearchLegislationResult]:
    """Return the tool; `client` gives the client when it is called."""

    async def search_legislation(arguments: SearchLegislationArguments, call: Call) -> SearchLegislationResult:
        from lexgate_uklaw.searching.reading import search

        return await search(client(), arguments, call)

    return ToolSpec(
        name="search_legislation",
        title="Search UK legislation",
        description=(
            "Find UK legislation by text or title, or list it by type and year. Gives items to read with "
            "uklaw_get_document. For a citation use uklaw_lookup_citation."
        ),
        arguments=SearchLegislationArguments,
        result=SearchLegislationResult,
        handler=search_legislation,
        render=render_search,
        open_world=True,
    )
