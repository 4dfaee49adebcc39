"""What our child processes share: how they get their job, and how they end when their server does."""

import os
import sys


def first_line() -> bytes:
    """Return the first line of stdin, the job; end the process when there is none.

    It is not read through `sys.stdin`: a thread that waits in its buffer would hold up the end of the process.
    """
    line = b""
    while not line.endswith(b"\n"):
        block = os.read(0, 65536)
        if not block:
            sys.exit(3)
        line += block
    return line


def end_with_parent() -> None:
    """Wait for the end of stdin, which is the end of the server, and end the process at once.

    Nothing is lost: what is unfinished is not named by any pointer, and locks go with the process.
    """
    while os.read(0, 1024):
        pass
    os._exit(3)
