"""`lexgate skills embed`: makes the vectors that are missing, with progress; it can be stopped and goes on later."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lexgate_skills.vectors.embed_job import EmbedJob


def embed_command(job_of: "Callable[[click.Context], EmbedJob]") -> click.Command:
    """Return the command; `job_of` tells what is to be embedded."""

    @click.command("embed")
    @click.pass_context
    def embed(context: click.Context) -> None:
        """Make the vectors that search by meaning needs. Stop it when you like: it goes on where it stopped."""
        import anyio

        from lexgate_skills.model.progress import shown_progress
        from lexgate_skills.vectors.embed_job import run_embed

        job = job_of(context)
        with shown_progress(of_bytes=False) as report:
            ended = anyio.run(run_embed, job, report)
        if ended.failure:
            raise click.ClickException(ended.failure)
        click.echo(f"{ended.skills:,} skills have vectors; {ended.made:,} were made now.")

    return embed
