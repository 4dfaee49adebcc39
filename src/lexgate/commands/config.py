"""`lexgate config`: which file is in force, what it says, and a first one of one's own."""

from pathlib import Path

import click

from lexgate.commands import session
from lexgate.configuration import ConfigProblem, find_file
from lexgate.locations import documented_config, find_checkout, user_config_file


@click.group()
def config() -> None:
    """Show or make the configuration file."""


@config.command()
@click.pass_obj
def path(config_file: Path | None) -> None:
    """Print the file in force."""
    found = _found(config_file)
    click.echo(found or f"none: the defaults apply; `lexgate config init` writes {user_config_file()}")


@config.command()
@click.pass_obj
def show(config_file: Path | None) -> None:
    """Print every setting in force and where it was set."""
    gate = session.gateway(config_file)
    source = gate.configuration.source
    sections = {"server": gate.configuration.server.model_dump()}
    shared = gate.configuration.shared
    redis = shared.place()
    # The address may hold a password.
    sections["shared"] = {"redis_url": redis.shown if redis else "", "replicas": shared.replicas}
    sections["paths"] = {"data_dir": str(gate.configuration.locations.data_dir)}
    for mount in gate.mounts:
        settings = gate.configuration.adapters.get(mount.namespace, {})
        sections[f"adapters.{mount.namespace}"] = {"enabled": mount.enabled, **settings}
    for section, values in sections.items():
        click.echo(f"[{section}]")
        for key, value in values.items():
            variable = source.variables.get(f"{section}.{key}")
            click.echo(f"{key} = {value!r}{f'   # from {variable}' if variable else ''}")


@config.command()
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def init(force: bool) -> None:
    """Write a commented lexgate.toml into your own configuration folder."""
    target = user_config_file()
    if target.exists() and not force:
        raise click.ClickException(f"{target} is there already; --force replaces it.")
    text = documented_config().read_text(encoding="utf-8")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    target.write_text(text, encoding="utf-8")
    target.chmod(0o600)
    click.echo(f"wrote {target}")


def _found(config_file: Path | None) -> Path | None:
    import os

    try:
        return find_file(config_file, os.environ, find_checkout())
    except ConfigProblem as problem:
        raise click.ClickException(str(problem)) from None
