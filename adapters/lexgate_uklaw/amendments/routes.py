"""Whether an item can be asked for its effects, and whether it exists when none are listed."""

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget, Missing, Served
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.existence import existence, no_item
from lexgate_uklaw.identifiers.items import ItemScope

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
        raise no_item(scope.item)
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
    return f"{await existence(client, scope.item, budget)} {_COVERAGE}"
