"""What a caller asks of the effects: whose, in which direction, of which status and provision. It sends nothing."""

from dataclasses import dataclass

from lexgate_kit.errors import ToolFailure, UnusableInput
from lexgate_uklaw.addressing import ChangesQuery
from lexgate_uklaw.citations import parse_provision
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemScope
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.types import TYPES
from lexgate_uklaw.tools.get_amendments import GetAmendmentsArguments

LISTED_A_PAGE = 100
SCANNED_A_PAGE = 500


@dataclass(frozen=True)
class Asked:
    """The query of the first page, and the provision that its effects are scanned for."""

    query: ChangesQuery
    provision: ProvisionPath | None = None


def asked(arguments: GetAmendmentsArguments) -> Asked:
    """Return what the arguments ask for.

    Raises UnusableInput: invalid_item, invalid_provision, provision_needs_full_item, draft_item.
    """
    scope, carried = _scope(arguments.item)
    counterpart = _scope(arguments.counterpart)[0] if arguments.counterpart else None
    provision = parse_provision(arguments.provision) if arguments.provision else carried
    if provision is not None and scope.item is None:
        raise UnusableInput(
            "provision is known only within one item, and item names a type or a year.",
            reason="provision_needs_full_item",
            next_step="Give a full item such as ukpga/2018/12, or leave provision out.",
        )
    for each in (scope, counterpart):
        _refuse_drafts(each)
    size = SCANNED_A_PAGE if provision is not None else LISTED_A_PAGE
    query = ChangesQuery(scope, arguments.direction, counterpart, arguments.status, size)
    return Asked(query, provision)


def _scope(text: str) -> tuple[ItemScope, ProvisionPath | None]:
    try:
        return ItemScope.parse(text), None
    except ToolFailure:
        address = parse_address(text)
        return ItemScope.of(address.item), address.provision


def _refuse_drafts(scope: ItemScope | None) -> None:
    if scope is not None and (
        scope.type_code == "draft" or TYPES.get(scope.type_code, TYPES["ukpga"]).group == "draft"
    ):
        raise UnusableInput(
            "No effects are recorded for drafts.",
            reason="draft_item",
            next_step="Find the instrument as made with uklaw_search_legislation, and ask for its effects.",
        )
