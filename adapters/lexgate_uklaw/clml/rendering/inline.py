"""The content of a paragraph as runs: changes, emphasis, references, formulas, pictures; it makes no lines.

Change markup nests and is split at text nodes, so a mark is told by its commentary, not by its element.
"""

from collections.abc import Callable
from typing import Final

from lxml import etree

from lexgate_kit import inline as kit
from lexgate_uklaw.clml.parsing import local, names
from lexgate_uklaw.clml.rendering import formulas
from lexgate_uklaw.clml.rendering.lines import plain
from lexgate_uklaw.clml.rendering.marks import EMPHASIS, STRONG, Mark, Ours, Run, Sign, Stack, note
from lexgate_uklaw.clml.sources import Sources

FLOWING: Final = names(
    "Addition Substitution Repeal Emphasis Strong Term Citation CitationSubRef CitationListRef Acronym Abbreviation "
    "Expanded Span SmallCaps Uppercase Underline Strike Superior Inferior InternalLink ExternalLink InlineAmendment "
    "Definition Proviso FootnoteRef MarginNoteRef CommentaryRef Character math Image Warning Quote br"
)
_CHARACTERS = {"DotPadding": " … ", "BoxPadding": " ☐ "}


class Collector:
    """Collects runs. `used` lists the commentaries met, `notes` the footnotes still to be shown, both in order."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.used: list[str] = []
        self.notes: list[str] = []
        self._shown: set[str] = set()

    def content(self, element: etree._Element, stack: Stack = ()) -> list[Run]:
        """Return the runs inside the element."""
        out: list[Run] = []
        self._inside(element, stack, out)
        return out

    def node(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        """Add the runs of the element itself (not of its tail)."""
        handler = _HANDLERS.get(local(element.tag))
        if handler is None:
            self._inside(element, stack, out)
        else:
            handler(self, element, stack, out)

    def take_notes(self) -> list[str]:
        """Return the notes that were referred to since the last call, each once in the whole rendering."""
        taken, self.notes = self.notes, []
        return taken

    def _inside(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        if element.text:
            out.append((element.text, stack))
        for child in element:
            self.node(child, stack, out)
            if child.tail:
                out.append((child.tail, stack))

    def _change(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        label = self._label(element.get("CommentaryRef", ""))
        self._inside(element, (*stack, Mark(f"[{label} ", "]")), out)

    def _repeal(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        label = self._label(element.get("CommentaryRef", ""))
        extent = element.get("Extent")
        said = note(f"repealed in {kit.markdown(extent, 60)}" if extent else "repealed")
        self._inside(element, (*stack, Mark(f"[{label} {said} ", "]")), out)

    def _label(self, reference: str) -> str:
        if reference in self.sources.labels:
            self.used.append(reference)
            return self.sources.labels[reference]
        return "F?"

    def _commentary(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        reference = element.get("Ref", "")
        if reference in self.sources.labels:
            out.append((Ours(f"[{self._label(reference)}]"), stack))

    def _footnote(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        reference = element.get("Ref", "")
        footnote = self.sources.notes.get(reference)
        if footnote is None:
            return
        out.append((Ours(f"[^{footnote.label}]"), stack))
        if reference not in self._shown and not footnote.in_place:
            self._shown.add(reference)
            self.notes.append(reference)

    def _emphasis(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        self._inside(element, stack if EMPHASIS in stack else (*stack, EMPHASIS), out)

    def _strong(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        self._inside(element, stack if STRONG in stack else (*stack, STRONG), out)

    def _superior(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        self._raised("^", element, stack, out)

    def _inferior(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        self._raised("_", element, stack, out)

    def _raised(self, sign: str, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        inside = self.content(element, stack)
        single = plain(inside).isalnum()
        out.append((Sign(sign if single else f"{sign}("), stack))
        out.extend(inside)
        if not single:
            out.append((Sign(")"), stack))

    def _character(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        out.append((_CHARACTERS.get(element.get("Name", ""), " "), stack))

    def _math(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        out.append((" ", stack))
        out.extend(formulas.linear(element, stack, self.content))
        out.append((" ", stack))

    def _image(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        out.append((picture(self.sources, element), stack))

    def _nothing(self, element: etree._Element, stack: Stack, out: list[Run]) -> None:
        """Leave out a message of the publisher's own software."""


def picture(sources: Sources, image: etree._Element) -> Ours:
    """Return the link to a picture, in the brackets of our own words."""
    label = kit.one_line(image.get("Description") or "figure", 200)
    return note(kit.link(label, sources.resources.get(image.get("ResourceRef", ""), "")))


Handler = Callable[[Collector, etree._Element, Stack, list[Run]], None]
_HANDLERS: Final[dict[str, Handler]] = {
    "Addition": Collector._change,
    "Substitution": Collector._change,
    "Repeal": Collector._repeal,
    "CommentaryRef": Collector._commentary,
    "FootnoteRef": Collector._footnote,
    "MarginNoteRef": Collector._footnote,
    "Emphasis": Collector._emphasis,
    "Strong": Collector._strong,
    "Superior": Collector._superior,
    "Inferior": Collector._inferior,
    "Character": Collector._character,
    "math": Collector._math,
    "Image": Collector._image,
    "Warning": Collector._nothing,
}
