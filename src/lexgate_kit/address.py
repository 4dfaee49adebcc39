"""Addresses that a person configured: made uniform, told apart as loopback or remote, matched to a proxy.

Pure: it opens nothing and resolves no name.
"""

import ipaddress
import re
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

_LABEL = re.compile(r"[^\s.]{1,63}")


def base_address(value: str) -> str:
    """Return an address without surrounding spaces and trailing slashes; scheme and host in lower case.

    Raises ValueError in our words for what cannot be a base address: another scheme than http and https, no
    host, credentials, a query, a fragment, white space inside, or a placeholder that nobody filled in.
    """
    text = value.strip()
    if "${" in text:
        raise ValueError("it holds a literal ${…}: the program that started lexgate did not fill the variable in")
    if re.search(r"[\s\\\x00-\x1f\x7f]", text):
        raise ValueError("it holds white space or a backslash")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError("its host or port cannot be read") from None
    if parts.scheme not in ("http", "https"):
        raise ValueError("it must start with http:// or https://")
    if "@" in parts.netloc:
        raise ValueError("it must not hold a user name or password")
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        raise ValueError("it must not hold a query or a fragment")
    return f"{parts.scheme}://{_host(parts)}{'' if port is None else f':{port}'}{parts.path.rstrip('/')}"


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        return f"[{host}]"
    if not all(_LABEL.fullmatch(label) for label in host.removesuffix(".").split(".")):
        raise ValueError("it names no host that can exist")
    return host


def is_loopback(address: str) -> bool:
    """Say whether the address is this machine's own: localhost, 127.0.0.0/8, ::1, or the unspecified address."""
    host = _bare_host(address)
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return False
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return ip.is_loopback or ip.is_unspecified


def proxy_name(address: str, proxies: Mapping[str, str]) -> str | None:
    """Return which entry of `proxies` (http, https, all, no) holds the proxy for the address, or None for none.

    `proxies` is what `urllib.request.getproxies` returns. The entry `no` is a list of host names (with their
    subdomains), addresses, networks such as 10.0.0.0/8 or fd00::/8, each with or without a port, or `*`.
    """
    if is_loopback(address):
        return None
    if any(_is_excepted(address, entry) for entry in proxies.get("no", "").lower().split(",")):
        return None
    scheme = urlsplit(address).scheme
    return next((name for name in (scheme, "all") if proxies.get(name, "").strip()), None)


def _is_excepted(address: str, entry: str) -> bool:
    entry = entry.strip()
    if not entry or entry == "*":
        return entry == "*"
    host = _bare_host(address)
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        pass
    name, _, port = entry.partition("://")[2].partition(":") if "://" in entry else entry.partition(":")
    if port and port != str(_port(address)):
        return False
    name = name.lstrip("*.")
    return bool(name) and (host == name or host.endswith("." + name))


def _bare_host(address: str) -> str:
    return (urlsplit(address).hostname or "").removesuffix(".")


def _port(address: str) -> int:
    parts = urlsplit(address)
    return parts.port or (443 if parts.scheme == "https" else 80)
