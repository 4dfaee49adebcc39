"""Fetches the two texts of a comparison, and says which of the two there is not. It compares nothing."""

import re
from dataclasses import dataclass, replace

from lexgate_kit.errors import NotFound, UnusableInput
from lexgate_uklaw.clml.tree import Provision
from lexgate_uklaw.documents.asking import Wanted, wanted
from lexgate_uklaw.documents.finding import Finder, Text
from lexgate_uklaw.identifiers.versions import Version
from lexgate_uklaw.tools.compare_versions import CompareVersionsArguments

MOST_LEAVES = 60
MOST_CHARACTERS = 80_000
MOST_PARAGRAPHS = 3_000
_EXTENT = re.compile(r"[A-Z.]{1,4}(?:\+[A-Z.]{1,4}){0,5}")
_WHOLE = ("body", "schedules")
"""The parts of a whole item that are compared."""


@dataclass(frozen=True)
class Side:
    """One of the two: what was asked for, what was served, and its text as a tree."""

    asked: Wanted
    text: Text
    tree: Provision

    @property
    def extent(self) -> str:
        """The extent of the text that is compared; blank where none is recorded."""
        return (self.text.found.extent if self.text.found else self.text.document.metadata.extent) or ""

    @property
    def other_extents(self) -> tuple[str, ...]:
        """The extents of the texts that stand beside it and are not compared."""
        found = self.text.found
        others = (replace(found, element=each).extent for each in found.versions) if found else ()
        return tuple(dict.fromkeys(each or "not recorded" for each in others))


async def fetch_both(finder: Finder, arguments: CompareVersionsArguments) -> tuple[Side, Side]:
    """Return the older and the newer side as they are named, in two requests (three for a whole item).

    Raises:
        UnusableInput: invalid_item …, too_large; NotFound: which of the two is not there; what the client raises.
    """
    asked = wanted(arguments.item, arguments.provision or "")
    first = replace(asked, version=Version.parse(arguments.from_version))
    second = replace(asked, version=Version.parse(arguments.to_version))
    if asked.provision is None:
        first = await _small_enough(finder, first)
    extent = _plain(arguments.extent or "")
    one = await _side(finder, first, "from_version", extent)
    # What is kept under another type or number is asked for there at once.
    two = await _side(finder, replace(second, item=one.text.wanted.item), "to_version", extent)
    return one, two


async def _small_enough(finder: Finder, asked: Wanted) -> Wanted:
    try:
        contents = await finder.contents(asked)
    except NotFound as failure:
        raise _which(failure, "from_version") from None
    if contents.document.pdf_only:
        raise UnusableInput(
            "legislation.gov.uk holds this item only as a PDF, which is not read: there is no text to compare.",
            reason="pdf_only",
            next_step="Read the PDF: uklaw_get_document gives its address.",
        )
    listed = sum(1 for entry in contents.document.outline() if entry.provision)
    if listed > MOST_LEAVES:
        raise _too_large(f"The item lists {listed} provisions; up to {MOST_LEAVES} are compared as a whole.")
    return replace(asked, item=contents.wanted.item)


async def _side(finder: Finder, asked: Wanted, argument: str, extent: str) -> Side:
    try:
        text = await finder.text(asked)
    except NotFound as failure:
        raise _which(failure, argument) from None
    text = _of_extent(text, extent)
    tree = _tree(text)
    if len(tree.text) > MOST_CHARACTERS or tree.text.count("\n") > MOST_PARAGRAPHS:
        raise _too_large(f"The text is longer than {MOST_CHARACTERS:,} characters or {MOST_PARAGRAPHS:,} paragraphs.")
    return Side(asked, text, tree)


def _of_extent(text: Text, extent: str) -> Text:
    """Return the text with that extent put first among those that stand side by side; a text alone stays as it is."""
    found = text.found
    if found is None or not found.versions or not extent:
        return text
    texts = (found.element, *found.versions)
    extents = [replace(found, element=each).extent or "" for each in texts]
    place = next((at for at, each in enumerate(extents) if _plain(each) == extent), None)
    if place is None:
        known = ", ".join(each for each in extents if _EXTENT.fullmatch(each))
        raise UnusableInput(
            f"The version {text.wanted.version} of this provision has texts for other extents.",
            next_step=f"Give extent as one of: {known}." if known else "Leave extent out.",
        )
    others = tuple(each for at, each in enumerate(texts) if at != place)
    return replace(text, found=replace(found, element=texts[place], versions=others))


def _plain(extent: str) -> str:
    return "".join(letter for letter in extent.upper() if letter.isalpha() or letter == "+")


def _tree(text: Text) -> Provision:
    if text.found is not None:
        return text.document.tree(text.found)
    found = (text.document.provision(part) for part in _WHOLE)
    parts = tuple(text.document.tree(each) for each in found if each is not None)
    meta = text.document.metadata
    return Provision("", "", "", None, None, meta.extent, meta.valid_from, meta.valid_to, parts, ())


def _which(failure: NotFound, argument: str) -> NotFound:
    return NotFound(
        f"There is nothing to compare, because one of the two does not exist ({argument}). {failure.message}",
        reason=failure.reason,
        next_step=failure.next_step,
    )


def _too_large(what: str) -> UnusableInput:
    return UnusableInput(what, reason="too_large", next_step="Compare one provision: uklaw_get_document lists them.")
