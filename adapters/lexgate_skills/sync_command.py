"""The command `lexgate skills sync`: fetches the open library, or another one, and says what it did."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lexgate_skills.vendoring import Synced

FolderOf = Callable[[click.Context], Path]
"""Where the library lies that a bare `sync` fetches; asked for when the command runs."""


def sync_command(folder_of: FolderOf) -> click.Command:
    """Return the command, to be mounted in the adapter's group."""

    @click.command("sync", help="Fetch the skill library, or bring it up to date.")
    @click.option(
        "--from", "source", metavar="URL|PATH", help="Another git repository, or a folder. [legal-skills-open]"
    )
    @click.option(
        "--revision", metavar="REV", help="Branch, tag or commit; it is kept by later syncs until 'latest' is given."
    )
    @click.option("--replace", is_flag=True, help="Overwrite a folder that no sync has made.")
    @click.pass_context
    def sync(context: click.Context, source: str | None, revision: str | None, replace: bool) -> None:
        from lexgate_skills import vendoring

        folder = folder_of(context)
        request = vendoring.Request(source or vendoring.OPEN_LIBRARY, revision, replace)
        click.echo(f"{vendoring.without_login(request.source)} -> {folder}", err=True)
        try:
            done = vendoring.sync(folder, request, now=lambda: datetime.now(UTC), report=_shown)
        except vendoring.SyncRefused as refusal:
            _end_line()
            raise click.ClickException(f"{refusal.message} Next: {refusal.next_step}") from None
        _end_line()
        click.echo(_sentence(done))

    return sync


def _sentence(done: "Synced") -> str:
    state = "fetched" if done.changed else "already up to date"
    at = f" at commit {done.revision}" if done.revision else ""
    pin = f" (pinned to {done.pinned}; --revision latest unpins)" if done.pinned else ""
    return f"{done.skills} skills {state}{at}{pin}."


def _shown(what: str, percent: int | None) -> None:
    """Show progress on one line of a terminal, and nothing where the output goes into a file."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{what}{'' if percent is None else f' {percent}%'}", nl=False, err=True)


def _end_line() -> None:
    if sys.stderr.isatty():
        click.echo(err=True)
