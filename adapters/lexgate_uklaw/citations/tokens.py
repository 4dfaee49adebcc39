"""A text cut into words, numbers and marks, with its brackets paired and its sentences numbered.

One pass each; no step looks further than a fixed distance, so the time is linear whatever the text.
"""

import re

from lexgate_uklaw.citations.normal import Normal, normal
from lexgate_uklaw.citations.wording import words

WORD, NUMBER, MARK = 0, 1, 2
# Every alternative is one run of one class: nothing can backtrack.
_TOKEN = re.compile(r"([^\W\d_]+(?:'[^\W\d_]+)*)|([0-9]+)|(\S)")
_ABBREVIATIONS = words(
    "s ss sec secs sect reg regs art arts r rr para paras sch schs sched scheds pt pts ch chs chap cap c p no nos "
    "rh adr vict geo will edw eliz hen jas cha chas car ric mar ph anne ann sess st stat etc cf viz eg ie ibid v vol "
    "si sr ssi sro dr mr mrs ms prof hon co ltd plc inc reg ed eds n nn cl cls subs os art"
)
_LETTERED = words("part parts pt schedule sch annex appendix table form class")
_OPEN, _CLOSE = "([", ")]"


class Tokens:
    """The tokens of one text: parallel lists, because a text of 20,000 characters has thousands.

    `start` and `end` are places in the copy for matching; `span` gives them in the original.
    """

    def __init__(self, source: Normal) -> None:
        self.source = source
        self.kind: list[int] = []
        self.word: list[str] = []
        self.start: list[int] = []
        self.end: list[int] = []
        for match in _TOKEN.finditer(source.text):
            self.kind.append((match.lastindex or 3) - 1)
            self.word.append(match.group())
            self.start.append(match.start())
            self.end.append(match.end())
        self.low = [word.lower() for word in self.word]
        self.size = len(self.word)
        self.partner = _paired(self.word)
        self.sentence = _sentences(self)

    def at(self, place: int) -> str:
        """Return the token in lower case, blank outside the text."""
        return self.low[place] if 0 <= place < self.size else ""

    def raw(self, place: int) -> str:
        """Return the token as it is written, blank outside the text."""
        return self.word[place] if 0 <= place < self.size else ""

    def is_number(self, place: int) -> bool:
        return 0 <= place < self.size and self.kind[place] == NUMBER

    def is_word(self, place: int) -> bool:
        return 0 <= place < self.size and self.kind[place] == WORD

    def glued(self, place: int) -> bool:
        """Say whether nothing stands between this token and the one before it."""
        return 0 < place < self.size and self.start[place] == self.end[place - 1]

    def gap(self, place: int) -> str:
        """Return what stands between this token and the one before it."""
        if not 0 < place < self.size:
            return ""
        return self.source.text[self.end[place - 1] : self.start[place]]

    def capital(self, place: int) -> bool:
        return self.is_word(place) and self.word[place][0].isupper()

    def year(self, place: int) -> int | None:
        """Return the year that stands here, between 1200 and 2100."""
        if self.is_number(place) and len(self.word[place]) == 4:
            value = int(self.word[place])
            return value if 1200 <= value <= 2100 else None
        return None

    def integer(self, place: int, digits: int = 5) -> int | None:
        """Return the number that stands here, when it has at most so many digits and is not zero."""
        if self.is_number(place) and len(self.word[place]) <= digits:
            return int(self.word[place]) or None
        return None

    def abbreviation(self, place: int, letters: str) -> int:
        """Return the place after these letters, written together or with stops (`SI`, `S.I.`), or -1."""
        if self.at(place) == letters:
            return place + 1 + (self.at(place + 1) == "." and len(letters) > 1)
        for letter in letters:
            if self.at(place) != letter:
                return -1
            place += 1 + (self.at(place + 1) == ".")
        return place

    def text(self, first: int, after: int) -> str:
        """Return the copy's text from one token up to another."""
        return self.source.text[self.start[first] : self.end[after - 1]]

    def span(self, first: int, after: int) -> tuple[int, int]:
        """Return where the tokens stand in the original, in code points."""
        return self.source.span(self.start[first], self.end[after - 1])


def tokens(text: str) -> Tokens:
    """Cut a text as it came."""
    return Tokens(normal(text))


def _paired(words: list[str]) -> list[int]:
    """Return for each bracket the place of its partner, -1 for everything else."""
    partner = [-1] * len(words)
    stack: list[int] = []
    for place, word in enumerate(words):
        if word in _OPEN:
            stack.append(place)
        elif word in _CLOSE and stack and _OPEN.index(words[stack[-1]]) == _CLOSE.index(word):
            partner[place] = stack[-1]
            partner[stack.pop()] = place
    return partner


def _sentences(cut: Tokens) -> list[int]:
    numbers = [0] * cut.size
    current = 0
    for place in range(1, cut.size):
        if not cut.glued(place) and _begins_sentence(cut, place):
            current += 1
        numbers[place] = current
    return numbers


def _begins_sentence(cut: Tokens, place: int) -> bool:
    gap = cut.source.text[cut.end[place - 1] : cut.start[place]]
    if gap.count("\n") >= 2:
        return True
    last = place - 1
    while last > 0 and place - last < 4 and cut.word[last] in ")]\"'":
        last -= 1
    stop = cut.word[last]
    if stop in "!?":
        return True
    if stop != "." or (cut.kind[place] == WORD and not cut.word[place][0].isupper()):
        return False
    return not _is_abbreviation(cut, last - 1)


def _is_abbreviation(cut: Tokens, place: int) -> bool:
    if not cut.is_word(place):
        return False
    if len(cut.word[place]) == 1 and cut.word[place].isupper():
        return cut.at(place - 1) not in _LETTERED
    return cut.low[place] in _ABBREVIATIONS
