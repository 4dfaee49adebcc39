"""Progress on stderr: a bar at a terminal, a line a step elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from lexgate_skills.model.reports import Report


@contextmanager
def shown_progress(*, of_bytes: bool = True) -> Iterator[Report]:
    """Give a Report that shows each thing being done and how far it is."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    counted = DownloadColumn() if of_bytes else MofNCompleteColumn()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), counted, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, object] = {}

        def report(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)  # type: ignore[arg-type]  # rich's own TaskID

        yield report


def _lines() -> Report:
    told: dict[str, int] = {}

    def report(what: str, done: int, total: int | None) -> None:
        tenth = 10 * done // total if total else 0
        if told.get(what) != tenth:
            told[what] = tenth
            share = f" {10 * tenth}%" if total else ""
            sys.stderr.write(f"{what}{share}\n")
            sys.stderr.flush()

    return report
