"""`uklaw_compare_versions`: its arguments and its result. What is fetched and compared lies in `comparison`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.comparison_view import render_comparison

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient


class CompareVersionsArguments(Arguments):
    """What `uklaw_compare_versions` takes."""

    item: str = Field(description="path (ukpga/2018/12) or legislation.gov.uk URI", min_length=1, max_length=2000)
    provision: str | None = Field(
        default=None, max_length=300, description="section/45 or s. 45, Sch. 2 para. 3; a small item needs none"
    )
    from_version: str = Field(description="enacted | made | …, or YYYY-MM-DD", min_length=1, max_length=40)
    to_version: str = Field(default="current", description="the same, or current (default)", max_length=40)
    extent: str | None = Field(
        default=None, max_length=40, description="where texts for several extents stand side by side: which (E+W, S)"
    )


class CompareVersionsResult(BaseModel):
    """What `uklaw_compare_versions` returns."""

    same: bool
    notice: str | None = Field(default=None, description="what to know before relying on it")
    item: dict[str, Any] = Field(description="path, id_uri, title, type, type_label")
    from_version: dict[str, Any] = Field(
        description="requested, applied, valid_from, valid_to, item_status, provision (status, dates, extent, "
        "other_extents), editorial, web, confirmed_at"
    )
    to_version: dict[str, Any] = Field(description="the same of the other version")
    redline: str = Field(description="both texts in one, fenced: ~~deleted~~, **inserted**")
    changes: list[dict[str, Any]] = Field(
        default=[],
        description="kind (added, removed, changed, renumbered, moved), provision, label, renumbered_from, "
        "words_deleted, words_inserted, annotations (labels), annotations_around (of what stands around it)",
    )
    annotations: list[dict[str, Any]] = Field(
        default=[], description="of the newer text, what made the changes: label, type, text, citations (paths)"
    )
    counts: dict[str, int] = Field(description="changes of each kind")
    attribution: list[str] = Field(description="licence lines to show with the content")


def compare_versions_tool(
    client: Callable[[], "UkClient"],
) -> ToolSpec[CompareVersionsArguments, CompareVersionsResult]:
    """Return the tool; `client` gives the client when it is called."""

    async def handler(arguments: CompareVersionsArguments, call: Call) -> CompareVersionsResult:
        from lexgate_uklaw.comparison.comparing import compare_versions

        return await compare_versions(client(), arguments, call)

    return ToolSpec(
        name="compare_versions",
        title="Compare two versions",
        description=(
            "Word-level redline of a UK provision between two versions: what was deleted, inserted or renumbered, "
            "and the editors' annotations that say by what."
        ),
        arguments=CompareVersionsArguments,
        result=CompareVersionsResult,
        handler=handler,
        render=render_comparison,
        open_world=True,
    )
