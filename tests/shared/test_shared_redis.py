"""The library behind our seam, with a real Redis: changes of several that nobody loses, and times of one clock."""

import threading

import pytest
from redis_desk import RedisServer

from lexgate_kit.shared import SharedGone, SharedMemory, SharedPlace


def test_changes_of_several_at_once_are_all_kept(redis: RedisServer) -> None:
    def count() -> None:
        connection = SharedPlace(redis.url, 2).connect()
        for _ in range(25):
            connection.change("count", lambda before, now: (str(int(before or 0) + 1).encode(), None), 60.0)
        connection.close()

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    connection = SharedPlace(redis.url, 2).connect()
    assert connection.read("count")[0] == b"100"
    connection.close()


def test_a_change_that_keeps_the_value_writes_nothing(redis: RedisServer) -> None:
    connection = SharedPlace(redis.url, 2).connect()
    assert connection.change("x", lambda before, now: (None, before), 60.0) is None
    assert connection.read("x")[0] is None
    connection.close()


def test_time_is_that_of_the_redis_and_goes_forward(redis: RedisServer) -> None:
    connection = SharedPlace(redis.url, 2).connect()
    (_, before), told = connection.read("x"), []
    connection.change("x", lambda value, now: (None, told.append(now)), 60.0)
    connection.write("x", lambda now: str(told.append(now)).encode(), 60.0)
    (_, after) = connection.read("x")
    assert [before, *told, after] == sorted([before, *told, after])
    connection.close()


def test_a_change_that_is_overtaken_without_end_gives_up(redis: RedisServer) -> None:
    connection, rival = SharedPlace(redis.url, 2).connect(), SharedPlace(redis.url, 2).connect()
    tries = []

    def overtaken(before: bytes | None, now: float) -> tuple[bytes | None, None]:
        tries.append(now)
        rival.write("x", lambda _: str(len(tries)).encode(), 60.0)
        return b"mine", None

    with pytest.raises(SharedGone, match="all the time"):
        connection.change("x", overtaken, 60.0)
    assert len(tries) == 50
    assert connection.read("x")[0] == b"50"
    connection.close()
    rival.close()


def test_an_address_that_the_library_refuses_is_said_in_our_words() -> None:
    with pytest.raises(SharedGone, match="cannot be used"):
        SharedPlace("ftp://:secret@redis.firm.example", 2).connect()


def test_as_many_readers_as_there_are_threads_lose_nothing(redis: RedisServer) -> None:
    memory = SharedMemory(SharedPlace(redis.url, 2))
    memory.write("x", lambda now: b"1", 60.0)
    together = threading.Barrier(40)
    read: list[bytes | None] = []

    def look() -> None:
        together.wait(10)
        read.extend(memory.read("x")[0] for _ in range(5))

    threads = [threading.Thread(target=look) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert read == [b"1"] * 200
    assert memory.problem == ""
    memory.close()
