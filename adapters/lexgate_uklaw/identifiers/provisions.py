"""The path of one provision inside an item, as addresses write it. Shorthand (`s. 45(2)`) is read elsewhere."""

import re
from dataclasses import dataclass

from lexgate_uklaw.identifiers.refusals import invalid_provision

# Number-bearing units whose address starts at the item, never under a Part or Chapter.
UNITS = ("section", "regulation", "article", "rule")
# Units that hold others; `schedule` may stand without a number when it is the only one.
DIVISIONS = ("part", "chapter", "title", "division", "crossheading", "group")
ATTACHMENTS = ("schedule", "annex", "appendix", "attachment")
# Fixed parts of an item; nothing stands below them.
FIXED = ("introduction", "body", "schedules", "signature", "note")
PARAGRAPH = "paragraph"
_HEADS = frozenset((*UNITS, *DIVISIONS, *ATTACHMENTS, *FIXED, PARAGRAPH))
_NEEDS_NUMBER = frozenset((*UNITS, *DIVISIONS, PARAGRAPH))

_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NOT_INSIDE = frozenset(("welsh", "enacted", "made", "adopted", "created", "contents", "current", "prospective"))
_MOST_SEGMENTS = 24


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
    if any(_DATE.fullmatch(segment) or segment in _NOT_INSIDE for segment in segments[1:]):
        raise invalid_provision(
            "The provision carries a version or language.", "Give version and language as arguments of their own."
        )


def _check_order(segments: tuple[str, ...]) -> None:
    if segments[0] in FIXED and len(segments) > 1:
        raise invalid_provision(f"Nothing stands below {segments[0]}.")
    awaited = ""  # the keyword whose number or slug comes next; a slug may itself spell a keyword
    for at, segment in enumerate(segments):
        if awaited:
            awaited = ""
            continue
        if at and segment in UNITS and segments[0] in DIVISIONS:
            raise invalid_provision(
                f"A {segment} is addressed on its own, not under its {segments[0]}.",
                f"Use {'/'.join(segments[at:])}.",
            )
        awaited = segment if segment in _NEEDS_NUMBER else ""
    if awaited:
        raise invalid_provision(f"The {awaited} has no number.")
