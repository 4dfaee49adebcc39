"""Where a title begins: capital words and the small words between them, back to what cannot be part of a title."""

from lexgate_uklaw.citations.numbering import roman
from lexgate_uklaw.citations.provision_words import starts_provision
from lexgate_uklaw.citations.tokens import Tokens
from lexgate_uklaw.citations.wording import words

_SMALL = words(
    "and of for the to in on with from by or at etc a an as not other than against de within under between into & "
    "without"
)
_BEFORE_ARTICLE = frozenset(("of", "against", "for", "from"))
# Words that open a sentence and are no part of a title, whatever their capital.
_OPENERS = words(
    "see under in by the a an since when although both like unlike following but and cf per if where as for with on "
    "pursuant is does do did was were has have had whether section sections schedule part article regulation rule "
    "paragraph chapter this that these those to at from after before until unless while because however moreover "
    "compare contrast generally eg ie also amended repealed inserted our his her its their it"
)
_DIVISIONS = words("schedule part chapter section article paragraph regulation rule annex sections schedules parts")


def begins_group(cut: Tokens, place: int) -> bool:
    """Say whether a bracket opens here that can be part of a title: `(Scotland)`, `(No. 2)`, not `(c. 12)`."""
    if cut.at(place) != "(" or not place + 1 < cut.partner[place] <= place + 60:
        return False
    inside = place + 1
    if cut.at(inside) in ("the", '"', "'", "as") or cut.at(inside) in (
        "asp",
        "anaw",
        "nawm",
        "asc",
        "c",
        "si",
        "ssi",
        "sr",
    ):
        return cut.capital(inside) and cut.at(inside) in ("the", "as")
    if cut.at(inside + 1) == "." and len(cut.raw(inside)) == 1:
        return False
    if cut.raw(inside) == "NI":
        return False
    return cut.capital(inside) or (cut.year(inside) is not None and cut.partner[place] == inside + 1)


def first_word(cut: Tokens, noun: int, floor: int) -> int:
    """Return the first word of the title whose noun stands at the given place; the noun's own place for none."""
    begin, at = noun, noun - 1
    while at >= floor and cut.sentence[at] == cut.sentence[noun]:
        step = _step_left(cut, at, floor)
        if step is None:
            break
        at, is_start = step
        if is_start:
            begin = at + 1
    return _without_lead(cut, begin, noun)


def bounded_left(cut: Tokens, place: int) -> bool:
    """Say whether a title's first word is preceded by an article, a quote, a bracket or the start of a sentence."""
    return (
        place == 0 or cut.sentence[place - 1] != cut.sentence[place] or cut.at(place - 1) in ("the", '"', "'", "(", ",")
    )


def _step_left(cut: Tokens, at: int, floor: int) -> tuple[int, bool] | None:
    """Step over one word or bracket group to the left: the place before it, and whether a title can begin with it."""
    word = cut.at(at)
    if word == ")":
        start = cut.partner[at]
        if start < floor or not begins_group(cut, start):
            return None
        return start - 1, False
    if cut.capital(at):
        if cut.is_number(at - 1) and cut.glued(at):
            return None  # the B of `section 2B of the`
        return (at - 1, True) if not _is_division(cut, at) else None
    if word in _SMALL:
        return (at - 1, False) if _joins(cut, at) else None
    if word in (",", "-", "'", "&", ".", "/"):
        return (at - 1, False) if _mark_joins(cut, at) else None
    if cut.is_number(at):
        return (at - 1, cut.at(at - 1) == "the") if _number_belongs(cut, at) else None
    return (at - 1, False) if cut.is_word(at) and cut.glued(at) and cut.at(at - 1) == "-" else None


def _joins(cut: Tokens, at: int) -> bool:
    """Whether a small word stands inside a title: `of`, but not `by` after `substituted (1.4.2012)`."""
    word, before = cut.at(at), cut.at(at - 1)
    if word == "the":
        if before == "to":
            return cut.at(at - 2) == "access"
        if before == "and":
            return cut.at(at - 2) == ")"
        return before in _BEFORE_ARTICLE and _joins(cut, at - 1)
    if before == ")":
        return begins_group(cut, cut.partner[at - 1])
    if before in _SMALL:
        return _joins(cut, at - 1)
    if before == ",":
        return cut.capital(at - 2) or cut.at(at - 2) == ")"
    if before == "." and word in ("and", "of"):
        return cut.at(at - 2) == "etc"
    if cut.is_word(at - 1) and cut.glued(at - 1) and cut.at(at - 2) == "-":
        return True
    return cut.capital(at - 1) and not _is_division(cut, at - 1) and not _follows_division(cut, at - 1)


def _is_division(cut: Tokens, at: int) -> bool:
    """`Schedule 2 to`, `Part of`: words that point into an instrument end the search to the left."""
    if cut.at(at) in _DIVISIONS and cut.at(at + 1) in ("of", "to"):
        return True
    return roman(cut.raw(at)) is not None and cut.raw(at).isupper() and starts_provision(cut.at(at - 1))


def _follows_division(cut: Tokens, at: int) -> bool:
    return cut.at(at - 1) in _DIVISIONS and len(cut.raw(at)) <= 4 and cut.raw(at).isupper()


def _mark_joins(cut: Tokens, at: int) -> bool:
    word = cut.at(at)
    if word == ".":
        return cut.at(at - 1) in ("etc", "no", "st", "c") and cut.at(at - 2) != "("
    if word == "'":
        return cut.glued(at) and cut.capital(at - 1) and cut.at(at - 1)[-1] == "s" and not cut.glued(at + 1)
    if word == "-":
        return cut.is_word(at - 1) and cut.glued(at) and cut.glued(at + 1)  # a dash between spaces ends a phrase
    if word == ",":
        return (cut.capital(at - 1) or cut.at(at - 1) == ")") and not _is_list_comma(cut, at)
    return word in ("&", "/") and cut.is_word(at - 1)


def _is_list_comma(cut: Tokens, at: int) -> bool:
    """A comma before `the` separates two citations; one inside a title is followed by a capital word or `and`."""
    return not (cut.capital(at + 1) or cut.at(at + 1) in ("and", "etc", "&", "for")) or cut.at(at + 1) == "the"


def _number_belongs(cut: Tokens, at: int) -> bool:
    before = cut.at(at - 1)
    if before == "no" or (before == "." and cut.at(at - 2) == "no"):
        return True
    if cut.glued(at) and cut.is_word(at - 1) and cut.capital(at - 1):
        return True  # `A303`
    return cut.year(at) is not None and before in ("act", "regulations", "order", "measure", "rules", ")")


def _without_lead(cut: Tokens, begin: int, noun: int) -> int:
    """Take off what opens the sentence and not the title: `See`, `Under the`, `Section`, `The`."""
    while begin < noun:
        if cut.raw(begin + 1) == "the" and cut.at(begin) != "access":
            begin += 2
        elif _is_lead(cut, begin):
            begin += 1
        else:
            break
    return begin


def _is_lead(cut: Tokens, place: int) -> bool:
    if cut.at(place) in ("the", "a", "an", "this", "that"):
        return not (cut.is_number(place + 1) and cut.glued(place + 1))  # the A of `A303` is none
    opens = place == 0 or cut.sentence[place - 1] != cut.sentence[place]
    return (opens and cut.at(place) in _OPENERS) or not (cut.capital(place) or cut.is_number(place))
