"""Which line of one text is which line of the other: by address, then by likeness, so that insertions shift nothing.

Time is linear in the number of lines: rare words find the few lines that may be meant.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from lexgate_uklaw.comparison.lines import Line
from lexgate_uklaw.comparison.words import is_dots, word_tokens, words_in

LIKE_AT_ITS_ADDRESS = 0.5
LIKE_ELSEWHERE = 0.75
_FEWEST_WORDS = 4
"""Shorter lines ("or", a row of dots) say nothing about where they came from."""
_SAME_ADDRESS_COUNTS = 0.3
_RARE = 8
_MOST_CANDIDATES = 12
_SMALL_GROUP = 400

Pairs = dict[int, int]
"""Places of lines of the first text to places of the second."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    line: Line
    words: Counter[str]
    count: int


def match(first: Sequence[Line], second: Sequence[Line]) -> Pairs:
    """Return which lines are one another's. Not symmetric in ties: see `redline.compare`."""
    return _Matcher(first, second).match()


class _Matcher:
    def __init__(self, first: Sequence[Line], second: Sequence[Line]) -> None:
        self.first, self.second = first, second
        self.pairs: Pairs = {}
        self.free = set(range(len(second)))
        self.weighed: tuple[dict[int, _Weighed], dict[int, _Weighed]] = ({}, {})

    def match(self) -> Pairs:
        words = {line.text: " ".join(word_tokens(line.text)) for line in (*self.first, *self.second)}
        self._by(lambda line: (line.key, line.is_heading, words[line.text]))
        self._by(
            lambda line: (line.is_heading, words[line.text]) if words[line.text].count(" ") >= _FEWEST_WORDS else None
        )
        self._by_likeness()
        self._by(self._first_of_its_provision())
        return self.pairs

    def _take(self, i: int, j: int) -> None:
        if i not in self.pairs and j in self.free:
            self.pairs[i] = j
            self.free.remove(j)

    def _by(self, name: Callable[[Line], Hashable]) -> None:
        """Pair the lines that have one name, in order."""
        named: dict[Hashable, list[int]] = defaultdict(list)
        for j in sorted(self.free, reverse=True):
            named[name(self.second[j])].append(j)
        for i, line in enumerate(self.first):
            called = name(line)
            if called is not None and i not in self.pairs and named.get(called):
                self._take(i, named[called].pop())

    def _first_of_its_provision(self) -> Callable[[Line], Hashable]:
        """Replaced words: the opening lines of a provision are one another's however unlike they are."""
        opening: set[int] = set()
        for lines in (self.first, self.second):
            seen: set[tuple[str, bool]] = set()
            for line in lines:
                if (line.key, line.is_heading) not in seen:
                    seen.add((line.key, line.is_heading))
                    opening.add(id(line))
        return lambda line: (line.key, line.is_heading) if id(line) in opening else None

    def _by_likeness(self) -> None:
        left = {i: _weigh(line) for i, line in enumerate(self.first) if i not in self.pairs}
        right = {j: _weigh(self.second[j]) for j in sorted(self.free)}
        scored = []
        for i, j in self._candidates(left, right):
            score = _score(left[i], right[j])
            if score is not None:
                scored.append((-score, abs(i - j), i, j))
        for _, _, i, j in sorted(set(scored)):
            self._take(i, j)

    def _candidates(self, left: dict[int, _Weighed], right: dict[int, _Weighed]) -> Iterator[tuple[int, int]]:
        groups: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        holding: dict[str, list[int]] = defaultdict(list)
        for i, each in left.items():
            groups[each.line.key][0].append(i)
        for j, each in right.items():
            groups[each.line.key][1].append(j)
            for word in each.words:
                holding[word].append(j)
        for ours, theirs in groups.values():
            if len(ours) * len(theirs) <= _SMALL_GROUP:
                yield from ((i, j) for i in ours for j in theirs)
        for i, each in left.items():
            shared = Counter(j for word in each.words for j in holding.get(word, ())[:_RARE])
            yield from ((i, j) for j, _ in shared.most_common(_MOST_CANDIDATES))


def _tells(line: Line) -> bool:
    return len(words_in(line.text)) >= _FEWEST_WORDS


def _weigh(line: Line) -> _Weighed:
    words = words_in(line.text)
    return _Weighed(line, words, sum(words.values()))


def _score(a: _Weighed, b: _Weighed) -> float | None:
    """Return how likely the two are one line; None when that is not enough."""
    if a.line.is_heading != b.line.is_heading or is_dots(a.line.text) or is_dots(b.line.text):
        return None
    total = a.count + b.count
    likeness = 2 * sum((a.words & b.words).values()) / total if total else 0.0
    if a.line.key == b.line.key:
        return likeness + _SAME_ADDRESS_COUNTS if likeness >= LIKE_AT_ITS_ADDRESS else None
    enough = likeness >= LIKE_ELSEWHERE and min(len(a.words), len(b.words)) >= _FEWEST_WORDS
    return likeness if enough else None
