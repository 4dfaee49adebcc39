"""What these tests have in common: a real Redis, and the scripted upstream of the UK tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis_desk import RedisServer, found_redis, running_redis

# The scripted upstream is that of the UK tests.
sys.path.append(str(Path(__file__).resolve().parents[1] / "uklaw"))

from upstream import Upstream, running_upstream


@pytest.fixture
def program() -> str:
    """The program redis-server; tests that use it skip, saying so, where it is absent."""
    found = found_redis()
    if found is None:
        pytest.skip("redis-server is not installed (Debian: apt-get install redis-server)")
    return found


@pytest.fixture
def redis(program: str, tmp_path: Path) -> Iterator[RedisServer]:
    with running_redis(program, tmp_path) as running:
        yield running


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running_upstream() as running:
        yield running
    running.assert_all_expected()
