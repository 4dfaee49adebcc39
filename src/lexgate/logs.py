"""Logging to stderr as single lines. Arguments and texts never go into it: they reveal a client's matter."""

import logging
import sys
import traceback


class OneLine(logging.Formatter):
    """One record on one line; of an exception only its kind and where it was raised, not its words."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{self.formatTime(record)} {record.levelname.lower()} {record.name}: {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:
            said += f" [{_raised(record.exc_info[1])}]"
        return said.replace("\r", " ").replace("\n", " ")


def _raised(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-4:]]
    return f"{type(error).__name__} at {' < '.join(reversed(places))}"


def set_up(level: str) -> None:
    """Send every log record of this process to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # The SDK and the HTTP library log requests with their addresses, which hold what was asked.
    for name in ("mcp", "httpx", "httpcore", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
