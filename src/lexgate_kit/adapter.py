"""The protocol between the gateway and an adapter. No type of the MCP SDK appears here."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from lexgate_kit.arguments import Arguments
from lexgate_kit.fence import Fence
from lexgate_kit.shared import SharedPlace

ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)
ResultT = TypeVar("ResultT", bound=BaseModel)

Progress = Callable[[float, float | None, str], Awaitable[None]]
"""Told (done, total or None, words of ours); does nothing where the client asked for no progress."""


async def no_progress(done: float, total: float | None, words: str) -> None:
    """Report to nobody."""


@dataclass(frozen=True)
class Call:
    """What belongs to one call: who asks, until when, the fence of its response, and where progress goes.

    `deadline` is a time of `anyio.current_time()`; `caller` is the token's name over HTTP and "local" else.
    """

    request_id: str
    deadline: float
    caller: str = "local"
    fence: Fence = field(default_factory=Fence)
    progress: Progress = no_progress


@dataclass(frozen=True)
class ToolSpec(Generic[ArgumentsT, ResultT]):
    """One tool: a local name, its two models, the async handler, and the Markdown of its result.

    The gateway adds the namespace to the name. The handler raises only `ToolFailure`; multi-line text from
    outside goes through `call.fence`, single lines through `lexgate_kit.inline`, in the result itself, because
    some clients show the model only the structure and others only the rendering.
    """

    name: str
    title: str
    description: str
    arguments: type[ArgumentsT]
    result: type[ResultT]
    handler: Callable[[ArgumentsT, Call], Awaitable[ResultT]]
    render: Callable[[ResultT], str]
    open_world: bool = False


async def no_suggestions(typed: str, call: Call) -> Sequence[str]:
    """Suggest nothing."""
    return ()


@dataclass(frozen=True)
class ResourceSpec:
    """Documents with addresses `scheme://…`, for clients that have resources; a tool of the same adapter reads them.

    `arguments` makes the tool's arguments from what stands after `scheme://`, percent-decoded. `suggest` completes
    what a person typed there: quickly, without network, at most 100 values; with `alive` its adapter's lifespan
    is entered first.
    """

    scheme: str
    variable: str
    title: str
    description: str
    tool: str
    arguments: Callable[[str], Mapping[str, Any]]
    suggest: Callable[[str, Call], Awaitable[Sequence[str]]] = no_suggestions
    alive: bool = False

    @property
    def template(self) -> str:
        """The address as an RFC 6570 template, whose value may hold slashes."""
        return f"{self.scheme}://{{+{self.variable}}}"


@dataclass(frozen=True)
class Finding:
    """Something that `doctor` tells a person: a problem stops work, a warning narrows it."""

    severity: Literal["problem", "warning"]
    what: str
    mend: str


@dataclass(frozen=True)
class Health:
    """What works and what does not. `facts` may go to any caller, `local_facts` (paths) only to a local one."""

    ready: bool
    summary: str = ""
    next_step: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    local_facts: Mapping[str, Any] = field(default_factory=dict)
    findings: Sequence[Finding] = ()


@dataclass(frozen=True)
class AdapterContext:
    """What an installation gives to an adapter: our version, and where it may write.

    Everything under `cache_dir` can be lost at any time; the others are rebuilt at a cost. All are made on
    first use, by the adapter, with mode 0700. `vendor_dir` is where libraries are fetched to. `state_dir`
    is one per user and machine whatever the configuration, for what processes must share. `shared` is what
    several machines share; None where they share nothing.
    """

    version: str
    data_dir: Path
    cache_dir: Path
    state_dir: Path
    vendor_dir: Path
    checkout: Path | None = None
    shared: SharedPlace | None = None


class Adapter(Protocol):
    """One source of legal material. Built from validated settings; importing it must be cheap.

    `lifespan` is entered before the first call to the adapter and left at shutdown; what it starts must end with it.
    `health` never uses the network unless `probe` is true. `stored` names the files outside `context.cache_dir` and
    `context.data_dir` that `lexgate purge` should remove too.
    """

    namespace: ClassVar[str]
    settings_model: ClassVar[type[BaseModel]]

    def tools(self) -> tuple[ToolSpec[Any, Any], ...]: ...

    def lifespan(self) -> AbstractAsyncContextManager[None]: ...

    async def health(self, *, probe: bool = False) -> Health: ...

    def stored(self) -> tuple[Path, ...]: ...


@runtime_checkable
class OffersResources(Protocol):
    """What an adapter may offer beside `Adapter`: documents with addresses."""

    def resources(self) -> tuple[ResourceSpec, ...]: ...


class AdapterFactory(Protocol):
    """What an entry point of the group `lexgate.adapters` names: the adapter's class."""

    namespace: ClassVar[str]
    settings_model: ClassVar[type[BaseModel]]

    def __call__(self, settings: Any, context: AdapterContext) -> Adapter: ...
