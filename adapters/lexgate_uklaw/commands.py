"""`lexgate uklaw …`: the tools for people at a terminal, with the same text that a model sees."""

import sys
from typing import Any

import click

from lexgate_kit.commands import CommandContext


@click.group()
def commands() -> None:
    """UK legislation from legislation.gov.uk."""


@commands.command()
@click.argument("item")
@click.argument("provision", required=False)
@click.option("--version", help="current, enacted | made | adopted | created, or YYYY-MM-DD.")
@click.option("--language", type=click.Choice(["en", "cy"]), help="English or Welsh.")
@click.option("--match-text", help="Outline of the provisions that contain these words.")
@click.option("--outline-offset", type=int, help="Where the outline goes on.")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def get(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """Read ITEM, or one PROVISION of it."""
    given = {name: value for name, value in arguments.items() if value is not None}
    sys.exit(context.call("uklaw_get_document", given, structured=structured))
