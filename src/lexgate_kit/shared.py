"""What several hosts of a firm share through one Redis, and what happens while it is gone. It decides nothing.

All methods block for a short time, so they belong in a thread. The library is loaded with the first of them.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")

log = logging.getLogger("lexgate.shared")

PREFIX = "lexgate:1:"
"""Before every key of ours: the product, and the version of what is kept."""
LOOK_AGAIN_S = 5.0
"""How long nobody asks a Redis that was gone."""

Change = Callable[[bytes | None, float], tuple[bytes | None, T]]
"""Makes of a value (None: there is none) and Redis' time in seconds the next value (None: the same) and a result.

It may be called several times, so it must be a function of its arguments.
"""


class SharedGone(Exception):
    """The Redis cannot be used now. Holds words of ours, without its address."""


class Connection(Protocol):
    """One Redis. Lifetimes are in seconds, times are Redis' own. Every method raises SharedGone."""

    def change(self, key: str, change: Change[T], lifetime: float) -> T:
        """Apply a change in one step, whoever else changes the same key."""

    def read(self, key: str) -> tuple[bytes | None, float]:
        """Return the value and the time."""

    def write(self, key: str, compose: Callable[[float], bytes], lifetime: float) -> None:
        """Keep the value that `compose` makes of the time; when there is no room, it is not kept."""

    def try_out(self) -> None:
        """Return when values can be read and written."""

    def close(self) -> None:
        """Close the connections."""


@dataclass(frozen=True)
class SharedPlace:
    """Where the Redis is, and how many hosts share it. The address may hold a password: show `shown` alone."""

    url: str = field(repr=False)
    replicas: int

    @property
    def shown(self) -> str:
        """Host and port."""
        parts = urlsplit(self.url)
        host = parts.hostname or "localhost"
        return f"{f'[{host}]' if ':' in host else host}:{parts.port or 6379}"

    def connect(self) -> Connection:
        """Load the library and make a connection, which is opened when it is first used."""
        try:
            from lexgate_kit.shared_redis import RedisConnection
        except ImportError:
            raise SharedGone("cannot be used: the extra is not installed (pip install 'lexgate[shared]')") from None
        return RedisConnection(self.url)


class SharedMemory:
    """The Redis as this process sees it. Once it is gone, one caller tries it again every few seconds.

    `problem` says why it is gone; blank while it is there, and before it was first asked.
    """

    def __init__(
        self,
        place: SharedPlace,
        *,
        connect: Callable[[], Connection] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.place = place
        self.problem = ""
        self.asked = False
        self._connect = connect or place.connect
        self._clock = clock
        self._connection: Connection | None = None
        self._connecting = threading.Lock()
        self._state = threading.Lock()
        self._look_again_at = 0.0

    def change(self, key: str, change: Change[T], lifetime: float) -> T:
        """Change a value in one step. Raises SharedGone."""
        return self._use(lambda connection: connection.change(PREFIX + key, change, lifetime))

    def read(self, key: str) -> tuple[bytes | None, float]:
        """Return a value, None where there is none, and Redis' time. Raises SharedGone."""
        return self._use(lambda connection: connection.read(PREFIX + key))

    def write(self, key: str, compose: Callable[[float], bytes], lifetime: float) -> None:
        """Keep the value that `compose` makes of Redis' time. Raises SharedGone."""
        self._use(lambda connection: connection.write(PREFIX + key, compose, lifetime))

    def look(self) -> None:
        """Try the Redis now, for whoever asks whether it is there; `problem` then has the answer."""
        try:
            self._attempt(lambda connection: None, trial=True)
        except SharedGone:
            return

    def close(self) -> None:
        """Close the connections; the next use opens them again."""
        with self._connecting:
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _use(self, operation: Callable[[Connection], T]) -> T:
        with self._state:
            gone = self.problem
            if gone and self._clock() < self._look_again_at:
                raise SharedGone(gone)
            self._look_again_at = self._clock() + LOOK_AGAIN_S
        return self._attempt(operation, trial=bool(gone))

    def _attempt(self, operation: Callable[[Connection], T], *, trial: bool = False) -> T:
        try:
            connection = self._connected()
            if trial:
                # Reading may work where writing does not: that would be lost and back with every call.
                connection.try_out()
                self._note("")
            result = operation(connection)
        except SharedGone as gone:
            self._note(str(gone))
            raise
        # An answer that was under way when others lost the Redis is no return.
        self.asked = True
        return result

    def _connected(self) -> Connection:
        with self._connecting:
            if self._connection is None:
                self._connection = self._connect()
            return self._connection

    def _note(self, problem: str) -> None:
        with self._state:
            before, self.problem, self.asked = self.problem, problem, True
            if problem:
                self._look_again_at = self._clock() + LOOK_AGAIN_S
        if problem and not before:
            log.warning("the shared Redis at %s %s: this host goes on alone", self.place.shown, problem)
        elif before and not problem:
            log.warning("the shared Redis at %s is there again", self.place.shown)
