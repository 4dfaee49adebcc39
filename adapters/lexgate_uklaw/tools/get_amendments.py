"""`uklaw_get_amendments`: its arguments and its result. How effects are listed and scanned lies in `amendments`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.amendments_view import render_amendments

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient


class GetAmendmentsArguments(Arguments):
    """What `uklaw_get_amendments` takes."""

    item: str = Field(min_length=1, max_length=2000, description="item, or a type (uksi), or type/year (uksi/2019)")
    direction: Literal["affected", "affecting"] = Field(
        default="affected", description="changes made to it, or by it (affecting)"
    )
    counterpart: str | None = Field(default=None, max_length=2000, description="the other side, as item")
    status: Literal["all", "unapplied", "applied"] = Field(default="all", description="worked into the text or not")
    provision: str | None = Field(
        default=None, max_length=300, description="of a full item, as section/45 or s. 45: scans 1,500 effects a call"
    )
    limit: int = Field(default=20, ge=1, le=100, description="effects a call")
    cursor: str | None = Field(default=None, max_length=400, description="next_cursor of the call before")


class GetAmendmentsResult(BaseModel):
    """What `uklaw_get_amendments` returns."""

    effects: list[dict[str, Any]] = Field(
        description="effect_id, type, applied, requires_applied, outstanding, affected, affecting, "
        "commencement_authority, savings, in_force, extent, notes, modified, provisions_left_out, dates_left_out"
    )
    common: dict[str, Any] | None = Field(
        default=None, description="affected, affecting: the item where it is the same in all effects, said once here"
    )
    total: int | None = Field(default=None, description="effects in the list, before the provision filter")
    scan: dict[str, Any] | None = Field(
        default=None, description="of a provision: scanned, of, complete, in_words (kept, their provisions unread)"
    )
    has_more: bool
    next_cursor: str | None = None
    notice: str | None = None
    scope: dict[str, Any] = Field(description="what was applied, and the order of the effects")
    confirmed_at: str
    attribution: list[str] = Field(description="licence lines to show with the content")


def get_amendments_tool(
    client: Callable[[], "UkClient"],
) -> ToolSpec[GetAmendmentsArguments, GetAmendmentsResult]:
    """Return the tool; `client` gives the client when it is called."""

    async def get_amendments(arguments: GetAmendmentsArguments, call: Call) -> GetAmendmentsResult:
        from lexgate_uklaw.amendments.reading import amendments

        return await amendments(client(), arguments, call)

    return ToolSpec(
        name="get_amendments",
        title="Changes to or by UK legislation",
        description=(
            "Effects (amendments, repeals, commencements) recorded on an item or made by it, last modified "
            "first, with what is not yet in the text. Normally recorded from 1994 on."
        ),
        arguments=GetAmendmentsArguments,
        result=GetAmendmentsResult,
        handler=get_amendments,
        render=render_amendments,
        open_world=True,
    )
