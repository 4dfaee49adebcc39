"""What the text of a document refers to: commentaries, footnotes, other versions, pictures; it renders nothing."""

from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from lexgate_uklaw.clml.parsing import child, children, local, select, select_text

_REFERENCES = etree.XPath(
    "descendant-or-self::*/@CommentaryRef | descendant-or-self::*[local-name()='CommentaryRef']/@Ref",
    smart_strings=False,
)
_NOTES_IN_PLACE = etree.XPath(
    "//*[local-name()='td' or local-name()='th' or local-name()='Notes']/*[local-name()='Footnote']"
)


def annotation_type(commentary: etree._Element) -> str:
    """Return the letter of a commentary's type, which becomes a label of ours; N for what is no such letter."""
    kind = commentary.get("Type", "")
    return kind if len(kind) == 1 and kind in "FCIMEPX" else "N"


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or margin note; `in_place` when it stands where it is read, as in a table."""

    label: str
    element: etree._Element
    in_place: bool = False


class Sources:
    """Look-ups by id, built once per document and only when asked for.

    Labels (F1, C2 …) count each type in the order in which the document first refers to a commentary, so
    every rendering of one document uses the same label for the same commentary.
    """

    def __init__(self, root: etree._Element, page: str, scope: etree._Element | None = None) -> None:
        self.root = root
        self.page = page
        self.scope = scope

    @cached_property
    def commentaries(self) -> dict[str, etree._Element]:
        """Commentary elements by id; of two with one id the first counts."""
        return self._by_id("Commentaries", "Commentary")

    @cached_property
    def labels(self) -> dict[str, str]:
        """The label of every commentary that the document refers to."""
        counts: dict[str, int] = {}
        labels: dict[str, str] = {}
        # A fragment's own references come first: the shells around it are not shown with it.
        own = [] if self.scope is None else select_text(_REFERENCES, self.scope)
        for reference in [*own, *select_text(_REFERENCES, self.root)]:
            if reference in labels or reference not in self.commentaries:
                continue
            kind = annotation_type(self.commentaries[reference])
            counts[kind] = counts.get(kind, 0) + 1
            labels[reference] = f"{kind}{counts[kind]}"
        return labels

    @cached_property
    def notes(self) -> dict[str, Note]:
        """Footnotes and margin notes by id."""
        footnotes = self._by_id("Footnotes", "Footnote")
        margin = self._by_id("MarginNotes", "MarginNote")
        found = {key: Note(str(n), e) for n, (key, e) in enumerate(footnotes.items(), 1)}
        found |= {key: Note(f"m{n}", e) for n, (key, e) in enumerate(margin.items(), 1)}
        in_place = (e for e in select(_NOTES_IN_PLACE, self.root) if e.get("id") and e.get("id") not in found)
        for number, element in enumerate(in_place, len(footnotes) + 1):
            found[element.get("id", "")] = Note(str(number), element, in_place=True)
        return found

    @cached_property
    def versions(self) -> dict[str, etree._Element]:
        """Other versions of a passage (for another extent) or of a formula (its picture)."""
        return self._by_id("Versions", "Version")

    @cached_property
    def resources(self) -> dict[str, str]:
        """The addresses of pictures."""
        found = {}
        for key, resource in self._by_id("Resources", "Resource").items():
            external = child(resource, "ExternalVersion")
            if external is not None:
                found[key] = external.get("URI", "")
        return found

    def included(self, reference: str) -> etree._Element | None:
        """Return the content of a document that is included by reference."""
        resource = self._by_id("Resources", "Resource").get(reference)
        return child(child(resource, "InternalVersion"), "XMLcontent")

    def alternatives(self, element: etree._Element) -> list[etree._Element]:
        """Return the versions that an element names in `AltVersionRefs`."""
        found = (self.versions.get(key) for key in (element.get("AltVersionRefs") or "").split())
        return [version for version in found if version is not None]

    def _by_id(self, holder: str, name: str) -> dict[str, etree._Element]:
        found: dict[str, etree._Element] = {}
        for parent in (e for e in self.root if local(e.tag) == holder):
            for element in children(parent, name):
                found.setdefault(element.get("id", ""), element)
        return found
