"""One CLML document, read: its metadata, effects, contents, provisions and text. It fetches nothing.

Elements are parsed once and kept; the rest is made on first use. A document is never changed, so several
threads may read one.
"""

from functools import cached_property

from lxml import etree

from lexgate_kit import inline
from lexgate_uklaw.clml.metadata import Metadata, read_metadata
from lexgate_uklaw.clml.outline import OutlineEntry, outline_of_contents, outline_of_text
from lexgate_uklaw.clml.parsing import child, flat_text, local, parse
from lexgate_uklaw.clml.provision_status import status_of
from lexgate_uklaw.clml.provisions import TEXTS, Found, Provisions, group_of, lineage
from lexgate_uklaw.clml.rendering.annotations import Annotation, read_annotations
from lexgate_uklaw.clml.rendering.rendered import Rendering, render_document, render_found
from lexgate_uklaw.clml.sources import Sources
from lexgate_uklaw.clml.tree import Provision, build_tree
from lexgate_uklaw.effects import Effect, read_effects
from lexgate_uklaw.repeals import ends_whole_item

_BODIES = frozenset({"Body", "EUBody", "Schedules", "ExplanatoryNotes", "Attachments", "EarlierOrders"})
_WHOLE = frozenset({"Body", "EUBody"})


class Document:
    """A document as served: of a whole item, of a fragment of it, of its contents, or of its metadata alone."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self.metadata: Metadata = read_metadata(root)
        self._provisions = Provisions(root, self.metadata)
        self._fragment = self._provisions.fragment
        around = None if self._fragment is None else group_of(self._fragment)
        self._sources = Sources(
            root, inline.url(self.metadata.identifier), self._fragment if around is None else around
        )

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """The unapplied effects. Every version served carries the same list: that of today's revised text."""
        return read_effects(self._root)

    @cached_property
    def status(self) -> str | None:
        """The status of the whole item at this version, as recorded on the document or on all of its text."""
        texts = [text for text in self._root if local(text.tag) in TEXTS]
        bodies = [part for text in texts for part in text if local(part.tag) in _WHOLE]
        valid = self.metadata.valid
        of_text = (status_of(each, valid) for parts in (texts, bodies) if len(parts) == 1 for each in parts)
        return status_of(self._root, valid) or next(filter(None, of_text), None)

    @cached_property
    def endings(self) -> tuple[Annotation, ...]:
        """The editors' annotations that the whole item was repealed, revoked or expired, whatever is shown of it."""
        labels = self._sources.labels
        return tuple(
            each
            for each in read_annotations(self._sources, labels)
            if each.type in ("F", "X") and ends_whole_item(each.text)
        )

    @property
    def has_contents(self) -> bool:
        """Whether a table of contents is in it."""
        return child(self._root, "Contents") is not None

    @cached_property
    def has_text(self) -> bool:
        """Whether it holds more of the law than its preliminaries (which contents pages hold too)."""
        parts = [part for text in self._root if local(text.tag) in TEXTS for part in text]
        if self.metadata.provision == "introduction":
            return any(flat_text(part) for part in parts)
        return any(local(part.tag) in _BODIES and flat_text(part) for part in parts)

    @property
    def pdf_only(self) -> bool:
        """Whether the service holds this item as a PDF only: no contents, no text, no provisions, and a PDF.

        A response with metadata alone counts the provisions of its item, so it is not mistaken for one.
        """
        empty = not self.has_contents and not self.has_text and not self.metadata.number_of_provisions
        return empty and bool(self.metadata.alternatives)

    def provision(self, path: str) -> Found | None:
        """Return the provision with exactly that path (`section/45/2/f`); None when this document does not hold it."""
        return self._provisions.find(path)

    def render(self, found: Found | None = None) -> Rendering:
        """Return the provision as Markdown; without one, the fragment that was asked for, or all text."""
        if found is None and self.metadata.provision:
            found = self.provision(self.metadata.provision)
        return self._whole() if found is None else render_found(found, self._sources)

    def _whole(self) -> Rendering:
        """Return all text, of a fragment with the shells around it."""
        return render_document(self._root, self._sources, self.metadata.valid)

    def tree(self, found: Found) -> Provision:
        """Return the provision as a tree in plain text."""
        return build_tree(found, self._sources)

    def outline(self, found: Found | None = None) -> tuple[OutlineEntry, ...]:
        """Return the entries of the contents page, or those of the text (of one provision: what is in it)."""
        contents = child(self._root, "Contents")
        if found is None and contents is not None and not self.has_text:
            return outline_of_contents(contents, self.metadata)
        start = found.element if found is not None else self._fragment
        return outline_of_text(self._root if start is None else start, self.metadata)

    def surroundings(self, found: Found) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the paths around a provision and those inside it, for `effects.touches`.

        The service's paths do not show this: `section/45` stands in `part/3`, but its path does not say so.
        """
        prefix = self.metadata.id_uri + "/"
        around = [e.get("IdURI", "") for e in lineage(found.element)[1:]]
        inside = [
            e.get("IdURI", "") for e in found.element.iterdescendants("{*}P1", "{*}Part", "{*}Chapter", "{*}Pblock")
        ]
        enclosing, enclosed = (
            tuple(uri.removeprefix(prefix) for uri in uris if uri.startswith(prefix)) for uris in (around, inside)
        )
        return enclosing, enclosed


def read_document(body: bytes) -> Document:
    """Return the document in the bytes of a response.

    Raises:
        UnreadableDocument: not CLML, or not safe to read.
    """
    return Document(parse(body))
