"""What the tests of the UK legislation adapter share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from upstream import Upstream, running_upstream


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of recorded responses; tests that use it are marked `corpus`."""
    beside = Path(__file__).resolve().parents[2].parent / "shared"
    folder = Path(os.environ.get("LEXGATE_SHARED", beside)) / "corpus" / "uk"
    if not folder.is_dir():
        pytest.skip("the folder of recorded responses is not there (set LEXGATE_SHARED)")
    return folder


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running_upstream() as running:
        yield running
    running.assert_all_expected()
