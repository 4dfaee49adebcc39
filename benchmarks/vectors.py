"""Measures search by meaning: how good, how fast, how much memory.

    python -m benchmarks.vectors prepare LIBRARY MODEL DATA     builds index and vectors (the speed of embedding)
    python -m benchmarks.vectors ranking LIBRARY MODEL DATA JUDGED   every mode and every way to fuse, by kind
    python -m benchmarks.vectors server  LIBRARY MODEL DATA     a real server over stdio: seconds and megabytes

LIBRARY is a folder of skills, MODEL a model folder, DATA a folder for what is built, JUDGED a file of judged queries.
Figures made with the reduced model of the development machines are "Q4-derived": its weights are not the original ones.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import anyio
import numpy as np

from lexgate_skills.build import build
from lexgate_skills.embedding.cores import usable_cores
from lexgate_skills.embedding.encoder import Encoder
from lexgate_skills.embedding.folder import read_folder
from lexgate_skills.embedding.tokens import open_tokenizer
from lexgate_skills.evaluation import evaluate, read_judgements
from lexgate_skills.generations import Generations
from lexgate_skills.glossary import shared_glossary
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.question import Question, Retrieved
from lexgate_skills.terms import TERMS_VERSION
from lexgate_skills.vectors.concepts import ConceptNames
from lexgate_skills.vectors.embed_job import EmbedJob, run_embed
from lexgate_skills.vectors.fusion import alternated, normalised, reciprocal
from lexgate_skills.vectors.index import Meant
from lexgate_skills.vectors.retrieval import MeaningRetriever
from lexgate_skills.vectors.state import open_vectors

QUERIES = [
    "notice period employment contract",
    "Kündigungsfrist Arbeitsvertrag",
    "data protection impact assessment",
    "Mietminderung wegen Schimmel",
    "résiliation du bail commercial",
    "劳动合同 解除 经济补偿",
    "cláusulas abusivas contrato bancario",
    "review of a software licence agreement",
]


def prepare(library: Path, model: Path, data: Path) -> None:
    store = keyword_store(data)
    start = time.perf_counter()
    outcome = build(store, {"open": library}, now=datetime.now(UTC))
    print(f"keyword index: {outcome.skills} skills, {time.perf_counter() - start:.1f} s")
    steps: dict[str, tuple[float, int]] = {}
    start = time.perf_counter()

    def told(what: str, done: int, total: int) -> None:
        steps[what] = (time.perf_counter() - start, done)

    ended = anyio.run(run_embed, EmbedJob({"open": library}, model, data / "skill-vectors"), told)
    print(f"{ended}, {usable_cores()} cores, {time.perf_counter() - start:.1f} s")
    for what, (seconds, done) in steps.items():
        print(f"  {what}: {done} by {seconds:.1f} s")


def keyword_store(data: Path) -> Generations:
    home = data / "skills"
    home.mkdir(parents=True, exist_ok=True)
    return Generations(home, terms=TERMS_VERSION)


class Asked:
    """A retriever that embeds each question itself, in this process, and searches as a server does."""

    def __init__(self, data: Path, model: Path, mode: Any, fusion: Any = None, *, concepts: bool = True) -> None:
        loaded = read_folder(model)
        self._keyword = KeywordIndex(keyword_store(data).current(), partial(shared_glossary, None))
        self._vectors = open_vectors(data / "skill-vectors", self._keyword.numbers)
        self._encoder = Encoder(loaded, lambda: open_tokenizer(loaded))
        self._names = ConceptNames(partial(shared_glossary, None)) if concepts else lambda text: ()
        self._mode, self._fusion = mode, fusion

    def retrieve(self, question: Question, limit: int) -> Retrieved:
        if self._mode == "keyword":
            return self._keyword.retrieve(question, limit)
        vector = self._encoder.embed_query([question.text]).astype("<f4").tobytes()
        meant = Meant(vector, self._names(question.text))
        return MeaningRetriever(self._keyword, self._vectors, meant, self._mode, self._fusion).retrieve(question, limit)


def ranking(library: Path, model: Path, data: Path, judgements: Path) -> None:
    judged = read_judgements(judgements)
    rows = {
        "keyword": Asked(data, model, "keyword"),
        "semantic": Asked(data, model, "semantic"),
        "semantic, no concepts": Asked(data, model, "semantic", concepts=False),
        "hybrid: alternation": Asked(data, model, "hybrid", alternated),
        "hybrid: reciprocal ranks": Asked(data, model, "hybrid", reciprocal),
        "hybrid: normalised scores": Asked(data, model, "hybrid", normalised),
        "hybrid: and neighbours": Asked(data, model, "hybrid"),
    }
    for label, retriever in rows.items():
        found = evaluate(retriever, judged)
        total = found["all"]["all"]
        kinds = "  ".join(f"{kind} {each.ndcg:.3f}" for kind, each in found["kind"].items() if each.queries >= 8)
        print(f"{label:26} nDCG {total.ndcg:.3f} recall {total.recall:.3f} as shown {total.shown:.3f} | {kinds}")


class Server:
    """A real server over stdio, asked one call at a time."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._number = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        while True:
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
            if answer.get("id") == self._number:
                return answer

    def search(self, query: str, mode: str) -> dict[str, Any]:
        answer = self.ask("tools/call", {"name": "skills_search", "arguments": {"query": query, "mode": mode}})
        result: dict[str, Any] = answer["result"]["structuredContent"]
        return result


@contextmanager
def served(library: Path, model: Path, data: Path) -> Iterator[Server]:
    settings = {
        "PATHS__DATA_DIR": str(data),
        "ADAPTERS__SKILLS__MODEL_DIR": str(model),
        "ADAPTERS__NORMKOMPASS__ENABLED": "false",
        "ADAPTERS__UKLAW__ENABLED": "false",
    }
    environment = os.environ | {f"LEXGATE__{name}": value for name, value in settings.items()}
    environment["LEGAL_SKILLS_DIR"] = str(library)
    config = data / "lexgate.toml"
    config.write_text('[adapters.skills.libraries]\nstarter = ""\n', encoding="utf-8")
    command = [sys.executable, "-m", "lexgate", "--config", str(config), "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        running = Server(process)
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        running.ask("initialize", client)
        try:
            yield running
        finally:
            process.kill()


def megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def children(pid: int) -> list[int]:
    return [
        int(each) for path in Path(f"/proc/{pid}/task").iterdir() for each in (path / "children").read_text().split()
    ]


def server(library: Path, model: Path, data: Path) -> None:
    with served(library, model, data) as running:
        print(f"server before any search: {megabytes(running.pid):.0f} MB")
        start = time.perf_counter()
        first = running.search(QUERIES[0], "hybrid")
        print(f"first hybrid search: {time.perf_counter() - start:.2f} s ({first['mode']}, {first.get('notice')})")
        for mode in ("hybrid", "semantic", "keyword"):
            seconds = []
            for number in range(96):
                query = f"{QUERIES[number % len(QUERIES)]} {number}"
                start = time.perf_counter()
                running.search(query, mode)
                seconds.append(time.perf_counter() - start)
            tail = float(np.percentile(seconds, 95))
            print(f"{mode}: p50 {median(seconds) * 1000:.1f} ms, p95 {tail * 1000:.1f} ms of {len(seconds)}")
        print(f"server after the searches: {megabytes(running.pid):.0f} MB")
        print(f"helper after the searches: {', '.join(f'{megabytes(pid):.0f} MB' for pid in children(running.pid))}")


COMMANDS = {"prepare": prepare, "ranking": ranking, "server": server}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*(Path(each).resolve() for each in sys.argv[2:]))
