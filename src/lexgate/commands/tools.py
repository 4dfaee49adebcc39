"""`lexgate tools`."""

from pathlib import Path

import click

from lexgate.commands import session


@click.command()
@click.pass_obj
def tools(config_file: Path | None) -> None:
    """List the tools that a client would see."""
    from rich.console import Console
    from rich.table import Table

    table = Table("tool", "arguments", "what it does")
    for name, tool in session.gateway(config_file).tools.items():
        fields = tool.spec.arguments.model_fields
        arguments = ", ".join(field if info.is_required() else f"{field}?" for field, info in fields.items())
        table.add_row(name, arguments, tool.spec.title)
    Console().print(table)
