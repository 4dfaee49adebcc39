"""`uklaw_get_document`: its arguments and its result. What is fetched and reported lies in `documents`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_uklaw.tools.document_view import render_document

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient


class GetDocumentArguments(Arguments):
    """What `uklaw_get_document` takes."""

    item: str = Field(description="path (ukpga/2018/12) or legislation.gov.uk URI", min_length=1, max_length=2000)
    provision: str | None = Field(
        default=None, max_length=300, description="section/45/2/f, or s. 45(2)(f), Sch. 2 para. 3, reg. 5, art. 28(3)"
    )
    version: str | None = Field(
        default=None, max_length=40, description="current (default), enacted | made | adopted | created, or YYYY-MM-DD"
    )
    language: str | None = Field(default=None, max_length=20, description="en (default) or cy")
    match_text: str | None = Field(
        default=None, max_length=200, description="item level only: outline of the provisions that contain these words"
    )
    outline_offset: int = Field(
        default=0, ge=0, le=100_000, description="where the outline goes on; 100 entries a call"
    )


class GetDocumentResult(BaseModel):
    """What `uklaw_get_document` returns."""

    kind: str = Field(description="full, outline or pdf_only")
    notice: str | None = Field(default=None, description="what to know before relying on it")
    item: dict[str, Any] = Field(
        description="path, id_uri, title, type, type_label, category, year, number, extent, status"
    )
    provision: dict[str, Any] | None = Field(
        default=None, description="path, id_uri, label, heading, status, extent, valid_from, valid_to"
    )
    version: dict[str, Any] = Field(description="requested, applied, valid_from, valid_to, document_uri, available")
    language: str = Field(description="language served: en or cy")
    editorial: dict[str, Any] = Field(description="document_status, publisher, modified, outstanding_effects, caveat")
    text: str | None = Field(default=None, description="the text, as fenced Markdown")
    annotations: list[dict[str, Any]] = Field(
        default=[], description="label, type, type_label, text, citations (paths)"
    )
    unapplied_effects: list[dict[str, Any]] = Field(default=[], description="effects not yet in the text: first 20")
    outline: list[dict[str, Any]] = Field(
        default=[], description="provision, label, heading, level, status, chars, matches_text"
    )
    outline_next: int | None = Field(default=None, description="outline_offset of the next call")
    links: dict[str, str] = Field(description="web, xml, akn, pdf")
    confirmed_at: str = Field(description="when the service last confirmed this text (UTC)")
    attribution: list[str] = Field(description="licence lines to show with the content")


def get_document_tool(
    client: Callable[[], "UkClient"],
) -> ToolSpec[GetDocumentArguments, GetDocumentResult]:
    """Return the tool; `client` gives the client when it is called."""

    async def get_document(arguments: GetDocumentArguments, call: Call) -> GetDocumentResult:
        from lexgate_uklaw.documents.reading import read

        return await read(client(), arguments, call)

    return ToolSpec(
        name="get_document",
        title="Read UK legislation",
        description=(
            "Text of a UK item or provision, current, as first made, or at a date, with its status and the changes "
            "not yet in it. Read one provision at a time; a large item comes as an outline."
        ),
        arguments=GetDocumentArguments,
        result=GetDocumentResult,
        handler=get_document,
        render=render_document,
        open_world=True,
    )
