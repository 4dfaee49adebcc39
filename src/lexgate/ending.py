"""The end of a serving process, over every transport: announced once, and within two seconds whatever blocks."""

import os
import signal
import sys
import threading
from contextlib import suppress

import anyio

GRACE_SECONDS = 0.8
"""After the announcement, calls that are nearly done may still answer; then they are cancelled."""
LAST_SECONDS = 1.6
"""After the announcement the process ends by force: a thread that blocks must not keep it alive."""


class Ending:
    """The end of this process: announced once, forced when it takes too long."""

    def __init__(self) -> None:
        self.announced = anyio.Event()

    def announce(self) -> None:
        if not self.announced.is_set():
            self.announced.set()
            timer = threading.Timer(LAST_SECONDS, exit_now)
            timer.daemon = True
            timer.start()


def exit_now() -> None:
    """End the process here; threads that still block are abandoned with it."""
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(0)


async def watch_signals(ending: Ending) -> None:
    """Announce the end when the system or a person asks for it."""
    wanted = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
    try:
        with anyio.open_signal_receiver(*wanted) as received:
            async for _ in received:
                ending.announce()
    except (NotImplementedError, ValueError):  # Windows' event loop takes no signal handlers; EOF ends us there
        return
