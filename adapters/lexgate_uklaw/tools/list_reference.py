"""`uklaw_list_reference`: the vocabulary of UK legislation by topic. Offline: it sends nothing."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from lexgate_kit.adapter import Call, ToolSpec
from lexgate_kit.arguments import Arguments

if TYPE_CHECKING:
    from lexgate_uklaw.reference.entry import Entry

Topic = Literal[
    "types",
    "type_groups",
    "extents",
    "versions",
    "document_status",
    "annotation_types",
    "effects",
    "provision_paths",
    "citation_formats",
    "publication_log",
    "coverage",
    "attribution",
]
ListReference = Callable[["ListReferenceArguments", Call], Awaitable["ListReferenceResult"]]


class ListReferenceArguments(Arguments):
    """The one topic that is asked for."""

    topic: Topic = Field(description="What to decode")


class ListReferenceResult(BaseModel):
    """The entries of one topic."""

    topic: str
    entries: list[dict[str, Any]] = Field(description="key, label, description, details (names and values)")


def render_reference(result: ListReferenceResult) -> str:
    """Return the entries as a list. All of the text is ours."""
    lines = [f"{result.topic} ({len(result.entries)} entries, offline)", ""]
    for each in result.entries:
        facts = "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in each.get("details", {}).items())
        words = f" {each['description']}" if each.get("description") else ""
        lines.append(f"- `{each['key']}` {each['label']}.{words}" + (f" ({facts})" if facts else ""))
    return "\n".join(lines)


def list_reference_handler() -> ListReference:
    """Return the tool's handler; it needs nothing."""

    async def list_reference(arguments: ListReferenceArguments, call: Call) -> ListReferenceResult:
        from lexgate_uklaw.reference import entries  # some hundred entries, made when they are first asked for

        return ListReferenceResult(
            topic=arguments.topic, entries=[_as_result(each) for each in entries(arguments.topic)]
        )

    return list_reference


def list_reference_tool() -> ToolSpec[ListReferenceArguments, ListReferenceResult]:
    """Return the tool as the adapter lists it."""
    return ToolSpec(
        "list_reference",
        "Decode UK legislation terms",
        "List the codes and terms of the uklaw tools by topic: type codes, version keywords, annotation letters, "
        "citation forms, coverage, licence lines. Offline.",
        ListReferenceArguments,
        ListReferenceResult,
        list_reference_handler(),
        render_reference,
    )


def _as_result(entry: "Entry") -> dict[str, Any]:
    shown: dict[str, Any] = {"key": entry.key, "label": entry.label}
    if entry.description:
        shown["description"] = entry.description
    if entry.details:
        shown["details"] = dict(entry.details)
    return shown
