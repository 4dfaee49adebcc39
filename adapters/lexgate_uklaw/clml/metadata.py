"""What a CLML document says about itself: the item, its status, its versions and dates; it reads no text of the law."""

import re
from dataclasses import dataclass

from lxml import etree

from lexgate_uklaw.clml.addresses import item_of, path_of, read_identifier
from lexgate_uklaw.clml.parsing import XML_LANG, child, children, flat_text, local
from lexgate_uklaw.identifiers.types import type_of_main_type

_FETCHABLE = re.compile(r"enacted|made|adopted|created|current|\d{4}-\d\d-\d\d")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GROUPS = ("PrimaryMetadata", "SecondaryMetadata", "EUMetadata")
_DATES = {
    "EnactmentDate": "enacted",
    "Made": "made",
    "Laid": "laid",
    "ComingIntoForce": "coming into force",
    "SiftedDate": "sifted",
    "Approved": "approved",
    "Resolution": "resolution",
    "RoyalPresence": "royal presence",
}


@dataclass(frozen=True, slots=True)
class AvailableVersion:
    """A version that can be fetched: `version` is a keyword or a date, `language` en or cy."""

    version: str
    language: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another form of the same text, a PDF: to be linked, never fetched.

    `revised` is the date to which a PDF of revised text was brought; `size` is in bytes.
    """

    uri: str
    title: str
    language: str | None
    date: str | None
    revised: str | None
    size: int | None


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A date of the instrument with its kind, as recorded: enacted, made, laid, coming into force …"""

    kind: str
    date: str


@dataclass(frozen=True, slots=True)
class AlternativeNumber:
    """A number in a further series: category C, L, S, W, Cy, NI, or Regnal."""

    category: str
    value: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """The item at the version served. Blank, None or empty always means "not recorded"."""

    item: str
    id_uri: str
    identifier: str
    document_uri: str
    title: str
    type: str
    main_type: str
    type_label: str
    minor_type: str | None
    category: str | None
    year: int | None
    number: str | None
    alternative_numbers: tuple[AlternativeNumber, ...]
    document_status: str | None
    language: str
    publishers: tuple[str, ...]
    description: str | None
    subjects: tuple[str, ...]
    modified: str | None
    valid: str | None
    valid_from: str | None
    valid_to: str | None
    extent: str | None
    number_of_provisions: int | None
    dates: tuple[DatedEvent, ...]
    versions: tuple[AvailableVersion, ...]
    version_labels: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    akn_uri: str | None
    provision: str
    version: str | None
    kind: str

    def versions_in(self, language: str) -> tuple[str, ...]:
        """Return the versions that can be fetched in the language, keywords first, dates ascending."""
        return tuple(v.version for v in self.versions if v.language == language)


def read_metadata(root: etree._Element) -> Metadata:
    """Return what the root's attributes and `ukm:Metadata` say."""
    meta = child(root, "Metadata")
    meta = etree.Element("Metadata") if meta is None else meta
    group = next((e for e in meta if local(e.tag) in _GROUPS), etree.Element("none"))
    identifier = flat_text(child(meta, "identifier"))
    id_uri = root.get("IdURI") or ""
    item = path_of(id_uri) or item_of(identifier)
    address = read_identifier(identifier, item)
    language = _language(flat_text(child(meta, "language")) or root.get(XML_LANG) or "en")
    links = list(children(meta, "link"))
    versions, labels = _versions(links, language)
    main_type = _classified(group, "DocumentMainType") or ""
    return Metadata(
        item=item,
        id_uri=id_uri,
        identifier=identifier,
        document_uri=root.get("DocumentURI") or identifier,
        title=flat_text(child(meta, "title")),
        type=item.partition("/")[0],
        main_type=main_type,
        type_label=_label(main_type),
        minor_type=_classified(group, "DocumentMinorType"),
        category=_classified(group, "DocumentCategory"),
        year=_integer(_value(group, "Year")),
        number=_value(group, "Number"),
        alternative_numbers=tuple(
            AlternativeNumber(e.get("Category", ""), e.get("Value", "")) for e in children(group, "AlternativeNumber")
        ),
        document_status=_classified(group, "DocumentStatus"),
        language=language,
        publishers=_texts(meta, "publisher"),
        description=flat_text(child(meta, "description")) or None,
        subjects=_texts(meta, "subject"),
        modified=flat_text(child(meta, "modified")) or None,
        valid=flat_text(child(meta, "valid")) or None,
        valid_from=root.get("RestrictStartDate"),
        valid_to=root.get("RestrictEndDate"),
        extent=root.get("RestrictExtent"),
        number_of_provisions=_integer(root.get("NumberOfProvisions")),
        dates=_dates(group),
        versions=versions,
        version_labels=labels,
        alternatives=_alternatives(meta, links),
        akn_uri=next((link.get("href") for link in links if link.get("type") == "application/akn+xml"), None),
        provision=address.provision,
        version=address.version,
        kind=address.kind,
    )


def _language(recorded: str) -> str:
    """Return a language's code. It is printed as it stands, so anything else becomes `unknown`."""
    return recorded if _LANGUAGE.fullmatch(recorded) else "unknown"


def _label(main_type: str) -> str:
    """Return what the type is called; a type that is not known keeps its own words."""
    known = type_of_main_type(main_type)
    return known.label if known else _WORDS.sub(" ", main_type)


def _texts(meta: etree._Element, name: str) -> tuple[str, ...]:
    found = (flat_text(e) for e in children(meta, name))
    return tuple(dict.fromkeys(text for text in found if text))


def _value(parent: etree._Element, name: str) -> str | None:
    found = child(parent, name)
    return None if found is None else found.get("Value")


def _classified(group: etree._Element, name: str) -> str | None:
    classification = child(group, "DocumentClassification")
    return None if classification is None else _value(classification, name)


def _integer(value: str | None) -> int | None:
    return int(value) if value and value.isascii() and value.isdigit() else None


def _dates(group: etree._Element) -> tuple[DatedEvent, ...]:
    found: list[DatedEvent] = []
    for element in group:
        kind = _DATES.get(local(element.tag))
        if kind is None:
            continue
        holders = [element, *children(element, "DateTime")]
        found.extend(DatedEvent(kind, date) for holder in holders if (date := holder.get("Date")))
    return tuple(found)


def _versions(links: list[etree._Element], language: str) -> tuple[tuple[AvailableVersion, ...], tuple[str, ...]]:
    """Return what can be fetched, and apart from it what is only a label (`prospective` and the like)."""
    found: dict[AvailableVersion, None] = {}
    labels: dict[str, None] = {}
    for link in links:
        if not (link.get("rel") or "").endswith("/hasVersion"):
            continue
        title = (link.get("title") or "").strip()
        if _FETCHABLE.fullmatch(title):
            found[AvailableVersion(title, link.get("hreflang") or language)] = None
        elif title:
            labels[title] = None
    ordered = sorted(found, key=lambda v: (v.language, v.version[0].isdigit(), v.version))
    return tuple(ordered), tuple(labels)


def _alternatives(meta: etree._Element, links: list[etree._Element]) -> tuple[Alternative, ...]:
    """Return the PDFs of the instrument itself (those of its notes stand elsewhere), each address once."""
    recorded = (a for holder in children(meta, "Alternatives") for a in children(holder, "Alternative"))
    found = {
        uri: Alternative(
            uri, e.get("Title") or "", e.get("Language"), e.get("Date"), e.get("Revised"), _integer(e.get("Size"))
        )
        for e in recorded
        if (uri := e.get("URI"))
    }
    for link in links:
        uri = link.get("href") or ""
        if link.get("rel") == "alternate" and "/pdfs/" in uri and uri not in found:
            found[uri] = Alternative(uri, link.get("title") or "", None, None, None, None)
    return tuple(found.values())
