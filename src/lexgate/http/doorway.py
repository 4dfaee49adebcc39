"""Which names a request may ask for (Host), and which web pages may send one (Origin): a guard of local servers.

A page on any site can make its own name lead to 127.0.0.1; its requests then carry that name and origin. Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from lexgate.http.refusal import Refusal
from lexgate.server_settings import ServerSettings

_OURS = ("localhost", "127.0.0.1", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound


@dataclass(frozen=True)
class Doorway:
    """The names and origins that pass. A name without a port passes with every port."""

    hosts: frozenset[str]
    origins: frozenset[str]

    @classmethod
    def of(cls, server: ServerSettings) -> "Doorway":
        public = urlsplit(server.public_url)
        bound = () if server.host in _EVERYWHERE else (f"[{server.host}]" if ":" in server.host else server.host,)
        hosts = [*_OURS, *bound, *server.allowed_hosts, public.netloc]
        origins = [*server.allowed_origins, f"{public.scheme}://{public.netloc}" if public.netloc else ""]
        return cls(_lowered(hosts), _lowered(origin.rstrip("/") for origin in origins))

    def check(self, headers: Mapping[bytes, bytes]) -> None:
        """Raise Refusal for a name or an origin that is not allowed; the words name the setting."""
        host = headers.get(b"host", b"").decode("latin-1").strip().lower()
        if host not in self.hosts and _name(host) not in self.hosts:
            raise Refusal(
                421,
                "wrong_host",
                "This server is not meant by the name in the request's Host header.",
                "Ask for it by a name that it knows, or let its operator add the name to server.allowed_hosts.",
            )
        origin = headers.get(b"origin")
        if origin is None:
            return
        shown = origin.decode("latin-1").strip().lower().rstrip("/")
        if shown not in self.origins and shown not in (f"http://{host}", f"https://{host}"):
            raise Refusal(
                403,
                "wrong_origin",
                "Web pages of that origin may not use this server.",
                "Let its operator add the origin (scheme, host and port) to server.allowed_origins.",
            )


def _lowered(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.strip().lower().removesuffix(".") for name in names if name.strip())


def _name(host: str) -> str:
    """Return the host without its port and without a closing dot."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).removesuffix(".")
