"""Which instrument each cited provision belongs to, and how sure that is.

The words decide in this order: `section 5 of that Act` (of), a place right after an instrument (after), a list that
one of the two governs (list), the same sentence (sentence). An instrument named in another sentence is only ever a
candidate, marked ambiguous.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from lexgate_uklaw.citations.mentions import Mention, is_secondary
from lexgate_uklaw.citations.model import Binding, Instrument
from lexgate_uklaw.citations.provisions import Clause
from lexgate_uklaw.citations.references import Definition, Pointer
from lexgate_uklaw.citations.tokens import Tokens

# How many mentions back a pointing word is followed, and how many candidates are kept.
_FARTHEST, _MOST_CANDIDATES = 60, 5
_OF = frozenset(("of", "to", "in", "under", "o", "from", "by", "within"))
_OTHER_LAW = frozenset(
    ("echr", "tfeu", "teu", "convention", "treaty", "treaties", "charter", "protocol", "constitution")
)
_ARTICLES = frozenset(("the", "that", "this", "those", "these", '"', "'", "said", "same"))
_JOINS = frozenset((",", "and", "or", "&", "of", "to", "in", "both", "under", ";", "with", "ac"))
_CHAIN = frozenset(
    (
        ",",
        "(",
        ")",
        ":",
        "{",
        "}",
        "with",
        "and",
        "or",
        ";",
        "-",
        "at",
        "in",
        "under",
        "to",
        "subject",
        "see",
        "&",
        "]",
        "[",
    )
)
_SUBJECT_FREE = frozenset(
    ("", ",", ";", ".", ")", "(", "and", "or", "of", "to", "with", "&", ":", "]", '"', "'", "as", "subject")
)
_SECTIONS = frozenset(("section",))
_SECONDARY_UNITS = frozenset(("regulation", "article", "rule"))


@dataclass(frozen=True)
class Bound:
    """What a clause belongs to: None with candidates where the words do not say."""

    instrument: Instrument | None
    how: Binding
    ambiguous: bool = False
    candidates: tuple[Instrument, ...] = ()


@dataclass
class Context:
    """A text's elements, in order, for the binding of its clauses."""

    cut: Tokens
    named: list[Mention]
    pointers: list[Pointer]
    definitions: list[Definition]
    clauses: list[Clause]
    starts: dict[int, Mention | Pointer] = field(default_factory=dict)
    _by_year: dict[int | None, list[Mention]] = field(default_factory=dict)
    _by_name: dict[str, list[Definition]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for mention in self.named:
            self._by_year.setdefault(mention.instrument.year, []).append(mention)
        for definition in sorted(self.definitions, key=lambda each: each.place):
            self._by_name.setdefault(definition.name, []).append(definition)
        self.starts.update({each.first: each for each in self.named})
        self.starts.update({each.first: each for each in self.pointers})

    def before(self, place: int, year: int | None = None) -> Iterator[Mention]:
        """The instruments named before a place, the nearest first, of one year if it is given; no more than so many."""
        known = self.named if year is None else self._by_year.get(year, [])
        end = bisect_left(known, place, key=_first)
        return reversed(known[max(0, end - _FARTHEST) : end])

    def next_after(self, place: int) -> Mention | None:
        """The instrument named next."""
        at = bisect_right(self.named, place, key=_first)
        return self.named[at] if at < len(self.named) else None

    def defined(self, name: str, place: int) -> Instrument:
        """What a defined name means at a place: its last definition before it."""
        known = self._by_name[name]
        at = bisect_left(known, place, key=lambda each: each.place)
        return self.named[known[max(0, at - 1)].mention].instrument


def _first(mention: Mention) -> int:
    return mention.first


def bind(context: Context) -> list[Bound]:
    """Return what each clause belongs to, in the clauses' order."""
    bound: list[Bound | None] = [_of(context, clause) for clause in context.clauses]
    _after(context, bound)
    _lists(context, bound)
    return [each or _sentence(context, clause) for each, clause in zip(bound, context.clauses, strict=True)]


def compatible(unit: str, named: Instrument) -> bool:
    """Whether an instrument of its type can have such a unit: an Act has sections, an Order articles."""
    if not named.readings:
        return True
    secondary = is_secondary(named.readings[0].type_code)
    return not (unit in _SECTIONS and secondary) and not (unit in _SECONDARY_UNITS and not secondary)


def _target(context: Context, place: int) -> Mention | Pointer | None:
    """The mention or pointer that begins here, past an article or a quote."""
    for at in range(place, min(place + 4, context.cut.size)):
        found = context.starts.get(at)
        if found is not None:
            return found
        if context.cut.at(at) not in _ARTICLES:
            return None
    return None


def _of(context: Context, clause: Clause) -> Bound | None:
    cut, place = context.cut, _past_remark(context.cut, clause.after)
    if cut.at(place) in (",", ")") and cut.at(place + 1) in _OF:
        place += 1
    if _is_of_other_law(cut, place):
        return Bound(None, "none")
    if cut.at(place) in _OF and place not in context.starts:
        place += 1
        found = _target(context, place + (cut.at(place) == ","))
    else:
        found = context.starts.get(place + 1) if cut.at(place) == "," else _target(context, place)
        if found is not None and not _may_stand_next(context, clause, found):
            return None
    return _resolved(context, found) if found is not None else None


def _past_remark(cut: Tokens, place: int) -> int:
    """Step over `et seq.`, `ff`, and a remark in brackets before `of`: `section 84 (grounds) of the Act`."""
    while cut.at(place) in ("ff", "et", "seq") or (cut.at(place) == "." and cut.at(place - 1) == "seq"):
        place += 1
    shut = cut.partner[place] if cut.at(place) == "(" else -1
    return shut + 1 if place < shut <= place + 30 and cut.at(shut + 1) in ("of", "to", "o") else place


def _is_of_other_law(cut: Tokens, place: int) -> bool:
    """`Article 8 ECHR`, `Article 101 of the Treaty`: provisions of what is not UK legislation."""
    while cut.at(place) in ("of", "the", "european", "to", "withdrawal", "hague", "vienna", "geneva", "new", "york"):
        place += 1
    return cut.at(place) in _OTHER_LAW and cut.capital(place)


def _may_stand_next(context: Context, clause: Clause, found: Mention | Pointer) -> bool:
    """Whether an instrument without `of` before it governs the clause: `s 6 HRA 1998`.

    Not so in `by virtue of s. 3 S.I. 2010/1`, where the number opens what comes next.
    """
    if isinstance(found, Pointer):
        return found.how in ("name", "thereof")
    cut = context.cut
    if cut.at(found.first - 1) == ",":  # `s. 84 and Sch. 2, Housing Act 1985`, with nothing named before
        nearest = next(context.before(clause.first), None)
        if nearest is not None and cut.sentence[nearest.first] == cut.sentence[clause.first]:
            return False
        return found.instrument.kind in ("title", "name") or found.instrument.title is not None
    opens = clause.first == 0 or cut.sentence[clause.first - 1] != cut.sentence[clause.first]
    return opens or found.instrument.kind != "instrument" or found.instrument.title is not None


def _resolved(context: Context, found: Mention | Pointer) -> Bound | None:
    if isinstance(found, Mention):
        return Bound(found.instrument, "of")
    return pointed(context, found)


def pointed(context: Context, pointer: Pointer) -> Bound | None:
    """What a pointing word means here; a Bound without an instrument where the text does not say."""
    if pointer.how == "this":
        return Bound(None, "none")
    if pointer.how == "name":
        return Bound(context.defined(pointer.name, pointer.first), "of")
    if pointer.how == "amending":
        later = context.next_after(pointer.first)
        return Bound(later.instrument, "of") if later else Bound(None, "none")
    return _earlier_of_noun(context, pointer)


def _earlier_of_noun(context: Context, pointer: Pointer) -> Bound:
    fitting = (each for each in context.before(pointer.first, pointer.year) if _is_called(each, pointer))
    last = next(fitting, None)
    if last is None:
        return Bound(None, "none", ambiguous=True)
    if pointer.how in ("that", "thereof"):
        return Bound(last.instrument, "of")
    distinct = _distinct([last, *fitting])
    if pointer.year is not None and len(distinct) == 1:
        return Bound(last.instrument, "of")
    return Bound(last.instrument, "of", ambiguous=True, candidates=distinct)


def _distinct(found: list[Mention]) -> tuple[Instrument, ...]:
    """The different instruments among some mentions, in their order, the first few of them."""
    kept: dict[object, Instrument] = {}
    for each in found:
        kept.setdefault(_key(each.instrument), each.instrument)
        if len(kept) == _MOST_CANDIDATES:
            break
    return tuple(kept.values())


def _is_called(mention: Mention, pointer: Pointer) -> bool:
    if pointer.year is not None and mention.instrument.year != pointer.year:
        return False
    if mention.noun == pointer.noun or pointer.how == "thereof":
        return True
    secondary = bool(mention.instrument.readings) and is_secondary(mention.instrument.readings[0].type_code)
    by_number = mention.noun == "instrument" and pointer.noun in (
        "order",
        "regulations",
        "rules",
        "scheme",
        "instrument",
    )
    return secondary and (pointer.noun == "instrument" or by_number)


def _key(named: Instrument) -> object:
    first = named.readings[0] if named.readings else None
    if first is not None and first.number is not None:
        return first
    return (named.title or "").lower()


@dataclass(frozen=True)
class _Owner:
    """What the clauses after it belong to, and the place where it ends."""

    after: int
    bound: Bound


def _owners(context: Context) -> list[_Owner]:
    owners = [_Owner(each.after, Bound(each.instrument, "after")) for each in context.named]
    for pointer in context.pointers:
        found = pointed(context, pointer)
        if found is not None:
            owners.append(_Owner(pointer.after, Bound(found.instrument, "after", found.ambiguous, found.candidates)))
    return sorted(owners, key=lambda each: each.after)


def _after(context: Context, bound: list[Bound | None]) -> None:
    """Bind the clauses that follow an instrument with nothing but punctuation between."""
    owners = _owners(context)
    position, chain_end = -1, -1
    for index, clause in enumerate(context.clauses):
        while position + 1 < len(owners) and owners[position + 1].after <= clause.first:
            position += 1
            chain_end = owners[position].after
        if position < 0:
            continue
        known = bound[index]
        if known is not None:
            if known.instrument is owners[position].bound.instrument:
                chain_end = clause.after
        elif _chained(context.cut, chain_end, clause):
            bound[index] = _as_owned(context.cut, owners[position], clause)
            chain_end = clause.after if bound[index] else chain_end


def _as_owned(cut: Tokens, owner: _Owner, clause: Clause) -> Bound | None:
    """The owner's Bound, in doubt where its type has no such unit (`S.I. 2019/419, s. 5`); None for a neighbour."""
    named = owner.bound.instrument
    if named is None:
        return Bound(None, "none", ambiguous=True) if owner.bound.ambiguous else None
    if compatible(clause.unit, named):
        return owner.bound
    right_after = clause.first - owner.after - (cut.at(owner.after) == ",") == 0
    return Bound(named, "after", True, (named,)) if right_after else None


def _chained(cut: Tokens, place: int, clause: Clause) -> bool:
    if clause.first - place > 6 or cut.sentence[place - 1] != cut.sentence[clause.first]:
        return False
    between = cut.low[place : clause.first]
    if any(word not in _CHAIN for word in between):
        return False
    if any(word in (";", "and", "or") for word in between):
        return cut.at(clause.after) in _SUBJECT_FREE
    return True


def _lists(context: Context, bound: list[Bound | None]) -> None:
    """Give a clause the instrument of the next one in its list: `section 2 of, and Schedule 1 to, the Act`."""
    clauses = context.clauses
    for index in range(len(clauses) - 2, -1, -1):
        following = bound[index + 1]
        if bound[index] is not None or following is None or following.how not in ("of", "list"):
            continue
        between = context.cut.low[clauses[index].after : clauses[index + 1].first]
        if len(between) <= 5 and between and all(word in _JOINS or word == "the" for word in between):
            bound[index] = Bound(following.instrument, "list", following.ambiguous, following.candidates)


def _sentence(context: Context, clause: Clause) -> Bound:
    cut = context.cut
    before = [each for each in context.before(clause.first) if compatible(clause.unit, each.instrument)]
    if not before:
        return Bound(None, "none")
    here = [each for each in before if cut.sentence[each.first] == cut.sentence[clause.first]]
    if here and not _opens_statement(cut, clause):
        distinct = _distinct(here)
        doubtful = len(distinct) > 1
        return Bound(here[0].instrument, "sentence", doubtful, distinct if doubtful else ())
    return Bound(None, "earlier", True, _distinct(here or before[:3]))


def _opens_statement(cut: Tokens, clause: Clause) -> bool:
    """`…; s. 86 in force at`: a clause after a semicolon that goes on as a sentence speaks of something of its own."""
    return cut.at(clause.first - 1) in (";", "and") and cut.at(clause.after) not in _SUBJECT_FREE
