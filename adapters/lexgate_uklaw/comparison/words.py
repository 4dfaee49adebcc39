"""What changed between two stretches of text, word by word; it knows nothing of provisions.

The longest common subsequence is rapidfuzz's, which needs a tenth of a second for the worst 40,000 characters; what
makes its result read like a lawyer's mark-up is here.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, takewhile
from operator import eq

from rapidfuzz.distance import LCSseq

# A number in brackets, a row of dots, a word with what joins its parts, or one sign. Nothing in it can backtrack far.
_TOKEN = re.compile(r"\(\w{1,6}\)|\.(?: ?\.)+|\w+(?:[.,/'’\-‐‑–]\w+)*|\S")
_DOTS = re.compile(r"[.…\s]+")
_ENDS = frozenset(",;.:—)")
# The editors set the same law with other quote marks and dashes than the first print: no lawyer marks that.
_TYPOGRAPHY = str.maketrans({**dict.fromkeys("‘’‛ʼ`", "'"), **dict.fromkeys("“”„", '"'), **dict.fromkeys("‐‑–—−", "-")})
_MOST_COMPARISONS = 400_000_000
_FEWEST_SHARED = 0.25
"""With less of the words in common, what is left standing between the marks is chance: the whole is replaced."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of both texts. Unless `same`, `old` was deleted and `new` inserted; either may be blank.

    All `old` of a text, joined, are the older text exactly, and all `new` the newer one; the same words may differ
    in spaces, quote marks and dashes.
    """

    old: str
    new: str
    same: bool

    def mirrored(self) -> "Span":
        """Return the span as it is when the two texts change places."""
        return Span(self.new, self.old, self.same)


@dataclass(frozen=True, slots=True)
class _Piece:
    same: bool
    i: int
    i_end: int
    j: int
    j_end: int


def word_tokens(text: str) -> list[str]:
    """Return the words and signs of a text without space, quote marks and dashes in one form."""
    return _TOKEN.findall(text.translate(_TYPOGRAPHY))


def words_in(text: str) -> Counter[str]:
    """Return how often each word stands in a text, case and signs left out."""
    return Counter(token.casefold() for token in word_tokens(text) if _is_word(token))


def word_count(text: str) -> int:
    """Return the number of words, signs left out."""
    return sum(map(_is_word, word_tokens(text)))


def is_dots(text: str) -> bool:
    """Say whether only dots are left of a text, as the editors print what was repealed or omitted."""
    return len(text) < 2000 and ".." in text.replace(" ", "") and bool(_DOTS.fullmatch(text))


def word_changes(old: str, new: str) -> tuple[Span, ...]:
    """Return the changes from one text to the other. Not symmetric: see `redline.compare`."""
    if old == new:
        return (Span(old, new, True),) if old else ()
    a, b = _Words.of(old), _Words.of(new)
    known: dict[str, int] = {}
    left, right = a.numbered(known), b.numbered(known)
    pieces = _tidied(_slid(_pieces(left, right), left, right, (a.words, b.words)), a, b)
    return tuple(_spans(pieces, a, b))


def _is_word(token: str) -> bool:
    return token[0].isalnum() or (token[0] == "(" and len(token) > 1) or token[0] == "_"


@dataclass(frozen=True, slots=True)
class _Words:
    """The words and signs of a text, where each ends, and how many words there are up to each."""

    text: str
    words: list[str]
    ends: list[int]
    running: list[int]

    @classmethod
    def of(cls, text: str) -> "_Words":
        found = list(_TOKEN.finditer(text))
        words = [token.group() for token in found]
        return cls(text, words, [token.end() for token in found], [0, *accumulate(map(_is_word, words))])

    def numbered(self, known: dict[str, int]) -> list[int]:
        """Return a number for each word; small ones hash to themselves, so no two words are taken for one."""
        return [known.setdefault(word, len(known)) for word in (word.translate(_TYPOGRAPHY) for word in self.words)]

    def cut(self, first: int, after: int) -> str:
        """Return the text of some words with the space before each; the text's last ones take its last space."""
        if first == after and self.words:
            return ""
        start = self.ends[first - 1] if first else 0
        return self.text[start : self.ends[after - 1] if after < len(self.words) else len(self.text)]


def _pieces(a: list[int], b: list[int]) -> list[_Piece]:
    """Return alternating pieces: the same, changed, the same …"""
    head = sum(1 for _ in takewhile(bool, map(eq, a, b)))
    most = min(len(a), len(b)) - head
    tail = sum(1 for _ in takewhile(bool, map(eq, reversed(a[len(a) - most :]), reversed(b[len(b) - most :]))))
    i_end, j_end = len(a) - tail, len(b) - tail
    found = [_Piece(True, 0, head, 0, head)] if head else []
    found += _inner(a[head:i_end], b[head:j_end], head)
    if tail:
        found.append(_Piece(True, i_end, len(a), j_end, len(b)))
    return found


def _inner(a: list[int], b: list[int], at: int) -> list[_Piece]:
    if not a and not b:
        return []
    if not a or not b or len(a) * len(b) > _MOST_COMPARISONS:
        return [_Piece(False, at, at + len(a), at, at + len(b))]
    found: list[_Piece] = []
    for step in LCSseq.opcodes(a, b):
        piece = _Piece(
            step.tag == "equal", at + step.src_start, at + step.src_end, at + step.dest_start, at + step.dest_end
        )
        _append(found, piece)
    return found


def _append(pieces: list[_Piece], piece: _Piece) -> None:
    """Add a piece, joined to the last one when both are of one kind; empty ones are left out."""
    if piece.i == piece.i_end and piece.j == piece.j_end:
        return
    if pieces and pieces[-1].same == piece.same:
        last = pieces.pop()
        piece = _Piece(piece.same, last.i, piece.i_end, last.j, piece.j_end)
    pieces.append(piece)


def _slid(pieces: list[_Piece], a: list[int], b: list[int], texts: tuple[list[str], list[str]]) -> list[_Piece]:
    """Move pure insertions and deletions to where a clause begins or ends, where the words allow several places."""
    found: list[_Piece] = []
    waiting = pieces[::-1]
    while waiting:
        piece = waiting.pop()
        following = waiting[-1] if waiting else None
        pure = not piece.same and (piece.i == piece.i_end) != (piece.j == piece.j_end)
        if not pure or not found or not found[-1].same or (following is not None and not following.same):
            _append(found, piece)
            continue
        before = found.pop()
        inserted = piece.i == piece.i_end
        ids, words = (b, texts[1]) if inserted else (a, texts[0])
        start, end = (piece.j, piece.j_end) if inserted else (piece.i, piece.i_end)
        room = (before.i_end - before.i, following.i_end - following.i if following else 0)
        back = room[0] if found and _may_join(ids, (start, end), room[0]) else _shift(ids, words, (start, end), room)
        _append(found, _Piece(True, before.i, before.i_end - back, before.j, before.j_end - back))
        _append(found, _Piece(False, piece.i - back, piece.i_end - back, piece.j - back, piece.j_end - back))
        joint = _Piece(True, piece.i_end - back, piece.i_end, piece.j_end - back, piece.j_end)
        if following is not None:
            waiting.pop()
            joint = _Piece(True, joint.i, following.i_end, joint.j, following.j_end)
        if joint.i != joint.i_end:
            waiting.append(joint)
    return found


def _shift(ids: list[int], words: list[str], span: tuple[int, int], room: tuple[int, int]) -> int:
    """Return by how many words to move the span back (negative: on), so that it is a clause with its own comma."""
    start, end = span
    best, best_score = 0, _neatness(words, start, end)
    for step, most in ((1, room[0]), (-1, room[1])):
        back = step
        while abs(back) <= most and _may_move(ids, start, end, back):
            score = _neatness(words, start - back, end - back)
            if score > best_score:
                best, best_score = back, score
            back += step
    return best


def _may_join(ids: list[int], span: tuple[int, int], distance: int) -> bool:
    """Say whether the span may move back right behind the change before it, so that two marks become one."""
    start, end = span
    return all(_may_move(ids, start, end, back) for back in range(1, distance + 1))


def _may_move(ids: list[int], start: int, end: int, back: int) -> bool:
    if back > 0:
        return ids[end - back] == ids[start - back]
    return ids[start - back - 1] == ids[end - back - 1]


def _neatness(words: list[str], start: int, end: int) -> int:
    after_sign = start == 0 or words[start - 1] in _ENDS
    return 2 * (words[end - 1] in _ENDS) + after_sign


def _tidied(pieces: list[_Piece], a: _Words, b: _Words) -> list[_Piece]:
    """Join changes that only a chance word holds apart; replace the whole where hardly anything is shared."""
    sizes = a.running, b.running
    shared = sum(_size(piece, sizes) for piece in pieces if piece.same)
    most, least = (choose(sizes[0][-1], sizes[1][-1]) for choose in (max, min))
    if least >= 4 and shared < _FEWEST_SHARED * most and shared < _FEWEST_SHARED * 4 * least:
        return [_Piece(False, 0, len(a.words), 0, len(b.words))]
    found: list[_Piece] = []
    for piece in pieces:
        _append(found, piece)
        while len(found) >= 3 and not found[-1].same and not found[-3].same and _is_chance(found, sizes):
            last, _, first = found.pop(), found.pop(), found.pop()
            _append(found, _Piece(False, first.i, last.i_end, first.j, last.j_end))
    return found


def _is_chance(pieces: list[_Piece], sizes: tuple[list[int], list[int]]) -> bool:
    first, same, last = (_size(piece, sizes) for piece in pieces[-3:])
    return 2 * max(same, 1) <= min(first, last)


def _size(piece: _Piece, sizes: tuple[list[int], list[int]]) -> int:
    return max(sizes[0][piece.i_end] - sizes[0][piece.i], sizes[1][piece.j_end] - sizes[1][piece.j])


def _spans(pieces: list[_Piece], old: _Words, new: _Words) -> list[Span]:
    return [
        Span(old.cut(piece.i, piece.i_end), new.cut(piece.j, piece.j_end), piece.same)
        for piece in pieces or [_Piece(True, 0, len(old.words), 0, len(new.words))]
    ]
