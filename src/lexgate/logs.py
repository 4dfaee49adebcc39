"""Logging to stderr as single lines. Arguments and texts never go into it: they reveal a client's matter."""

import json
import logging
import sys
import time
import traceback


class OneLine(logging.Formatter):
    """One record on one line; of an exception only its kind and where it was raised, not its words."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{self.formatTime(record)} {record.levelname.lower()} {record.name}: {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:
            said += f" [{_raised(record.exc_info[1])}]"
        return said.replace("\r", " ").replace("\n", " ")


_FIELDS = ("request_id", "tool", "caller", "outcome", "ms", "status", "path")
"""What our own records carry beside their words."""


class AsJson(logging.Formatter):
    """One record as one JSON object on one line, for a collector of logs; times are in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        said.update({name: getattr(record, name) for name in _FIELDS if hasattr(record, name)})
        if record.exc_info and record.exc_info[1] is not None:
            said["raised"] = _raised(record.exc_info[1])
        return json.dumps(said, ensure_ascii=False, default=str)


def _raised(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-4:]]
    return f"{type(error).__name__} at {' < '.join(reversed(places))}"


def set_up(level: str, form: str = "text") -> None:
    """Send every log record of this process to stderr, as lines of text or (`form` "json") of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else OneLine())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # The SDK and the HTTP library log requests with their addresses, which hold what was asked.
    for name in ("mcp", "httpx", "httpcore", "asyncio", "uvicorn"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
