"""`lexgate cache clear` and `lexgate purge`: remove what lexgate wrote on this machine."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import click

from lexgate.commands import session
from lexgate.gateway import Gateway


@click.group()
def cache() -> None:
    """Answers of sources that are kept on disk."""


@cache.command()
@click.pass_obj
def clear(config_file: Path | None) -> None:
    """Remove the cached answers; nothing is lost but time."""
    _remove([session.configuration(config_file).locations.cache_dir])


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def purge(config_file: Path | None, yes: bool) -> None:
    """Remove everything that lexgate wrote: indexes, models, caches, tokens, state. Libraries and settings stay."""
    gate = session.gateway(config_file)
    paths = [path for path in purged(gate) if path.exists()]
    for path in paths:
        click.echo(path)
    if paths and not yes:
        click.confirm("Remove all of these?", abort=True)
    _remove(paths)


def purged(gate: Gateway) -> list[Path]:
    """Return what a purge removes: our own folders by name, since a data folder may hold other people's files too."""
    where = gate.configuration.locations
    inside = [where.data_dir / name for name in ("models", "server", *(mount.namespace for mount in gate.mounts))]
    outside = [path for mount in gate.mounts if mount.adapter for path in mount.adapter.stored()]
    return [where.cache_dir, *inside, where.state_dir, *outside]


def _remove(paths: Iterable[Path]) -> None:
    failed = []
    for path in paths:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.exists() or path.is_symlink():
                path.unlink()
        except OSError as error:
            failed.append(f"{path} ({error.strerror})")
    if failed:
        raise click.ClickException(f"could not remove {', '.join(failed)}: stop the running servers and try again.")
    click.echo("done")
