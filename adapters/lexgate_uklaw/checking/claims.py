"""What a draft claims: each citation with the words that it quotes. Offline; it proves nothing."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from lexgate_uklaw.checking.quotations import Quotation, find_quotations, has_words_enough
from lexgate_uklaw.citations import extract
from lexgate_uklaw.citations.model import Citation, Instrument
from lexgate_uklaw.citations.normal import normal
from lexgate_uklaw.citations.tokens import Tokens
from lexgate_uklaw.identifiers.provisions import ProvisionPath

MOST_FETCHED = 3
"""A citation of more provisions than this is proved by the table of contents, in one request."""
_BESIDE = frozenset({"", ",", "(", "[", ", ("})
_UNITS = ("section", "regulation", "article", "rule")


@dataclass(frozen=True)
class Claim:
    """One citation and what it quotes. `twin` is the place of the claim that names the same instrument beside it."""

    citation: Citation
    quotations: tuple[Quotation, ...] = ()
    twin: int | None = None

    @property
    def paths(self) -> tuple[ProvisionPath, ...]:
        return self.citation.provisions.paths if self.citation.provisions else ()

    @property
    def is_open(self) -> bool:
        """Whether the words themselves leave open what is cited: then no request can make it true."""
        return self.citation.instrument is None or (self.citation.ambiguous and self.citation.binding != "own")


def read_claims(text: str) -> tuple[Claim, ...]:
    """Return the claims of a draft in the order of their places."""
    found = extract(text)
    sentences = _Sentences(text)
    quoted = _bound(text, found, sentences)
    twins = _twins(text, found)
    return tuple(Claim(each, tuple(quoted.get(place, ())), twins.get(place)) for place, each in enumerate(found))


def unit_of(path: ProvisionPath) -> ProvisionPath:
    """Return the provision that is fetched to prove `path`: its section, regulation, or paragraph of a Schedule."""
    segments = path.segments
    for place, segment in enumerate(segments[:-1]):
        if place % 2 == 0 and segment in (*_UNITS, "paragraph"):
            return ProvisionPath(segments[: place + 2])
    return path


def is_division(path: ProvisionPath) -> bool:
    """Say whether the provision holds many others (a Part, a whole Schedule): too much to fetch for a proof."""
    return not any(segment in (*_UNITS, "paragraph", "introduction") for segment in path.segments[::2])


class _Sentences:
    """In which sentence a place of the text lies, as the reading of citations sees it."""

    def __init__(self, text: str) -> None:
        cut = Tokens(normal(text))
        self._starts = [cut.span(place, place + 1)[0] for place in range(cut.size)]
        self._numbers = cut.sentence

    def at(self, offset: int) -> int:
        place = bisect_right(self._starts, offset) - 1
        return self._numbers[place] if place >= 0 else 0


def _bound(text: str, found: tuple[Citation, ...], sentences: _Sentences) -> dict[int, list[Quotation]]:
    """Bind each quotation to a provision cited in the same sentence: in brackets after it, else before, else after."""
    cited = [(place, each) for place, each in enumerate(found) if each.provisions]
    bound: dict[int, list[Quotation]] = {}
    for quotation in find_quotations(text):
        if _is_a_name(text, quotation, found):
            continue
        here = sentences.at(quotation.start)
        near = [
            (place, each)
            for place, each in cited
            if here in (sentences.at(each.start), sentences.at(each.end)) and not _inside(each, quotation)
        ]
        place = _nearest(text, quotation, near)
        if place is not None:
            bound.setdefault(place, []).append(quotation)
    return bound


def _inside(cited: Citation, quotation: Quotation) -> bool:
    return quotation.start <= cited.start and cited.end <= quotation.end


def _is_a_name(text: str, quotation: Quotation, found: tuple[Citation, ...]) -> bool:
    """Say whether little is quoted but an Act's name; the law's own references inside its words do not count."""
    named = [each for each in found if each.start < quotation.end and quotation.start < each.end]
    left = text[quotation.start : quotation.end]
    for each in named:
        left = left.replace(each.text, " ")
    return bool(named) and not has_words_enough(left)


def _nearest(text: str, quotation: Quotation, near: list[tuple[int, Citation]]) -> int | None:
    after = [(place, each) for place, each in near if each.start >= quotation.end]
    if after and text[quotation.end : after[0][1].start].strip(" ,.") in ("(", "["):
        return after[0][0]
    before = [place for place, each in near if each.end <= quotation.start]
    if before:
        return before[-1]
    return after[0][0] if after else None


def _twins(text: str, found: tuple[Citation, ...]) -> dict[int, int]:
    """Pair a title with the number right after it: `Data Protection Act 2018 (2018 c. 12)`."""
    named = [(place, each) for place, each in enumerate(found) if each.provisions is None and each.instrument]
    twins: dict[int, int] = {}
    for (first, one), (second, other) in pairwise(named):
        between = " ".join(text[one.end : other.start].split())
        if between in _BESIDE and _title_and_number(one.instrument, other.instrument):
            twins[first], twins[second] = second, first
    return twins


def _title_and_number(one: Instrument | None, other: Instrument | None) -> bool:
    return bool(one and other and one.title and not one.items and other.items and not other.title)
