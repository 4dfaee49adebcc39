"""A Redis in memory, with a clock that a test moves and a plug that it pulls; for what must not need the real one."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from lexgate_kit.shared import Change, SharedGone, SharedMemory, SharedPlace

T = TypeVar("T")
PLACE = SharedPlace("redis://user:secret@redis.firm.example:6380/0", 3)


@dataclass
class Clock:
    """Seconds that pass only when a test says so."""

    now: float

    def __call__(self) -> float:
        return self.now


@dataclass
class InventedRedis:
    """Values with the lifetimes that they were given."""

    clock: Clock = field(default_factory=lambda: Clock(5_000_000.0))
    values: dict[str, bytes] = field(default_factory=dict)
    lifetimes: dict[str, float] = field(default_factory=dict)
    gone: str = ""
    read_only: bool = False
    tried: int = 0

    def change(self, key: str, change: Change[T], lifetime: float) -> T:
        self._ask()
        if self.read_only:
            raise SharedGone("can only be read")
        after, result = change(self.values.get(key), self.clock())
        if after is not None:
            self._keep(key, after, lifetime)
        return result

    def read(self, key: str) -> tuple[bytes | None, float]:
        self._ask()
        return self.values.get(key), self.clock()

    def write(self, key: str, compose: Callable[[float], bytes], lifetime: float) -> None:
        self._ask()
        self._keep(key, compose(self.clock()), lifetime)

    def try_out(self) -> None:
        self.change("trial", lambda before, now: (b"1", None), 1.0)

    def close(self) -> None:
        """Nothing is open."""

    def memory(self, clock: Callable[[], float] | None = None) -> SharedMemory:
        """Return what one process sees of it."""
        return SharedMemory(PLACE, connect=lambda: self, clock=clock or self.clock)

    def _ask(self) -> None:
        self.tried += 1
        if self.gone:
            raise SharedGone(self.gone)

    def _keep(self, key: str, value: bytes, lifetime: float) -> None:
        self.values[key], self.lifetimes[key] = value, lifetime
