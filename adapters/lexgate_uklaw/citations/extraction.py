"""Finds every citation of UK legislation in a text: instruments, and provisions with what they belong to."""

from functools import lru_cache

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.citations.binding import Bound, Context, bind
from lexgate_uklaw.citations.mentions import Mention, mentions
from lexgate_uklaw.citations.model import Citation, Provisions
from lexgate_uklaw.citations.provision_words import starts_provision
from lexgate_uklaw.citations.provisions import CAP, Clause, Piece, clause
from lexgate_uklaw.citations.references import definitions, pointers, without_defined_names
from lexgate_uklaw.citations.tokens import Tokens, tokens
from lexgate_uklaw.identifiers.provisions import ProvisionPath


def extract(text: str) -> tuple[Citation, ...]:
    """Return the citations of a text in the order of their places.

    Spans are in code points of the text as given. A list (`ss. 3(4), 12(1)`) gives one citation for each member.
    A provision whose instrument is not named comes with `instrument` None. Time is linear in the text's length.
    """
    context = survey(tokens(text))
    found = [_instrument(context.cut, mention) for mention in context.named]
    for each, bound in zip(context.clauses, bind(context), strict=True):
        cited = (_provisions(context.cut, piece, bound) for piece in each.pieces)
        found.extend(one for one in cited if one is not None)
    return tuple(sorted(found, key=lambda each: (each.start, -each.end)))


def survey(cut: Tokens) -> Context:
    """Find the elements of a text: instruments, pointing words, definitions and clauses of provisions."""
    named = mentions(cut)
    known = definitions(cut, named)
    named, known = without_defined_names(cut, named, known)
    taken = [False] * cut.size
    for mention in named:
        taken[mention.first : mention.after] = [True] * (mention.after - mention.first)
    return Context(cut, named, pointers(cut, known, taken), known, clauses(cut, taken))


def clauses(cut: Tokens, taken: list[bool]) -> list[Clause]:
    """Find every clause of provisions outside the mentions, in order."""
    found: list[Clause] = []
    place = 0
    while place < cut.size:
        one = None
        if not taken[place] and starts_provision(cut.low[place]):
            one = clause(cut, place)
        if one is None or any(taken[one.first : one.after]):
            place += 1
            continue
        if not one.relative:
            found.append(one)
        place = one.after
    return found


def provisions_of(paths: list[tuple[str, ...]], *, open_range: bool) -> Provisions | None:
    """Return checked paths of provisions, at most the cap; None when none of them can be a path."""
    checked = tuple(path for segments in paths[: CAP + 1] if (path := _path(segments)))
    if not checked:
        return None
    return Provisions(checked[:CAP], len(paths) > 1, len(checked) > CAP or len(paths) > CAP, open_range)


@lru_cache(maxsize=4096)
def _path(segments: tuple[str, ...]) -> ProvisionPath | None:
    try:
        return ProvisionPath(segments)
    except UnusableInput:
        return None


def _instrument(cut: Tokens, mention: Mention) -> Citation:
    start, end = cut.span(mention.first, mention.after)
    provisions = Provisions((mention.provision,)) if mention.provision else None
    years = {reading.year for reading in mention.instrument.readings}
    return Citation(
        start, end, cut.source.original[start:end], mention.instrument, provisions, ambiguous=len(years) > 1
    )


def _provisions(cut: Tokens, piece: Piece, bound: Bound) -> Citation | None:
    provisions = provisions_of(piece.paths, open_range=piece.open_range)
    if provisions is None:
        return None
    start, end = cut.span(piece.first, piece.after)
    return Citation(
        start,
        end,
        cut.source.original[start:end],
        bound.instrument,
        provisions,
        bound.how,
        bound.ambiguous,
        bound.candidates,
    )
