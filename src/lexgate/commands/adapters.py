"""Mounts the command group that an adapter offers, with the adapter built from the configuration."""

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

import click

from lexgate.commands import session
from lexgate.gateway import Gateway
from lexgate_kit.commands import CommandContext


def adapter_commands(ctx: click.Context, name: str) -> click.Command | None:
    """Return the group `name` of an installed adapter; None when no adapter offers one."""
    points = [point for point in entry_points(group="lexgate.commands") if point.name == name]
    if not points:
        return None
    try:
        group = points[0].load()
    except (ImportError, AttributeError):
        return None  # the adapter is broken: `lexgate doctor` says so, and the other commands work
    return _WithAdapter(group, owner=points[0].value.partition(".")[0])


class _WithAdapter(click.Group):
    """An adapter's group; the adapter is built only when one of its commands really runs."""

    def __init__(self, group: click.Group, owner: str) -> None:
        super().__init__(group.name, commands=group.commands, help=group.help)
        self._owner = owner

    def invoke(self, ctx: click.Context) -> Any:
        # `--help` of a command ends while click parses, before the adapter is needed.
        ctx.obj = _LazyContext(ctx.obj, self._owner) if not isinstance(ctx.obj, _LazyContext) else ctx.obj
        return super().invoke(ctx)


class _LazyContext:
    """A CommandContext that is built when a command asks for it."""

    def __init__(self, config_file: Any, owner: str) -> None:
        self._file, self._owner = config_file, owner
        self._built: CommandContext | None = None

    def __getattr__(self, name: str) -> Any:
        if self._built is None:
            self._built = _context(session.gateway(self._file), self._owner)
        return getattr(self._built, name)


def _context(gate: Gateway, owner: str) -> CommandContext:
    adapter = next(
        (m.adapter for m in gate.mounts if m.adapter and type(m.adapter).__module__.split(".")[0] == owner), None
    )
    if adapter is None:
        namespace = owner.removeprefix("lexgate_")
        raise click.ClickException(f"The adapter {namespace} is off or broken: run `lexgate doctor`.")

    def call(tool: str, arguments: Mapping[str, Any], *, structured: bool = False) -> int:
        return session.call_once(gate, tool, arguments, structured=structured)

    return CommandContext(adapter, call)
