"""The kit's client against real sockets on 127.0.0.1."""

import gzip
import os
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx
import pytest
from anyio.abc import SocketAttribute, SocketStream
from anyio.streams.tls import TLSListener

from lexgate_kit.errors import NotConfigured, UpstreamChanged, UpstreamUnavailable
from lexgate_kit.http import Answer, Limits, Request, Source, new_client, send

pytestmark = pytest.mark.anyio
LIMITS = Limits(3, "adapters.law.timeout_s", connect_s=2, body_bytes=1000)
CERTIFICATE = Path(__file__).with_name("test_http_certificate.pem")  # its own authority, for localhost; no secret
Reply = Callable[[SocketStream], Awaitable[None]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith("SSL_CERT_"):
            monkeypatch.delenv(name)


class Server:
    """Reads the head of each request, then lets `reply` do what it likes with the connection."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.heads: list[str] = []
        self.hung_up = anyio.Event()
        self.address = ""

    async def serve(self, stream: SocketStream) -> None:
        async with stream:
            try:
                while True:
                    self.heads.append(await head(stream))
                    await self.reply(stream)
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
                self.hung_up.set()

    @property
    def source(self) -> Source:
        return Source("the law service", self.address, "adapters.law.api_url")


async def head(stream: SocketStream) -> str:
    received = b""
    while b"\r\n\r\n" not in received:
        received += await stream.receive()
    return received.decode()


@asynccontextmanager
async def serving(reply: Reply, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    server = Server(reply)
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    port = listener.extra(SocketAttribute.local_port)
    server.address = f"{'https' if tls else 'http'}://127.0.0.1:{port}"
    async with listener, anyio.create_task_group() as tasks:
        serve = TLSListener(listener, tls, standard_compatible=False).serve if tls else listener.serve
        tasks.start_soon(serve, server.serve)
        yield server
        tasks.cancel_scope.cancel()


def replying(body: bytes, *headers: str, status: int = 200, length: int | None = None) -> Reply:
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body) if length is None else length}", *headers, "", ""]

    async def reply(stream: SocketStream) -> None:
        await stream.send("\r\n".join(lines).encode() + body)

    return reply


async def ask(server: Server, limits: Limits = LIMITS, times: int = 1) -> Answer:
    client = new_client(server.source, headers={"User-Agent": "lexgate/test"})
    async with client:
        for _ in range(times):
            answer = await send(client, Request("GET", server.address + "/x"), server.source, limits)
    return answer


async def test_status_headers_and_body_come_back() -> None:
    async with serving(replying(b"hello", "X-Kind: law", status=404)) as server:
        answer = await ask(server)
    assert (answer.status, answer.headers["x-kind"], answer.body) == (404, "law", b"hello")
    assert "User-Agent: lexgate/test" in server.heads[0]


async def test_a_redirect_is_not_followed() -> None:
    async with serving(replying(b"", "Location: /elsewhere", status=302)) as server:
        answer = await ask(server)
    assert answer.status == 302
    assert len(server.heads) == 1


@pytest.mark.parametrize("location", ["/elsewhere", "http://[::1/x", "javascript:alert(1)", "http://x:99999999/"])
async def test_where_a_redirect_points_is_passed_on_unread(location: str) -> None:
    async with serving(replying(b"", f"Location: {location}", status=307)) as server:
        answer = await ask(server)
    assert (answer.status, answer.headers["Location"]) == (307, location)


async def test_a_cookie_is_not_kept() -> None:
    async with serving(replying(b"", "Set-Cookie: session=1; Path=/")) as server:
        await ask(server, times=2)
    assert len(server.heads) == 2
    assert "cookie" not in "".join(server.heads).lower()


async def test_a_body_at_the_cap_is_read_and_one_byte_more_is_not() -> None:
    async with serving(replying(b"x" * 1000)) as server:
        assert len((await ask(server)).body) == 1000
    async with serving(replying(b"x" * 1001)) as server:
        with pytest.raises(UpstreamChanged, match="more than 1,000 bytes"):
            await ask(server)


@pytest.mark.parametrize(
    "body",
    [
        gzip.compress(b"law" * 100, mtime=0),  # one member
        gzip.compress(b"law" * 40, mtime=0) + gzip.compress(b"law" * 60, mtime=0),  # two members are one body
    ],
)
async def test_a_packed_body_is_unpacked(body: bytes) -> None:
    async with serving(replying(body, "Content-Encoding: gzip")) as server:
        assert (await ask(server)).body == b"law" * 100


async def test_a_small_body_that_unpacks_to_a_huge_one_is_stopped_at_the_cap() -> None:
    bomb = gzip.compress(b"\0" * 50_000_000, mtime=0)
    async with serving(replying(bomb, "Content-Encoding: gzip")) as server:
        with pytest.raises(UpstreamChanged) as caught:
            await ask(server)
    assert caught.value.reason == "too_large"


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"plain", "gzip"),  # not what the header says
        (gzip.compress(b"law", mtime=0) + b"rubbish", "gzip"),  # something after the end
        (b"law", "br"),  # an encoding that was not asked for
    ],
)
async def test_a_wrongly_packed_body_is_an_error(body: bytes, encoding: str) -> None:
    async with serving(replying(body, f"Content-Encoding: {encoding}")) as server:
        with pytest.raises(UpstreamChanged, match="not encoded as it says"):
            await ask(server)


@pytest.mark.parametrize(
    "reply",
    [
        replying(b"half", length=100),  # fewer bytes than announced
        replying(gzip.compress(b"law" * 100, mtime=0)[:-9], "Content-Encoding: gzip"),  # a packed body cut off
        replying(b"", "not a header"),  # no HTTP
    ],
)
async def test_a_body_that_ends_early_is_no_answer(reply: Reply) -> None:
    async def then_close(stream: SocketStream) -> None:
        await reply(stream)
        await stream.aclose()

    async with serving(then_close) as server:
        with pytest.raises(UpstreamUnavailable) as caught:
            await ask(server)
    assert caught.value.reason == "connection_broke"
    assert len(server.heads) == 1


async def test_a_connection_that_drops_after_the_request_is_not_asked_again() -> None:
    async with serving(lambda stream: stream.aclose()) as server:
        with pytest.raises(UpstreamUnavailable, match="asked once"):
            await ask(server)
        assert len(server.heads) == 1


async def test_a_slow_drip_ends_at_the_limit_for_the_whole_exchange() -> None:
    async def drip(stream: SocketStream) -> None:
        await stream.send(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
        while True:
            await stream.send(b"x")
            await anyio.sleep(0.02)

    async with serving(drip) as server:
        with pytest.raises(UpstreamUnavailable, match=r"within 0\.3 s") as caught:
            await ask(server, Limits(0.3, "adapters.law.timeout_s"))
        with anyio.fail_after(2):
            await server.hung_up.wait()
    assert caught.value.reason == "timed_out"
    assert "adapters.law.timeout_s" in caught.value.text


async def test_after_a_cancelled_call_the_source_sees_the_connection_end() -> None:
    asked = anyio.Event()

    async def never(stream: SocketStream) -> None:
        asked.set()
        await stream.receive()

    async with serving(never) as server:
        client = new_client(server.source, headers={})
        async with client, anyio.create_task_group() as tasks:
            tasks.start_soon(send, client, Request("GET", server.address), server.source, LIMITS)
            await asked.wait()
            tasks.cancel_scope.cancel()
            with anyio.CancelScope(shield=True), anyio.fail_after(2):
                await server.hung_up.wait()  # while the client is still open


async def test_nothing_listening_is_not_reachable() -> None:
    async with serving(replying(b"")) as server:
        pass
    with pytest.raises(UpstreamUnavailable) as caught:
        await ask(server)
    assert caught.value.reason == "not_reachable"


async def test_a_remote_source_is_asked_through_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(replying(b"by proxy")) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.address)
        source = Source("the law service", "http://law.example", "adapters.law.api_url")
        async with new_client(source, headers={}) as client:
            answer = await send(client, Request("GET", "http://law.example/x"), source, LIMITS)
    assert answer.body == b"by proxy"
    assert proxy.heads[0].startswith("GET http://law.example/x ")


async def test_a_loopback_source_is_asked_directly_whatever_the_proxy_variables_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "socks5://nonsense:1")
    monkeypatch.setenv("NO_PROXY", "fd00::/8,a:b")
    async with serving(replying(b"direct")) as server:
        assert (await ask(server)).body == b"direct"


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
@pytest.mark.parametrize(
    "value", ["socks5://secret:1", "ftp://secret", "http://[", "http://", "http://secret:99999", "${PROXY}"]
)
def test_a_bad_proxy_names_its_variable_and_not_its_value(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(NotConfigured) as caught:
        new_client(Source("the law service", "https://law.example", "adapters.law.api_url"), headers={})
    assert variable in caught.value.text
    assert "secret" not in caught.value.text


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_unreadable_certificate_authorities_name_their_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "authorities.pem"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with pytest.raises(NotConfigured, match="SSL_CERT_FILE"):
        new_client(Source("the law service", "https://law.example", "adapters.law.api_url"), headers={})


@pytest.fixture
def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


async def test_an_authority_of_the_environment_is_trusted(tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    async with serving(replying(b"hello"), tls) as server:
        assert (await ask(server)).body == b"hello"


async def test_an_unknown_authority_is_not_trusted_and_nothing_is_sent(tls: ssl.SSLContext) -> None:
    async with serving(replying(b"hello"), tls) as server:
        with pytest.raises(UpstreamUnavailable, match="certificate") as caught:
            await ask(server)
    assert caught.value.reason == "not_reachable"
    assert "SSL_CERT_FILE" in caught.value.text
    assert server.heads == []


async def test_a_certificate_is_checked_against_the_name_where_the_url_holds_an_address(
    tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    async with serving(replying(b"hello"), tls) as server, new_client(server.source, headers={}) as client:
        named = Request("GET", server.address, server_name="localhost")
        assert (await send(client, named, server.source, LIMITS)).body == b"hello"
        with pytest.raises(UpstreamUnavailable, match="certificate"):
            async with new_client(server.source, headers={}) as other:
                await send(other, Request("GET", server.address, server_name="law.example"), server.source, LIMITS)


async def test_a_transport_can_stand_in_for_the_network() -> None:
    source = Source("the law service", "https://law.example", "adapters.law.api_url")
    transport = httpx.MockTransport(lambda request: httpx.Response(200, content=b"made up"))
    async with new_client(source, headers={}, transport=transport) as client:
        answer = await send(client, Request("GET", "https://law.example/x"), source, LIMITS)
    assert answer.body == b"made up"
