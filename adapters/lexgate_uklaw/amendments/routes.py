"""Whether an item can be asked for its effects, and whether it exists when none are listed."""

from lexgate_kit.errors import NotFound, ToolFailure, UnusableInput
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget, Choices, Elsewhere, Missing, Served
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath, ItemScope

_COVERAGE = (
    "Effects are normally recorded from 1994 on: an empty list is no proof that nothing changed it, or that it "
    "changed nothing."
)


async def refuse_regnal(client: UkClient, scope: ItemScope | None, budget: Budget) -> None:
    """Refuse an Act by regnal year, with the calendar-year path to use, read from the Act's own metadata.

    Raises UnusableInput (regnal_item), NotFound (document_not_found).
    """
    if scope is None or scope.item is None or not scope.item.is_regnal:
        return
    answer = await client.fetch(addressing.metadata(scope.item), budget, read_document)
    if isinstance(answer, Missing):
        raise _no_item(scope.item)
    year = answer.content.metadata.year if isinstance(answer, Served) else None
    route = (
        f"Ask again with {scope.item.type_code}/{year}/{scope.item.number}."
        if year
        else "Look at year in uklaw_get_document, and ask again with type/year/number, as in ukpga/1925/20."
    )
    raise UnusableInput(
        "Effects of Acts before 1963 are listed by calendar year, not by regnal year. Acts of two sessions can share "
        "that path: look at the titles.",
        reason="regnal_item",
        next_step=route,
    )


async def empty_notice(client: UkClient, scope: ItemScope, budget: Budget) -> str:
    """Return what an empty list means. Raises NotFound (document_not_found) when the item does not exist."""
    if scope.item is None:
        return _COVERAGE
    try:
        answer = await client.locate(addressing.identifier(scope.item), budget)
    except ToolFailure:
        return f"Whether the item exists could not be checked now. {_COVERAGE}"
    if isinstance(answer, Missing):
        raise _no_item(scope.item)
    return f"{_existence(answer, scope.item)} {_COVERAGE}"


def _existence(answer: Elsewhere | Choices, item: ItemPath) -> str:
    if isinstance(answer, Choices):
        return "Several Acts have this number."
    moved = _item_of(answer.path) if answer.status != 303 else None
    if moved is not None and moved != item and not moved.is_regnal:
        return f"legislation.gov.uk holds this item as {moved}: ask for its effects under that path."
    return "The item exists."


def _item_of(path: str) -> ItemPath | None:
    try:
        return parse_address(path.partition("?")[0]).item
    except ToolFailure:
        return None


def _no_item(item: ItemPath) -> NotFound:
    return NotFound(
        f"legislation.gov.uk holds no item {item}.",
        reason="document_not_found",
        next_step="Resolve the citation with uklaw_lookup_citation.",
    )
