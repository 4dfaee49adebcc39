"""Addresses that legislation.gov.uk writes into its documents, taken apart; it builds none and fetches none."""

import re
from dataclasses import dataclass
from functools import lru_cache

from lexgate_uklaw.identifiers.provisions import is_provision_head

_BASE = re.compile(r"https?://[^/]+/(?:id/)?", re.IGNORECASE)
_VERSION = re.compile(r"enacted|made|adopted|created|prospective|current|\d{4}-\d\d-\d\d")
_EXTENT = re.compile(r"(?:england|wales|scotland|ni|northern%20ireland)(?:\+(?:england|wales|scotland|ni))*")


@dataclass(frozen=True, slots=True)
class Address:
    """What a document's own identifier says: which provision (blank: the whole item), version and language.

    `kind` is "document", "contents" (a table of contents) or "metadata" (no text).
    """

    provision: str
    version: str | None
    welsh: bool
    kind: str


def path_of(uri: str) -> str:
    """Return the address without host and `/id/`, or blank when it is no http address."""
    match = _BASE.match(uri)
    return uri[match.end() :].strip("/") if match else ""


@lru_cache(maxsize=4096)
def split_uri(uri: str) -> tuple[str, str]:
    """Return (item, provision) of an address; the provision is blank when it names a whole item."""
    parts = path_of(uri).split("/")
    for index in range(2, len(parts)):
        if is_provision_head(parts[index]):
            return "/".join(parts[:index]), "/".join(_provision(parts[index:])[0])
    return "/".join(_provision(parts)[0]), ""


def item_of(uri: str) -> str:
    """Return the item's path in an address of it or of anything in it."""
    return split_uri(uri)[0]


def read_identifier(identifier: str, item: str) -> Address:
    """Return what `dc:identifier` says about the document of that item."""
    path = path_of(identifier)
    rest = path[len(item) :].strip("/") if item and (path + "/").startswith(item + "/") else ""
    parts, version, welsh = _provision([p for p in rest.split("/") if p and p != "data.xml"])
    kind = "document"
    if parts and parts[0] == "contents":
        kind, parts = "contents", parts[1:]
    if parts and parts[-1] == "resources":
        kind, parts = "metadata", parts[:-1]
    return Address("/".join(parts), version, welsh, kind)


def _provision(parts: list[str]) -> tuple[list[str], str | None, bool]:
    """Take language, version and extent off the end."""
    version, welsh = None, False
    while parts:
        last = parts[-1]
        if last == "welsh":
            welsh = True
        elif version is None and _VERSION.fullmatch(last):
            version = last
        elif not _EXTENT.fullmatch(last):
            break
        parts = parts[:-1]
    return parts, version, welsh
