"""Whether an item exists, where a list of it is empty: an empty list alone proves nothing."""

from lexgate_kit.errors import NotFound, ToolFailure
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget, Choices, Missing
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath


async def existence(client: UkClient, item: ItemPath, budget: Budget) -> str:
    """Return what the item's identifier says of it, in a sentence of ours; "could not be checked" is one too.

    Raises NotFound (document_not_found) when there is no such item.
    """
    try:
        answer = await client.locate(addressing.identifier(item), budget)
    except ToolFailure:
        return "Whether the item exists could not be checked now."
    if isinstance(answer, Missing):
        raise no_item(item)
    if isinstance(answer, Choices):
        return "Several Acts have this number."
    moved = _item_of(answer.path) if answer.status != 303 else None
    if moved is not None and moved != item and not moved.is_regnal:
        return f"legislation.gov.uk holds this item as {moved}: ask again with that path."
    return "The item exists."


def no_item(item: ItemPath) -> NotFound:
    """Return the error for an item that was looked for and does not exist."""
    return NotFound(
        f"legislation.gov.uk holds no item {item}.",
        reason="document_not_found",
        next_step="Resolve the citation with uklaw_lookup_citation.",
    )


def _item_of(path: str) -> ItemPath | None:
    try:
        return parse_address(path.partition("?")[0]).item
    except ToolFailure:
        return None
