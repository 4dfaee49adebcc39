"""Headless Chromium over its debugging pipe: what a browser, a phone or a screen reader makes of a page."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
LIMIT_SECONDS = 30


def found_browser() -> str | None:
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Browser:
    """One browser with one tab. Its commands are those of the DevTools protocol."""

    def __init__(self, program: str, folder: Path) -> None:
        read_here, self._writes_there = os.pipe()
        self._reads_here, write_there = os.pipe()
        words = [
            program,
            "--headless=new",
            "--no-sandbox",  # the tests run as root in CI
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
            f"--user-data-dir={folder}",
            "--no-first-run",
            "--disable-background-networking",
        ]
        # The browser reads commands from descriptor 3 and writes to 4.
        script = 'exec 3<&"$0" 4>&"$1"; shift; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", script, str(read_here), str(write_there), *words],
            pass_fds=(read_here, write_there),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_here)
        os.close(write_there)
        self._received = b""
        self._ids = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log", "Accessibility"):
            self.send(f"{domain}.enable")
        return self

    def __exit__(self, *details: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._process.kill()
        self._process.wait(LIMIT_SECONDS)
        os.close(self._writes_there)
        os.close(self._reads_here)

    def send(self, method: str, **params: Any) -> Any:
        self._ids += 1
        message: dict[str, Any] = {"id": self._ids, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writes_there, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._ids:
            self.events.append(answer)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            part = os.read(self._reads_here, 1 << 20)
            assert part, "the browser ended"
            self._received += part
        line, _, self._received = self._received.partition(b"\0")
        return dict(json.loads(line))

    def open(self, address: str, *, width: int = 1000, headers: Mapping[str, str] | None = None) -> None:
        """Show a page, in a window of so many CSS pixels, and wait until it has loaded."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500
        )
        self.send("Network.setExtraHTTPHeaders", headers=dict(headers or {}))
        self.events.clear()
        self.send("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def value(self, expression: str) -> Any:
        return self.send("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]

    def spoken(self) -> list[tuple[str, str]]:
        """Return (role, name) of what a screen reader finds, in its order."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored")
        ]

    def asked_for(self) -> list[str]:
        """Return every address that the page made the browser ask for."""
        return [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]

    def complaints(self) -> list[str]:
        """Return what the browser wrote to its console: blocked styles and scripts among it."""
        return [e["params"]["entry"]["text"] for e in self.events if e["method"] == "Log.entryAdded"]
