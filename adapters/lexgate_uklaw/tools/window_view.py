"""When a text stands, in words. It loads no parser."""

from typing import Any

from lexgate_kit import inline


def window_words(values: dict[str, Any]) -> str:
    """Return `text of … to …` or `text since …` of valid_from and valid_to; blank where neither is recorded."""
    start, end = values.get("valid_from"), values.get("valid_to")
    if not start and not end:
        return ""
    if not start:
        return f"text until {inline.markdown(end or '')} (start not recorded)"
    shown = inline.markdown(start)
    return f"text of {shown} to {inline.markdown(end)}" if end else f"text since {shown}"
