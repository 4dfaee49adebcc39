"""Skills that are copies of one another, folded under the best of them. It compares; it ranks nothing.

Same title and nearly the same words in the body: templates that differ in their subject have other titles.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lexgate_skills.folded import exact_key, sketched
from lexgate_skills.question import Ranked

_SAME_WORDS = 0.8
_FEWEST_SAMPLED = 5


@dataclass(frozen=True)
class Group:
    """The best of some near-identical skills, and the others in their order."""

    best: Ranked
    similar: list[Ranked] = field(default_factory=list)


def grouped(ranked: Iterable[Ranked]) -> Sequence[Group]:
    """Return the skills in their order, each copy of an earlier one folded under it."""
    groups: dict[tuple[str, str], list[Group]] = {}
    in_order: list[Group] = []
    for each in ranked:
        title = exact_key(str(each.card.get("title", "")))
        alike = groups.setdefault((title, str(each.card.get("language", ""))), [])
        group = next((group for group in alike if _same_words(group.best, each)), None)
        if group is not None and title:
            group.similar.append(each)
            continue
        alike.append(Group(each))
        in_order.append(alike[-1])
    return in_order


def _same_words(one: Ranked, other: Ranked) -> bool:
    first, second = _sketch(one), _sketch(other)
    if min(len(first), len(second)) < _FEWEST_SAMPLED:
        return False
    return len(first & second) >= _SAME_WORDS * len(first | second)


def _sketch(ranked: Ranked) -> frozenset[int]:
    return sketched(str(ranked.card.get("sketch", "")))
