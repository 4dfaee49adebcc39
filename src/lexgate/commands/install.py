"""`lexgate install`: writes this installation's entry into the configuration of an MCP client."""

import json
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from lexgate.clients.document import NAME, Change, Entry, UnreadableFile, with_entry, without_entry
from lexgate.clients.places import CLIENTS, Client, Machine
from lexgate.clients.writing import ChangedMeanwhile, read, replace


@click.command()
@click.argument("client", type=click.Choice([*CLIENTS, "print"]))
@click.option("--dry-run", is_flag=True, help="Say what would be written; write nothing.")
@click.option("--remove", is_flag=True, help="Take lexgate's entry out again.")
@click.option(
    "--replace-older",
    is_flag=True,
    help="Take the entries of legal-skills, normkompass and uk-legislation-mcp-server out; their settings move here.",
)
@click.option("--file", "named", type=click.Path(dir_okay=False, path_type=Path), help="Another file than the usual.")
@click.pass_obj
def install(
    config_file: Path | None, client: str, named: Path | None, *, dry_run: bool, remove: bool, replace_older: bool
) -> None:
    """Connect CLIENT to this installation of lexgate; `print` shows the entry for any other client."""
    entry = own_entry(sys.executable, config_file)
    if client == "print":
        click.echo(shown({"mcpServers": {NAME: entry.table()}}))
        return
    found = CLIENTS[client]
    entry = Entry(entry.command, entry.args, typed=found.typed)
    file = named or found.find(Machine(sys.platform, Path.home(), os.environ))
    try:
        before = read(file)
        change = (
            without_entry(before, found.key)
            if remove
            else with_entry(before, found.key, entry, replace_older=replace_older)
        )
        _apply(file, before, change, dry_run=dry_run)
    except UnreadableFile as problem:
        raise click.ClickException(_refusal(file, str(problem), found, entry, remove=remove)) from None
    except ChangedMeanwhile:
        raise click.ClickException(f"{file} was changed meanwhile: quit {found.title} and try again.") from None
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}; the file was not changed.") from None
    _report(change, client, dry_run=dry_run)
    if change.content != before and not dry_run:
        click.echo(f"Quit {found.title} and start it again.")


def own_entry(interpreter: str, config_file: Path | None) -> Entry:
    """Return the entry that starts this installation: its interpreter, and no search path.

    `-P` keeps the client's working folder out of the module path: a folder that a person merely opens must not be
    able to put its own modules in the place of ours.
    """
    if not interpreter:
        raise click.ClickException("Python does not say where its interpreter lies: write the entry by hand.")
    config = ("--config", os.path.abspath(config_file)) if config_file else ()
    return Entry(os.path.abspath(interpreter), ("-P", "-m", "lexgate", *config, "serve"))


def shown(table: Mapping[str, Any]) -> str:
    """Return a table as it would stand in a file."""
    return json.dumps(table, ensure_ascii=False, indent=2)


def _apply(file: Path, before: bytes, change: Change, *, dry_run: bool) -> None:
    if change.content == before:
        click.echo(f"{file}: nothing to change.")
    elif dry_run:
        click.echo(f"would write {file}")
    else:
        backup = replace(file, before, change.content, partial(datetime.now, UTC))
        click.echo(f"wrote {file}")
        if backup:
            click.echo(f"backup: {backup}")


def _report(change: Change, client: str, *, dry_run: bool) -> None:
    if dry_run and change.entry is not None:
        masked = dict.fromkeys(change.entry.get("env", {}), "…")
        click.echo(shown({NAME: {**change.entry, **({"env": masked} if masked else {})}}))
    for name in change.inherited.entries:
        click.echo(f"{'would take' if dry_run else 'took'} out the older entry {name!r}")
    for variable in change.inherited.variables:
        click.echo(f"its setting {variable} {'would move' if dry_run else 'moved'} to lexgate's entry")
    for reason in change.inherited.left_out:
        click.echo(f"not moved: {reason}")
    if change.older_left and change.entry is not None:
        names = ", ".join(change.older_left)
        click.echo(f"lexgate can take the place of: {names}. `lexgate install {client} --replace-older` does that.")


def _refusal(file: Path, why: str, client: Client, entry: Entry, *, remove: bool) -> str:
    start = f"{file} was not changed: {why}."
    if remove:
        return f'{start} Take "{NAME}" out of its "{client.key}" by hand.'
    return f'{start} Put this into its "{client.key}" by hand:\n{shown({NAME: entry.table()})}'
