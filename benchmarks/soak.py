"""Mixed load on lexgate over HTTP, and what it does to its memory: `python -m benchmarks.soak --minutes 10`.

Sixty-four callers search skills, ask about German law (of the stub with invented passages), echo, misspell arguments,
ask for tools that are none, leave before the answer, and send what is no JSON. Needs no network.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.servers import Running, lexgate, over_http

from lexgate_normkompass.stub import Stub

CALLERS = 64
GROWTH_TARGET = 1.10
WARM_UP = 0.2
"""The part of the time after which memory is first read: caches are warm, and models are loaded."""
REASONS = ("unknown_argument", "unknown_tool")
"""Failures that are asked for; any other failure of a tool is an error of the soak."""


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def mix(chance: random.Random) -> dict[str, Any]:
    """Return one call, as lawyers and models send them."""
    return chance.choice(
        [
            call("bench_echo", word="x" * chance.randrange(1, 20_000)),
            call("skills_search", query=chance.choice(["lease review", "Kündigung", "GDPR breach", "zzzz"])),
            call(
                "normkompass_search_law", question=chance.choice(["Wann ist ein Leihrad neu?", "Mahngebühr?", "zzzz?"])
            ),
            call("normkompass_ask_law", question="Wann ist ein Leihrad neu?"),
            call("gateway_status"),
            call("bench_echo", wrod="misspelt"),
            call("no_such_tool"),
        ]
    )


async def caller(running: Running, until: float, seen: Counter[str], chance: random.Random) -> None:
    while time.monotonic() < until:
        wanted = mix(chance)
        if chance.random() < 0.02:
            await leave_early(running, wanted)
            seen["left early"] += 1
            continue
        answer = await running.ask("tools/call", wanted)
        seen[outcome_of(answer)] += 1


def outcome_of(answer: dict[str, Any]) -> str:
    if "status" in answer:
        return f"status {answer['status']}"
    structure = answer.get("result", {}).get("structuredContent", {})
    return str(structure["error"]["reason"]) if "error" in structure else "ok"


async def leave_early(running: Running, wanted: dict[str, Any]) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": wanted}).encode()
    _, writer = await asyncio.open_connection("127.0.0.1", running.port)
    kind = "Host: localhost\r\nContent-Type: application/json"
    head = f"POST /mcp HTTP/1.1\r\n{kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + (body if len(body) % 2 else body[:10]))
    with contextlib.suppress(OSError):
        await writer.drain()
    writer.close()


async def memory(running: Running, minutes: float, readings: list[float]) -> None:
    await asyncio.sleep(minutes * 60 * WARM_UP)
    while True:
        readings.append(running.resident_mb())
        await asyncio.sleep(minutes * 60 * (1 - WARM_UP) / 8)


async def soak(minutes: float, folder: Path, stub: Stub) -> tuple[Counter[str], list[float]]:
    seen: Counter[str] = Counter()
    readings: list[float] = []
    kind = lexgate(folder, f'[adapters.normkompass]\napi_url = "{stub.address}"')
    async with over_http(kind, CALLERS) as running:
        until = time.monotonic() + minutes * 60
        reading = asyncio.create_task(memory(running, minutes, readings))
        chances = [random.Random(seed) for seed in range(CALLERS)]
        await asyncio.gather(*(caller(running, until, seen, chance) for chance in chances))
        reading.cancel()
        readings.append(running.resident_mb())
    return seen, readings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    minutes = parser.parse_args().minutes
    with tempfile.TemporaryDirectory() as folder, Stub() as stub:
        seen, readings = asyncio.run(soak(minutes, Path(folder), stub))
    print(f"{minutes:g} minutes, {CALLERS} callers, {sum(seen.values()):,} requests")
    for outcome, times in seen.most_common():
        print(f"   {outcome}: {times:,}")
    print(f"memory, MB: {', '.join(f'{each:.1f}' for each in readings)}")
    growth = readings[-1] / readings[0]
    print(f"growth after the warm-up: {growth:.3f} (target: at most {GROWTH_TARGET:g})")
    errors = set(seen) - {"ok", "left early", "status 503", *REASONS}
    print(f"errors that were not asked for: {', '.join(sorted(errors)) or 'none'}")
    return 1 if errors or growth > GROWTH_TARGET else 0


if __name__ == "__main__":
    sys.exit(main())
