"""`lexgate token`: who may use the server over HTTP, where `server.authentication` is "tokens"."""

import time
from datetime import UTC, datetime
from pathlib import Path

import click

from lexgate.commands import session
from lexgate.http.token_file import TokenFile, TokenProblem


@click.group()
def token() -> None:
    """Make, list and revoke the bearer tokens of the HTTP server."""


@token.command()
@click.argument("name")
@click.option("--days", type=click.IntRange(1, 3650), help="Refuse it after so many days; without: never.")
@click.pass_obj
def add(config_file: Path | None, name: str, days: int | None) -> None:
    """Make a token for NAME and print it, this once."""
    file = _file(config_file)
    try:
        made = file.add(name, time.time(), days)
    except TokenProblem as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(made)
    click.echo(f"This is shown once: lexgate keeps only its hash, in {file.path}.", err=True)


@token.command(name="list")
@click.pass_obj
def list_tokens(config_file: Path | None) -> None:
    """List the names, and when each token was made and ends."""
    try:
        tokens = _file(config_file).tokens()
    except TokenProblem as problem:
        raise click.ClickException(str(problem)) from None
    for each in tokens:
        ends = "never ends" if each.expires is None else f"ends {_day(each.expires)}"
        click.echo(f"{each.name}: made {_day(each.created)}, {'ended' if each.is_expired(time.time()) else ends}")
    if not tokens:
        click.echo("no tokens: `lexgate token add NAME` makes one")


@token.command()
@click.argument("name")
@click.pass_obj
def revoke(config_file: Path | None, name: str) -> None:
    """Refuse the token of NAME from now on; running servers obey at once."""
    try:
        _file(config_file).revoke(name)
    except TokenProblem as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(f"{name}: revoked")


def _file(config_file: Path | None) -> TokenFile:
    return TokenFile(session.configuration(config_file).locations.token_file)


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
