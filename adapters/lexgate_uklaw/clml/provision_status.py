"""The status that the editors record on a provision; it never concludes that something is "in force"."""

import re

from lxml import etree

from lexgate_uklaw.clml.parsing import flat_text, local, select_text

PROSPECTIVE = "prospective"
REPEALED = "repealed"
NOT_YET = "not yet in force"
NO_LONGER = "no longer in force"
NOT_MATCHED = "not in force at the date of this version"

OMITTED = "repealed or omitted"
RETAINED = "repealed, text retained (its annotations tell where and when)"
# What the schema allows that is no working mark of the editors.
_RECORDED = frozenset({PROSPECTIVE, REPEALED, "discarded", "dead"})

_LONGEST_DOTS = 2000
_DOTS = re.compile(r"[.\s\u2026]*\.[\s]*\.[.\s\u2026]*")
_OWN_WORDS = (
    "descendant::text()[not(ancestor::*[local-name()='Pnumber' or local-name()='Number' or local-name()='Title'])]"
)
_STANDING = etree.XPath(f"{_OWN_WORDS}[not(ancestor::*[local-name()='Repeal'])]", smart_strings=False)
_REPEALED = etree.XPath(f"{_OWN_WORDS}[ancestor::*[local-name()='Repeal']]", smart_strings=False)
_WORDS = {
    NOT_YET: "not yet in force at the date of this version",
    NO_LONGER: "no longer in force at the date of this version",
}


def status_of(element: etree._Element, valid: str | None) -> str | None:
    """Return the status on the element itself: recorded (`prospective`, `repealed` …), or drawn from its window.

    `Match="false"` says that the text does not stand at the version's date (`valid`); the element's own window
    says on which side of it the date lies. A window's end is the first day on which its text stands no more, and a
    window that ended by the version's date may be the only sign of a repeal (`aosp/1707/8` at 2007-01-01).
    """
    recorded = (element.get("Status") or "").lower()
    if recorded in _RECORDED:
        return recorded
    start, end = element.get("RestrictStartDate"), element.get("RestrictEndDate")
    if valid and end and end <= valid:
        return NO_LONGER
    if element.get("Match") != "false":
        return None
    return NOT_YET if valid and start and start > valid else NOT_MATCHED


def is_gone(status: str | None) -> bool:
    """Say whether a status means that the text is no law any more at the date of its version."""
    return status in (REPEALED, OMITTED, NO_LONGER)


def dotted(element: etree._Element) -> str | None:
    """Return `OMITTED` when nothing but dots is left of a text: so the editors print what was repealed or omitted."""
    text = "".join(flat_text(part) for part in element if local(part.tag) not in ("Pnumber", "Number", "Title"))
    return OMITTED if len(text) < _LONGEST_DOTS and _DOTS.fullmatch(text) else None


def drawn_from_text(element: etree._Element) -> str | None:
    """Return the status that only the text shows: dots alone (`OMITTED`), or all of it in marks of repeal (`RETAINED`).

    Text is retained where a repeal is limited to an extent or came with savings, so it is not called gone.
    """
    return dotted(element) or (RETAINED if _all_repealed(element) else None)


def _all_repealed(element: etree._Element) -> bool:
    if element.find(".//{*}Repeal") is None:
        return False
    standing = "".join(select_text(_STANDING, element))
    return not any(map(str.isalnum, standing)) and any(map(str.isalnum, "".join(select_text(_REPEALED, element))))


def status_words(status: str) -> str:
    """Return the status as a reader sees it beside the text."""
    return _WORDS.get(status, status)
