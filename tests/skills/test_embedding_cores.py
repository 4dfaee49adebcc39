"""How many threads a container allows."""

from pathlib import Path

import pytest

from lexgate_skills.embedding.cores import usable_cores


@pytest.mark.parametrize(
    ("cpu_max", "allowed", "cores"),
    [
        ("200000 100000", 64, 2),  # a container of two cores on a large host
        ("150000 100000", 64, 2),  # one and a half cores: two threads share them
        ("50000 100000", 64, 1),  # half a core
        ("max 100000", 4, 4),  # no limit
        ("400000 100000", 2, 2),  # the affinity is narrower than the quota
        ("", 3, 3),  # an empty file
        ("nonsense", 3, 3),
    ],
)
def test_the_quota_of_cgroup_two(tmp_path: Path, cpu_max: str, allowed: int, cores: int) -> None:
    (tmp_path / "cpu.max").write_text(cpu_max)
    assert usable_cores(tmp_path / "cpu.max", tmp_path / "none", allowed) == cores


@pytest.mark.parametrize(
    ("quota", "cores"),
    [
        ("100000", 1),
        ("-1", 8),  # version one writes no limit as -1
    ],
)
def test_the_quota_of_cgroup_one(tmp_path: Path, quota: str, cores: int) -> None:
    (tmp_path / "cpu.cfs_quota_us").write_text(quota + "\n")
    (tmp_path / "cpu.cfs_period_us").write_text("100000\n")
    assert usable_cores(tmp_path / "none", tmp_path, 8) == cores


def test_without_any_limit_the_machine_decides() -> None:
    assert usable_cores(Path("none"), Path("none")) >= 1
