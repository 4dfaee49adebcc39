"""`lexgate serve`."""

import os
from pathlib import Path

import click

from lexgate.commands import session


@click.command()
@click.pass_obj
def serve(config_file: Path | None) -> None:
    """Serve the tools to an MCP client over stdio."""
    # Asked first: a parent that dies while modules load would never be missed.
    parent = os.getppid()
    # Imported next: it is the longest part of the start, and collections are still off.
    from lexgate.serving import diverted_stdout
    from lexgate.serving import serve as serve_stdio

    with diverted_stdout():
        gateway = session.gateway(config_file)
    serve_stdio(gateway, parent)
