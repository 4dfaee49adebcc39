"""`uklaw_lookup_citation`: its arguments and its result. How a citation is resolved lies in `resolving`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.lookup_view import render_lookup

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient


class LookupCitationArguments(Arguments):
    """What `uklaw_lookup_citation` takes."""

    citation: str = Field(
        min_length=1,
        max_length=300,
        description="2018 c. 12; S.I. 2019/419; Regulation (EU) 2016/679; Human Rights Act 1998 s. 6; an address",
    )


class LookupCitationResult(BaseModel):
    """What `uklaw_lookup_citation` returns."""

    found: bool = Field(description="false: nothing, or several items (candidates)")
    guidance: str | None = Field(default=None, description="what was not as cited, not checked, or what to do next")
    parsed: dict[str, Any] = Field(
        description="how it was read: kind (numbered, title, uri, unparsed), type, year, number, title, provision, "
        "unparsed_head, unparsed_tail"
    )
    item: str | None = None
    id_uri: str | None = None
    title: str | None = None
    title_cy: str | None = None
    type: str | None = None
    type_label: str | None = None
    year: int | None = None
    number: str | None = None
    made_date: str | None = None
    provision_path: str | None = None
    provision_found: bool | None = Field(default=None, description="proved by fetching it; absent: not checked")
    candidates: list[dict[str, Any]] = Field(default=[], description="item, id_uri, title, type, year: at most 20")
    oscola: str | None = Field(default=None, description="how to cite what was found")
    confirmed_at: str | None = Field(default=None, description="when the service confirmed this (UTC)")
    attribution: list[str] = Field(description="licence lines to show with the content")


def lookup_citation_tool(
    client: Callable[[], "UkClient"],
) -> ToolSpec[LookupCitationArguments, LookupCitationResult]:
    """Return the tool; `client` gives the client when it is called."""

    async def lookup_citation(arguments: LookupCitationArguments, call: Call) -> LookupCitationResult:
        from lexgate_uklaw.resolving.reading import look_up

        return await look_up(client(), arguments, call)

    return ToolSpec(
        name="lookup_citation",
        title="Resolve a UK citation",
        description=(
            "Check that a UK legislation citation, short title or address exists, and get its item and provision. "
            "A miss or an ambiguous citation is a result with candidates."
        ),
        arguments=LookupCitationArguments,
        result=LookupCitationResult,
        handler=lookup_citation,
        render=render_lookup,
        open_world=True,
    )
