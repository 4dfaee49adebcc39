"""Building and opening the index from the command line, with a progress bar. It imports rich and tantivy."""

import anyio
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from lexgate_skills.builder import Built, Failed, run_build
from lexgate_skills.builder import Progress as Done
from lexgate_skills.generations import Unusable
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.library import Library, current

_LOOKS_EVERY = 0.1


class IndexUnavailable(Exception):
    """There is no index and none can be built; the text is ours."""


def build_with_bar(library: Library, *, fresh: bool = False) -> str:
    """Bring the index up to date and return what was done as a sentence. Raises: IndexUnavailable."""
    built = anyio.run(_build, library, fresh)
    if isinstance(built, Failed):
        raise IndexUnavailable(f"{built.message} The folder is {library.home}.")
    missing = f" Not readable: {', '.join(built.unreadable)}." if built.unreadable else ""
    if not built.changed:
        return f"{built.skills} skills; nothing had changed.{missing}"
    return f"{built.skills} skills; {built.changed} were worked on.{missing}"


def up_to_date_index(library: Library) -> KeywordIndex:
    """Bring the index up to date and open it. Raises: IndexUnavailable."""
    build_with_bar(library)
    try:
        return KeywordIndex(current(library.home), library.glossary)
    except Unusable as error:
        raise IndexUnavailable("The index cannot be opened. Run 'lexgate skills index --fresh'.") from error


async def _build(library: Library, fresh: bool) -> Built | Failed:
    done = Done()
    columns = (TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("index", total=None)

        async def show() -> None:
            while True:
                bar.update(task, completed=done.done, total=done.total or None)
                await anyio.sleep(_LOOKS_EVERY)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(show)
            built = await run_build(library.job(fresh=fresh), done)
            tasks.cancel_scope.cancel()
    return built
