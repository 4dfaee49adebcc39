"""Whether two titles are the same title: case, marks and marks of repeal aside. It knows no register."""

import re
import unicodedata

from lexgate_uklaw.repeals import plain_title

_WORDS = re.compile(r"\w+")
_YEAR = re.compile(r"1[2-9][0-9]{2}|20[0-9]{2}|2100")


def same_title(cited: str, held: str) -> bool:
    """Say whether the cited title is the one held; a cited title without a year matches any year of it."""
    first, second = _words(cited), _words(held)
    if first and not _YEAR.fullmatch(first[-1]) and second and _YEAR.fullmatch(second[-1]):
        second = second[:-1]
    return bool(first) and first == second


def _words(title: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", plain_title(title)).casefold()
    words = _WORDS.findall(folded.replace("&", " and ").replace("'", "").replace("\u2019", ""))
    return words[1:] if words[:1] == ["the"] else words
