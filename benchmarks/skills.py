"""What the skill library costs and how good it ranks: `python -m benchmarks.skills FOLDER … [--judged FILE]`.

Each folder is a library; the judged queries are asked of the first one alone. Nothing in the folders is changed.
Needs no network. Times are wall times: run it on a quiet machine, and compare with the CPU seconds it prints.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import anyio

from lexgate_kit.adapter import AdapterContext, Call
from lexgate_skills.arguments import SearchArguments
from lexgate_skills.builder import BuildJob, Built, Progress, run_build
from lexgate_skills.evaluation import evaluate, read_judgements
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.library import current
from lexgate_skills.settings import SkillsSettings
from lexgate_skills.skills import SkillsAdapter

QUERIES, SEED = 400, 20_293
TARGETS = {"build": 15.0, "changed": 2.0, "unchanged": 1.0, "index_mb": 40.0, "p50": 5.0, "p95": 25.0, "rss": 120.0}
SKILL = "---\nname: bench\ntitle: Benchmark skill {}\nlanguage: en\n---\nA skill of the benchmark, {}.\n"


def main() -> int:
    """Run every measurement and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="library folders")
    parser.add_argument("--judged", type=Path, help="judged queries (JSON lines) over the first folder")
    given = parser.parse_args()
    libraries = {f"library{at}": folder.resolve() for at, folder in enumerate(given.folders)}
    with tempfile.TemporaryDirectory(prefix="lexgate-bench-") as scratch:
        folder = Path(scratch)
        measure_builds(folder, libraries)
        queries = list(titles(folder / "data" / "skills", QUERIES))
        anyio.run(measure_searches, folder, libraries, queries)
        measure_server(folder, libraries, queries)
        if given.judged is not None:
            measure_ranking(folder / "judged", libraries["library0"], given.judged)
    return 0


def said(what: str, value: float, unit: str, target: str = "") -> None:
    """Print one figure beside its target."""
    limit = f"   (target {TARGETS[target]:g} {unit})" if target else ""
    print(f"{what:52} {value:10.2f} {unit}{limit}", flush=True)


def build(home: Path, libraries: dict[str, Path], *, fresh: bool = False) -> tuple[Built, float, float]:
    """Return the outcome of a build, its wall seconds, and its CPU seconds with its workers."""
    before = os.times()
    started = time.perf_counter()

    async def run() -> Any:
        return await run_build(BuildJob(home, libraries, fresh=fresh), Progress())

    outcome = anyio.run(run)
    wall = time.perf_counter() - started
    after = os.times()
    if not isinstance(outcome, Built):
        raise SystemExit(f"the build failed: {outcome.message}")
    return outcome, wall, after.children_user + after.children_system - before.children_user - before.children_system


def measure_builds(folder: Path, libraries: dict[str, Path]) -> None:
    home, own = folder / "data" / "skills", folder / "own" / "bench"
    own.mkdir(parents=True)
    (own / "SKILL.md").write_text(SKILL.format(1, "one"), encoding="utf-8")
    everything = {**libraries, "own": folder / "own"}
    outcome, wall, cpu = build(home, everything)
    print(f"{outcome.skills} skills in {len(libraries)} folders and one of ours; {os.cpu_count()} processors")
    said("build from nothing", wall, "s", "build")
    said("  its CPU time, all processes", cpu, "s")
    said("unchanged library checked", min(build(home, everything)[1] for _ in range(3)), "s", "unchanged")
    (own / "SKILL.md").write_text(SKILL.format(2, "changed"), encoding="utf-8")
    outcome, wall, _ = build(home, everything)
    if outcome.changed != 1:
        raise SystemExit(f"{outcome.changed} skills were worked on instead of one")
    said("one skill changed", wall, "s", "changed")
    size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
    said("index on disk", size / 1e6, "MB", "index_mb")


def titles(home: Path, count: int) -> Iterator[str]:
    """Yield titles of skills, cut to six words, and single long words: what people type, drawn from the library."""
    index = KeywordIndex(current(home))
    from lexgate_skills.question import Question

    draw = random.Random(SEED)
    seeds = ["Vertrag", "contract", "Frist", "review", "Klage", "合同", "contrato", "Prüfung", "data", "Kündigung"]
    pool = [str(each.card["title"]) for seed in seeds for each in index.retrieve(Question(seed), 200).ranked]
    for at in range(count):
        words = draw.choice(pool).split()
        yield " ".join(words[:6]) if at % 2 else max(words, key=len)


async def measure_searches(folder: Path, libraries: dict[str, Path], queries: Sequence[str]) -> None:
    named = {"open": "", "starter": "", "own": str(folder / "own"), **{n: str(p) for n, p in libraries.items()}}
    context = AdapterContext("0", folder / "data", folder, folder, folder)
    adapter = SkillsAdapter(SkillsSettings.model_validate({"libraries": named}), context)
    taken = []
    async with adapter.lifespan():
        for query in [*queries[:20], *queries]:
            call = Call("bench", anyio.current_time() + 45)
            started = time.perf_counter()
            result = await adapter.search(SearchArguments(query=query, mode="keyword"), call)
            taken.append((time.perf_counter() - started) * 1000)
            if result.index != "ready":
                raise SystemExit("the index was not ready")
    times = sorted(taken[20:])
    said("search in process, with snippets, median", statistics.median(times), "ms", "p50")
    said("search in process, with snippets, 95th percentile", times[int(len(times) * 0.95)], "ms", "p95")


def measure_server(folder: Path, libraries: dict[str, Path], queries: Sequence[str]) -> None:
    """Ask a real server over its pipes, then read its resident memory and the time that its end takes."""
    lines = [f'{name} = "{path.as_posix()}"' for name, path in {**libraries, "own": folder / "own"}.items()]
    config = folder / "lexgate.toml"
    config.write_text(
        '[paths]\ndata_dir = "data"\n[adapters.normkompass]\nenabled = false\n[adapters.uklaw]\nenabled = false\n'
        '[adapters.skills]\nvectors = "off"\n[adapters.skills.libraries]\n'
        + "\n".join(['open = ""', 'starter = ""', *lines]),
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "lexgate", "--config", str(config), "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}}
        talk(server, "initialize", client)
        server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        taken = []
        for query in queries:
            started = time.perf_counter()
            answer = talk(
                server, "tools/call", {"name": "skills_search", "arguments": {"query": query, "mode": "keyword"}}
            )
            taken.append((time.perf_counter() - started) * 1000)
            if answer["result"]["structuredContent"]["index"] != "ready":
                raise SystemExit("the server's index was not ready")
        said("search over stdio, median", statistics.median(taken), "ms")
        status = Path(f"/proc/{server.pid}/status")
        if status.exists():
            rss = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
            said(
                f"resident memory of the server after {len(queries)} searches", int(rss.split()[1]) / 1000, "MB", "rss"
            )
        started = time.perf_counter()
        server.stdin.close()
        server.wait(10)
        said("exit after end of input", time.perf_counter() - started, "s")


def talk(server: "subprocess.Popen[bytes]", method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Send one request and return its answer."""
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
    server.stdin.flush()
    while True:
        line = json.loads(server.stdout.readline())
        if line.get("id") == 1:
            return dict(line)


def measure_ranking(home: Path, folder: Path, judged: Path) -> None:
    build(home, {"library0": folder})
    scores = evaluate(KeywordIndex(current(home)), read_judgements(judged))
    for name, by in scores.items():
        for value, each in by.items():
            label = value if name != "all" else "all judged queries"
            print(
                f"{label:34} {each.queries:4}  nDCG@10 {each.ndcg:.3f}  recall@10 {each.recall:.3f}"
                f"  nDCG@10 as shown {each.shown:.3f}"
            )


if __name__ == "__main__":
    sys.exit(main())
