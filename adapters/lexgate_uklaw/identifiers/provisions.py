"""The path of one provision inside an item, as addresses write it. Shorthand (`s. 45(2)`) is read elsewhere."""

import re
from dataclasses import dataclass

from lexgate_uklaw.identifiers.refusals import invalid_provision

# Number-bearing units. Their address nearly always starts at the item, not under a Part or Chapter; the
# exceptions are EU chapters, whose sections are divisions, and instruments that count anew in each Part.
UNITS = ("section", "regulation", "article", "rule")
# Units that hold others; `schedule` may stand without a number when it is the only one.
DIVISIONS = ("part", "chapter", "title", "division", "crossheading", "group")
ATTACHMENTS = ("schedule", "annex", "appendix", "attachment")
# Fixed parts of an item; nothing stands below them.
FIXED = ("introduction", "body", "schedules", "signature", "note", "annexes", "earlier-orders")
PARAGRAPH = "paragraph"
_HEADS = frozenset((*UNITS, *DIVISIONS, *ATTACHMENTS, *FIXED, PARAGRAPH))
_NEEDS_NUMBER = frozenset((*UNITS, *DIVISIONS, PARAGRAPH))

_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,299}")
_NOT_A_SEGMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|data\.[a-z]+")
_NOT_INSIDE = frozenset(("welsh", "enacted", "made", "adopted", "created", "contents", "current", "prospective"))
_MOST_SEGMENTS = 60


@dataclass(frozen=True)
class ProvisionPath:
    """The segments of a provision: `("section", "45", "2", "f")`. Raises UnusableInput (invalid_provision)."""

    segments: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_shape(self.segments)
        _check_order(self.segments)

    @classmethod
    def parse(cls, text: str) -> "ProvisionPath":
        """Read `section/45/2/f`; the first word may be in capitals. Raises UnusableInput (invalid_provision)."""
        head, *rest = text.strip().strip("/").split("/")
        return cls((head.lower(), *rest))

    @property
    def head(self) -> str:
        """The kind of the outermost unit: section, schedule, part …"""
        return self.segments[0]

    @property
    def parent(self) -> "ProvisionPath | None":
        """The provision one level up; None at the top (`section/45`, `schedule/2`, `part/3`)."""
        outer = self.segments[:-1]
        if outer and outer[-1] in _NEEDS_NUMBER:
            outer = outer[:-1]
        numbered_attachment = len(self.segments) == 2 and self.head in ATTACHMENTS
        return ProvisionPath(outer) if outer and not numbered_attachment else None

    @property
    def alone(self) -> "ProvisionPath | None":
        """For `part/3/section/45` the path that addresses usually have, `section/45`; else None.

        For guidance only: which of the two exists is for the service to say.
        """
        if self.head not in DIVISIONS:
            return None
        at = next((at for at, each in enumerate(self.segments) if at % 2 == 0 and each in UNITS), None)
        return ProvisionPath(self.segments[at:]) if at else None

    def contains(self, other: "ProvisionPath") -> bool:
        """True for the provision itself and everything inside it, by whole segments: 45 never holds 45A."""
        return other.segments[: len(self.segments)] == self.segments

    def touches(self, other: "ProvisionPath") -> bool:
        """True when one of the two contains the other."""
        return self.contains(other) or other.contains(self)

    def __str__(self) -> str:
        return "/".join(self.segments)


def is_provision_head(segment: str) -> bool:
    """Say whether a segment of an address opens a provision."""
    return segment.lower() in _HEADS


def _check_shape(segments: tuple[str, ...]) -> None:
    if not segments or segments[0] not in _HEADS:
        raise invalid_provision("This does not start with a kind of provision.")
    if len(segments) > _MOST_SEGMENTS:
        raise invalid_provision(f"The provision has more than {_MOST_SEGMENTS} segments.")
    if not all(_SEGMENT.fullmatch(segment) for segment in segments):
        raise invalid_provision("A segment of the provision holds characters that addresses do not have.")
    if any(_NOT_A_SEGMENT.fullmatch(segment) or segment in _NOT_INSIDE for segment in segments[1:]):
        raise invalid_provision(
            "The provision carries a version, language or format.",
            "Give version and language as arguments of their own.",
        )


def _check_order(segments: tuple[str, ...]) -> None:
    if segments[0] in FIXED and len(segments) > 1:
        raise invalid_provision(f"Nothing stands below {segments[0]}.")
    awaited = ""  # the keyword whose number or slug comes next; a slug may itself spell a keyword
    for segment in segments:
        if awaited:
            awaited = ""
            continue
        awaited = segment if segment in _NEEDS_NUMBER else ""
    if awaited:
        raise invalid_provision(f"The {awaited} has no number.")
