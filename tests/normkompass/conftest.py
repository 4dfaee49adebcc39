import os
from collections.abc import Iterator

import pytest

from lexgate_normkompass.stub import Stub


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith("SSL_CERT_"):
            monkeypatch.delenv(name)


@pytest.fixture
def stub() -> Iterator[Stub]:
    with Stub() as running:
        yield running
