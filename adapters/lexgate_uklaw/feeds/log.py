"""Reads a page of the Publication Log: what was published or withdrawn, and when."""

from dataclasses import dataclass

from lexgate_uklaw.feeds import atom
from lexgate_uklaw.feeds.atom import ATOM, DUBLIN_CORE, LOG, METADATA, Bilingual, Element, Paging
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.types import LegislationType, type_of_main_type

_PUBLISHED = "/published/"


@dataclass(frozen=True)
class LogEvent:
    """One event. `resource_uri` is what was published; `document_uri` the document that it belongs to.

    `new` and `republished` are None where the entry does not say. An event of content type `changes` says only that
    the list of effects changed, on the side that `direction` names. Texts are outside text on one line.
    """

    entry_id: str
    updated: str
    item: ItemPath | None
    id_uri: str
    title: Bilingual
    content_type: str
    event: str
    category: str
    main_type: str
    type: LegislationType | None
    year: int | None
    number: str
    document_uri: str
    resource_uri: str
    format: str
    language: str
    direction: str
    publisher: str
    new: bool | None
    republished: bool | None


@dataclass(frozen=True)
class LogPage:
    """A page of events, newest first. Build the next page's address from its number: the feed's own link is broken."""

    events: tuple[LogEvent, ...]
    paging: Paging


def read_log(body: bytes) -> LogPage:
    """Read a page. Raises UpstreamChanged when it is no complete Atom feed."""
    feed = atom.parse_feed(body)
    return LogPage(tuple(_event(entry) for entry in atom.entries(feed)), atom.paging(feed))


def _event(entry: Element) -> LogEvent:
    entry_id = atom.text(entry, f"{ATOM}id")
    id_uri = atom.text(entry, f"{DUBLIN_CORE}identifier")
    main_type = atom.value(entry, f"{METADATA}DocumentMainType")
    return LogEvent(
        entry_id=entry_id,
        updated=atom.text(entry, f"{ATOM}updated"),
        item=atom.item_of(id_uri),
        id_uri=id_uri,
        title=atom.bilingual(entry, f"{ATOM}title"),
        content_type=atom.text(entry, f"{LOG}ContentType"),
        event=atom.text(entry, f"{LOG}Event"),
        category=atom.value(entry, f"{METADATA}DocumentCategory"),
        main_type=main_type,
        type=type_of_main_type(main_type),
        year=atom.count(atom.value(entry, f"{METADATA}Year")),
        number=atom.value(entry, f"{METADATA}Number"),
        document_uri=atom.text(entry, f"{LOG}Document"),
        resource_uri=atom.text(entry, f"{LOG}Item_Published") or entry_id.partition(_PUBLISHED)[0],
        format=atom.text(entry, f"{LOG}Format"),
        language=atom.text(entry, f"{DUBLIN_CORE}language"),
        direction=atom.text(entry, f"{LOG}Direction"),
        publisher=atom.text(entry, f"{ATOM}author/{ATOM}name"),
        new=_flag(atom.text(entry, f"{LOG}New")),
        republished=_flag(atom.text(entry, f"{LOG}Republished")),
    )


def _flag(value: str) -> bool | None:
    return {"true": True, "false": False}.get(value)
