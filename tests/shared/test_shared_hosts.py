"""Two hosts, each with folders of its own, a real Redis between them, and one scripted upstream."""

import datetime
import itertools
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import anyio
import pytest
import redis as library
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from redis_desk import RedisServer, free_port, running_redis
from upstream import XML, Reply, Upstream

from lexgate.cli import lexgate
from lexgate_kit import shared
from lexgate_kit.adapter import AdapterContext, Health
from lexgate_kit.errors import ToolFailure
from lexgate_kit.shared import SharedPlace
from lexgate_uklaw import addressing
from lexgate_uklaw.addressing import Request
from lexgate_uklaw.answers import Answer, Budget, Served
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.settings import UkLawSettings
from lexgate_uklaw.uklaw import UkLaw

T = TypeVar("T")
LEGISLATION = b'<Legislation xmlns="x"><Metadata/></Legislation>'
ATOM = {"Content-Type": "application/atom+xml"}
GAP = 0.25


def _request(number: int) -> Request:
    return addressing.document(ItemPath.parse(f"ukpga/2018/{number}"))


class Host:
    """One host of the firm: its own folders, the common Redis."""

    def __init__(self, upstream: Upstream, folder: Path, url: str, replicas: int = 2) -> None:
        context = AdapterContext(
            "1", folder, folder / "cache", folder / "state", folder, shared=SharedPlace(url, replicas)
        )
        settings = UkLawSettings(base_url=upstream.url, min_request_gap_ms=int(GAP * 1000), contact="desk@example.test")
        self.adapter = UkLaw(settings, context)

    async def fetch(self, number: int) -> Answer[bytes]:
        return await self.adapter.client().fetch(_request(number), Budget(anyio.current_time() + 10), bytes)

    async def health(self) -> Health:
        return await self.adapter.health()


def _run(work: Callable[[], Awaitable[None]], *hosts: Host) -> None:
    async def inside() -> None:
        for host in hosts:
            # Without its background task: the daily look at robots.txt would be one request more.
            from lexgate_uklaw.client import new_client

            host.adapter._client = new_client(host.adapter.settings, host.adapter._context)
        try:
            await work()
        finally:
            for host in hosts:
                await host.adapter.client().aclose()

    anyio.run(inside)


@pytest.fixture
def acts(upstream: Upstream) -> None:
    for number in range(1, 20):
        upstream.on(f"/ukpga/2018/{number}/data.xml", Reply(200, LEGISLATION, XML))


@pytest.fixture
def hosts(upstream: Upstream, redis: RedisServer, tmp_path: Path) -> tuple[Host, Host]:
    return Host(upstream, tmp_path / "one", redis.url), Host(upstream, tmp_path / "other", redis.url)


_OTHER_PROCESS = """
import sys
from pathlib import Path
import anyio
from lexgate_kit.adapter import AdapterContext
from lexgate_kit.shared import SharedPlace
from lexgate_uklaw import addressing
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.client import new_client
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.settings import UkLawSettings

url, redis, folder, first = sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
place = SharedPlace(redis, 1)
context = AdapterContext("1", folder, folder / "cache", folder / "state", folder, shared=place)

async def main():
    client = new_client(UkLawSettings(base_url=url, min_request_gap_ms=250), context)
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(first, first + 3):
        request = addressing.document(ItemPath.parse(f"ukpga/2018/{number}"))
        await client.fetch(request, Budget(anyio.current_time() + 30), bytes)
    assert client.problems == ()
    await client.aclose()

anyio.run(main)
"""


@pytest.mark.usefixtures("acts")
def test_two_hosts_start_their_requests_a_gap_apart(upstream: Upstream, redis: RedisServer, tmp_path: Path) -> None:
    words = [sys.executable, "-c", _OTHER_PROCESS, upstream.url, redis.url]
    with ExitStack() as ends:
        processes = [
            ends.enter_context(
                subprocess.Popen([*words, tmp_path / first, first], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            )
            for first in ("1", "11")
        ]
        # They begin together: what is measured then is their pace and not how long each took to start.
        assert [process.stdout and process.stdout.readline() for process in processes] == [b"ready\n", b"ready\n"]
        for process in processes:
            assert process.stdin
            process.stdin.write(b"go\n")
            process.stdin.close()
        assert [process.wait(timeout=30) for process in processes] == [0, 0]
    starts = sorted(seen.at for seen in upstream.seen)
    assert len(starts) == 6
    # Starts are a gap apart where they are made; a busy machine lets some arrive late, so single gaps get room here.
    assert min(later - earlier for earlier, later in itertools.pairwise(starts)) > 0.1
    assert starts[-1] - starts[0] >= 5 * GAP - 0.15


def test_a_gate_closed_by_one_host_is_closed_for_the_other(upstream: Upstream, hosts: tuple[Host, Host]) -> None:
    upstream.on("/ukpga/2018/1/data.xml", Reply(429, b"", {"Retry-After": "600"}))

    async def work() -> None:
        for host, reason in zip(hosts, ("upstream_refused", "pacer_shed"), strict=True):
            with pytest.raises(ToolFailure) as failure:
                await host.fetch(1)
            assert failure.value.reason == reason

    _run(work, *hosts)
    assert len(upstream.seen) == 1


@pytest.mark.usefixtures("acts")
def test_what_one_host_read_costs_the_other_no_request(upstream: Upstream, hosts: tuple[Host, Host]) -> None:
    async def work() -> None:
        answers = [await host.fetch(1) for host in hosts]
        assert [isinstance(answer, Served) and answer.content for answer in answers] == [LEGISLATION, LEGISLATION]
        assert [answer.provenance.from_cache for answer in answers if isinstance(answer, Served)] == [False, True]

    _run(work, *hosts)
    assert len(upstream.seen) == 1


@pytest.mark.usefixtures("acts")
def test_a_host_without_the_redis_serves_what_it_has_paces_slower_and_says_so(
    upstream: Upstream, redis: RedisServer, hosts: tuple[Host, Host], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = hosts

    async def work() -> None:
        await one.fetch(1)
        await other.fetch(1)
        redis.stop()
        kept = await other.fetch(1)
        assert isinstance(kept, Served)
        assert kept.provenance.from_cache
        for number in (2, 3, 4):
            await other.fetch(number)
        health = await other.health()
        assert health.facts["pace"] == "this machine alone, every 500 ms, because the shared Redis is gone"
        assert [finding.severity for finding in health.findings] == ["warning"]
        assert f"127.0.0.1:{redis.port} cannot be reached" in health.findings[0].what

    with caplog.at_level(logging.WARNING, "lexgate.shared"):
        _run(work, *hosts)
    second, *_, last = [seen.at for seen in upstream.seen if not seen.path.startswith("/ukpga/2018/1/")]
    assert last - second >= 2 * 2 * GAP - 0.15
    assert len(caplog.records) == 1


@pytest.mark.usefixtures("acts")
def test_a_redis_that_is_there_again_is_shared_again(
    upstream: Upstream,
    redis: RedisServer,
    hosts: tuple[Host, Host],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(shared, "LOOK_AGAIN_S", 0.0)
    one, other = hosts

    async def work() -> None:
        await one.fetch(1)
        redis.stop()
        await one.fetch(2)
        assert "alone" in (await one.health()).facts["pace"]
        redis.start()
        await one.fetch(3)
        assert "together" in (await one.health()).facts["pace"]
        await other.fetch(3)

    with caplog.at_level(logging.WARNING, "lexgate.shared"):
        _run(work, *hosts)
    assert upstream.paths == [f"/ukpga/2018/{number}/data.xml" for number in (1, 2, 3)]
    assert [record.getMessage().partition(f":{redis.port} ")[2] for record in caplog.records] == [
        "cannot be reached: this host goes on alone",
        "is there again",
    ]


@pytest.mark.usefixtures("acts")
def test_a_redis_that_hangs_costs_a_call_a_moment_only(redis: RedisServer, hosts: tuple[Host, Host]) -> None:
    one, _ = hosts

    async def work() -> None:
        await one.fetch(1)
        assert redis.process_id is not None
        os.kill(redis.process_id, signal.SIGSTOP)
        with anyio.fail_after(4):
            await one.fetch(2)
        assert "did not answer in time" in one.adapter.client().problems[0]

    _run(work, one)


@pytest.mark.usefixtures("acts")
def test_everything_that_a_host_leaves_in_the_redis_ends_by_itself(
    redis: RedisServer, hosts: tuple[Host, Host]
) -> None:
    async def work() -> None:
        await hosts[0].fetch(1)
        await hosts[1].fetch(2)

    _run(work, *hosts)
    with library.Redis(port=redis.port) as looking:
        keys = looking.keys("*")
        assert len(keys) == 3
        assert all(key.startswith(b"lexgate:1:uklaw:") for key in keys)
        assert all(0 < looking.ttl(key) <= 7 * 24 * 3600 for key in keys)


@pytest.mark.usefixtures("acts")
def test_a_wrong_password_is_said_and_shown_nowhere(
    upstream: Upstream, program: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running_redis(program, tmp_path, password="the-right-one") as server:
        one = Host(upstream, tmp_path / "one", server.url.replace("the-right-one", "the-wrong-one"))

        async def work() -> None:
            await one.fetch(1)
            shown = repr(await one.health())
            assert "refuses the name or password" in shown
            assert "the-wrong-one" not in shown

        with caplog.at_level(logging.DEBUG):
            _run(work, one)
    assert "refuses the name or password" in caplog.text
    assert "the-wrong-one" not in caplog.text


@pytest.mark.usefixtures("acts")
def test_the_right_password_is_enough(upstream: Upstream, program: str, tmp_path: Path) -> None:
    with running_redis(program, tmp_path, password="the-right-one") as server:
        one = Host(upstream, tmp_path / "one", server.url)

        async def work() -> None:
            await one.fetch(1)
            assert one.adapter.client().problems == ()

        _run(work, one)


@pytest.mark.usefixtures("acts")
def test_a_full_redis_is_said_and_stops_nothing(upstream: Upstream, program: str, tmp_path: Path) -> None:
    with running_redis(program, tmp_path, "--maxmemory", "1") as server:
        one = Host(upstream, tmp_path / "one", server.url)

        async def work() -> None:
            await one.fetch(1)
            assert "is full" in one.adapter.client().problems[0]

        _run(work, one)


COMMANDS = "+get +set +time +watch +unwatch +multi +exec +@connection"


@pytest.mark.usefixtures("acts")
def test_the_rights_that_the_documents_name_are_enough(
    upstream: Upstream, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "LOOK_AGAIN_S", 0.0)
    told = (Path(__file__).resolve().parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
    assert f"`ACL SETUSER lexgate on >PASSWORD ~lexgate:* {COMMANDS}`" in " ".join(told.split())
    rules = ["--user", "default", "off", "--user", "lexgate", "on", ">right", "~lexgate:*", *COMMANDS.split()]
    with running_redis(program, tmp_path, *rules) as server:
        one = Host(upstream, tmp_path / "one", f"redis://lexgate:right@127.0.0.1:{server.port}/0")

        async def work() -> None:
            await one.fetch(1)
            server.stop()
            await one.fetch(2)
            server.start()
            await one.fetch(3)
            assert one.adapter.client().problems == ()

        _run(work, one)


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    begins = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + datetime.timedelta(days=9))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = tmp_path / "localhost.pem", tmp_path / "localhost.key"
    pem.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return pem, private


TLS = [
    (True, True),  # its certificate is known here
    (False, False),  # it is not
]


@pytest.mark.parametrize(("known", "shared_with"), TLS)
@pytest.mark.usefixtures("acts")
def test_tls_is_used_and_its_certificate_checked(
    upstream: Upstream, program: str, tmp_path: Path, certificate: tuple[Path, Path], known: bool, shared_with: bool
) -> None:
    pem, private = certificate
    port = free_port()
    words = ["--tls-port", port, "--tls-cert-file", pem, "--tls-key-file", private, "--tls-auth-clients", "no"]
    with running_redis(program, tmp_path, *map(str, words)):
        url = f"rediss://localhost:{port}" + (f"?ssl_ca_certs={pem}" if known else "")
        one = Host(upstream, tmp_path / "one", url)

        async def work() -> None:
            await one.fetch(1)
            assert (one.adapter.client().problems == ()) is shared_with

        _run(work, one)


def test_nothing_is_open_after_the_adapter_has_ended(redis: RedisServer, hosts: tuple[Host, Host]) -> None:
    one, _ = hosts

    async def live() -> list[str]:
        with library.Redis(port=redis.port) as looking:
            async with one.adapter.lifespan():
                memory = one.adapter.client().shared
                assert memory is not None
                memory.look()
                during = [each["name"] for each in looking.client_list()]
            for _ in range(100):  # the server may see the end a moment later
                after = [each["name"] for each in looking.client_list()]
                if "lexgate" not in after:
                    break
            assert "lexgate" not in after
            return during

    assert "lexgate" in anyio.run(live)


TOLD = [
    ["doctor", "--probe"],
    ["call", "gateway_status", "probe=true"],
]


@pytest.mark.parametrize("command", TOLD)
def test_who_looks_is_told_that_the_redis_is_gone(
    upstream: Upstream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    log_page = addressing.publication_log(addressing.LogQuery())
    upstream.on(log_page.path, Reply(200, b'<feed xmlns="http://www.w3.org/2005/Atom"/>', ATOM))
    upstream.on(addressing.ROBOTS.path, Reply(404))
    monkeypatch.setenv("LEXGATE__ADAPTERS__UKLAW__BASE_URL", upstream.url)
    monkeypatch.setenv("LEXGATE__PATHS__DATA_DIR", str(tmp_path / "data"))
    port = free_port()
    monkeypatch.setenv("LEXGATE__SHARED__REDIS_URL", f"redis://:hush-hush@127.0.0.1:{port}")
    shown = CliRunner().invoke(lexgate, command).output
    assert "this machine alone, every 2000 ms, because the shared Redis is gone" in shown
    assert "cannot be reached: this host paces alone, with 2 times the gap" in shown
    assert f"127.0.0.1:{port}" in shown
    assert "hush-hush" not in shown
