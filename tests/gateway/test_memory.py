"""What keeps a serving process small."""

import subprocess
import sys

import pytest


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator is asked, which Linux alone has")
def test_threads_that_allocate_at_once_share_one_arena() -> None:
    # glibc prints one "Arena N" for each arena that it has made.
    script = (
        "import ctypes, threading\n"
        "from lexgate.memory import share_arenas\n"
        "share_arenas()\n"
        "libc = ctypes.CDLL('libc.so.6')\n"
        "libc.malloc.restype = ctypes.c_void_p\n"
        "gate = threading.Barrier(8)\n"
        "def work():\n"
        "    gate.wait()\n"
        "    [libc.malloc(5000) for _ in range(500)]\n"
        "    gate.wait()\n"
        "threads = [threading.Thread(target=work) for _ in range(8)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]\n"
        "libc.malloc_stats()\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stderr
    assert said.count("Arena ") == 1
