"""Fetches the text that is asked for, and tells apart why there is none: no item, no provision, or no such version.

At most four requests in all; "not found" is said only of what was checked.
"""

from dataclasses import dataclass, replace

from lexgate_kit.errors import NotFound, ToolFailure, UnusableInput, UpstreamChanged
from lexgate_uklaw import addressing
from lexgate_uklaw.addressing import Request
from lexgate_uklaw.answers import Answer, Budget, Choices, Elsewhere, Missing, Served
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.clml.document import Document, read_document
from lexgate_uklaw.clml.provision_status import is_gone
from lexgate_uklaw.clml.provisions import Found
from lexgate_uklaw.documents.asking import Wanted
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.settings import SERVICE

_LOOK_UP = "Resolve the citation with uklaw_lookup_citation, or find the item with uklaw_search_legislation."


@dataclass(frozen=True)
class Text:
    """A document that was served for what was wanted; `found` is the provision in it, where one was wanted.

    `wanted` names the item that the service holds it under, which may be another than the caller's (`renamed`).
    """

    wanted: Wanted
    served: Served[Document]
    found: Found | None = None
    renamed: bool = False

    @property
    def document(self) -> Document:
        return self.served.content


class Finder:
    """Looks for the texts of one call, within its budget."""

    def __init__(self, client: UkClient, budget: Budget) -> None:
        self._client, self._budget = client, budget

    async def text(self, wanted: Wanted) -> Text:
        """Return the wanted text of an item or provision.

        Raises:
            NotFound: document_not_found, version_not_found, provision_not_found.
            ToolFailure: what the client raises.
        """
        request = addressing.document(wanted.item, wanted.provision, wanted.version, wanted.language)
        text = await self._served(wanted, request)
        if text.wanted.provision is None:
            return text
        found = text.document.provision(str(text.wanted.provision))
        if found is None:
            raise _provision_not_found(text.wanted, "")
        return replace(text, found=found)

    async def contents(self, wanted: Wanted, matching: str = "") -> Text:
        """Return the item's table of contents; `matching` marks the entries whose text holds these words."""
        request = addressing.contents(wanted.item, wanted.version, wanted.language, matching)
        return await self._served(wanted, request)

    async def _served(self, wanted: Wanted, request: Request) -> Text:
        answer = await self._ask(request)
        if isinstance(answer, Elsewhere) and (item := _item_of(answer)) and item != wanted.item:
            # The service keeps this item under another type or number (a Welsh or Northern Ireland instrument).
            moved = replace(wanted, item=item)
            again = await self._ask(_same_request(request, moved))
            if isinstance(again, Served):
                return Text(moved, _of_item(moved, again), renamed=True)
            wanted, answer = moved, again
        if isinstance(answer, Served):
            return Text(wanted, _of_item(wanted, answer))
        raise await self._why_not(wanted, answer)

    async def _ask(self, request: Request) -> Answer[Document]:
        return await self._client.fetch(request, self._budget, read_document)

    async def _why_not(self, wanted: Wanted, answer: Answer[Document]) -> ToolFailure:
        if isinstance(answer, Choices):
            return _several(answer)
        if not isinstance(answer, Missing):
            return UpstreamChanged(
                "legislation.gov.uk sends this address to a page that is not the text asked for; it was not followed.",
                next_step="Check the item with uklaw_lookup_citation.",
            )
        item = await self._client.locate(addressing.identifier(wanted.item), self._budget)
        if isinstance(item, Choices):
            return _several(item)
        if isinstance(item, Missing):
            return NotFound(
                f"legislation.gov.uk holds no item {wanted.item}.", reason="document_not_found", next_step=_LOOK_UP
            )
        if wanted.provision is None or not await self._version_exists(wanted):
            return _version_not_found(wanted)
        return _provision_not_found(wanted, await self._repealed_parent(wanted))

    async def _version_exists(self, wanted: Wanted) -> bool:
        """Say whether the item has the wanted version; the current one it always has."""
        if wanted.version.kind == "current":
            return True
        answer = await self._ask(addressing.contents(wanted.item, wanted.version, wanted.language))
        return isinstance(answer, Served)

    async def _repealed_parent(self, wanted: Wanted) -> str:
        """Name the provision around the missing one when it is repealed: then nothing inside it is served."""
        parent = wanted.provision.parent if wanted.provision else None
        if parent is None or self._budget.is_spent:
            return ""
        outer = replace(wanted, provision=parent)
        answer = await self._ask(addressing.document(outer.item, parent, outer.version, outer.language))
        found = answer.content.provision(str(parent)) if isinstance(answer, Served) else None
        return str(parent) if found is not None and is_gone(found.status) else ""


def _of_item(wanted: Wanted, served: Served[Document]) -> Served[Document]:
    """Return the document if it is of the wanted item: another's text, or its silence, proves nothing about this one.

    One item has a regnal and a calendar path, and some series share their numbers.
    """
    named = served.content.metadata.item
    try:
        item = ItemPath.parse(named)
    except ToolFailure:
        return served
    same_year = item.year == wanted.item.year or item.is_regnal or wanted.item.is_regnal
    if item.number == wanted.item.number and same_year:
        return served
    raise UpstreamChanged(
        f"legislation.gov.uk sent the text of {item} in place of {wanted.item}; it is not shown.",
        next_step=f"Try again later, or open {SERVICE}/{wanted.item} in a browser.",
    )


def _item_of(answer: Elsewhere) -> ItemPath | None:
    try:
        return parse_address(answer.path.partition("?")[0]).item
    except ToolFailure:
        return None


def _same_request(request: Request, wanted: Wanted) -> Request:
    if request.kind is addressing.Kind.CONTENTS:
        return addressing.contents(wanted.item, wanted.version, wanted.language)
    return addressing.document(wanted.item, wanted.provision, wanted.version, wanted.language)


def _several(choices: Choices) -> UnusableInput:
    # Paths are checked identifiers, so they may stand in our message; titles may not.
    named = ", ".join(str(candidate.item) for candidate in choices.candidates[:10])
    return UnusableInput(
        "Several Acts have this number, because Acts before 1963 were numbered by session.",
        reason="invalid_item",
        next_step=f"Read one of: {named}." if named else _LOOK_UP,
    )


def _version_not_found(wanted: Wanted) -> NotFound:
    if wanted.version.kind == "current":
        return NotFound(
            f"The item {wanted.item} exists, but legislation.gov.uk serves no current text of it.",
            reason="version_not_found",
            next_step=f"Read it with version enacted (made, adopted), or open {SERVICE}/{wanted.item} in a browser.",
        )
    return NotFound(
        f"The item {wanted.item} exists, but legislation.gov.uk holds no version {wanted.version} of it.",
        reason="version_not_found",
        next_step=f"Read {wanted.item} without a version: version.available lists the ones that can be read.",
    )


def _provision_not_found(wanted: Wanted, repealed: str) -> NotFound:
    why = f" {repealed} is repealed, omitted or ended, and nothing inside it is served." if repealed else ""
    alone = wanted.provision.alone if wanted.provision else None
    other = f"Try {alone}: provisions are addressed without the Part around them. Or read" if alone else "Read"
    return NotFound(
        f"The item {wanted.item} exists, but its version {wanted.version} has no provision {wanted.provision}.{why}",
        reason="provision_not_found",
        next_step=f"{other} {wanted.item} without a provision for its outline.",
    )
