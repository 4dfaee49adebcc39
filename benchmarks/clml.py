"""Measures the CLML reader over a folder of recorded responses: time from bytes to text, memory, growth with size.

Usage: python -m benchmarks.clml FOLDER   (the folder holds `fragments` and `whole`; nothing is fetched)
Wall times depend on what else the machine does; processor times are given beside them.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from lxml import etree

from lexgate_uklaw.clml.document import read_document

SECTION, RUNS, WHOLE_RUNS = "fragments/ukpga-2018-12-section-45.xml", 60, 7
_PEAK = """
import resource, sys
from pathlib import Path
def peak():
    # On Linux ru_maxrss survives exec, so it would show this script's parent.
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / (1024 if sys.platform == "darwin" else 1)
from lexgate_uklaw.clml.document import read_document
small, large = (Path(name).read_bytes() for name in sys.argv[1:3])
read_document(small).render()
before = peak()
document = read_document(large)
rendering = document.render()
print(peak() - before)
"""


def timed(work: Callable[[], object], runs: int) -> tuple[float, float, float]:
    """Return milliseconds: wall p50, wall minimum, processor p50."""
    wall, processor = [], []
    for _ in range(runs):
        start, used = time.perf_counter(), time.process_time()
        work()
        processor.append((time.process_time() - used) * 1000)
        wall.append((time.perf_counter() - start) * 1000)
    return statistics.median(wall), min(wall), statistics.median(processor)


def rendered(body: bytes) -> None:
    """Read, render and list the effects: what one call needs."""
    document = read_document(body)
    document.render()
    _ = document.effects


def report(name: str, body: bytes, runs: int) -> None:
    p50, best, processor = timed(partial(rendered, body), runs)
    print(f"{name}: {len(body):,} bytes, {p50:.1f} ms p50, {best:.1f} ms best, {processor:.1f} ms processor p50")


def repeated(body: bytes, times: int) -> bytes:
    """Return the document with what its body holds repeated."""
    root = etree.fromstring(body)
    holder = root.find("{*}Primary/{*}Body")
    assert holder is not None
    once = [etree.tostring(part) for part in holder]
    for _ in range(times - 1):
        holder.extend(etree.fromstring(part) for part in once)
    return etree.tostring(root)


def half(body: bytes) -> bytes:
    """Return the document with every other part of its body, Schedules left out."""
    root = etree.fromstring(body)
    for part in list(root.iterfind("{*}Primary/{*}Body/*"))[1::2]:
        part.getparent().remove(part)
    return etree.tostring(root)


def growth(body: bytes) -> None:
    for name, each in [("0.5 ×", half(body)), *((f"{n} ×", repeated(body, n)) for n in (1, 2, 4))]:
        _, best, _ = timed(partial(rendered, each), 3)
        print(f"  {name}: {len(each):,} bytes, {best:.0f} ms best, {best / len(each) * 1e6:.0f} ms per MB")


def extra_memory(section: Path, whole: Path) -> float:
    """Return MB that a fresh process grows by, at its peak, for the large document."""
    command = [sys.executable, "-c", _PEAK, str(section), str(whole)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    section = folder / SECTION
    largest = max((folder / "whole").glob("*.xml"), key=lambda path: path.stat().st_size)
    report("one section", section.read_bytes(), RUNS)
    report(f"largest whole document ({largest.name})", largest.read_bytes(), WHOLE_RUNS)
    print(f"  extra memory at its peak: {extra_memory(section, largest):.0f} MB")
    print("growth with size (the body repeated):")
    growth(largest.read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
