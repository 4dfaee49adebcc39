"""The skill library as an adapter: its three tools, its life and its health.

Its parts are imported when they are first needed, because a client waits for the start of every conversation.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from anyio import create_task_group, current_time
from anyio.abc import TaskGroup
from anyio.to_thread import run_sync
from pydantic import BaseModel

from lexgate_kit.adapter import AdapterContext, Call, Finding, Health, ResourceSpec, ToolSpec
from lexgate_kit.errors import NotConfigured, ToolFailure, UnusableInput
from lexgate_kit.inline import one_line
from lexgate_skills.arguments import FacetArguments, GetArguments, SearchArguments
from lexgate_skills.language_names import language_name
from lexgate_skills.ranking import Ranking
from lexgate_skills.results import FacetsResult, SearchResult, SkillResult, render_facets, render_search, render_skill
from lexgate_skills.settings import (
    SkillsSettings,
    index_home,
    library_folders,
    models_home,
    open_library_folder,
    vectors_home,
)

if TYPE_CHECKING:
    from lexgate_skills.keyword_index import KeywordIndex
    from lexgate_skills.library import Library
    from lexgate_skills.model.supply import ModelSupply
    from lexgate_skills.question import Question
    from lexgate_skills.vectors.background import Background
    from lexgate_skills.vectors.embed_job import EmbedJob
    from lexgate_skills.vectors.meaning import Meaning

_MOST_TAGS = 60
_MOST_CODES = 200
_MOST_SUGGESTED = 200
_PRIVATE = "The data folder cannot be written, so the index was built in a temporary folder for this process alone."


class SkillsAdapter:
    """Finds and reads legal skills in the libraries of the settings."""

    namespace: ClassVar[str] = "skills"
    settings_model: ClassVar[type[BaseModel]] = SkillsSettings

    def __init__(self, settings: SkillsSettings, context: AdapterContext) -> None:
        self.settings = settings
        self.context = context
        self._tasks: TaskGroup | None = None

    @cached_property
    def library(self) -> "Library":
        """The libraries with their keyword index."""
        from lexgate_skills.library import Library

        folders, home = library_folders(self.settings, self.context), index_home(self.settings, self.context)
        return Library(folders, home, glossary_file=self.settings.glossary)

    @cached_property
    def meaning(self) -> "Meaning":
        """The search by meaning."""
        from lexgate_skills.embedding.embedder import HelperLimits
        from lexgate_skills.vectors.concepts import ConceptNames
        from lexgate_skills.vectors.meaning import Meaning

        return Meaning(
            self.model_supply(),
            vectors_home(self.settings, self.context),
            HelperLimits(idle_seconds=self.settings.helper_idle_seconds),
            enabled=self.settings.vectors == "auto",
            concepts=ConceptNames(self.library.glossary),
        )

    @cached_property
    def background(self) -> "Background":
        """The embedding that goes on beside the serving."""
        from lexgate_skills.vectors.background import Background

        return Background(self.embed_job, self.meaning.forget)

    def model_supply(self) -> "ModelSupply":
        """Return where the model of the settings is, or goes."""
        from lexgate_skills.model.supply import ModelSupply

        return ModelSupply(self.settings.model, models_home(self.context), self.settings.model_dir)

    def embed_job(self) -> "EmbedJob":
        """Return what `lexgate skills embed` and the background embed."""
        from lexgate_skills.vectors.embed_job import EmbedJob

        return EmbedJob(
            self.library.libraries,
            self.model_supply().folder(),
            vectors_home(self.settings, self.context),
            self.settings.glossary,
        )

    def tools(self) -> tuple[ToolSpec[Any, Any], ...]:
        """Return the three tools."""
        return (
            ToolSpec(
                "search",
                "Search legal skills",
                "Find legal skills (methods, checklists, templates) by the words of a task. Read one with skills_get.",
                SearchArguments,
                SearchResult,
                self.search,
                render_search,
            ),
            ToolSpec(
                "get",
                "Read a legal skill",
                "Read the SKILL.md of one skill by the id of a hit, in parts when it is long.",
                GetArguments,
                SkillResult,
                self.get,
                render_skill,
            ),
            ToolSpec(
                "list_facets",
                "Count legal skills",
                "Count skills by language, jurisdiction, practice, tag and library: the values that filters take.",
                FacetArguments,
                FacetsResult,
                self.list_facets,
                render_facets,
            ),
        )

    def resources(self) -> tuple[ResourceSpec, ...]:
        """Return the skills as documents with addresses."""
        return (
            ResourceSpec(
                "skill",
                "id",
                "Legal skill",
                "One skill of the library by its id, as skills_get reads it.",
                "get",
                lambda id: {"id": id},
                self.suggest,
                alive=True,
            ),
        )

    async def suggest(self, typed: str, call: Call) -> Sequence[str]:
        """Return ids of skills that start with what was typed; none while the first index is built."""
        found = await self.library.ask(call, lambda index: index.starting_with(typed, _MOST_SUGGESTED))
        return [one_line(each, 1_000) for each in found or ()]

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Let the index be built in the background while this is entered."""
        async with self.library.alive(), create_task_group() as tasks:
            self._tasks = tasks
            try:
                yield
            finally:
                self._tasks = None
                tasks.cancel_scope.cancel()
                if "meaning" in vars(self):  # it was asked for
                    self.meaning.close()

    async def search(self, asked: SearchArguments, call: Call) -> SearchResult:
        """Answer `skills_search`."""
        from lexgate_skills.question import Question
        from lexgate_skills.search import Page, read_cursor, search  # imports tantivy

        if not asked.query.strip():
            raise UnusableInput("The query is blank.", next_step="Give the words of the task.")
        question = Question(asked.query, asked.filters())
        page = Page(question, read_cursor(asked.cursor, question), asked.limit)
        ranking = await self._ranking(asked, question, call)
        found = await self.library.ask(
            call, partial(search, page=page, libraries=self.library.libraries, ranks=ranking.over)
        )
        self._embed_beside()
        notices = [*filter(None, [ranking.notice]), *self._notices()]
        if found is None:
            return SearchResult(hits=[], mode="keyword", total=0, index=self.library.state, notice=self._wait())
        if found.guidance:
            notices.insert(0, found.guidance)
        return SearchResult(
            hits=found.hits,
            mode=ranking.mode,
            total=found.total,
            next_cursor=found.next_cursor,
            index=self.library.state,
            notice=" ".join(notices) or None,
        )

    async def get(self, asked: GetArguments, call: Call) -> SkillResult:
        """Answer `skills_get`."""
        from lexgate_skills.reading import look_up, read  # imports tantivy

        def answer(index: "KeywordIndex") -> SkillResult:
            return read(look_up(index, asked.id), asked, self.library.libraries, call.fence)

        result = await self.library.ask(call, answer)
        if result is None:
            raise NotConfigured(
                f"The first index is not ready ({self.library.state}), so the id could not be looked up.",
                reason="index_building",
                next_step="Call again in some seconds. This does not mean that there is no such skill.",
                retry_after=10,
            )
        return result

    async def list_facets(self, asked: FacetArguments, call: Call) -> FacetsResult:
        """Answer `skills_list_facets`."""
        from lexgate_skills.question import Question

        filters = asked.filters()

        def answer(index: "KeywordIndex") -> tuple[int, dict[str, dict[str, int]]]:
            return index.count(Question("", filters)), index.facets(filters)

        found = await self.library.ask(call, answer)
        total, facets = found or (0, {})
        return FacetsResult(
            total=total,
            languages=[{**row, "name": language_name(row["code"])} for row in _rows(facets.get("language"))],
            jurisdictions=_rows(facets.get("jurisdiction")),
            practices=_rows(facets.get("practice")),
            tags=_rows(facets.get("tag"))[:_MOST_TAGS],
            libraries=_rows(facets.get("library")),
            index=self.library.state,
            notice=" ".join([*_cut_short(facets), *self._notices()]) or None if found else self._wait(),
        )

    async def _ranking(self, asked: SearchArguments, question: "Question", call: Call) -> Ranking:
        mode = asked.mode if question.has_words else "keyword"
        if mode == "keyword" or (mode == "auto" and self.settings.vectors == "off"):
            return Ranking("keyword")

        async def prepared() -> None:
            with suppress(ToolFailure):  # the search itself meets it again, and tells it
                await self.library.ask(call, lambda index: self.meaning.prepare(index, mode, question))

        # The words are asked while the model works, in its own process: together they take as long as the longer one.
        async with create_task_group() as group:
            group.start_soon(prepared)
            ranking = await self.meaning.ranking(asked.query, mode, call.deadline - current_time())
        return ranking

    def _embed_beside(self) -> None:
        """Make missing vectors while serving, where the settings ask for it and a model is there."""
        report = self.library.report
        wanted = self.settings.embed_in_background and self.settings.vectors == "auto"
        if wanted and report and self._tasks is not None and self.model_supply().folder().is_dir():
            self.background.start(self._tasks, str(report.get("built_at", "")))

    def _wait(self) -> str:
        return (
            f"The first index is not ready ({self.library.state}). This is no answer: nothing was searched yet. "
            "Call again in some seconds."
        )

    def _notices(self) -> list[str]:
        notices = [_PRIVATE] if self.library.is_private else []
        gone = [name for name in self.library.unreadable if name in self._once_indexed()]
        if gone:
            notices.append(f"Not readable now, so searched as last indexed: {', '.join(gone)}.")
        if self.library.failure is not None:
            notices.append(f"The index could not be brought up to date: {self.library.failure.message}")
        return notices

    def _once_indexed(self) -> frozenset[str]:
        counts = self.library.report.get("libraries", {})
        return frozenset(name for name, count in counts.items() if count)

    async def health(self, *, probe: bool = False) -> Health:
        """Return what is indexed, without building anything; nothing here needs a network."""
        from lexgate_skills.library import state_on_disk

        del probe
        meant = await run_sync(self.meaning.readiness, abandon_on_cancel=True)
        known = await run_sync(state_on_disk, self.library.home, abandon_on_cancel=True)
        missing = [name for name, folder in self.library.libraries.items() if not folder.is_dir()]
        findings = [self._missing(name) for name in missing]
        local: dict[str, Any] = {
            "index_folder": str(self.library.home),
            "library_folders": {name: str(folder) for name, folder in self.library.libraries.items()},
        }
        if self.library.failure is not None:
            findings.append(Finding("problem", self.library.failure.message, "See 'lexgate skills index'."))
        if meant.problem and self.settings.vectors == "auto":
            findings.append(Finding("warning", f"Skills are searched by keyword alone: {meant.problem}", meant.mend))
        if known is None:
            ready = not findings or len(missing) < len(self.library.libraries)
            state = "no index yet; the first search builds it"
            return Health(ready, state, "Run 'lexgate skills index' to build it now.", {}, local, findings)
        facts = {
            "skills": known.report["skills"],
            "libraries": known.report["libraries"],
            "built_at": known.report["built_at"],
            "index": self.library.state if self.library.is_open else "ready",
            "meaning": meant.problem or meant.facts,
            **({"embedding": str(self.background.progress)} if str(self.background.progress) else {}),
            "repaired": known.report["findings"]["repaired"],
            "skipped": known.report["findings"]["skipped"],
        }
        if known.worst:
            local["repaired_or_skipped"] = [*known.worst, "all of them: lexgate skills doctor"]
        return Health(True, f"{facts['skills']:,} skills", "", facts, local, findings)

    def _missing(self, name: str) -> Finding:
        own = self.library.libraries[name] == open_library_folder(self.settings, self.context)
        mend = "Run 'lexgate skills sync'." if own else f"Mend the path adapters.skills.libraries.{name}."
        return Finding("warning", f'The folder of the library "{name}" is not there.', mend)

    def stored(self) -> tuple[Path, ...]:
        """Return the index folder, where the settings put it elsewhere than in the data folder."""
        return (self.library.home,) if self.settings.index_dir is not None else ()


def _cut_short(facets: Mapping[str, Mapping[str, int]]) -> list[str]:
    cut = [name for name, counts in facets.items() if len(counts) > _MOST_CODES and name != "tag"]
    return [f"Only the {_MOST_CODES} most frequent values are listed of: {', '.join(cut)}."] if cut else []


def _rows(counts: Mapping[str, int] | None) -> list[dict[str, Any]]:
    ordered = Counter(counts or {}).most_common()
    return [{"code": one_line(code, 60), "count": count} for code, count in ordered[:_MOST_CODES]]
