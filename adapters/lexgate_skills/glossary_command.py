"""The command `lexgate skills glossary`: counts the concepts and tells an editor what to look at."""

from collections import Counter
from pathlib import Path

import click


@click.command("glossary", help="Check the legal glossary, with the entries of FILE added when one is given.")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--all", "everything", is_flag=True, help="Tell what concerns our own entries, too.")
def glossary_command(file: Path | None, everything: bool) -> None:
    from lexgate_skills.glossary import OWN_FILES
    from lexgate_skills.glossary_file import GlossaryUnreadable, merged, read_glossary
    from lexgate_skills.glossary_lint import lint

    try:
        added = read_glossary(file) if file is not None else ()
    except GlossaryUnreadable as error:
        raise click.ClickException(str(error)) from None
    concepts = merged([*(read_glossary(path) for path in sorted(OWN_FILES.glob("*.yaml"))), added])
    forms: Counter[str] = Counter()
    for concept in concepts:
        forms.update({code: len(each) for code, each in concept.forms.items()})
    click.echo(
        f"{len(concepts)} concepts, {forms.total()} forms: " + ", ".join(f"{c} {n}" for c, n in forms.most_common())
    )
    names = {concept.name for concept in added}
    shown = [remark for remark in lint(concepts) if everything or names.intersection(remark.concepts)]
    for remark in shown:
        click.echo(f"{remark.kind}: {', '.join(remark.concepts)} {remark.language} {remark.detail}".replace("  ", " "))
    click.echo(f"{len(shown)} remarks. The glossary is not reviewed by a lawyer.")


def glossary_problem(file: Path | None) -> str | None:
    """Return why the user's glossary cannot be used, with file and line; None when it can, or there is none."""
    from lexgate_skills.glossary_file import GlossaryUnreadable, read_glossary

    try:
        if file is not None:
            read_glossary(file)
    except GlossaryUnreadable as error:
        return str(error)
    return None
