"""One entry of the vocabulary."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entry:
    """A key as tools take or give it, what it is called, what it means, and facts about it by name."""

    key: str
    label: str
    description: str
    details: Mapping[str, str] = field(default_factory=dict)
