"""How long `uklaw_get_document` takes from the store: `python -m benchmarks.get_document FILE PROVISION [RUNS]`.

FILE is a recorded CLML response of a provision (its address is read from it). A server on the loopback gives it
once; every measured read then comes from the response store on disk, through the adapter and its rendering.
"""

import statistics
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import anyio

from lexgate_kit.adapter import AdapterContext, Call
from lexgate_uklaw import adapter
from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.settings import UkLawSettings


class _OneBody(BaseHTTPRequestHandler):
    body = b""
    asked = 0

    def do_GET(self) -> None:
        type(self).asked += self.path != "/robots.txt"
        self.send_response(200 if self.path != "/robots.txt" else 404)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the output clean."""


async def measure(url: str, item: str, provision: str, runs: int, folder: Path) -> list[float]:
    context = AdapterContext("0", folder, folder / "cache", folder / "state", folder)
    uklaw = adapter(UkLawSettings(base_url=url, min_request_gap_ms=250), context)
    tool = next(each for each in uklaw.tools() if each.name == "get_document")
    arguments = tool.arguments(item=item, provision=provision)
    times = []
    async with uklaw.lifespan():
        for _ in range(runs + 1):
            started = time.perf_counter()
            tool.render(await tool.handler(arguments, Call("benchmark", anyio.current_time() + 40)))
            times.append((time.perf_counter() - started) * 1000)
    return times[1:]


def main(file: str, provision: str, runs: str = "200") -> None:
    _OneBody.body = Path(file).read_bytes()
    item = read_document(_OneBody.body).metadata.item
    server = ThreadingHTTPServer(("127.0.0.1", 0), _OneBody)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    with tempfile.TemporaryDirectory() as folder:
        times = sorted(anyio.run(measure, url, item, provision, int(runs), Path(folder)))
    server.shutdown()
    print(f"{len(_OneBody.body) / 1024:.0f} KB, {len(times)} reads from the store, {_OneBody.asked} request upstream")
    print(f"p50 {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
