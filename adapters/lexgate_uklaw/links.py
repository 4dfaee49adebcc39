"""Which addresses of an answer we show: those of legislation.gov.uk and its hosts. It fetches nothing."""

from urllib.parse import urlsplit

from lexgate_kit import inline

_DOMAINS = ("legislation.gov.uk", "legislation.data.gov.uk")  # older records name the second
_LONGEST = 2000


def own_address(value: str) -> str:
    """Return the address percent-encoded; blank when it leads to another host, is none, or too long."""
    address = inline.url(value)
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    own = any(host == domain or host.endswith(f".{domain}") for domain in _DOMAINS)
    return address if own and len(address) <= _LONGEST else ""
