"""`lexgate call`."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from lexgate.commands import session


@click.command()
@click.argument("tool")
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("--json", "as_json", metavar="OBJECT", help="All arguments as one JSON object.")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def call(config_file: Path | None, tool: str, pairs: tuple[str, ...], as_json: str | None, structured: bool) -> None:
    """Call one TOOL in process and print what a model would see."""
    arguments = _arguments(pairs, as_json)
    sys.exit(session.call_once(session.gateway(config_file), tool, arguments, structured=structured))


def _arguments(pairs: tuple[str, ...], as_json: str | None) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    if as_json is not None:
        try:
            arguments = json.loads(as_json)
        except ValueError as error:
            raise click.BadParameter(f"not JSON: {error}", param_hint="--json") from None
        if not isinstance(arguments, dict):
            raise click.BadParameter("must be a JSON object", param_hint="--json")
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator:
            raise click.BadParameter(f"{pair!r} is not KEY=VALUE", param_hint="KEY=VALUE")
        arguments[key] = value
    return arguments
