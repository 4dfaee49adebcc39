"""lexgate beside the SDK's bare server, in one run: `python -m benchmarks.gateway`. Needs no network.

Both have a tool that echoes a word; lexgate has all its adapters besides. Rounds alternate between the two, so that
whatever else the machine does weighs on both; figures are medians of the rounds.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from benchmarks.servers import Kind, Running, bare, lexgate, over_http, over_stdio

ROUNDS, STARTS, CALLS = 5, 7, 1000
CALLERS = (1, 16, 64)
ROUND_TRIP_TARGET, START_TARGET = 1.3, 1.2
Figures = dict[tuple[str, str], list[float]]


async def calls_a_second(running: Running, callers: int, calls: int = CALLS) -> float:
    """Return how many calls a second the server answers when so many callers each wait for their answer."""
    left = calls

    async def caller() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            answer = await running.ask("tools/call", {"name": "bench_echo", "arguments": {"word": "lease"}})
            if answer.get("result", {}).get("structuredContent") != {"word": "lease"}:
                raise RuntimeError(f"not the answer: {answer}")

    started = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(callers)))
    return calls / (time.perf_counter() - started)


async def measure(kinds: tuple[Kind, ...]) -> Figures:
    figures: Figures = defaultdict(list)
    for kind in (*kinds, *kinds * STARTS):  # the first of each fills the caches of files
        async with over_stdio(kind) as running:
            figures["stdio: start to tools/list, ms", kind.name].append(running.start_ms)
            figures["stdio: processor ms of a start", kind.name].append(running.processor_ms())
            figures["stdio: memory, MB", kind.name].append(running.resident_mb())
    for kind in kinds:
        for name in ("stdio: start to tools/list, ms", "stdio: processor ms of a start", "stdio: memory, MB"):
            del figures[name, kind.name][0]
    for transport in ("stdio", "HTTP"):
        for kind in kinds * ROUNDS:
            async with over_stdio(kind) if transport == "stdio" else over_http(kind, max(CALLERS)) as running:
                if transport == "HTTP":
                    figures["HTTP: start to tools/list, ms", kind.name].append(running.start_ms)
                await calls_a_second(running, 4, 200)
                used = running.processor_ms()
                for callers in CALLERS:
                    name = f"{transport}: ms a call, {callers} callers"
                    figures[name, kind.name].append(1000 / await calls_a_second(running, callers))
                used = (running.processor_ms() - used) / (CALLS * len(CALLERS))
                figures[f"{transport}: processor ms a call", kind.name].append(used)
                if transport == "HTTP":
                    figures["HTTP: memory after the calls, MB", kind.name].append(running.resident_mb())
    return figures


def shown(figures: Figures, first: str, second: str) -> int:
    """Print the table; return how many targets were missed."""
    missed = 0
    print(f"| | {first} | {second} | ratio | target |\n|---|---|---|---|---|")
    for name in dict.fromkeys(name for name, _ in figures):
        own, other = (statistics.median(figures[name, kind]) for kind in (first, second))
        if not other:
            continue  # this system does not tell
        target = _target(name)
        missed += bool(target and own / other > target)
        per_second, other_per_second = (
            f" ({1000 / each:,.0f}/s)" if "callers" in name else "" for each in (own, other)
        )
        says = f"at most {target}{'' if own / other <= target else ': missed'}" if target else ""
        print(f"| {name} | {own:,.2f}{per_second} | {other:,.2f}{other_per_second} | {own / other:.2f} | {says} |")
    return missed


def _target(name: str) -> float | None:
    if "callers" in name:
        return ROUND_TRIP_TARGET
    return START_TARGET if name.startswith("stdio: start") else None


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        kinds = (lexgate(Path(folder)), bare())
        figures = asyncio.run(measure(kinds))
    return 1 if shown(figures, kinds[0].name, kinds[1].name) else 0


if __name__ == "__main__":
    sys.exit(main())
