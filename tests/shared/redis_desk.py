"""A real Redis for tests: one process on a free port of this machine, which a test may end and start again."""

import itertools
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LIMIT_S = 10.0


def found_redis() -> str | None:
    return shutil.which("redis-server")


class RedisServer:
    """One Redis. `stop` loses what it kept, as a Redis without persistence does."""

    def __init__(self, program: str, folder: Path, *more: str, password: str = "") -> None:
        self._words = [program, "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "no", *more]
        if password:
            self._words += ["--requirepass", password]
        self.port = free_port()
        self.url = f"redis://{f':{password}@' if password else ''}127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and return when it listens."""
        self._process = subprocess.Popen([*self._words, "--port", str(self.port)], stdout=subprocess.DEVNULL)
        ends = time.monotonic() + LIMIT_S
        for _ in itertools.count():
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"PING\r\n")
                if connection.recv(100):
                    return
            assert time.monotonic() < ends, "redis-server does not start"
            time.sleep(0.01)

    @property
    def process_id(self) -> int | None:
        """The process, while it runs."""
        return self._process.pid if self._process is not None else None

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(LIMIT_S)
            self._process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_redis(program: str, folder: Path, *more: str, password: str = "") -> Iterator[RedisServer]:
    server = RedisServer(program, folder, *more, password=password)
    server.start()
    try:
        yield server
    finally:
        server.stop()
