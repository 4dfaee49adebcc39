"""`lexgate skills …`: fetch, index, search and look after the skill libraries at the command line."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from lexgate_kit.commands import CommandContext
from lexgate_skills.evaluation_command import eval_command
from lexgate_skills.glossary_command import glossary_command, glossary_problem
from lexgate_skills.sync_command import sync_command
from lexgate_skills.vectors.embed_command import embed_command

if TYPE_CHECKING:
    from lexgate_skills.keyword_index import KeywordIndex
    from lexgate_skills.skills import SkillsAdapter

_FILTERS = ("jurisdiction", "language", "practice", "tag", "library", "preset")


@click.group()
def commands() -> None:
    """The skill library."""


def _adapter(context: click.Context) -> "SkillsAdapter":
    own: CommandContext = context.obj
    return cast("SkillsAdapter", own.adapter)


def _open_folder(context: click.Context) -> Path:
    from lexgate_skills.settings import open_library_folder

    adapter = _adapter(context)
    return open_library_folder(adapter.settings, adapter.context)


commands.add_command(sync_command(_open_folder))
commands.add_command(glossary_command)
commands.add_command(embed_command(lambda context: _adapter(context).embed_job()))


@commands.command()
@click.option("--fresh", is_flag=True, help="Build everything anew, whatever was built before.")
@click.pass_context
def index(context: click.Context, fresh: bool) -> None:
    """Bring the index up to date, with a progress bar."""
    from lexgate_skills.index_command import IndexUnavailable, build_with_bar

    try:
        click.echo(build_with_bar(_adapter(context).library, fresh=fresh))
    except IndexUnavailable as error:
        raise click.ClickException(str(error)) from None


def _with_filters(command: Any) -> Any:
    for name in reversed(_FILTERS):
        command = click.option(f"--{name}", default=None, metavar="VALUE")(command)
    return command


@commands.command()
@click.argument("query")
@_with_filters
@click.option("--limit", default=8, show_default=True, help="How many hits, 1 to 25.")
@click.option("--mode", default=None, help="auto, keyword, semantic or hybrid.")
@click.option("--cursor", default=None, help="The cursor of the page before.")
@click.option("--json", "structured", is_flag=True, help="Print the structured result.")
@click.pass_context
def search(context: click.Context, /, query: str, structured: bool, **arguments: Any) -> None:
    """Find skills for QUERY."""
    own: CommandContext = context.obj
    given = {name: value for name, value in arguments.items() if value is not None}
    context.exit(own.call("skills_search", {"query": query, **given}, structured=structured))


@commands.command()
@click.option("--all", "everything", is_flag=True, help="Tell what is merely unusual, too.")
@click.pass_context
def doctor(context: click.Context, everything: bool) -> None:
    """Tell what was repaired or skipped in the libraries: path, line, why."""
    from lexgate_skills.generations import read_findings
    from lexgate_skills.library import finding_line

    library = _adapter(context).library
    for name, folder in library.libraries.items():
        if not folder.is_dir():
            click.echo(f"{name}: its folder is not there: {folder}")
    if (said := glossary_problem(_adapter(context).settings.glossary)) is not None:
        click.echo(f"glossary: {said}; it is left out")
    findings = [each for each in read_findings(_open_index(context).generation) if everything or each.kind != "note"]
    for each in sorted(findings, key=lambda each: (each.path, each.line or 0)):
        click.echo(finding_line(each))
    click.echo(f"{len(findings)} findings. No skill is lost by a repair; a skipped file or value says why.")


@commands.command()
@click.pass_context
def stats(context: click.Context) -> None:
    """Count what is indexed."""
    from lexgate_skills.question import Filters

    opened = _open_index(context)
    report = opened.generation.report
    click.echo(f"{report['skills']} skills, indexed {report['built_at']}")
    for kind, count in report["findings"].items():
        click.echo(f"  files with something {kind}: {count}" if kind != "note" else f"  notes: {count}")
    for name, values in opened.facets(Filters()).items():
        ordered = sorted(values.items(), key=lambda item: -item[1])
        click.echo(f"{name} ({len(values)}): " + ", ".join(f"{value} {count}" for value, count in ordered[:30]))


def _open_index(context: click.Context) -> "KeywordIndex":
    from lexgate_skills.index_command import IndexUnavailable, up_to_date_index

    try:
        return up_to_date_index(_adapter(context).library)
    except IndexUnavailable as error:
        raise click.ClickException(str(error)) from None


commands.add_command(eval_command(_adapter, _open_index))
