"""Asks the service one small thing, to tell a person whether it answers; it says nothing about any law."""

import anyio
from anyio import to_thread

from lexgate_kit.errors import ToolFailure
from lexgate_uklaw.addressing import LogQuery, publication_log
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.client import UkClient

PROBE_SECONDS = 20.0


async def probe(client: UkClient) -> ToolFailure | None:
    """Return None when the service answers, else the failure. Looks first whether the shared Redis is there."""
    if client.shared is not None:
        await to_thread.run_sync(client.shared.look)
    try:
        budget = Budget(anyio.current_time() + PROBE_SECONDS, requests_left=1)
        await client.fetch(publication_log(LogQuery()), budget, len)
    except ToolFailure as failure:
        return failure
    return None
