"""An identity provider's tokens: what is accepted, what is not, and how its keys are asked for."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anyio
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm
from web import bearer, called, settled, web

from lexgate.http.issuer_keys import FRESH_SECONDS, PAUSE_SECONDS, USABLE_SECONDS, IssuerKeys
from lexgate.http.issuer_tokens import IssuerTokens, fetcher
from lexgate.http.refusal import Refusal
from lexgate.server_settings import ServerSettings

NEVER = 2**33
CLAIMS = {"iss": "https://id.firm.example", "aud": "https://law.firm.example/mcp", "sub": "anna", "exp": NEVER}
SETTINGS: dict[str, Any] = {
    "authentication": "jwt",
    "jwt_issuer": CLAIMS["iss"],
    "jwt_audience": CLAIMS["aud"],
    "jwt_jwks_url": "https://id.firm.example/keys",
}


@cache
def key(name: str) -> Any:
    return ec.generate_private_key(ec.SECP256R1()) if name.startswith("ec") else rsa.generate_private_key(65537, 2048)


def published(*names: str, **more: Any) -> bytes:
    keys = []
    for name in names:
        kind: Any = ECAlgorithm if name.startswith("ec") else RSAAlgorithm
        keys.append({**kind.to_jwk(key(name).public_key(), as_dict=True), "kid": name, **more})
    return json.dumps({"keys": keys}).encode()


def public_pem(name: str) -> bytes:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return bytes(key(name).public_key().public_bytes(serialization.Encoding.PEM, form))


def token(name: str = "rsa1", algorithm: str = "RS256", headers: dict[str, Any] | None = None, **claims: Any) -> str:
    held = {k: v for k, v in {**CLAIMS, **claims}.items() if v is not None}
    return jwt.encode(held, key(name), algorithm, headers={"kid": name, **(headers or {})})


def put_together(header: dict[str, Any], claims: dict[str, Any], sign: Callable[[bytes], bytes]) -> str:
    """Make a token that no library would make."""
    parts = [_encoded(json.dumps(part).encode()) for part in (header, claims)]
    return ".".join([*parts, _encoded(sign(".".join(parts).encode()))])


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Provider:
    body: bytes = field(default_factory=lambda: published("rsa1", "ec1"))
    asked: int = 0
    now: float = 0.0
    down: bool = False

    async def fetch(self) -> bytes:
        self.asked += 1
        if self.down:
            raise OSError("down")
        return self.body

    def keys(self) -> IssuerKeys:
        return IssuerKeys(self.fetch, lambda: self.now)

    def tokens(self, **settings: Any) -> IssuerTokens:
        return IssuerTokens(ServerSettings(**{**SETTINGS, **settings}), self.keys())


def caller_of(presented: str, provider: Provider | None = None, **settings: Any) -> str:
    return anyio.run((provider or Provider()).tokens(**settings).caller, presented)


@pytest.mark.parametrize(
    "presented",
    [
        lambda: token(),
        lambda: token("ec1", "ES256"),
        lambda: token(aud=["other", CLAIMS["aud"]]),  # one audience of several
        lambda: token(headers={"typ": "at+jwt"}),
    ],
)
def test_a_token_of_the_issuer_for_us_is_accepted_as_its_subject(presented: Callable[[], str]) -> None:
    assert caller_of(presented()) == "sub:anna"


FORGED: list[tuple[str, Callable[[], str]]] = [
    ("unsigned", lambda: put_together({"alg": "none", "kid": "rsa1"}, CLAIMS, lambda _: b"")),
    ("unsigned, other letters", lambda: put_together({"alg": "nOnE", "kid": "rsa1"}, CLAIMS, lambda _: b"")),
    ("no algorithm", lambda: put_together({"kid": "rsa1"}, CLAIMS, lambda _: b"")),
    ("algorithm is a list", lambda: put_together({"alg": ["RS256"], "kid": "rsa1"}, CLAIMS, lambda _: b"")),
    (
        "HMAC with the public key",
        lambda: put_together(
            {"alg": "HS256", "kid": "rsa1"},
            CLAIMS,
            lambda data: hmac.new(public_pem("rsa1"), data, hashlib.sha256).digest(),
        ),
    ),
    ("an algorithm that is not configured", lambda: token(algorithm="RS512")),
    ("the other kind of key", lambda: token("ec1", "ES256", headers={"kid": "rsa1"})),
    ("a key that is not published", lambda: token("rsa2")),
    ("a stranger's key under a known id", lambda: token("rsa2", headers={"kid": "rsa1"})),
    ("a key that the token brings along", lambda: token("rsa2", headers={"kid": "x", "jku": "https://evil.example"})),
    ("an id that is no text", lambda: put_together({"alg": "RS256", "kid": 7}, CLAIMS, lambda _: b"x")),
    ("expired", lambda: token(exp=1)),
    ("not yet valid", lambda: token(nbf=NEVER)),
    ("for another", lambda: token(aud="https://other.example")),
    ("of another", lambda: token(iss="https://evil.example")),
    ("without an end", lambda: token(exp=None)),
    ("without a subject", lambda: token(sub=None)),
    ("without an audience", lambda: token(aud=None)),
    ("critical extension that we do not know", lambda: token(headers={"crit": ["b64x"], "b64x": 1})),
    ("changed", lambda: token()[:-6] + "AAAAAA"),
    ("cut", lambda: token().rsplit(".", 1)[0]),
    ("not a token", lambda: "a.b.c"),
    ("nothing in it", lambda: ".."),
]


@pytest.mark.parametrize("forged", [make for _, make in FORGED], ids=[name for name, _ in FORGED])
def test_any_other_token_is_refused(forged: Callable[[], str]) -> None:
    with pytest.raises(Refusal) as refusal:
        caller_of(forged())
    assert refusal.value.status == 401


def test_other_claims_under_the_same_signature_are_refused() -> None:
    head, _, signature = token().split(".")
    other = _encoded(json.dumps({**CLAIMS, "sub": "bert"}).encode())
    with pytest.raises(Refusal):
        caller_of(f"{head}.{other}.{signature}")


@pytest.mark.parametrize("claims", [{"scope": "read lexgate"}, {"scp": ["lexgate"]}, {"scp": "lexgate"}])
def test_a_scope_may_be_asked_for(claims: dict[str, Any]) -> None:
    assert caller_of(token(**claims), jwt_scope="lexgate") == "sub:anna"


@pytest.mark.parametrize("claims", [{}, {"scope": "lexgate2"}, {"scope": None}, {"scp": []}])
def test_without_the_scope_the_answer_is_another(claims: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        caller_of(token(**claims), jwt_scope="lexgate")
    assert (refusal.value.status, refusal.value.reason) == (403, "insufficient_scope")


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"keys": 7}', b'{"keys": [7, {}, {"kty": "RSA"}]}'])
def test_keys_that_cannot_be_read_open_nothing(body: bytes) -> None:
    with pytest.raises(Refusal) as refusal:
        caller_of(token(), Provider(body))
    assert refusal.value.status in (401, 503)


def test_a_published_secret_is_never_used_as_a_key() -> None:
    oct_key = {"kty": "oct", "k": _encoded(b"k" * 32), "kid": "rsa1"}
    with pytest.raises(Refusal):
        caller_of(token(), Provider(json.dumps({"keys": [oct_key]}).encode()))


def test_a_key_for_encryption_is_not_used_for_signatures() -> None:
    with pytest.raises(Refusal):
        caller_of(token(), Provider(published("rsa1", use="enc")))


def test_a_token_that_names_no_key_is_accepted_only_where_there_is_one() -> None:
    unnamed = jwt.encode(dict(CLAIMS), key("rsa1"), "RS256")
    assert caller_of(unnamed, Provider(published("rsa1"))) == "sub:anna"
    with pytest.raises(Refusal):
        caller_of(unnamed, Provider(published("rsa1", "rsa2")))


def test_forged_tokens_do_not_make_us_ask_the_provider_for_each() -> None:
    provider = Provider()

    async def run() -> None:
        tokens = provider.tokens()
        for number in range(20):
            with pytest.raises(Refusal):
                await tokens.caller(token("rsa2", headers={"kid": str(number)}))

    anyio.run(run)
    assert provider.asked == 1


def test_a_new_key_is_found_after_the_pause_and_an_old_one_goes_after_the_hour() -> None:
    provider = Provider(published("rsa1"))

    async def run() -> list[bool]:
        keys = provider.keys()
        seen = [await keys.key("rsa1", "RS256") is not None]
        provider.body = published("rsa2")
        seen.append(await keys.key("rsa2", "RS256") is not None)  # too soon to ask
        seen.append(await keys.key("rsa1", "RS256") is not None)
        provider.now = PAUSE_SECONDS
        seen.append(await keys.key("rsa2", "RS256") is not None)
        seen.append(await keys.key("rsa1", "RS256") is not None)  # withdrawn
        return seen

    assert anyio.run(run) == [True, False, True, True, False]


def test_a_provider_that_is_away_is_bridged_for_a_day_and_not_longer() -> None:
    provider = Provider()

    async def run() -> None:
        keys = provider.keys()
        await keys.key("rsa1", "RS256")
        provider.down, provider.now = True, FRESH_SECONDS
        assert await keys.key("rsa1", "RS256") is not None
        provider.now = USABLE_SECONDS
        await keys.key("rsa1", "RS256")

    with pytest.raises(Refusal) as refusal:
        anyio.run(run)
    assert (refusal.value.status, refusal.value.reason) == (503, "keys_unreachable")


def test_a_client_is_told_where_the_issuer_is_named_and_finds_it_there(tmp_path: Path) -> None:
    settings = {**SETTINGS, "public_url": "https://law.firm.example/lexgate/mcp", "jwt_scope": "lexgate"}
    verifier = Provider().tokens(jwt_scope="lexgate")
    well_known = "/.well-known/oauth-protected-resource"
    with web(tmp_path, verifier=verifier, **settings) as server:
        refused = server.post({})
        pages = [server.get(f"{well_known}/lexgate/mcp"), server.get(well_known), server.get(f"/lexgate{well_known}")]
        served = [
            server.post(called("invented_look", {"word": "x"}), path, **bearer(token(scope="lexgate")))
            for path in ("/mcp", "/lexgate/mcp", "/lexgate/mcp/")
        ]
        by_name = server.get("/healthz", Host="law.firm.example")
    assert refused.status == 401
    assert (
        f'resource_metadata="https://law.firm.example{well_known}/lexgate/mcp"' in refused.headers["www-authenticate"]
    )
    for page in pages:
        assert page.json() == {
            "resource": "https://law.firm.example/lexgate/mcp",
            "authorization_servers": ["https://id.firm.example"],
            "bearer_methods_supported": ["header"],
            "scopes_supported": ["lexgate"],
        }
    assert [answer.status for answer in served] == [200, 200, 200]
    assert by_name.status == 200


@pytest.mark.parametrize(("status", "accepted"), [(200, True), (302, False), (500, False)])
def test_keys_are_fetched_from_the_address_that_is_configured_and_nowhere_else(status: int, accepted: bool) -> None:
    class Publisher(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(published("rsa1"))

        def log_message(self, *_: Any) -> None:
            return

    publisher = ThreadingHTTPServer(("127.0.0.1", 0), Publisher)
    threading.Thread(target=publisher.serve_forever, args=(0.02,), daemon=True).start()
    address = f"http://127.0.0.1:{publisher.server_port}/keys"
    server = ServerSettings(**{**SETTINGS, "jwt_jwks_url": address})
    tokens = IssuerTokens(server, IssuerKeys(fetcher(server), lambda: 0.0))

    async def asked() -> str:
        try:
            return await tokens.caller(token())
        finally:
            await settled()

    try:
        if accepted:
            assert anyio.run(asked) == "sub:anna"
        else:
            with pytest.raises(Refusal) as refusal:
                anyio.run(asked)
            assert refusal.value.status == 503
    finally:
        publisher.shutdown()
        publisher.server_close()
