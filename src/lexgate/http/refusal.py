"""What a request gets that is not served: a status, and in its body our words with the setting that decides."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.types import Send


@dataclass(eq=False)
class Refusal(Exception):
    """A request that is not served. `reason` is a stable code; `message` and `next_step` are sentences of ours."""

    status: int
    reason: str
    message: str
    next_step: str
    headers: Mapping[str, str] = field(default_factory=dict)

    async def send(self, send: Send) -> None:
        """Answer with it, as JSON."""
        error = {"reason": self.reason, "message": self.message, "next": self.next_step}
        body = json.dumps({"error": error}).encode()
        await send_answer(send, self.status, body, {"Content-Type": "application/json", **self.headers})


async def send_answer(send: Send, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    """Send one whole answer, which nobody may keep."""
    named = {"Content-Length": str(len(body)), "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    pairs = [(name.lower().encode(), value.encode("latin-1")) for name, value in {**named, **headers}.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})
