"""When a text stands, in words. It loads no parser."""

from typing import Any

from lexgate_kit import inline


def window_words(values: dict[str, Any]) -> str:
    """Return `text of … to …` of a record with valid_from and valid_to; blank where neither is recorded."""
    start, end = values.get("valid_from"), values.get("valid_to")
    if not start and not end:
        return ""
    if not start:
        return f"text until {inline.markdown(end or '')} (start not recorded)"
    return f"text of {inline.markdown(start)} to {inline.markdown(end or 'now')}"
