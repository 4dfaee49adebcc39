"""Tokens that an identity provider issued for this server: lexgate as an OAuth resource server (RFC 9068, RFC 9728)."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import jwt

from lexgate.http.caller import unaccepted
from lexgate.http.front import Page, PageMaker
from lexgate.http.issuer_keys import Fetch, IssuerKeys
from lexgate.server_settings import ServerSettings

WELL_KNOWN = "/.well-known/oauth-protected-resource"
_REQUIRED = ["exp", "iss", "aud", "sub"]
_FETCH_SECONDS = 5.0


class IssuerTokens:
    """Checks signature, issuer, audience, times and scope. Which algorithms count is ours to say, never the token's."""

    def __init__(self, server: ServerSettings, keys: IssuerKeys) -> None:
        self._server, self._keys = server, keys
        self._audience = server.jwt_audience or server.public_url

    async def caller(self, credential: str) -> str:
        claims = await self._claims(credential)
        if self._server.jwt_scope and self._server.jwt_scope not in _scopes(claims):
            raise unaccepted("The token lacks the scope that this server wants.", 403, "insufficient_scope")
        return f"sub:{claims['sub']}"

    async def _claims(self, credential: str) -> Mapping[str, Any]:
        try:
            header = jwt.get_unverified_header(credential)
            algorithm, key_id = header.get("alg"), header.get("kid")
            if algorithm not in self._server.jwt_algorithms or not isinstance(key_id, str | None):
                raise unaccepted("The token is signed in a way that this server does not accept.")
            key = await self._keys.key(key_id, algorithm)
            if key is None:
                raise unaccepted("The token is signed with a key that its issuer does not publish.")
            return jwt.decode(
                credential,
                key,
                algorithms=[algorithm],
                audience=self._audience,
                issuer=self._server.jwt_issuer,
                leeway=self._server.jwt_leeway_s,
                options={"require": _REQUIRED},
            )
        except jwt.ExpiredSignatureError:
            raise unaccepted("The token has expired.") from None
        except (jwt.PyJWTError, ValueError, TypeError):
            raise unaccepted("The token was not issued for this server, or is damaged.") from None


def _scopes(claims: Mapping[str, Any]) -> list[str]:
    given = claims.get("scope", claims.get("scp", ""))
    return given.split() if isinstance(given, str) else [str(each) for each in given or []]


def fetcher(server: ServerSettings) -> Fetch:
    """Return what fetches the provider's keys, through the kit: with the environment's proxies and authorities."""

    async def fetch() -> bytes:
        # httpx is slow to import: not before the first token comes.
        from lexgate_kit.http import Limits, Request, Source, new_client, send

        setting = "server.jwt_jwks_url"
        source = Source("The identity provider", server.jwt_jwks_url, setting)
        limits = Limits(_FETCH_SECONDS, setting, body_bytes=500_000)
        async with new_client(source, headers={"Accept": "application/json"}) as client:
            answer = await send(client, Request("GET", server.jwt_jwks_url), source, limits)
        if answer.status != 200:
            raise ValueError(f"status {answer.status}")
        return answer.body

    return fetch


def resource(server: ServerSettings) -> str:
    """Return the endpoint's address as clients write it."""
    host = f"[{server.host}]" if ":" in server.host else server.host
    return server.public_url or f"http://{host}:{server.port}{server.path}"


def metadata_url(server: ServerSettings) -> str:
    """Return where the metadata of this resource stands: between its host and its path (RFC 9728, 3.1)."""
    parts = urlsplit(resource(server))
    return f"{parts.scheme}://{parts.netloc}{WELL_KNOWN}{parts.path}"


def metadata_pages(server: ServerSettings) -> Mapping[str, PageMaker]:
    """Return the metadata by path: at the root, with the resource's path behind it, and below a proxy's prefix."""
    body: dict[str, Any] = {
        "resource": resource(server),
        "authorization_servers": [server.jwt_issuer],
        "bearer_methods_supported": ["header"],
    }
    if server.jwt_scope:
        body["scopes_supported"] = [server.jwt_scope]
    page = Page("application/json", json.dumps(body).encode())

    async def shown() -> Page:
        return page

    paths = (WELL_KNOWN, WELL_KNOWN + urlsplit(resource(server)).path, WELL_KNOWN + server.path)
    return dict.fromkeys(paths, shown)
