"""`lexgate normkompass …`: the two tools at the command line, printed as a model would see them."""

import click

from lexgate_kit.commands import CommandContext


@click.group()
def commands() -> None:
    """German federal law through a normkompass service."""


@commands.command()
@click.argument("question")
@click.option("--limit", default=5, show_default=True, help="How many passages, 1 to 20.")
@click.option("--json", "structured", is_flag=True, help="Print the structured result.")
@click.pass_context
def search(context: click.Context, question: str, limit: int, structured: bool) -> None:
    """Find passages for QUESTION."""
    own: CommandContext = context.obj
    context.exit(own.call("normkompass_search_law", {"question": question, "limit": limit}, structured=structured))


@commands.command()
@click.argument("question")
@click.option("--json", "structured", is_flag=True, help="Print the structured result.")
@click.pass_context
def ask(context: click.Context, question: str, structured: bool) -> None:
    """Ask QUESTION; the answer has citations, or is a refusal. One that takes longer than 40 s cannot be collected."""
    own: CommandContext = context.obj
    context.exit(own.call("normkompass_ask_law", {"question": question}, structured=structured))
