"""Splits what a caller gives as an item into its parts: any path or URI of legislation.gov.uk. It fetches nothing."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from lexgate_uklaw.identifiers.items import ItemPath, path_segments
from lexgate_uklaw.identifiers.provisions import ProvisionPath, is_provision_head
from lexgate_uklaw.identifiers.refusals import invalid_item
from lexgate_uklaw.identifiers.types import ORIGINAL_KEYWORDS
from lexgate_uklaw.identifiers.versions import Version

HOSTS = frozenset(("www.legislation.gov.uk", "legislation.gov.uk"))

_LONGEST = 2000
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# The format, and the moment of publication that the Publication Log adds to it.
_FORMAT = re.compile(r"/data\.[a-z]{2,5}(?:/published/[0-9T:.+Z-]{1,40})?/?$|(?<!/crossheading)/revision/?$")
_EXTENTS = frozenset(("england", "wales", "scotland", "ni", "northernireland"))
# Files and lists of the same item; the text itself is what we read.
_BESIDE_THE_TEXT = ("resources", "pdfs", "images")
# Documents of their own about the item, which are not its law.
_OTHER_DOCUMENTS = ("notes", "memorandum", "policy-note", "executive-note", "impacts", "associated-documents")
_ANCHOR = re.compile(r"(?:section|regulation|article|rule|schedule)(?:-[0-9A-Za-z]{1,8}|-paragraph)+")


@dataclass(frozen=True)
class Address:
    """What an address names. None means that the address does not say.

    `language` is en or cy; `contents` is true for the table of contents; `extent` is the one of a
    concurrent version (`england+wales`), which is never part of a request.
    """

    item: ItemPath
    provision: ProvisionPath | None = None
    version: Version | None = None
    language: str | None = None
    contents: bool = False
    extent: str | None = None


@dataclass(frozen=True)
class _Tail:
    """What stands after the provision, taken off from the end."""

    version: Version | None = None
    language: str | None = None
    extent: str | None = None


def parse_address(text: str) -> Address:
    """Split a path or URI into item, provision, version and language.

    http and https, with or without `/id/`, `/contents`, `/welsh`, `/data.xml`, an anchor or a query (both of
    which choose a view; an anchor of a provision is read as the provision). Only the exact hosts of the service
    count. Raises UnusableInput: invalid_item, invalid_provision, invalid_version, invalid_date.
    """
    path, anchor = _path_of(text)
    item, rest = ItemPath.split(_without_prefix(path_segments(_FORMAT.sub("", path.strip()))))
    rest, tail = _without_tail(rest)
    contents = rest[:1] == ("contents",)
    if contents:
        rest = rest[1:]
    if not rest:
        provision = None if contents else _provision_of_anchor(anchor)
        return Address(item, provision, tail.version, tail.language, contents, tail.extent)
    return _below_the_item(item, rest, tail, contents)


def _below_the_item(item: ItemPath, rest: tuple[str, ...], tail: _Tail, contents: bool) -> Address:
    if is_provision_head(rest[0]) and not contents:
        provision = ProvisionPath((rest[0].lower(), *rest[1:]))
        return Address(item, provision, tail.version, tail.language, contents, tail.extent)
    if rest[0] in _BESIDE_THE_TEXT:
        return Address(item)
    if rest[0] in _OTHER_DOCUMENTS:
        raise invalid_item(
            "The address names notes or another document about the item, which are not read here.",
            f"Read the item itself as {item}.",
        )
    raise invalid_item(
        "What follows the item in this address is no provision, version or language.", f"Give the item alone as {item}."
    )


def _path_of(text: str) -> tuple[str, str]:
    given = text.strip()
    if len(given) > _LONGEST:
        raise invalid_item(f"The address is longer than {_LONGEST} characters.")
    if given.lower().startswith(tuple(f"{host}/" for host in HOSTS)):
        given = f"https://{given}"
    if "://" not in given and not given.lower().startswith(("http:", "https:", "//")):
        return given, ""
    parts = _split(given)
    if parts.scheme not in ("http", "https") or parts.netloc.lower() not in HOSTS:
        raise invalid_item("This is not an address of www.legislation.gov.uk.")
    return unquote(parts.path), parts.fragment


def _split(given: str) -> SplitResult:
    if not given.isprintable() or "\\" in given:
        raise invalid_item("The address contains control characters or backslashes.")
    try:
        return urlsplit(given)
    except ValueError:
        raise invalid_item("This is not an address that can be read.") from None


def _without_prefix(segments: tuple[str, ...]) -> tuple[str, ...]:
    # `/cy/` before the path chooses the language of the web page around the text, not that of the text.
    if segments[:1] in (("cy",), ("en",)):
        segments = segments[1:]
    return segments[1:] if segments[:1] == ("id",) else segments


def _without_tail(rest: tuple[str, ...]) -> tuple[tuple[str, ...], _Tail]:
    version: Version | None = None
    language: str | None = None
    extent: str | None = None
    if rest and rest[-1] in ("welsh", "english"):
        language = "cy" if rest[-1] == "welsh" else "en"
        rest = rest[:-1]
    if rest and (_DATE.fullmatch(rest[-1]) or rest[-1] in (*ORIGINAL_KEYWORDS, "prospective")):
        version = Version.parse(rest[-1])
        rest = rest[:-1]
    if len(rest) > 2 and rest[-2] != "crossheading" and set(rest[-1].split("+")) <= _EXTENTS:
        extent, rest = rest[-1], rest[:-1]
    return rest, _Tail(version, language, extent)


def _provision_of_anchor(anchor: str) -> ProvisionPath | None:
    if len(anchor) > 200 or not _ANCHOR.fullmatch(anchor):
        return None
    return ProvisionPath(tuple(anchor.split("-")))
