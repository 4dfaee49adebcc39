"""MathML on one line, with the structure that the two dimensions show: (PA/D) × AP; it computes nothing."""

from collections.abc import Callable

from lxml import etree

from lexgate_uklaw.clml.parsing import local
from lexgate_uklaw.clml.rendering.marks import Ours, Run, Sign, Stack

Collect = Callable[[etree._Element, Stack], list[Run]]
Token = list[Run]

_SPACED = frozenset((*"=+-−–×÷±<>≤≥≈≠/·.∗*→", ">=", "<="))
_OPENING, _CLOSING = frozenset("([{|"), frozenset(")]}|")
_SIGNS = frozenset("+-−–")
_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "ms"})
# Another writing of the same formula, for programs.
LEFT_OUT = frozenset({"annotation", "annotation-xml"})


def linear(math: etree._Element, stack: Stack, collect: Collect) -> list[Run]:
    """Return the runs of a `math` element. `collect` returns the runs inside a leaf, which may hold change marks."""
    runs = _joined(_tokens(math, stack, collect))
    # The signs that are added stand inside whatever change the formula stands in.
    return [(text, each or stack) for text, each in runs]


def _tokens(element: etree._Element, stack: Stack, collect: Collect) -> list[Token]:
    name = local(element.tag)
    if name in LEFT_OUT:
        return []
    if name in _LEAVES or not len(element):
        runs = collect(element, stack)
        return [runs] if _text(runs) else []
    parts = [_tokens(child, stack, collect) for child in element]
    composed = _composed(element, name, [part for part in parts if part])
    if composed is not None:
        return [composed]
    return [token for part in parts for token in part]


def _composed(element: etree._Element, name: str, parts: list[list[Token]]) -> Token | None:
    """Return one token for an element whose layout carries meaning; None for a plain row."""
    arguments = [_joined(part) for part in parts]
    if name in _BETWEEN and len(arguments) == 2 and not element.get("accent"):
        return [*_grouped(arguments[0]), _sign(_BETWEEN[name]), *_grouped(arguments[1])]
    if name in ("msubsup", "munderover") and len(arguments) == 3:
        base, low, high = (_grouped(argument) for argument in arguments)
        return [*base, _sign("_"), *low, _sign("^"), *high]
    if name == "msqrt":
        return [_sign("√("), *_joined([token for part in parts for token in part]), _sign(")")]
    if name == "mroot" and len(arguments) == 2:
        return [_sign("√("), *arguments[0], _sign("; "), *arguments[1], _sign(")")]
    if name == "mfenced":
        return _separated(arguments, element.get("open", "("), ", ", element.get("close", ")"))
    if name == "mtable":
        return _separated(arguments, "[", "; ", "]")
    return _separated(arguments, "", ", ", "") if name == "mtr" else None


_BETWEEN = {"mfrac": "/", "msup": "^", "mover": "^", "msub": "_", "munder": "_"}


def _separated(arguments: list[Token], opening: str, between: str, closing: str) -> Token:
    # The brackets may come from attributes of the source, so they are text like any other.
    runs: Token = [(opening, ())]
    for index, argument in enumerate(arguments):
        runs += [_sign(between)] if index else []
        runs += argument
    return [*runs, (closing, ())]


def _sign(text: str) -> Run:
    return Sign(text), ()


def _grouped(argument: Token) -> Token:
    """Return the argument in brackets, unless it is a single word or already stands in one pair."""
    text = _text(argument)
    if not any(c in " /^_" or (c in _SPACED and c != ".") for c in text):
        return argument
    return argument if _is_enclosed(text) else [_sign("("), *argument, _sign(")")]


def _is_enclosed(text: str) -> bool:
    if not text.startswith("(") or not text.endswith(")"):
        return False
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return index == len(text) - 1
    return False


def _joined(tokens: list[Token]) -> Token:
    runs: Token = []
    texts = [_text(token) for token in tokens]
    for index, token in enumerate(tokens):
        if index and _spaced(texts[index - 1], texts[index], _is_sign(texts, index - 1)):
            runs.append(_sign(" "))
        # The source pads its leaves; between tokens only the spaces chosen here count.
        runs += [(text if isinstance(text, Ours) else text.strip(), stack) for text, stack in token]
    return runs


def _is_sign(texts: list[str], index: int) -> bool:
    """A plus or minus that opens a row or a bracket belongs to what follows: −5."""
    return texts[index] in _SIGNS and (index == 0 or texts[index - 1] in _OPENING)


def _spaced(left: str, right: str, sign: bool) -> bool:
    if sign or right in _CLOSING or left in _OPENING or right == ",":
        return False
    if left in _SPACED or right in _SPACED or left == ",":
        return True
    if right[:1] in _OPENING or left[-1:] in _CLOSING:
        return len(left) > 1 and len(right) > 1
    return not (len(left) == 1 or left[-1:].isdigit()) or not (len(right) == 1 or right[:1].isdigit())


def _text(token: Token) -> str:
    return "".join(text for text, _ in token).strip()
