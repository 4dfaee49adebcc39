"""HTTP to one source: a client that obeys its environment, a capped exchange, and httpx's errors as ours.

It follows no redirect, repeats nothing and keeps no cookie. What a status means is the adapter's business.
No other module imports httpx; adapters import this one on first use, because httpx is slow to import.
"""

import os
import ssl
import urllib.request
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import cast
from urllib.parse import urlsplit

import anyio
import httpx
from opentelemetry import trace

from lexgate_kit.address import is_loopback, proxy_name
from lexgate_kit.errors import NO_EVIDENCE, NotConfigured, ToolFailure, UpstreamChanged, UpstreamUnavailable

Client = httpx.AsyncClient
_TRACER = trace.get_tracer("lexgate")

NOT_REACHED = "not_reachable"
"""The reason of a failure before any byte of the request was sent; nothing else carries it."""
TIMED_OUT = "timed_out"

_LOCATION = "lexgate.location"

# Node closes idle connections after 5 s; a request that meets the closing is lost, and we never send it twice.
_IDLE_SECONDS = 4.0
_CLOSE_SECONDS = 0.5


@dataclass(frozen=True)
class Source:
    """Who is asked, in the words of an error: name, configured base address, and the setting that holds it."""

    name: str
    address: str
    address_setting: str


@dataclass(frozen=True)
class Limits:
    """What one exchange may take: seconds in all (`setting` names where that is set), to connect, decoded bytes."""

    total_s: float
    setting: str
    connect_s: float = 5.0
    body_bytes: int = 2_000_000


@dataclass(frozen=True)
class Request:
    """One request; `server_name` is the name for TLS where the URL holds a bare address."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    server_name: str | None = None


@dataclass(frozen=True)
class Answer:
    """One answer of any status, body decoded and within the cap; `headers` ignores the case of names."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def new_client(
    source: Source,
    *,
    headers: Mapping[str, str],
    connections: int = 100,
    transport: httpx.AsyncBaseTransport | None = None,
) -> Client:
    """Make a client for one source; close it with `aclose`. It sends `headers` with every request.

    A remote source is asked through the proxy that the environment or the system names for it, a loopback source never.
    SSL_CERT_FILE and SSL_CERT_DIR name other certificate authorities. Raises NotConfigured naming the variable
    that cannot be used.
    """
    return httpx.AsyncClient(
        headers={"Accept-Encoding": "gzip", **headers},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        follow_redirects=False,
        event_hooks={"response": [_hide_location]},
        limits=httpx.Limits(max_connections=connections, keepalive_expiry=_IDLE_SECONDS),
        # httpx would read every proxy variable at once, and fails on entries that do not concern this source.
        trust_env=False,
        proxy=None if transport else _proxy(source),
        verify=_trust(source),
        transport=transport,
    )


async def close(client: Client) -> None:
    """Close the connections, also for a caller that is being cancelled, as adapters are at the end of a process."""
    with anyio.move_on_after(_CLOSE_SECONDS, shield=True):
        await client.aclose()


def _proxy(source: Source) -> httpx.Proxy | None:
    proxies = urllib.request.getproxies()
    name = proxy_name(source.address, proxies)
    if name is None:
        return None
    value = proxies[name].strip()
    value = value if "://" in value else f"http://{value}"
    try:
        parts = urlsplit(value)  # stricter than httpx about brackets and ports
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and "${" not in value
        proxy = httpx.Proxy(value) if usable else None
    except (ValueError, httpx.InvalidURL):
        usable = False
    if not usable:
        variable = next((each for each in os.environ if each.lower() == f"{name}_proxy"), "the system's settings")
        raise NotConfigured(
            f"The proxy named by {variable} is not an http:// or https:// address, so {source.name} was not asked. "
            f"{NO_EVIDENCE}",
            next_step=f"correct {variable}, or name the host in NO_PROXY, and start lexgate again.",
        )
    return proxy


def _trust(source: Source) -> ssl.SSLContext:
    if source.address.startswith("http://") and is_loopback(source.address):
        # Reading the authorities takes tens of milliseconds and plain HTTP needs none: this trusts nobody.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        return httpx.create_ssl_context(trust_env=True)
    except OSError:
        raise NotConfigured(
            f"The certificate authorities named by SSL_CERT_FILE or SSL_CERT_DIR cannot be read, so {source.name} was "
            f"not asked. {NO_EVIDENCE}",
            next_step="let that variable name a readable PEM file, or unset it, and start lexgate again.",
        ) from None


async def send(client: Client, request: Request, source: Source, limits: Limits) -> Answer:
    """Send one request once and read the whole answer; cancelling closes the connection.

    Raises UpstreamUnavailable (reason `not_reachable` only when nothing was sent, `timed_out` when a limit
    passed), UpstreamChanged for a body beyond the cap or wrongly encoded, NotConfigured.
    """
    # The span names the source, not the address, which holds what was asked; it is dropped unless spans are sent.
    known = {"http.request.method": request.method, "server.address": urlsplit(request.url).hostname or ""}
    with _TRACER.start_as_current_span(
        f"{request.method} {source.name}",
        kind=trace.SpanKind.CLIENT,
        attributes=known,
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            answer = await _exchange(client, request, source, limits)
        except ToolFailure as failure:
            span.set_attribute("error.type", failure.reason)
            span.set_status(trace.StatusCode.ERROR)
            raise
        span.set_attribute("http.response.status_code", answer.status)
        return answer


async def _exchange(client: Client, request: Request, source: Source, limits: Limits) -> Answer:
    extensions: dict[str, object] = {_LOCATION: True}
    if request.server_name:
        extensions["sni_hostname"] = request.server_name
    with our_errors(source, limits), anyio.fail_after(limits.total_s):
        async with client.stream(
            request.method,
            request.url,
            headers=dict(request.headers),
            content=request.body,
            timeout=httpx.Timeout(limits.total_s, connect=limits.connect_s),
            extensions=extensions,
        ) as response:
            if (location := response.extensions.get(_LOCATION)) is not None:
                response.headers["location"] = location
            return Answer(response.status_code, response.headers, await _body(response, source, limits))


async def _hide_location(response: httpx.Response) -> None:
    # httpx reads it even where redirects are not followed, and takes one that it cannot read for a fault of ours.
    if _LOCATION in response.request.extensions:
        response.extensions[_LOCATION] = response.headers.pop("location", None)


async def _body(response: httpx.Response, source: Source, limits: Limits) -> bytes:
    unpack = _unpacking(response.headers.get("content-encoding", ""))
    body = bytearray()
    # Not aiter_bytes: httpx unpacks a whole chunk at once, and 64 KB can hold 64 MB.
    async for chunk in cast(httpx.AsyncByteStream, response.stream):
        body += unpack(chunk, limits.body_bytes + 1 - len(body))
        if len(body) > limits.body_bytes:
            raise UpstreamChanged(
                f"{source.name} sent more than {limits.body_bytes:,} bytes (status {response.status_code}); "
                "the rest was not read.",
                next_step="ask for less.",
                reason="too_large",
            )
    unpack(b"", 0)
    return bytes(body)


def _unpacking(encoding: str) -> Callable[[bytes, int], bytes]:
    """Return what unpacks chunk after chunk, each to a number of bytes at most; an empty chunk ends the body."""
    if encoding.strip().lower() in ("", "identity"):
        return lambda chunk, room: chunk[:room]
    if encoding.strip().lower() not in ("gzip", "x-gzip"):
        raise httpx.DecodingError("an encoding that was not asked for")
    return _Gzip().unpack


class _Gzip:
    def __init__(self) -> None:
        self._member = _member()
        self._began = False

    def unpack(self, chunk: bytes, room: int) -> bytes:
        if not chunk and self._began and not self._member.eof:
            raise httpx.RemoteProtocolError("the body ends early")
        unpacked = b""
        try:
            while chunk and len(unpacked) < room:
                self._began = True
                if self._member.eof:
                    self._member = _member()
                unpacked += self._member.decompress(chunk, room - len(unpacked))
                chunk = self._member.unconsumed_tail or self._member.unused_data
        except zlib.error:
            raise httpx.DecodingError("not gzip") from None
        return unpacked


def _member() -> "zlib._Decompress":
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)


def _not_reached(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    if _is_about_certificates(problem):
        what = f"The certificate of {source.name} at {source.address} was not accepted, so nothing was sent."
        mend = f"check {source.address_setting}; let SSL_CERT_FILE name your organisation's authority if it has one."
    else:
        what = f"{source.name} could not be reached at {source.address}; nothing was sent."
        between = "" if is_loopback(source.address) else "; a proxy of the environment may stand in between"
        mend = f"check that it runs there; {source.address_setting} sets the address{between}."
    return UpstreamUnavailable(what, next_step=mend, reason=NOT_REACHED)


def _is_about_certificates(problem: BaseException | None) -> bool:
    while problem is not None:
        if isinstance(problem, ssl.SSLCertVerificationError):
            return True
        problem = problem.__cause__ or problem.__context__
    return False


def _proxy_failed(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    return UpstreamUnavailable(
        f"The proxy that the environment names did not connect to {source.name} at {source.address}.",
        next_step="check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY on this machine.",
        reason="proxy_failed",
    )


def _timed_out(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    return UpstreamUnavailable(
        f"{source.name} at {source.address} did not answer within {limits.total_s:g} s; it was asked once.",
        next_step=f"try again later, or raise {limits.setting}.",
        reason=TIMED_OUT,
    )


def _too_many(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    return UpstreamUnavailable(
        f"Too many calls to {source.name} run at once; nothing was sent.",
        next_step="try again in a moment.",
        reason="busy",
    )


def _broke_off(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    return UpstreamUnavailable(
        f"The answer of {source.name} at {source.address} broke off or is not proper HTTP; it was asked once.",
        next_step="try again; if it happens again, look at that service's log.",
        reason="connection_broke",
    )


def _unreadable(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    return UpstreamChanged(
        f"{source.name} at {source.address} sent an answer that is not encoded as it says.",
        next_step=f"check that {source.address_setting} names the right service.",
    )


def _unusable(problem: Exception, source: Source, limits: Limits) -> ToolFailure:
    return NotConfigured(
        f"No request can be formed for {source.name} from the configured values; nothing was sent. {NO_EVIDENCE}",
        next_step=f"check {source.address_setting}.",
    )


# Most specific first. httpx's exceptions that are not here (StreamError, CookieConflict) can only be faults of ours:
# they are not for a model, so they pass and the gateway masks them.
_FAILURES: tuple[tuple[type[Exception], Callable[[Exception, Source, Limits], ToolFailure]], ...] = (
    (httpx.ConnectTimeout, _not_reached),
    (httpx.PoolTimeout, _too_many),
    (httpx.TimeoutException, _timed_out),
    (httpx.ConnectError, _not_reached),
    (httpx.NetworkError, _broke_off),
    (httpx.LocalProtocolError, _unusable),
    (httpx.RemoteProtocolError, _broke_off),
    (httpx.ProxyError, _proxy_failed),
    (httpx.UnsupportedProtocol, _unusable),
    (httpx.DecodingError, _unreadable),
    (httpx.TooManyRedirects, _unreadable),
    (httpx.HTTPStatusError, _unreadable),
    (httpx.InvalidURL, _unusable),
    (TimeoutError, _timed_out),
)


def failure(problem: Exception, source: Source, limits: Limits) -> ToolFailure | None:
    """Return our error for one of httpx's, or None for what is not the source's doing."""
    return next((make(problem, source, limits) for kind, make in _FAILURES if isinstance(problem, kind)), None)


@contextmanager
def our_errors(source: Source, limits: Limits) -> Iterator[None]:
    """Raise ours in place of what httpx raises inside; no word of the source goes into it."""
    try:
        yield
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as problem:
        ours = failure(problem, source, limits)
        if ours is None:
            raise
        raise ours from problem
