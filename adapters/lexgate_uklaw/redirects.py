"""Where a redirect points, and whether it may be followed: judged on the address alone, nothing is sent.

Only the configured host counts, by exact match; only a change of version or language of the same provision, or
another address of the same feed, is followed. All else is an answer to show.
"""

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from lexgate_kit.errors import ToolFailure, UpstreamChanged
from lexgate_uklaw.addressing import Kind, Request
from lexgate_uklaw.identifiers.addresses import Address, parse_address

_LONGEST = 2000
_TEXTS = (Kind.DOCUMENT, Kind.CONTENTS, Kind.METADATA)
_FEEDS = (Kind.SEARCH, Kind.CHANGES, Kind.LOG)
_SERVICE = "https://www.legislation.gov.uk"


@dataclass(frozen=True)
class Pointer:
    """A path (with query) of the same host, and whether it is the same thing under another address."""

    path: str
    may_be_followed: bool


def pointer(asked: Request, current: Request, location: str, base_url: str) -> Pointer:
    """Judge a Location header. Raises UpstreamChanged for one that is missing, broken or leads to another host."""
    path = _path_on_host(current.path, location, base_url)
    if asked.kind in _FEEDS:
        return Pointer(path, urlsplit(path).path.endswith("/data.feed"))
    if asked.kind in _TEXTS:
        return _pointer_of_text(asked, path)
    return Pointer(path, may_be_followed=False)


def _pointer_of_text(asked: Request, path: str) -> Pointer:
    """Follow to the XML of the same item and provision only: never to a neighbour, never to the whole item."""
    before, after = _address(asked.path), _address(path)
    if before is None or after is None:
        return Pointer(path, may_be_followed=False)
    if asked.kind is Kind.METADATA and "/resources" not in path:
        return Pointer(path, may_be_followed=False)
    same = (before.item, before.provision, before.contents) == (after.item, after.provision, after.contents)
    bare, _, query = path.partition("?")
    if not bare.endswith("/data.xml"):
        bare = f"{bare.rstrip('/')}/data.xml"
    return Pointer(f"{bare}?{query}" if query else bare, same)


def _address(path: str) -> Address | None:
    try:
        return parse_address(_SERVICE + path.partition("?")[0])
    except ToolFailure:
        return None


def _path_on_host(current: str, location: str, base_url: str) -> str:
    if not location or len(location) > _LONGEST or not location.isascii() or not location.isprintable():
        raise _unusable()
    if "\\" in location or " " in location:
        raise _unusable()
    base = urlsplit(base_url)
    try:
        target = urlsplit(urljoin(base_url + current, location))
        same_host = (target.hostname, target.port or _port(target.scheme)) in _hosts(
            base.hostname, base.port, base.scheme
        )
    except ValueError:
        raise _unusable() from None
    if target.scheme not in ("http", "https") or "@" in target.netloc or not same_host:
        raise _unusable()
    prefix = base.path
    if not target.path.startswith(prefix + "/") or "/../" in target.path or target.path.endswith("/.."):
        raise _unusable()
    path = target.path.removeprefix(prefix)
    return f"{path}?{target.query}" if target.query else path


def _hosts(name: str | None, port: int | None, scheme: str) -> set[tuple[str | None, int]]:
    """The configured host and port; where it has its scheme's own port, plain http is the same host:
    the service writes http in its addresses, and we go on asking by the configured scheme."""
    if port is None:
        return {(name, _port(scheme)), (name, 80)}
    return {(name, port)}


def _port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _unusable() -> UpstreamChanged:
    return UpstreamChanged(
        "legislation.gov.uk answered with a redirect that leads elsewhere than to its own pages; it was not followed.",
        reason="upstream_changed",
        next_step="Check adapters.uklaw.base_url and whether a proxy or sign-in page stands in between.",
    )
