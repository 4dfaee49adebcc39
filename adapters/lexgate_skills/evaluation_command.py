"""`lexgate skills eval`: several ways of ranking side by side on judged queries, with how sure the figures are."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from rich.table import Table

    from lexgate_skills.evaluation import Judged, Measured
    from lexgate_skills.intervals import Interval
    from lexgate_skills.keyword_index import KeywordIndex
    from lexgate_skills.question import Question, Retrieved
    from lexgate_skills.skills import SkillsAdapter
    from lexgate_skills.vectors.meaning import Meaning

Mode = Literal["keyword", "semantic", "hybrid"]
MODES: tuple[Mode, ...] = ("keyword", "semantic", "hybrid")

_SECONDS = 60.0
_WIDTH = 110
_NOTE = (
    "In brackets: the 95% interval, by bootstrap over the queries; none for fewer than five. "
    "*: the interval of a difference leaves out zero."
)


def eval_command(
    adapter_of: "Callable[[click.Context], SkillsAdapter]", index_of: "Callable[[click.Context], KeywordIndex]"
) -> click.Command:
    """Return the command; the index that `index_of` opens is up to date."""

    @click.command("eval")
    @click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
    @click.option("--mode", "modes", multiple=True, type=click.Choice(MODES), help="Repeat it; default: all ready.")
    @click.pass_context
    def evaluate_file(context: click.Context, file: Path, modes: tuple[Mode, ...]) -> None:
        """Measure the ranking on the judged queries of FILE (JSON lines: query, lang, kind, filters, relevant)."""
        import anyio

        judged = _judged(file)
        index = index_of(context)
        meaning = adapter_of(context).meaning
        wanted = _ready(meaning, tuple(dict.fromkeys(modes)))
        try:
            found = anyio.run(_measured, meaning, index, wanted, judged)
        finally:
            meaning.close()
        _show(found, judged)

    return evaluate_file


def _judged(file: Path) -> "list[Judged]":
    from lexgate_skills.evaluation import UnusableJudgements, read_judgements

    try:
        judged = read_judgements(file)
    except (UnusableJudgements, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"The file cannot be read as judged queries. {error}") from None
    if not judged:
        raise click.ClickException("The file holds no judged query.")
    return judged


def _ready(meaning: "Meaning", modes: Sequence[Mode]) -> Sequence[Mode]:
    """Return the modes to measure: those asked for, which must be ready, or else all that are."""
    if modes and set(modes) == {"keyword"}:
        return modes
    state = meaning.readiness()
    if not state.problem:
        return modes or MODES
    if modes:
        raise click.ClickException(f"{state.problem} {state.mend}")
    click.echo(f"Measured by keyword alone: {state.problem} {state.mend}", err=True)
    return ("keyword",)


class _InMode:
    """Ranks each question in one mode as a server would, and refuses to be anything less. For a worker thread."""

    def __init__(self, meaning: "Meaning", index: "KeywordIndex", mode: Mode) -> None:
        self._meaning, self._index, self._mode = meaning, index, mode

    def retrieve(self, question: "Question", limit: int) -> "Retrieved":
        from anyio import from_thread

        ranking = from_thread.run(self._meaning.ranking, question.text, self._mode, _SECONDS)
        found = ranking.over(self._index).retrieve(question, limit)
        if ranking.mode != self._mode:
            raise click.ClickException(f"The mode {self._mode} gave way in the middle. {ranking.notice}")
        return found


async def _measured(
    meaning: "Meaning", index: "KeywordIndex", modes: Sequence[Mode], judged: "Sequence[Judged]"
) -> "dict[Mode, list[Measured]]":
    from anyio.to_thread import run_sync

    from lexgate_skills.evaluation import measured

    found = {mode: await run_sync(measured, _InMode(meaning, index, mode), judged) for mode in modes}
    if set(modes) != {"keyword"} and (missing := meaning.opened(index).missing):
        click.echo(f"{missing} of {index.skills} skills have no vectors: run `lexgate skills embed`.", err=True)
    return found


def _show(found: "Mapping[Mode, Sequence[Measured]]", judged: "Sequence[Judged]") -> None:
    from rich.console import Console

    from lexgate_kit.inline import one_line
    from lexgate_skills.evaluation import groups

    places = {
        "all" if name == "all" else f"{name} {one_line(value, 24)}": at
        for name, by in groups(judged).items()
        for value, at in by.items()
    }
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    console.print(_means(found, places))
    if len(found) > 1:
        console.print(_differences(found, places))
    console.print(_NOTE, markup=False, highlight=False)


def _means(found: "Mapping[Mode, Sequence[Measured]]", places: Mapping[str, Sequence[int]]) -> "Table":
    from lexgate_skills.intervals import interval

    table = _table("mode", "nDCG@10", "recall@10", "nDCG@10 as shown")
    for label, at in places.items():
        for number, (mode, rows) in enumerate(found.items()):
            some = [rows[place] for place in at]
            ndcg, recall = interval([each.ndcg for each in some]), interval([each.recall for each in some])
            shown = sum(each.shown for each in some) / len(some)
            head = (label, str(len(at))) if number == 0 else ("", "")
            _add(table, *head, mode, _written(ndcg, ""), _written(recall, ""), f"{shown:.3f}")
    return table


def _differences(found: "Mapping[Mode, Sequence[Measured]]", places: Mapping[str, Sequence[int]]) -> "Table":
    from lexgate_skills.intervals import FEWEST, interval

    table = _table("difference", "nDCG@10", "recall@10")
    for label, at in places.items():
        for number, (one, other) in enumerate(combinations(found, 2) if len(at) >= FEWEST else ()):
            pairs = [(found[other][place], found[one][place]) for place in at]
            ndcg = interval([more.ndcg - less.ndcg for more, less in pairs])
            recall = interval([more.recall - less.recall for more, less in pairs])
            head = (label, str(len(at))) if number == 0 else ("", "")
            _add(table, *head, f"{other} - {one}", _written(ndcg, "+"), _written(recall, "+"))
    return table


def _written(found: "Interval", sign: str) -> str:
    mean = format(found.mean, f"{sign}.3f") + ("*" if sign and found.is_clear else "")
    if found.low is None or found.high is None:
        return mean
    return f"{mean} ({format(found.low, f'{sign}.3f')} to {format(found.high, f'{sign}.3f')})"


def _table(*names: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("queries", no_wrap=True)
    table.add_column("", no_wrap=True, justify="right")
    for name in names:
        table.add_column(name, no_wrap=True)
    return table


def _add(table: "Table", *cells: str) -> None:
    from rich.text import Text

    # Text, not a string: kinds and languages come from the file and must not be read as markup.
    table.add_row(*map(Text, cells))
