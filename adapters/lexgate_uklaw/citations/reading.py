"""Reads one citation string, and one provision in shorthand. What was not understood is returned, never dropped."""

from lexgate_uklaw.citations.addresses import address_of, instrument_of
from lexgate_uklaw.citations.binding import Bound, Context, bind
from lexgate_uklaw.citations.extraction import clauses, provisions_of, survey
from lexgate_uklaw.citations.instruments import bare_pair
from lexgate_uklaw.citations.mentions import Mention, noun_of
from lexgate_uklaw.citations.model import Instrument, Parsed, Provisions
from lexgate_uklaw.citations.provisions import Clause
from lexgate_uklaw.citations.title_types import readings_of_title
from lexgate_uklaw.citations.titles import title_without_year
from lexgate_uklaw.citations.tokens import Tokens, tokens
from lexgate_uklaw.identifiers.addresses import Address
from lexgate_uklaw.identifiers.provisions import ProvisionPath, is_provision_head
from lexgate_uklaw.identifiers.refusals import invalid_provision

LONGEST = 1000
# An only Schedule has no number; an outline lists it so.
_WITHOUT_NUMBER = frozenset(("introduction", "body", "schedule", "schedules", "signature", "note"))
_LONGEST_PROVISION = 300
_CONNECTING = frozenset(
    ("the", "of", "to", "in", "under", ",", '"', "'", "(", ")", "[", "]", ".", ";", ":", "o", "and", "&", "at")
)


def parse_citation(text: str) -> Parsed:
    """Read one citation: a number, a title, a common name or an address, with or without provisions.

    A text over 1,000 characters is not read. Never raises.
    """
    if len(text) > LONGEST:
        return Parsed("unparsed", unparsed_tail=text)
    address = address_of(text.strip())
    if address is not None:
        return _of_address(address)
    cut = tokens(text)
    context = survey(cut)
    _add_what_only_stands_alone(context)
    main = next(iter(context.named), None)
    if main is None:
        return _without_instrument(context)
    return _with_instrument(context, main)


def parse_provision(text: str) -> ProvisionPath:
    """Read a path (`section/45/2/f`) or shorthand (`s. 45(2)(f)`, `Sch. 2 para. 3`) that names one provision.

    Raises UnusableInput (invalid_provision) when it names none, several, or leaves words that are not understood.
    """
    given = text.strip()
    if len(given) > _LONGEST_PROVISION:
        raise invalid_provision(f"The provision is longer than {_LONGEST_PROVISION} characters.")
    head, slash, _ = given.strip("/").partition("/")
    if given.lower() in _WITHOUT_NUMBER:
        return ProvisionPath.parse(given.lower())
    if is_provision_head(head) and slash:
        return ProvisionPath.parse(given)
    provisions, rest = parse_provisions(given)
    if provisions is None:
        raise invalid_provision("This is not read as a provision.")
    if rest:
        raise invalid_provision("Part of the provision is not understood.")
    if len(provisions.paths) > 1:
        first = provisions.paths[0]
        raise invalid_provision("This names several provisions.", f"Ask for one at a time, such as {first}.")
    return provisions.paths[0]


def parse_provisions(text: str) -> tuple[Provisions | None, str]:
    """Read all provisions that a text names, lists and ranges written out, and return what was not understood."""
    cut = tokens(text)
    found = clauses(cut, [False] * cut.size)
    if not found:
        return None, text.strip()
    covered = [False] * cut.size
    for each in found:
        covered[each.first : each.after] = [True] * (each.after - each.first)
    return _joined(found), " ".join(filter(None, _left_over(cut, covered)))


def _of_address(address: Address) -> Parsed:
    return Parsed(
        "uri",
        instrument_of(address.item, address.language),
        Provisions((address.provision,)) if address.provision else None,
        str(address.version) if address.version else None,
        address.language,
    )


def _add_what_only_stands_alone(context: Context) -> None:
    """Read forms that would be too weak inside a text: `2012/787`, and a title without its year."""
    if context.named:
        return
    cut = context.cut
    context.named.extend(_bare_pairs(context) or _short_titles(cut))
    context.starts.update({each.first: each for each in context.named})


def _bare_pairs(context: Context) -> list[Mention]:
    """Read a pair of numbers that is all there is, or all but its provisions."""
    cut = context.cut
    places = [0, 1] if cut.at(0) in ("(", "[") else [0]
    places.extend(each.after + (cut.at(each.after) in _CONNECTING) for each in context.clauses)
    for place in places:
        number = bare_pair(cut, place)
        if number is not None:
            named = Instrument(number.kind, number.readings, None, number.year, number.series, notes=number.notes)
            return [Mention(place, number.after, named, noun_of(named))]
    return []


def _short_titles(cut: Tokens) -> list[Mention]:
    for place in range(cut.size):
        title = title_without_year(cut, place, 0)
        if title is not None:
            named = Instrument("title", readings_of_title(title), title.text)
            return [Mention(title.first, title.after, named, title.noun)]
    return []


def _without_instrument(context: Context) -> Parsed:
    if not context.clauses:
        return Parsed("unparsed", unparsed_tail=context.cut.source.original.strip())
    covered = _covered(context.cut, [(each.first, each.after) for each in context.clauses])
    head, tail = _left_over(context.cut, covered)
    return Parsed("unparsed", None, _joined(context.clauses), unparsed_head=head, unparsed_tail=tail)


def _with_instrument(context: Context, main: Mention) -> Parsed:
    own = [
        clause
        for clause, bound in zip(context.clauses, bind(context), strict=True)
        if _belongs(bound, main) and (clause.first < main.first or clause.first >= main.after)
    ]
    covered = _covered(context.cut, [(each.first, each.after) for each in own] + [(main.first, main.after)])
    head, tail = _left_over(context.cut, covered)
    named = main.instrument
    provisions = _joined(own)
    if main.provision is not None and provisions is None:
        provisions = Provisions((main.provision,))
    kind = "uri" if named.kind == "uri" else "title" if named.kind == "title" else "numbered"
    version = str(main.version) if main.version else None
    return Parsed(kind, named, provisions, version, named.language, head, tail)  # type: ignore[arg-type]


def _belongs(bound: Bound, main: Mention) -> bool:
    return bound.instrument is main.instrument and bound.how in ("of", "after", "list")


def _joined(found: list[Clause]) -> Provisions | None:
    paths = [path for each in found for path in each.paths]
    return provisions_of(
        list(dict.fromkeys(paths)), open_range=any(piece.open_range for each in found for piece in each.pieces)
    )


def _covered(cut: Tokens, spans: list[tuple[int, int]]) -> list[bool]:
    covered = [False] * cut.size
    for first, after in spans:
        covered[first:after] = [True] * (after - first)
    return covered


def _left_over(cut: Tokens, covered: list[bool]) -> tuple[str, str]:
    """Return the words before what was understood, and those inside and after it, without the small words that join."""
    marked = [at for at in range(cut.size) if covered[at]]
    first, last = marked[0], marked[-1]
    head = _trimmed(cut, list(range(first)))
    inside = _runs(cut, [at for at in range(first, last) if not covered[at]])
    after = list(range(last + 1, cut.size))
    while after and _is_mark(cut, after[0]):
        after.pop(0)
    tail = [_original(cut, run[0], run[-1] + 1) for run in inside]
    if after:
        start, _ = cut.span(after[0], after[0] + 1)
        tail.append(cut.source.original[start:].strip())
    return _original(cut, head[0], head[-1] + 1) if head else "", " … ".join(tail)


def _trimmed(cut: Tokens, places: list[int]) -> list[int]:
    while places and cut.at(places[-1]) in _CONNECTING and not 0 <= cut.partner[places[-1]] < places[-1]:
        places.pop()
    while places and cut.at(places[0]) in _CONNECTING:
        places.pop(0)
    return places


def _runs(cut: Tokens, places: list[int]) -> list[list[int]]:
    """The places in unbroken rows, those left out that only join."""
    rows: list[list[int]] = []
    for place in places:
        if rows and rows[-1][-1] == place - 1:
            rows[-1].append(place)
        else:
            rows.append([place])
    return [row for row in rows if any(cut.at(place) not in _CONNECTING for place in row)]


def _is_mark(cut: Tokens, place: int) -> bool:
    return cut.at(place) in (")", "]", ".", ",", ";", ":", '"', "'")


def _original(cut: Tokens, first: int, after: int) -> str:
    start, end = cut.span(first, after)
    return cut.source.original[start:end]
