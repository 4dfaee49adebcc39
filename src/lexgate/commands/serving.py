"""`lexgate serve`."""

import os
from pathlib import Path

import click

from lexgate.commands import session
from lexgate.configuration import ConfigProblem
from lexgate.gateway import Gateway
from lexgate.memory import share_arenas


@click.command()
@click.option("--transport", type=click.Choice(["stdio", "http"]), help="Over stdio (default) or HTTP.")
@click.option("--host", help="HTTP: the address to listen on.")
@click.option("--port", type=click.IntRange(0, 65_535), help="HTTP: the port to listen on; 0: any free one.")
@click.pass_obj
def serve(config_file: Path | None, transport: str | None, host: str | None, port: int | None) -> None:
    """Serve the tools to MCP clients."""
    # Asked first: a parent that dies while modules load would never be missed.
    parent = os.getppid()
    share_arenas()
    given = {"transport": transport, "host": host, "port": port}
    server = {key: value for key, value in given.items() if value is not None}
    # Imported next: it is the longest part of the start, and collections are still off.
    from lexgate.serving import diverted_stdout
    from lexgate.serving import serve as serve_stdio

    with diverted_stdout():
        gateway = session.gateway(config_file, server)
        _send_spans(gateway)
    if gateway.configuration.server.transport == "stdio":
        serve_stdio(gateway, parent)
    else:
        _serve_http(gateway)


def _send_spans(gateway: Gateway) -> None:
    if not gateway.configuration.server.telemetry:
        return
    from lexgate.telemetry import send_spans

    try:
        send_spans(gateway.configuration)
    except ConfigProblem as problem:
        raise click.ClickException(str(problem)) from None


def _serve_http(gateway: Gateway) -> None:
    # Only here: a client that starts us over stdio waits for none of it.
    from lexgate.http.serving import serve as serve_http

    try:
        serve_http(gateway)
    except ConfigProblem as problem:
        raise click.ClickException(str(problem)) from None
