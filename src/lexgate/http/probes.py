"""What machines ask: whether the process lives, and whether any adapter could answer. Says nothing else to anyone."""

import json
from collections.abc import Callable

from lexgate.gateway import Gateway
from lexgate.http.front import Page
from lexgate.status import adapter_health

_KEPT_SECONDS = 2.0


async def alive() -> Page:
    """Answer that the event loop turns."""
    return Page("application/json", b'{"alive": true}')


class Readiness:
    """Which adapters could answer; status 503 when none could. Asked at most every two seconds."""

    def __init__(self, gateway: Gateway, clock: Callable[[], float]) -> None:
        self._gateway, self._clock = gateway, clock
        self._page, self._until = Page("application/json", b""), float("-inf")

    async def __call__(self) -> Page:
        if self._clock() >= self._until:
            self._page = await self._looked()
            self._until = self._clock() + _KEPT_SECONDS
        return self._page

    async def _looked(self) -> Page:
        enabled = [mount for mount in self._gateway.mounts if mount.enabled]
        ready = {mount.namespace: (await adapter_health(mount, probe=False)).ready for mount in enabled}
        any_ready = any(ready.values()) or not ready
        body = json.dumps({"ready": any_ready, "adapters": ready}).encode()
        return Page("application/json", body, status=200 if any_ready else 503)
