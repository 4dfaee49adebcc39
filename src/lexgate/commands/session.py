"""What commands share: the configuration in force, the gateway built from it, and one call in process."""

import gc
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import click

from lexgate import logs
from lexgate.configuration import ConfigProblem, Configuration, load
from lexgate.gateway import Gateway
from lexgate.outcome import Outcome


def configuration(file: Path | None, server: Mapping[str, Any] | None = None) -> Configuration:
    """Return the configuration in force, or end the command with the problem in one line.

    `server` holds keys of `[server]` that were given on the command line.
    """
    try:
        found = load(file)
        if server:
            table = {**found.server.model_dump(), **server}
            source = replace(found.source, variables={**found.source.variables, **_options(server)})
            found = replace(found, source=source, server=source.read(type(found.server), "server", table))
    except ConfigProblem as problem:
        raise click.ClickException(str(problem)) from None
    logs.set_up(found.server.log_level, found.server.log_format)
    return found


def _options(server: Mapping[str, Any]) -> Mapping[str, str]:
    return {f"server.{key}": f"--{key}" for key in server}


def gateway(file: Path | None, server: Mapping[str, Any] | None = None) -> Gateway:
    """Return the gateway of the configuration in force, or end the command with the problem in one line."""
    found = configuration(file, server)
    try:
        built = Gateway.of(found)
    except ConfigProblem as problem:
        raise click.ClickException(str(problem)) from None
    # What is loaded now stays for the life of the process; collections need not look at it again.
    gc.freeze()
    gc.enable()
    return built


def call_once(gate: Gateway, tool: str, arguments: Mapping[str, Any], *, structured: bool = False) -> int:
    """Call one tool in process and print what a model would see; return 1 for a tool error, else 0."""

    async def run() -> Outcome:
        async with gate.running():
            return await gate.call(tool, arguments)

    answer = anyio.run(run)
    shown = json.dumps(answer.structure, ensure_ascii=False, indent=2) if structured else answer.text
    click.echo(shown)
    return 1 if answer.is_error else 0
