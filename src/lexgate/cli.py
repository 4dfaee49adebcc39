"""The command `lexgate`: its own commands and, by name, those of the installed adapters. Loads each on first use."""

import gc
import sys
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

from lexgate import __version__

# Command → module; a module is imported only when its command runs, so that `serve` starts fast.
_OWN = {
    "serve": "lexgate.commands.serving",
    "tools": "lexgate.commands.tools",
    "call": "lexgate.commands.calling",
    "doctor": "lexgate.commands.doctor",
    "install": "lexgate.commands.install",
    "config": "lexgate.commands.config",
    "token": "lexgate.commands.token",
    "cache": "lexgate.commands.storage",
    "purge": "lexgate.commands.storage",
}


class _Commands(click.Group):
    """Our commands, then the command groups that adapters offer."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        offered = {point.name for point in entry_points(group="lexgate.commands")}
        return [*_OWN, *sorted(offered - set(_OWN))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _OWN:
            command = getattr(import_module(_OWN[cmd_name]), cmd_name)
            return command if isinstance(command, click.Command) else None
        return _adapter_commands(ctx, cmd_name)


def _adapter_commands(ctx: click.Context, name: str) -> click.Command | None:
    from lexgate.commands.adapters import adapter_commands

    return adapter_commands(ctx, name)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The lexgate.toml to use.",
)
@click.version_option(__version__, package_name="lexgate")
@click.pass_context
def lexgate(ctx: click.Context, config_file: Path | None) -> None:
    """Legal research for AI assistants: skills, German federal law, UK legislation. Not legal advice."""
    ctx.obj = config_file


def main(arguments: list[str] | None = None) -> Any:
    """Run the command. Collections are off while modules load: it halves the pauses of a start."""
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A Windows code page, or a C locale, cannot hold the law of twenty languages.
            stream.reconfigure(encoding="utf-8", errors="replace")
    return lexgate(arguments, prog_name="lexgate")
