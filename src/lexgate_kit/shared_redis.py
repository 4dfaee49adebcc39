"""The one place where the library `redis` is used: values of a Redis, changed in one step, with short limits.

Its blocking client, in threads: it has no half-read answers after a cancelled call, and a slow look-up of the host's
name stops a thread and not the event loop.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from lexgate_kit.shared import PREFIX, Change, SharedGone

T = TypeVar("T")

LIMIT_S = 0.5
"""For connecting, and for each answer."""
_TRIES = 50
_CONNECTIONS = 32

# The most special first.
_WORDS: tuple[tuple[type[Exception], str], ...] = (
    (redis.AuthenticationError, "refuses the name or password"),
    (redis.exceptions.AuthorizationError, "refuses the name or password"),
    (redis.exceptions.BusyLoadingError, "is still loading"),
    (redis.TimeoutError, "did not answer in time"),
    (redis.ConnectionError, "cannot be reached"),
    (redis.exceptions.OutOfMemoryError, "is full"),
    (redis.exceptions.NoPermissionError, "forbids what lexgate needs"),
    (redis.ReadOnlyError, "can only be read"),
    (redis.RedisError, "does not answer as it should"),
    (OSError, "cannot be reached"),
)


class RedisConnection:
    """A pool of connections to one Redis, as `lexgate_kit.shared.Connection`. Nothing is opened before first use."""

    def __init__(self, url: str) -> None:
        try:
            pool = redis.BlockingConnectionPool.from_url(
                url,
                max_connections=_CONNECTIONS,
                timeout=LIMIT_S * 2,
                socket_timeout=LIMIT_S,
                socket_connect_timeout=LIMIT_S,
                retry=Retry(NoBackoff(), 0),
                client_name="lexgate",
            )
            # The library's types say "maybe awaitable" for every answer, so its values get their types here.
            self._redis: Any = redis.Redis(connection_pool=pool)
        except (ValueError, TypeError, redis.RedisError):
            # Not chained, here and below: the library's own words can hold the address.
            raise SharedGone("has an address that cannot be used") from None

    def change(self, key: str, change: Change[T], lifetime: float) -> T:
        """Read, change and write; start again when somebody else wrote meanwhile. No lock is held at any time."""
        with _translated(), self._redis.pipeline(transaction=True) as pipe:
            for _ in range(_TRIES):
                pipe.watch(key)
                before = pipe.get(key)
                after, result = change(before, _seconds(pipe.time()))
                if after is None:
                    return result
                pipe.multi()
                pipe.set(key, after, px=_milliseconds(lifetime))
                try:
                    pipe.execute()
                except redis.WatchError:
                    continue
                return result
        raise SharedGone("is changed by others all the time")

    def read(self, key: str) -> tuple[bytes | None, float]:
        """Return the value and Redis' time, in one round trip."""
        with _translated(), self._redis.pipeline(transaction=False) as pipe:
            value, time = pipe.get(key).time().execute()
        return value, _seconds(time)

    def write(self, key: str, compose: Callable[[float], bytes], lifetime: float) -> None:
        """Keep the value. A Redis without room keeps nothing more, and that is no fault."""
        with _translated():
            value = compose(_seconds(self._redis.time()))
            try:
                self._redis.set(key, value, px=_milliseconds(lifetime))
            except redis.exceptions.OutOfMemoryError:
                return

    def try_out(self) -> None:
        """Write something small that ends by itself, the way that a change does."""
        self.change(f"{PREFIX}trial", lambda before, now: (b"1", None), 1.0)

    def close(self) -> None:
        """Close all connections."""
        self._redis.connection_pool.disconnect()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (redis.RedisError, OSError) as problem:
        words = next(words for kind, words in _WORDS if isinstance(problem, kind))
        raise SharedGone(words) from None


def _seconds(time: tuple[int, int]) -> float:
    seconds, microseconds = time
    return seconds + microseconds / 1_000_000


def _milliseconds(lifetime: float) -> int:
    return max(round(lifetime * 1000), 1)
