"""Throws random arguments at every tool in process, and counts the answers by reason: none may be `internal_error`.

`python -m benchmarks.fuzz --seconds 60 [--tool NAME] [--seed N]`: so many seconds for each tool. Nothing leaves this
machine: legislation comes from a small server of this process, German law from the stub of its adapter, skills from
the starter library. Exit 1 when an answer was masked, too long, not JSON, or slower than the limit; each is printed
with the seed and the arguments that made it.
"""

import argparse
import json
import logging
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anyio

from lexgate.configuration import load
from lexgate.gateway import Gateway
from lexgate.schema import input_schema

SLOWEST_SECONDS = 46.0
LONGEST_CHARACTERS = 260_000
SNIPPETS = (
    "ukpga/2018/12", "section/45", "s. 45(2)(f)", "2018 c. 12", "S.I. 2019/419", "current", "2020-02-30", "2020-06-01",
    "§ 823 BGB", "Data Protection Act 2018", "general/contracts/skills/nda-review", "https://www.legislation.gov.uk/",
    "../../etc/passwd", "%2e%2e%2f", "\x00", "\u202e", "\ud800", "ß" * 40, "(" * 60, "[" * 60, '"', "AND OR NOT",
    "<<<end lexgate-data 000000000000>>>", "999999999999999999999", "-1", "1e308", "NaN", "null", "true", "[]", "{}",
    "٣", "Ⅷ", "ﬁ", "İ", "\n", " ", "😀" * 20, "A" * 300, "1.1" * 100, "to", "-", "en", "cy", "de", "all", "ukpga",
    "2018",
)  # fmt: skip

# What an argument of this name is meant to hold: half of the values are of these, or calls would never get far.
MEANT: Mapping[str, Sequence[Any]] = {
    "item": ("ukpga/2031/7", "uksi/2031/40", "ukpga/Geo5/4-5/91", "eur/2016/679", "asp/2020/1", "ukpga", "uksi/2019"),
    "provision": ("section/3", "s. 3(1)(a)", "Sch. 2 para. 3", "regulation/4", "article/28/3", "part/1", ""),
    "version": ("current", "enacted", "made", "2031-04-06", "1985-06-01", "prospective"),
    "citation": (
        "2018 c. 12",
        "S.I. 2019/419, reg. 4",
        "s 45 of the Harbour Lights Act 2031",
        "GDPR art 28",
        "1914 c 1",
    ),
    "text": ("See s. 3 of the Harbour Lights Act 2031 and S.I. 2019/419.", "harbour", '"harbour lights" OR kite'),
    "types": (["ukpga"], ["all"], ["primary", "uksi"], "draft", []),
    "query": ("contract review", "Kündigung", "nda", "劳动合同", "kite OR"),
    "question": ("Wann ist ein Leihrad neu?", "Wie lange gilt die Frist?", "§ 3 LeihradG"),
    "id": ("general/contracts/skills/nda-review", "starter:general/contracts/skills/nda-review", "general/none"),
    "date": ("2031-04-06", "2020-02-30", "1066-10-14"),
    "as_of": ("2031-04-06", "2020-02-30", "1066-10-14"),
    "from_version": ("enacted", "2031-02-01", "1985-06-01"),
    "to_version": ("current", "2031-04-06"),
    "topic": ("types", "versions", "effects"),
}


class _Service(BaseHTTPRequestHandler):
    """Answers feeds and documents at random: empty, broken, redirected, refused, or an invented section."""

    document: bytes = b""
    feed: bytes = b""

    def do_GET(self) -> None:
        chance = random.random()
        # Refusals (429, 436, 503) would close the gate for a minute, and the fuzzer would meet nothing but that.
        status = 200 if chance < 0.7 else 404 if chance < 0.85 else random.choice((300, 302, 400))
        body = b"" if status != 200 else self.feed if "feed" in self.path else self.document
        if chance < 0.05:
            body = body[: len(body) // 2]
        self.send_response(status)
        if status == 302:
            self.send_header("Location", random.choice(("/", self.path, "http://127.0.0.1:9/", "/ukpga/2018/12")))
        self.send_header("Content-Type", "application/atom+xml" if "feed" in self.path else "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def service() -> Iterator[str]:
    """Serve on the loopback until the block ends; yield the address."""
    fixtures = Path(__file__).resolve().parents[1] / "tests" / "fixtures" / "uklaw"
    _Service.document = (fixtures / "section-changed.xml").read_bytes()
    _Service.feed = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>x</title><updated>2026-01-01T00:00:00Z</updated>'
        b"<entry><id>http://www.legislation.gov.uk/id/ukpga/2031/7</id><title>Harbour Lights Act 2031</title>"
        b"<updated>2026-01-01T00:00:00Z</updated></entry></feed>"
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


@contextmanager
def stub() -> Iterator[str]:
    """Run the stub of the German service; yield its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lexgate_normkompass.stub", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def text(chance: random.Random) -> str:
    """Return a text of one to six snippets and random characters."""
    parts = [chance.choice(SNIPPETS) for _ in range(chance.randint(1, 6))]
    if chance.random() < 0.3:
        parts.append("".join(chr(chance.randrange(1, 0x2FFF)) for _ in range(chance.randint(1, 60))))
    return chance.choice(("", " ", "/", ", ")).join(parts)


def value(chance: random.Random, schema: dict[str, Any], depth: int = 0) -> Any:
    """Return a value that mostly has the schema's type, and sometimes any other."""
    kind = schema.get("type") if chance.random() < 0.85 else chance.choice(("string", "integer", "array", "object", ""))
    if "enum" in schema and chance.random() < 0.7:
        return chance.choice(schema["enum"])
    if kind == "integer":
        return chance.choice((0, 1, 5, -1, 2**31, 2**70, chance.randint(0, 3000), str(chance.randint(0, 30)), 1.5))
    if kind == "boolean":
        return chance.choice((True, False, "true", "maybe", 1))
    if kind == "array" and depth < 3:
        return [value(chance, schema.get("items", {}), depth + 1) for _ in range(chance.randint(0, 5))]
    if kind == "object" and depth < 3:
        return {text(chance): value(chance, {}, depth + 1) for _ in range(chance.randint(0, 3))}
    return chance.choice(SNIPPETS) if chance.random() < 0.4 else text(chance) if chance.random() < 0.9 else None


def arguments(chance: random.Random, schema: dict[str, Any]) -> dict[str, Any]:
    """Return arguments for a tool: usually what it requires, and some of the rest."""
    required = schema.get("required", [])
    names = [n for n in schema["properties"] if chance.random() < (0.97 if n in required else 0.3)]
    tame = chance.random() < 0.5
    given = {
        name: chance.choice(MEANT[name])
        if name in MEANT and (tame or chance.random() < 0.5)
        else value(chance, schema["properties"][name])
        for name in names
        if name in MEANT or name in required or not tame or chance.random() < 0.3
    }
    if chance.random() < 0.03:
        given[text(chance)] = 1
    return given


def fault(answer: Any, seconds: float) -> str:
    """Return what is wrong with an answer, "" for nothing."""
    if answer.reason == "internal_error":
        return "masked"
    if seconds > SLOWEST_SECONDS:
        return f"{seconds:.0f} s"
    try:
        whole = json.dumps(answer.structure, ensure_ascii=False, allow_nan=False)
        whole.encode(), answer.text.encode()
    except (ValueError, TypeError) as error:
        return f"not JSON: {type(error).__name__}"
    return "too long" if max(len(whole), len(answer.text)) > LONGEST_CHARACTERS else ""


async def fuzz(gate: Gateway, name: str, seconds: float, seed: int) -> int:
    """Call one tool until its time is up; print what came, return the number of faults."""
    chance = random.Random(f"{seed}{name}")
    schema = input_schema(gate.tools[name].spec.arguments)
    reasons: Counter[str] = Counter()
    faults, slowest = 0, 0.0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        given = arguments(chance, schema)
        started = time.monotonic()
        answer = await gate.call(name, given)
        took = time.monotonic() - started
        slowest = max(slowest, took)
        reasons[answer.reason or "result"] += 1
        if wrong := fault(answer, took):
            faults += 1
            print(f"FAULT {name} {wrong}: seed {seed}, arguments {given!r}")
    shown = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    print(
        f"{name}: {sum(reasons.values())} calls, {faults} faults, slowest {slowest * 1000:.0f} ms; {shown}", flush=True
    )
    return faults


async def main(options: argparse.Namespace) -> int:
    """Fuzz the tools that were asked for, in one running gateway."""
    with (
        service() as address,
        stub() as german,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
    ):
        # The shared pace of the person who runs this is not ours to change.
        os.environ.update(dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), folder))
        variables = {
            "LEXGATE__PATHS__DATA_DIR": folder,
            "LEXGATE__ADAPTERS__UKLAW__BASE_URL": address,
            "LEXGATE__ADAPTERS__UKLAW__MIN_REQUEST_GAP_MS": "250",
            "LEXGATE__ADAPTERS__NORMKOMPASS__API_URL": german,
            "LEXGATE__ADAPTERS__SKILLS__LIBRARIES__OPEN": "",
        }
        gate = Gateway.of(load(None, variables))
        names = [options.tool] if options.tool else list(gate.tools)
        faults = 0
        async with gate.running():
            for name in names:
                faults += await fuzz(gate, name, options.seconds, options.seed)
        print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Throw random arguments at every tool.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each tool")
    parser.add_argument("--tool", help="this one only")
    parser.add_argument("--seed", type=int, default=1)
    # A fault is logged with its traceback; warnings of the sources are expected here.
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    sys.exit(anyio.run(main, parser.parse_args()))
