"""What is asked of the library, and the seam behind which it is answered. No index and no library is touched here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from lexgate_skills.folding import plain
from lexgate_skills.terms import words

FoundBy = Literal["keyword", "vectors", "both"]


@dataclass(frozen=True)
class Filters:
    """Values that a skill must have, compared without case; "" is no filter."""

    jurisdiction: str = ""
    language: str = ""
    practice: str = ""
    tag: str = ""
    library: str = ""

    def set(self) -> dict[str, str]:
        """Return the filters that are set, by name."""
        return {name: value for name, value in vars(self).items() if value}

    def without(self, name: str) -> "Filters":
        """Return the other filters."""
        return replace(self, **{name: ""})


@dataclass(frozen=True)
class Question:
    """Words to look for, and filters. The text is data: it has no syntax."""

    text: str
    filters: Filters = Filters()

    @property
    def has_words(self) -> bool:
        """Tell whether there is anything to look for: signs and pictures alone are near to any skill or none."""
        return bool(words(plain(self.text)))


@dataclass(frozen=True)
class Ranked:
    """One skill that answers a question. `score` orders the answers of one retriever and means nothing else.

    `card` is what a hit shows: title, description, license, jurisdiction, practice, language, tags, sketch.
    """

    key: str
    score: float
    card: dict[str, object]
    found_by: FoundBy = "keyword"

    @property
    def library(self) -> str:
        return self.key.partition(":")[0]

    @property
    def path(self) -> str:
        return self.key.partition(":")[2]


@dataclass(frozen=True)
class Retrieved:
    """The best answers, best first, and how many there are in all."""

    total: int
    ranked: Sequence[Ranked]


class Retriever(Protocol):
    """A way to answer questions. A second one (vectors) is fused with the first by rank or score."""

    def retrieve(self, question: Question, limit: int) -> Retrieved: ...
