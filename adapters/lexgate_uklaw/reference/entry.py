"""One entry of the vocabulary."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entry:
    """A key as tools take or give it, its name, what it means (blank where the name says it), and facts by name."""

    key: str
    label: str
    description: str
    details: Mapping[str, str] = field(default_factory=dict)
