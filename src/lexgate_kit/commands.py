"""What the gateway hands to an adapter's own commands (`lexgate skills …`): click's `obj` is a CommandContext."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from lexgate_kit.adapter import Adapter


class ToolCaller(Protocol):
    """Calls one tool in process and prints what a model would see; the exit code is 0, or 1 for a tool error."""

    def __call__(self, tool: str, arguments: Mapping[str, Any], *, structured: bool = False) -> int: ...


@dataclass(frozen=True)
class CommandContext:
    """The adapter built from the configuration in force, and the way to call its tools by their full names."""

    adapter: Adapter
    call: ToolCaller
