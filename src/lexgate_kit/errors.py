"""The one tree of errors that reach a model.

ToolFailure
├── UnusableInput         the caller can mend the call
├── NotFound              an id that was checked and does not exist
├── UpstreamRefused       the source answered that it will not serve us now
├── UpstreamUnavailable   the source could not be reached, or broke
├── UpstreamChanged       the source answered in a shape that we do not know
└── NotConfigured         a setting is missing on this installation

Every text in them is ours: nothing that a source or a document said goes into a message.
Anything else that is raised is masked by the gateway and logged under the request id.
"""

from typing import ClassVar

NO_EVIDENCE = "This says nothing about the law itself."


class ToolFailure(Exception):
    """A call that could not be answered, with what the model can do next.

    `reason` is a stable snake_case code; `message` and `next_step` are sentences of ours;
    `retry_after` is in seconds.
    """

    default_reason: ClassVar[str] = "failed"
    caveat: ClassVar[str] = ""

    def __init__(
        self,
        message: str,
        *,
        next_step: str,
        reason: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason or self.default_reason
        self.message = f"{message} {self.caveat}" if self.caveat else message
        self.next_step = next_step
        self.retry_after = retry_after

    @property
    def text(self) -> str:
        """The whole failure as one short text: `reason: what happened. Next: what to do.`"""
        return f"{self.reason}: {self.message} Next: {self.next_step}"


class UnusableInput(ToolFailure):
    """The arguments cannot be used as they are; nothing was sent anywhere."""

    default_reason = "invalid_argument"


class NotFound(ToolFailure):
    """The id was checked, and nothing stands there. Never raised when the check itself failed."""

    default_reason = "not_found"


class UpstreamRefused(ToolFailure):
    """The source refused for load, rights or policy; asking again at once makes it worse."""

    default_reason = "upstream_refused"
    caveat = NO_EVIDENCE


class UpstreamUnavailable(ToolFailure):
    """The source could not be reached, timed out or failed."""

    default_reason = "upstream_unavailable"
    caveat = NO_EVIDENCE


class UpstreamChanged(ToolFailure):
    """The source answered, but not in the shape that we can read safely."""

    default_reason = "upstream_changed"
    caveat = NO_EVIDENCE


class NotConfigured(ToolFailure):
    """Something on this installation must be set before the call can work."""

    default_reason = "not_configured"
