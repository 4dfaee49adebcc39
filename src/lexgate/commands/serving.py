"""`lexgate serve`."""

from pathlib import Path

import click

from lexgate.commands import session


@click.command()
@click.pass_obj
def serve(config_file: Path | None) -> None:
    """Serve the tools to an MCP client over stdio."""
    # Imported first: it is the longest part of the start, and collections are still off.
    from lexgate.serving import serve as serve_stdio

    serve_stdio(session.gateway(config_file))
