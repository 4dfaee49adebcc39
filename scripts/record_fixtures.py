"""Records real answers of legislation.gov.uk, politely, for a person who has internet; never run by tests.

usage: python scripts/record_fixtures.py --contact YOU@EXAMPLE.ORG --into FOLDER PATH [PATH ...]

Each PATH is an address below the service, such as /ukpga/2018/12/section/45/data.xml. Answers go into FOLDER in
the form of tests/fixtures/uklaw: one file a body, and recordings.toml. Requests keep the pace that lexgate keeps,
shared with every lexgate of this machine. What is recorded is Crown copyright material under the Open Government
Licence: it is for trying things out, and is not committed to this repository.
"""

import argparse
import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import anyio

from lexgate import __version__
from lexgate.locations import locate
from lexgate_kit.errors import ToolFailure
from lexgate_uklaw.addressing import Kind, Request
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.caching.policy import Received
from lexgate_uklaw.client import pace_file
from lexgate_uklaw.exchange import Exchange
from lexgate_uklaw.pacing.ledger import Ledger
from lexgate_uklaw.pacing.pacer import Pacer
from lexgate_uklaw.settings import SERVICE, UkLawSettings

SECONDS_A_REQUEST = 90.0
_KEPT_HEADERS = ("content-type", "cache-control", "etag", "last-modified", "location")
_KINDS = (
    (r"/id\?title=", Kind.TITLE),
    (r"/id/", Kind.IDENTIFIER),
    (r"/changes/", Kind.CHANGES),
    (r"/update", Kind.LOG),
    (r"/[^?]*/contents(/|\?|$)", Kind.CONTENTS),
    (r"/[^?]*/data\.feed", Kind.SEARCH),
    (r"/robots\.txt", Kind.ROBOTS),
)


def kind_of(path: str) -> Kind:
    """Return what kind of request a path is."""
    return next((kind for pattern, kind in _KINDS if re.match(pattern, path)), Kind.DOCUMENT)


def entry(path: str, received: Received, body: str, when: str) -> str:
    """Return the lines of recordings.toml for one answer."""
    kept = {name: received.headers[name] for name in _KEPT_HEADERS if name in received.headers}
    headers = ", ".join(f'"{name}" = "{_quoted(value)}"' for name, value in kept.items())
    return (
        f'\n[[recording]]\nmethod = "GET"\nurl = "{_quoted(SERVICE + path)}"\nstatus = {received.status}\n'
        f'headers = {{ {headers} }}\nbody = "{body}"\nwhen = "{when}"\n'
    )


def _quoted(value: str) -> str:
    return "".join(c for c in value if c.isprintable()).replace("\\", "\\\\").replace('"', '\\"')


async def record(paths: list[str], contact: str, into: Path) -> int:
    """Record every path; return how many could not be recorded."""
    settings = UkLawSettings(contact=contact)
    state = locate(None, None).state_dir
    pacer = Pacer(Ledger(pace_file(settings.base_url, state), time.time), settings.min_request_gap_ms / 1000)
    exchange = Exchange(settings, __version__, pacer, clock=time.time)
    failed = 0
    for path in paths:
        request = Request(kind_of(path), path)
        try:
            received = await exchange.ask(request, {}, Budget(anyio.current_time() + SECONDS_A_REQUEST))
        except ToolFailure as failure:
            print(f"{path}: {failure.text}", file=sys.stderr)
            failed += 1
            continue
        ending = "xml" if request.kind in (Kind.DOCUMENT, Kind.CONTENTS) else "feed.xml"
        name = f"{re.sub(r'[^A-Za-z0-9]+', '-', path).strip('-')}.{ending}"
        (into / name).write_bytes(received.body)
        with (into / "recordings.toml").open("a", encoding="utf-8") as file:
            file.write(entry(path, received, name, datetime.now(UTC).isoformat(timespec="seconds")))
        print(f"{path}: {received.status}, {len(received.body)} bytes")
    await exchange.aclose()
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contact", required=True, help="your email address or URL, for the User-Agent")
    parser.add_argument("--into", required=True, type=Path, help="folder for the answers")
    parser.add_argument("paths", nargs="+")
    given = parser.parse_args()
    if not all(path.startswith("/") and path.isascii() and path.isprintable() for path in given.paths):
        parser.error("a PATH begins with / and has no spaces or characters outside ASCII")
    given.into.mkdir(parents=True, exist_ok=True)
    return 1 if anyio.run(record, given.paths, given.contact, given.into) else 0


if __name__ == "__main__":
    sys.exit(main())
