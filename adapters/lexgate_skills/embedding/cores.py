"""How many threads this process may use: the container's limit, the affinity, the machine. It starts none."""

import os
from pathlib import Path

_CGROUP_V2 = Path("/sys/fs/cgroup/cpu.max")
_CGROUP_V1 = Path("/sys/fs/cgroup/cpu")


def usable_cores(v2: Path = _CGROUP_V2, v1: Path = _CGROUP_V1, allowed: int | None = None) -> int:
    """Return the number of cores, at least one. `allowed` is what the scheduler allows, asked for when None.

    A library that counts the machine's cores itself starts 64 threads in a container of one core, or fails
    to pin them (onnxruntime 8313, 10113), so every count is passed explicitly.
    """
    counts = [_allowed() if allowed is None else allowed]
    quota = _v2_cores(v2) or _v1_cores(v1)
    if quota is not None:
        counts.append(quota)
    return max(1, min(counts))


def _allowed() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Windows and macOS have no such call.
        return os.cpu_count() or 1


def _v2_cores(path: Path) -> int | None:
    words = _read(path).split()
    return _rounded_up(words[0], words[1]) if len(words) == 2 else None


def _v1_cores(folder: Path) -> int | None:
    return _rounded_up(_read(folder / "cpu.cfs_quota_us").strip(), _read(folder / "cpu.cfs_period_us").strip())


def _rounded_up(quota: str, period: str) -> int | None:
    if not (quota.isdigit() and period.isdigit() and int(period)):
        return None  # "max" and -1 mean no limit.
    return max(1, -(-int(quota) // int(period)))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""
