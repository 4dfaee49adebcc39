"""The tools of the UK legislation adapter, one module each: arguments, result, rendering. Cheap to import."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lexgate_kit.adapter import ToolSpec
from lexgate_uklaw.tools.check_citations import check_citations_tool
from lexgate_uklaw.tools.compare_versions import compare_versions_tool
from lexgate_uklaw.tools.get_amendments import get_amendments_tool
from lexgate_uklaw.tools.get_document import get_document_tool
from lexgate_uklaw.tools.list_reference import list_reference_tool
from lexgate_uklaw.tools.lookup_citation import lookup_citation_tool
from lexgate_uklaw.tools.search_legislation import search_legislation_tool
from lexgate_uklaw.tools.track_changes import track_changes_tool

if TYPE_CHECKING:
    from lexgate_uklaw.client import UkClient

ClientSource = Callable[[], "UkClient"]
"""Gives the client while the adapter lives; tools ask for it when they are called."""


def every_tool(client: ClientSource) -> tuple[ToolSpec[Any, Any], ...]:
    """Return the adapter's tools in the order in which clients list them."""
    return (
        search_legislation_tool(client),
        get_document_tool(client),
        get_amendments_tool(client),
        track_changes_tool(client),
        lookup_citation_tool(client),
        list_reference_tool(),
        compare_versions_tool(client),
        check_citations_tool(client),
    )
