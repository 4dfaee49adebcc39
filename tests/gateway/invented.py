"""Adapters that exist only in tests: one that behaves, and ways in which one does not."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from lexgate.configuration import Configuration, ServerSettings, Source
from lexgate.gateway import Gateway
from lexgate.locations import Locations
from lexgate.mounting import Mount
from lexgate_kit.adapter import Call, Health, ToolSpec
from lexgate_kit.arguments import Arguments
from lexgate_kit.settings import AdapterSettings


class LookArguments(Arguments):
    word: str = Field(description="what to look for", max_length=100)
    limit: int = Field(default=5, ge=1, le=25, description="how many")
    tags: list[str] = Field(default=[], description="which kinds")
    year: int | None = Field(default=None, description="of which year")


class LookResult(BaseModel):
    found: bool
    text: str = ""
    number: float = 0.0
    hits: list[dict[str, Any]] = Field(default=[], description="what was found")


Handler = Callable[[LookArguments, Call], Awaitable[LookResult]]


async def found(arguments: LookArguments, call: Call) -> LookResult:
    return LookResult(found=True, text=call.fence.enclose(arguments.word, "a test"))


def look_tool(handler: Handler = found, name: str = "look") -> ToolSpec[LookArguments, LookResult]:
    return ToolSpec(
        name=name,
        title="Look",
        description="Looks.",
        arguments=LookArguments,
        result=LookResult,
        handler=handler,
        render=lambda result: result.text if result.found else "nothing found",
    )


class Invented:
    """An adapter with one tool, whose handler, lifespan and health the test gives."""

    namespace: ClassVar[str] = "invented"
    settings_model: ClassVar[type[BaseModel]] = AdapterSettings

    def __init__(
        self,
        handler: Handler = found,
        *,
        tool: str = "look",
        lifespan: Callable[[], AbstractAsyncContextManager[None]] | None = None,
        health: Callable[[], Health] = lambda: Health(ready=True, summary="fine"),
    ) -> None:
        self._handler, self._tool, self._lifespan, self._health = handler, tool, lifespan, health
        self.lives = 0

    def tools(self) -> tuple[ToolSpec[Any, Any], ...]:
        return (look_tool(self._handler, self._tool),)

    def lifespan(self) -> AbstractAsyncContextManager[None]:
        return self._lifespan() if self._lifespan else self._counted()

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        self.lives += 1
        yield

    async def health(self, *, probe: bool = False) -> Health:
        return self._health()

    def stored(self) -> tuple[Path, ...]:
        return ()


def configuration(folder: Path) -> Configuration:
    where = Locations(folder / "data", folder / "state", folder / "vendor", None)
    return Configuration(Source(None, {}), ServerSettings(), where, {})


def gateway_of(folder: Path, *adapters: Invented, namespaces: tuple[str, ...] = ("invented", "second")) -> Gateway:
    mounts = [Mount(name, True, adapter) for name, adapter in zip(namespaces, adapters, strict=False)]
    return Gateway(configuration(folder), mounts)
