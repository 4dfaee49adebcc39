"""Memory that was freed goes back to the system. It measures nothing and frees nothing itself."""

import sys
from collections.abc import Callable


def memory_trimmer() -> Callable[[], object]:
    """Return what gives freed memory back to the system: glibc keeps it otherwise. Elsewhere it does nothing."""
    if not sys.platform.startswith("linux"):
        return lambda: None
    import ctypes

    try:
        trim = ctypes.CDLL("libc.so.6").malloc_trim
    except (OSError, AttributeError):  # musl has none.
        return lambda: None
    return lambda: trim(0)
