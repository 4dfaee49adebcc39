"""What the drills share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from drill_house import House, build_house
from upstream import Upstream, running_upstream


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.drill)
            # Dozens of processes start; on a machine that does other work too, the usual minute is too short.
            item.add_marker(pytest.mark.timeout(180))
            if sys.platform != "linux":
                item.add_marker(pytest.mark.skip(reason="processes are looked at through /proc, which is Linux's"))


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running_upstream() as server:
        yield server


@pytest.fixture
def house(tmp_path: Path, upstream: Upstream) -> House:
    return build_house(tmp_path / "house", upstream, with_model=False)
