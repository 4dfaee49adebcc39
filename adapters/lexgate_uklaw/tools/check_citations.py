"""`uklaw_check_citations`: its arguments and its result. What is read and proved lies in `checking`."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.check_view import render_check

if TYPE_CHECKING:
    from lexgate_uklaw.checking.drafts import Drafts
    from lexgate_uklaw.client import UkClient

MOST_CHARACTERS = 20_000


class CheckCitationsArguments(Arguments):
    """What `uklaw_check_citations` takes."""

    text: str | None = Field(
        default=None, max_length=MOST_CHARACTERS, description="draft, answer or memo; may be left out with a cursor"
    )
    verify: bool = Field(default=True, description="false: only find the citations, offline")
    cursor: str | None = Field(default=None, max_length=100, description="next_cursor of the call before")


class CheckCitationsResult(BaseModel):
    """What `uklaw_check_citations` returns."""

    citations: list[dict[str, Any]] = Field(
        default=[],
        description="text, start, end (characters), parsed, status (verified, quote_matches, quote_differs, "
        "does_not_exist, ambiguous, not_held, could_not_check, not_checked), item, provision, title (once an item), "
        "quote, difference (~~law~~ **quoted**), contradiction, note, confirmed_at",
    )
    counts: dict[str, int] = Field(description="citations of each status, in the whole text")
    total: int
    false_statements: int
    next_cursor: str | None = None
    notice: str | None = Field(default=None, description="what to know before relying on it")
    attribution: list[str] = Field(description="licence lines to show with the content")


def check_citations_tool(
    client: Callable[[], "UkClient"], *, clock: Callable[[], float] = time.monotonic
) -> ToolSpec[CheckCitationsArguments, CheckCitationsResult]:
    """Return the tool; `client` gives the client when it is called, `clock` seconds for the life of a cursor."""
    desk: list[Drafts] = []

    async def handler(arguments: CheckCitationsArguments, call: Call) -> CheckCitationsResult:
        from lexgate_uklaw.checking.checking import check_citations
        from lexgate_uklaw.checking.drafts import Drafts

        if not desk:
            desk.append(Drafts(clock))
        return await check_citations(client(), desk[0], arguments, call)

    return ToolSpec(
        name="check_citations",
        title="Check a draft's citations",
        description=(
            "Find every UK legislation citation in a draft, prove that each exists, and compare quoted words with "
            "the current text. Four requests a call: go on with the cursor; later calls list what is new or false."
        ),
        arguments=CheckCitationsArguments,
        result=CheckCitationsResult,
        handler=handler,
        render=render_check,
        open_world=True,
    )
