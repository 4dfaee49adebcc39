"""What a model sees of the adapter: the text of a result or of a failure, and the structure."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from pydantic import BaseModel

from lexgate_kit.adapter import AdapterContext, Call
from lexgate_kit.errors import ToolFailure
from lexgate_kit.fence import Fence
from lexgate_normkompass.normkompass import Normkompass
from lexgate_normkompass.settings import NormkompassSettings

NOWHERE = Path("never-written")
CONTEXT = AdapterContext("0", NOWHERE, NOWHERE, NOWHERE, NOWHERE)
MARKER = "00ff00ff00ff"


class Desk:
    def __init__(self, adapter: Normkompass) -> None:
        self.adapter = adapter
        self.search_law, self.ask_law = adapter.tools()

    async def search(self, question: str = "Leihrad", **arguments: Any) -> "Seen":
        return await self._call(self.search_law, {"question": question, **arguments}, "local")

    async def ask(self, question: str = "", *, caller: str = "local", **arguments: Any) -> "Seen":
        return await self._call(self.ask_law, {"question": question, **arguments}, caller)

    async def _call(self, tool: Any, arguments: Mapping[str, Any], caller: str) -> "Seen":
        call = Call("r", anyio.current_time() + 45, caller, Fence(MARKER))
        try:
            result = await tool.handler(tool.arguments(**arguments), call)
        except ToolFailure as failure:
            return Seen(failure.text, None, failure)
        assert isinstance(result, tool.result)
        return Seen(tool.render(result), result, None)


class Seen:
    def __init__(self, text: str, result: BaseModel | None, failure: ToolFailure | None) -> None:
        self.text, self.result, self.failure = text, result, failure

    @property
    def structure(self) -> dict[str, Any]:
        assert self.result is not None, self.text
        return self.result.model_dump(mode="json", exclude_none=True)

    @property
    def reason(self) -> str:
        assert self.failure is not None, self.text
        return self.failure.reason


def adapter(api_url: str, environment: Mapping[str, str] | None = None, **settings: Any) -> Normkompass:
    return Normkompass(NormkompassSettings(api_url=api_url, **settings), CONTEXT, environment=environment or {})


@asynccontextmanager
async def desk(api_url: str, environment: Mapping[str, str] | None = None, **settings: Any) -> AsyncIterator[Desk]:
    mounted = adapter(api_url, environment, **settings)
    async with mounted.lifespan():
        yield Desk(mounted)
