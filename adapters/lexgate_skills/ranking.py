"""How one search ranks, and what is to be said of it. It loads numpy only where vectors rank."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from lexgate_skills.keyword_index import KeywordIndex
    from lexgate_skills.question import Retriever

Mode = Literal["auto", "keyword", "semantic", "hybrid"]
Used = Literal["keyword", "semantic", "hybrid"]
Make: TypeAlias = "Callable[[KeywordIndex], tuple[Retriever, int]]"
"""Gives what retrieves over an open index, and how many of its skills have no vectors."""

EMBED = "Run `lexgate skills embed`."
BY_KEYWORD = "These hits were ranked by keyword alone."
_SHARE_TOLD = 0.1
"""Of all skills. Fewer than these without vectors are no news in every hybrid search: their words find them."""


class Ranking:
    """How one search ranks: `mode` is what is used, `notice` what is to be said of it, if anything."""

    def __init__(self, mode: Used, notice: str = "", make: "Make | None" = None) -> None:
        self.mode, self.notice, self._make = mode, notice, make

    def over(self, index: "KeywordIndex") -> "Retriever":
        """Return what retrieves for this search. It blocks when the vectors are opened first."""
        if self._make is None:
            return index
        from lexgate_skills.vectors.retrieval import Fallback  # imports numpy, 12 MB that a keyword search can spare

        make = self._make

        def made() -> "Retriever":
            retriever, without = make(index)
            self._tell(without, index.skills)
            return retriever

        return Fallback(made, index, self._fall)

    def _tell(self, without: int, skills: int) -> None:
        """Say that skills are new to the vectors: by meaning alone they are not found, by both they rank lower."""
        if without > (0 if self.mode == "semantic" else _SHARE_TOLD * skills):
            left_out = "are not among these hits" if self.mode == "semantic" else "were ranked by their words alone"
            self.notice = f"{without:,} new or changed skills have no vectors and {left_out}. {EMBED}"

    def _fall(self) -> None:
        self.mode, self.notice = "keyword", f"The vectors on disk are damaged or gone. {BY_KEYWORD} {EMBED}"
