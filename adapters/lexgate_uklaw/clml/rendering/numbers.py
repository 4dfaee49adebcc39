"""The numbers of provisions and list items with their punctuation; CLML stores them bare."""

from typing import Final

from lxml import etree

# By level: 45, (1), (a), (i), (aa) …; P1 stands bare, as "45" in an Act and "Article 28" in EU law.
BRACKETED: Final = frozenset({"P2", "P3", "P4", "P5", "P6", "P7"})
_DECORATIONS = {
    "parens": ("(", ")"),
    "parenRight": ("", ")"),
    "period": ("", "."),
    "brackets": ("[", "]"),
    "bracketRight": ("", "]"),
    "colon": ("", ":"),
}
_BULLETS = {"dash": "—", "bullet": "•"}
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def punctuation(level: str, pnumber: etree._Element) -> tuple[str, str]:
    """Return what stands before and after a provision's number; PuncBefore and PuncAfter win, empty ones too."""
    before, after = ("(", ")") if level in BRACKETED else ("", "")
    return pnumber.get("PuncBefore", before), pnumber.get("PuncAfter", after)


def list_number(ordered: etree._Element, item: etree._Element, position: int) -> str:
    """Return the number of an ordered list's item; `position` counts from 0. An override in the item wins."""
    before, after = _DECORATIONS.get(ordered.get("Decoration", ""), ("", ""))
    override = item.get("NumberOverride")
    if override is not None:
        return f"{before}{override}{after}" if override.isalnum() else override
    start = ordered.get("Start", "1")
    number = position + (int(start) if start.isascii() and start.isdigit() else 1)
    return f"{before}{_counted(ordered.get('Type', 'arabic').lower(), number)}{after}"


def bullet(unordered: etree._Element) -> str:
    """Return the sign before each item of an unordered list; blank for a list of definitions."""
    return _BULLETS.get(unordered.get("Decoration", ""), "")


def _counted(kind: str, number: int) -> str:
    written = str(number)
    if kind.startswith("alpha"):
        written = _alpha(number)
    elif kind.startswith("roman"):
        written = _roman(number)
    return written.upper() if kind.endswith("upper") else written


def _alpha(number: int) -> str:
    # After z comes aa, then bb: the drafting practice, not that of spreadsheets.
    return chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 9) if number > 0 else str(number)


def _roman(number: int) -> str:
    if not 0 < number < 4000:
        return str(number)
    letters = ""
    for value, sign in _ROMAN:
        letters += sign * (number // value)
        number %= value
    return letters
