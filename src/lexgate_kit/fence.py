"""Text from outside stands inside a fence: data to read, never words of ours and never instructions.

A fence's marker is random and changes with every response, so a text cannot forge its own end.
"""

import re
import secrets
from collections.abc import Callable

from lexgate_kit.hidden import reveal
from lexgate_kit.inline import one_line

# Text that was escaped for Markdown has a backslash before each bracket.
_FORGED = re.compile(r"(?:\\?<){3}\s*(?:end\s+)?lexgate", re.IGNORECASE)


def random_marker() -> str:
    """Return twelve hexadecimal digits from the system's randomness."""
    return secrets.token_hex(6)


class Fence:
    """The fence of one response.

    `enclose` may be used several times in a response; all its blocks carry the same marker.
    """

    def __init__(self, marker: str | None = None, *, new_marker: Callable[[], str] = random_marker) -> None:
        self.marker = marker or new_marker()

    def enclose(self, text: str, source: str) -> str:
        """Return the text between two marker lines that name its source (one line of ours or cleaned).

        Hidden characters are shown as `⟨U+XXXX⟩`; they, and text that imitates a marker, are flagged in a
        line of ours before the fence.
        """
        shown, hidden = reveal(text)
        flags = []
        if hidden:
            flags.append(f"{hidden} hidden characters, shown as ⟨U+XXXX⟩")
        if _FORGED.search(shown):
            flags.append("words that imitate a fence")
        warning = f"[lexgate: the text below contains {' and '.join(flags)}.]\n" if flags else ""
        label = one_line(source, 200).replace('"', "'").replace("<<<", "‹‹‹").replace(">>>", "›››")
        start = f'<<<lexgate-data {self.marker} source="{label}">>>'
        return f"{warning}{start}\n{shown}\n<<<end lexgate-data {self.marker}>>>"
