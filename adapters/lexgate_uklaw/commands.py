"""`lexgate uklaw …`: the tools for people at a terminal, with the same text that a model sees."""

import sys
from pathlib import Path
from typing import Any

import click

from lexgate_kit.commands import CommandContext


@click.group()
def commands() -> None:
    """UK legislation from legislation.gov.uk."""


@commands.command()
@click.argument("item")
@click.argument("provision", required=False)
@click.option("--version", help="current, enacted | made | adopted | created, or YYYY-MM-DD.")
@click.option("--language", type=click.Choice(["en", "cy"]), help="English or Welsh.")
@click.option("--match-text", help="Outline of the provisions that contain these words.")
@click.option("--outline-offset", type=int, help="Where the outline goes on.")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def get(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """Read ITEM, or one PROVISION of it."""
    _call(context, "uklaw_get_document", arguments, structured)


@commands.command()
@click.argument("text", required=False)
@click.option("--title", help="Words that stand in the title.")
@click.option("--type", "types", multiple=True, help="A type code or group; may be given several times.")
@click.option("--year", type=int)
@click.option("--year-from", type=int)
@click.option("--year-to", type=int)
@click.option("--extent", multiple=True, type=click.Choice(["england", "wales", "scotland", "ni"]))
@click.option("--extent-match", type=click.Choice(["applicable", "exact"]))
@click.option("--as-of", help="YYYY-MM-DD.")
@click.option("--limit", type=int, help="Results a page, 1 to 50.")
@click.option("--page", type=int)
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def search(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """Search legislation for TEXT, or list it by title, type and year."""
    _call(context, "uklaw_search_legislation", arguments, structured)


@commands.command()
@click.argument("citation")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def cite(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """Resolve CITATION: whether it exists, and what it is."""
    _call(context, "uklaw_lookup_citation", arguments, structured)


@commands.command()
@click.argument("item")
@click.argument("provision", required=False)
@click.option("--direction", type=click.Choice(["affected", "affecting"]), help="Made to it (default), or by it.")
@click.option("--counterpart", help="The item, type or type/year on the other side.")
@click.option("--status", type=click.Choice(["all", "unapplied", "applied"]))
@click.option("--limit", type=int, help="Effects a call, 1 to 100.")
@click.option("--cursor", help="next_cursor of the call before.")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def changes(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """List the changes made to ITEM, or those on one PROVISION of it."""
    _call(context, "uklaw_get_amendments", arguments, structured)


@commands.command()
@click.argument("start_date")
@click.argument("end_date", required=False)
@click.option("--content-type", type=click.Choice(["legislation", "changes", "draft", "associated-documents"]))
@click.option("--direction", type=click.Choice(["affected", "affecting"]), help="With changes only.")
@click.option("--category", type=click.Choice(["primary", "secondary", "eu-origin"]))
@click.option("--item", help="A type, type/year, or an item: its own log.")
@click.option("--new-only", is_flag=True, help="Newly published only.")
@click.option("--event", type=click.Choice(["published", "withdrawn"]))
@click.option("--limit", type=int, help="Events a call, 1 to 80.")
@click.option("--cursor", help="next_cursor of the call before.")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def log(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """Read the Publication Log from START_DATE to END_DATE (YYYY-MM-DD), newest first."""
    _call(context, "uklaw_track_changes", arguments, structured)


@commands.command()
@click.argument("item")
@click.argument("provision")
@click.argument("from_version", metavar="FROM")
@click.argument("to_version", metavar="TO", default="current")
@click.option("--extent", help="Which of the texts for several extents: E+W, S …")
@click.option("--structured", is_flag=True, help="Print the structure instead of the text.")
@click.pass_obj
def compare(context: CommandContext, /, *, structured: bool, **arguments: Any) -> None:
    """Redline of PROVISION of ITEM between two versions; PROVISION "" compares a small item as a whole."""
    _call(context, "uklaw_compare_versions", arguments, structured)


@commands.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--offline", is_flag=True, help="Only find the citations; ask nobody.")
@click.pass_obj
def check(context: CommandContext, /, *, file: Path, offline: bool) -> None:
    """Check every citation and quotation of FILE (text, Markdown, .docx). Exit code 1: something is false."""
    from lexgate_uklaw.checking.terminal import check_file

    sys.exit(check_file(context.adapter, file, verify=not offline))


def _call(context: CommandContext, tool: str, arguments: dict[str, Any], structured: bool) -> None:
    given = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in arguments.items()
        if value not in (None, (), False, "")
    }
    sys.exit(context.call(tool, given, structured=structured))
