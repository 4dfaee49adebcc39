"""The index: built once, kept up to date, rebuilt when damaged, and whole whatever happens to its builder."""

import gc
import json
import os
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from skills_fixtures import adapter_over, ask, call_tool, new_call, paths, skill_text, small_library, until, write_skill

from lexgate_kit.errors import NotConfigured
from lexgate_skills.arguments import GetArguments, SearchArguments
from lexgate_skills.build import Outcome, build
from lexgate_skills.builder import BuildJob, Built, Failed, Progress, run_build
from lexgate_skills.catalogue import scan
from lexgate_skills.generations import Generations, Unusable, read_findings
from lexgate_skills.glossary import shared_glossary
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.library import LOOKS_EVERY, Library, current
from lexgate_skills.question import Question
from lexgate_skills.terms import TERMS_VERSION

MANY = 450  # more than the builder folds without workers


def build_in_another_process(home: Path, **libraries: Path) -> Built | Failed:
    async def run() -> Built | Failed:
        return await run_build(BuildJob(home, libraries), Progress())

    return anyio.run(run)


def built(home: Path, **libraries: Path) -> Outcome:
    """Build here, which is quicker."""
    home.mkdir(mode=0o700, exist_ok=True)
    return build(Generations(home, terms=TERMS_VERSION), libraries, now=datetime(2026, 1, 1, tzinfo=UTC))


def found(home: Path, query: str) -> list[str]:
    return [each.path for each in KeywordIndex(current(home)).retrieve(Question(query), 10).ranked]


def many_skills(root: Path, count: int = MANY) -> Path:
    for at in range(count):
        write_skill(root, f"x/s{at}", skill_text(f"Deed {at}", f"word{at}", f"body{at} " * 40, language="en"))
    return root


def test_a_build_leaves_the_glossary_with_the_users_entries_for_the_server_to_read(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("concepts:\n  keeping:\n    de: [Zebrahaltung]\n", encoding="utf-8")
    job = BuildJob(tmp_path / "home", {"firm": small_library(tmp_path / "firm")}, own)

    async def run() -> Built | Failed:
        return await run_build(job, Progress())

    assert isinstance(anyio.run(run), Built)
    kept = (tmp_path / "home" / "glossary.table").stat().st_mtime_ns
    assert [each.concept for each in shared_glossary(own, tmp_path / "home").linked("Zebrahaltung")] == ["keeping"]
    assert (tmp_path / "home" / "glossary.table").stat().st_mtime_ns == kept


def test_an_index_that_is_not_needed_any_more_leaves_memory_at_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    built(home, firm=small_library(tmp_path / "firm"))
    index = KeywordIndex(current(home), partial(shared_glossary, None))
    index.retrieve(Question("Kündigung"), 5)
    index.candidates(Question("Kündigung"), 5)
    there, statistics = weakref.ref(index), weakref.ref(index._queries)
    gc.disable()  # its mapped files would stay until a collection that may never come
    try:
        del index
        assert (there(), statistics()) == (None, None)
    finally:
        gc.enable()


def test_an_unchanged_library_is_not_worked_on(tmp_path: Path) -> None:
    root = small_library(tmp_path / "firm")
    first, second = built(tmp_path / "home", firm=root), built(tmp_path / "home", firm=root)
    assert (first.changed, second.changed) == (5, 0)
    assert second.generation == first.generation


def test_only_what_changed_is_worked_on(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    built(home, firm=root)
    write_skill(root, "new/skill", skill_text("Escrow agreement"))
    write_skill(root, "gb/contracts/skills/nda-review", skill_text("Lease renewal"))
    (root / "fr/general/skills/recherche/SKILL.md").unlink()
    outcome = built(home, firm=root)
    assert (outcome.changed, outcome.skills) == (3, 5)
    assert found(home, "escrow") == ["new/skill"]
    assert found(home, "renewal") == ["gb/contracts/skills/nda-review"]
    assert found(home, "confidential") == []
    assert found(home, "Rechercher") == []


def test_a_touched_file_with_the_same_content_is_not_worked_on(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    built(home, firm=root)
    os.utime(root / "gb/contracts/skills/nda-review/SKILL.md", ns=(1, 1))
    assert built(home, firm=root).changed == 0
    assert found(home, "confidential") == ["gb/contracts/skills/nda-review"]


def test_a_library_that_left_the_settings_leaves_the_index(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    other = tmp_path / "other"
    write_skill(other, "x/y", skill_text("Escrow"))
    built(home, firm=root, other=other)
    assert built(home, firm=root).skills == 5
    assert found(home, "escrow") == []


def test_a_library_that_cannot_be_read_stays_as_it_was_indexed(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    built(home, firm=root)
    root.rename(tmp_path / "elsewhere")
    outcome = built(home, firm=root)
    assert (outcome.unreadable, outcome.skills) == (("firm",), 5)
    assert found(home, "confidential") == ["gb/contracts/skills/nda-review"]


def test_a_folder_with_the_librarys_name_beside_a_skill_of_the_library_itself_stops_no_build(tmp_path: Path) -> None:
    root, home = tmp_path / "library", tmp_path / "home"
    for inside, title in (("", "Escrow"), ("firm", "Deed"), ("firm/more", "Lease")):
        write_skill(root, inside, skill_text(title))
    assert built(home, firm=root).skills == 2
    assert found(home, "deed") == ["firm"]
    assert [each.path for each in read_findings(current(home)) if each.kind == "skipped"] == ["firm:SKILL.md"]


FILES_OF_EVERY_KIND: dict[str, bytes] = {
    "empty": b"",
    "no-frontmatter": b"# Deed\n\nText",
    "utf16": "---\ntitle: Deed\n---\nText".encode("utf-16"),
    "not-utf8": b"---\ntitle: Caf\xe9\n---\nText",
    "nul": b"---\ntitle: a\x00b\n---\nText",
    "aliases": b"---\na: &x [1]\nb: *x\n---\nText",
    "surrogate": b'---\ntitle: "\\ud83d"\n---\nText',
    "huge-frontmatter": b"---\ntitle: " + b"x" * 70_000 + b"\n---\nText",
    "unclosed": b"---\ntitle: Deed\nText",
}


def test_every_file_is_indexed_or_listed_with_its_reason(tmp_path: Path) -> None:
    root, home = tmp_path / "firm", tmp_path / "home"
    for name, data in FILES_OF_EVERY_KIND.items():
        write_skill(root, name, data)
    (root / "linked").mkdir()
    (root / "linked" / "SKILL.md").symlink_to(root / "nul" / "SKILL.md")
    (root / "loop").symlink_to(root)
    large = write_skill(root, "large", b"x")
    os.truncate(large, 6_000_000)
    assert built(home, firm=root).skills == len(FILES_OF_EVERY_KIND)
    skipped = {each.path: each.what for each in read_findings(current(home)) if each.kind == "skipped"}
    assert "symbolic links are not followed" in skipped["firm:linked/SKILL.md"]
    assert "larger than" in skipped["firm:large/SKILL.md"]
    assert "64 KB" in skipped["firm:huge-frontmatter/SKILL.md"]


def damage(home: Path, how: str) -> None:
    generation = current(home)
    largest = max(generation.index.iterdir(), key=lambda path: path.stat().st_size)
    if how == "flipped":
        data = bytearray(largest.read_bytes())
        data[len(data) // 2] ^= 0xFF
        largest.write_bytes(data)
    elif how == "truncated":
        os.truncate(largest, 10)
    elif how == "removed":
        largest.unlink()
    elif how == "pointer":
        (home / "current.json").write_bytes(b"\xff\x00{")
    elif how == "pointer outside":
        (home / "current.json").write_text('{"format": 1, "generation": "../../x"}')
    elif how == "report":
        (generation.folder / "report.json").write_text("[]")
    elif how == "other format":
        report = json.loads((generation.folder / "report.json").read_bytes())
        (generation.folder / "report.json").write_text(json.dumps({**report, "format": 99}))


DAMAGE = ["flipped", "truncated", "removed", "pointer", "pointer outside", "report", "other format"]


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_index_is_never_used_and_built_anew(tmp_path: Path, how: str) -> None:
    adapter = adapter_over(tmp_path, firm=small_library(tmp_path / "firm"))
    adapter.library.home.parent.mkdir()
    built(adapter.library.home, firm=tmp_path / "firm")
    damage(adapter.library.home, how)
    with pytest.raises(Unusable):
        current(adapter.library.home)
    assert paths(ask(adapter, "search", query="confidential")) == ["gb/contracts/skills/nda-review"]


def test_an_index_with_sound_checksums_that_does_not_open_is_built_anew(tmp_path: Path) -> None:
    adapter = adapter_over(tmp_path, firm=small_library(tmp_path / "firm"))
    ask(adapter, "search", query="confidential")
    home = adapter.library.home
    generation = current(home)
    (generation.index / "meta.json").write_text("{}")  # as a later tantivy might see an index of an earlier one
    (generation.folder / "report.json").unlink()
    Generations(home, terms=TERMS_VERSION).publish(generation.folder, generation.report)
    result = ask(adapter_over(tmp_path, firm=tmp_path / "firm"), "search", query="confidential")
    assert paths(result) == ["gb/contracts/skills/nda-review"]


def test_an_index_is_opened_where_no_lock_can_be_put_beside_it(tmp_path: Path) -> None:
    built(tmp_path / "home", firm=small_library(tmp_path / "firm"))
    folder = current(tmp_path / "home").index
    for name in (".tantivy-meta.lock", ".tantivy-writer.lock"):
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir()  # a read-only file system refuses the lock in the same way, also to root
    assert found(tmp_path / "home", "confidential") == ["gb/contracts/skills/nda-review"]


def test_terms_of_another_version_mean_a_new_index(tmp_path: Path) -> None:
    built(tmp_path / "home", firm=small_library(tmp_path / "firm"))
    with pytest.raises(Unusable, match="format"):
        Generations(tmp_path / "home", terms=TERMS_VERSION + 1).current()


def test_old_generations_are_removed_and_files_are_private(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    for at in range(3):
        write_skill(root, "new/skill", skill_text(f"Escrow {at}"))
        built(home, firm=root)
    assert len(list((home / "generations").iterdir())) == 1
    assert home.stat().st_mode & 0o077 == 0
    assert current(home).folder.stat().st_mode & 0o077 == 0


def test_an_unwritable_data_folder_gives_an_index_for_this_process_alone(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    adapter = adapter_over(tmp_path, firm=small_library(tmp_path / "firm"))

    async def run() -> Path:
        async with adapter.lifespan():
            result = await call_tool(adapter, "search", query="confidential")
            assert paths(result) == ["gb/contracts/skills/nda-review"]
            assert "data folder cannot be written" in result.notice
            return adapter.library.home

    assert not anyio.run(run).exists()


def test_where_nothing_can_be_written_the_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> str:
        raise OSError

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(NotConfigured, match="cannot be written") as raised:
        ask(adapter_over(tmp_path, firm=small_library(tmp_path / "firm")), "search", query="confidential")
    assert "data_dir" in raised.value.next_step


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file of this process or its children grow beyond `size`: to a writer, a full disk."""
    resource = pytest.importorskip("resource", reason="this system has no limit on the size of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_and_the_earlier_index_stays(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    first = built(home, firm=root)
    many_skills(root, 100)
    with largest_file(6_000):
        outcome = build_in_another_process(home, firm=root)
    assert isinstance(outcome, Failed)
    assert current(home).name == first.generation
    assert len(list((home / "generations").iterdir())) == 1
    assert found(home, "confidential") == ["gb/contracts/skills/nda-review"]
    assert built(home, firm=root).skills == 105


def start_builder(home: Path, root: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-P", "-m", "lexgate_skills.build_process"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(json.dumps({"home": str(home), "libraries": {"firm": str(root)}}).encode() + b"\n")
    process.stdin.flush()
    return process


def finish(process: "subprocess.Popen[bytes]") -> list[dict[str, Any]]:
    assert process.stdout is not None
    events = [json.loads(line) for line in process.stdout]
    process.wait(20)
    process.stdout.close()
    if process.stdin is not None:
        process.stdin.close()
    return events


def wait_for_progress(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["event"] == "progress"


def test_a_killed_builder_leaves_what_was_there(tmp_path: Path) -> None:
    root, home = many_skills(tmp_path / "firm"), tmp_path / "home"
    killed = start_builder(home, root)
    wait_for_progress(killed)
    killed.kill()
    finish(killed)
    assert Generations(home, terms=TERMS_VERSION).current_name() == ""
    again = build_in_another_process(home, firm=root)
    assert isinstance(again, Built)
    assert again.skills == MANY
    assert len(list((home / "generations").iterdir())) == 1


def test_the_builder_and_its_workers_end_when_the_server_is_gone(tmp_path: Path) -> None:
    builder = start_builder(tmp_path / "home", many_skills(tmp_path / "firm", 1_000))
    wait_for_progress(builder)
    workers = _children(builder.pid)
    assert builder.stdin is not None
    builder.stdin.close()
    assert builder.wait(2) == 3
    assert builder.stdout is not None
    builder.stdout.close()

    async def gone() -> None:
        await until(lambda: not any(_runs(worker) for worker in workers))

    anyio.run(gone)


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        pytest.skip("this system does not list a process's children in /proc")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_of_four_builders_at_once_one_does_the_work(tmp_path: Path) -> None:
    root, home = small_library(tmp_path / "firm"), tmp_path / "home"
    builders = [start_builder(home, root) for _ in range(4)]
    ends = [finish(each)[-1] for each in builders]
    assert sorted(end["changed"] for end in ends) == [0, 0, 0, 5]
    assert len({end["generation"] for end in ends}) == 1


def test_a_call_that_cannot_wait_is_told_how_far_the_build_is(tmp_path: Path) -> None:
    adapter = adapter_over(tmp_path, firm=small_library(tmp_path / "firm"))

    async def run() -> None:
        async with adapter.lifespan():
            result = await adapter.search(SearchArguments(query="confidential"), new_call(0))
            assert result.index.startswith("building")
            assert "nothing was searched yet" in result.notice
            with pytest.raises(NotConfigured, match="could not be looked up"):
                await adapter.get(GetArguments(id="x"), new_call(0))
            assert (await call_tool(adapter, "search", query="confidential")).index == "ready"

    anyio.run(run)


def test_a_waiting_call_is_told_the_progress(tmp_path: Path) -> None:
    told: list[str] = []

    async def note(done: float, total: float | None, words: str) -> None:
        told.append(words)

    adapter = adapter_over(tmp_path, firm=small_library(tmp_path / "firm"))

    async def run() -> None:
        async with adapter.lifespan():
            await adapter.search(SearchArguments(query="confidential"), new_call(40, progress=note))

    anyio.run(run)
    assert told
    assert all(words.startswith("Indexing: ") for words in told)


def test_changed_files_are_looked_for_while_searching_once_a_minute(tmp_path: Path) -> None:
    now = [0.0]
    root = small_library(tmp_path / "firm")
    library = Library({"firm": root}, tmp_path / "home", clock=lambda: now[0])

    def escrow(index: KeywordIndex) -> list[str]:
        return [each.path for each in index.retrieve(Question("escrow"), 5).ranked]

    async def run() -> None:
        async with library.alive():
            assert await library.ask(new_call(), escrow) == []
            first = library.report["built_at"], library._index.generation.name if library._index else ""
            write_skill(root, "new/skill", skill_text("Escrow"))
            now[0] = LOOKS_EVERY - 1
            await library.ask(new_call(), escrow)
            assert not library._building
            now[0] = LOOKS_EVERY
            assert await library.ask(new_call(), escrow) == []  # answered from what is there, at once
            await until(lambda: library._index is not None and library._index.generation.name != first[1])
            assert await library.ask(new_call(), escrow) == ["new/skill"]

    anyio.run(run)


def test_health_counts_what_was_repaired_and_says_where(tmp_path: Path) -> None:
    write_skill(tmp_path / "firm", "x/y", "---\ntitle: Deed\ndescription: Review: find risks\n---\nText\n")
    adapter = adapter_over(tmp_path, firm=tmp_path / "firm", lost=tmp_path / "lost")
    assert "no index yet" in anyio.run(adapter.health).summary
    ask(adapter, "search", query="deed")
    health = anyio.run(adapter.health)
    assert (health.ready, health.facts["skills"], health.facts["repaired"]) == (True, 1, 1)
    assert health.local_facts["repaired_or_skipped"][0].startswith("firm:x/y/SKILL.md:")
    assert 'The folder of the library "lost" is not there.' in [each.what for each in health.findings]


@pytest.mark.corpus
def test_every_file_of_the_sample_of_the_open_library_is_indexed(tmp_path: Path, shared: Path) -> None:
    root = shared / "corpus" / "skills-open-sample"
    on_disk = {file.parent.relative_to(root).as_posix() for file in root.rglob("SKILL.md")}
    assert built(tmp_path / "home", sample=root).skills == len(on_disk) > 0
    rows = json.loads((current(tmp_path / "home").folder / "manifest.json").read_bytes())
    assert {key.partition(":")[2] for key, *_ in rows} == on_disk


@pytest.mark.corpus
def test_every_file_of_the_real_skills_is_seen(shared: Path) -> None:
    root = shared / "corpus" / "skills"
    found = scan({"real": root})
    skipped = {each.path.removeprefix("real:").removesuffix("/SKILL.md") for each in found.findings}
    on_disk = {file.parent.relative_to(root).as_posix() for file in root.rglob("SKILL.md")}
    assert {file.id for file in found.files} | skipped == on_disk
