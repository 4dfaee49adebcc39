"""What an installation tells while it runs, and how it fails: words of ours for a person at a terminal."""

from collections.abc import Callable

Report = Callable[[str, int, int | None], None]
"""Told (what is being done, bytes or steps done, all of them or None)."""


class InstallFailed(Exception):
    """The model was not installed; what was there before is untouched. `reason` is a stable code."""

    def __init__(self, reason: str, what: str, mend: str) -> None:
        super().__init__(f"{what} {mend}")
        self.reason, self.what, self.mend = reason, what, mend
