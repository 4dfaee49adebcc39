"""Puts the front of one gateway together: who is let in, what is where, and who watches the calls."""

import logging
import time

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from lexgate.configuration import ConfigProblem, Configuration
from lexgate.gateway import Gateway
from lexgate.http.caller import Gatekeeper, OurTokens, Verifier
from lexgate.http.front import Front, PageMaker, Places
from lexgate.http.issuer_keys import IssuerKeys
from lexgate.http.issuer_tokens import IssuerTokens, fetcher, metadata_pages, metadata_url
from lexgate.http.metrics import Metrics
from lexgate.http.probes import Readiness, alive
from lexgate.http.recent import RecentCalls
from lexgate.http.status_page import StatusPage
from lexgate.http.token_file import TokenFile, TokenProblem

log = logging.getLogger("lexgate.http")


def verifier_of(configuration: Configuration) -> Verifier | None:
    """Return who checks credentials; None where nobody does.

    Raises:
        ConfigProblem: the tokens of this installation cannot be read.
    """
    server = configuration.server
    if server.authentication == "jwt":
        return IssuerTokens(server, IssuerKeys(fetcher(server), time.monotonic))
    if server.authentication == "none":
        return None
    file = TokenFile(configuration.locations.token_file)
    try:
        if not file.tokens():
            log.warning("there are no tokens: nobody can use the server until `lexgate token add NAME` made one")
    except TokenProblem as problem:
        raise ConfigProblem("tokens", "", str(problem), "Mend it, or set server.authentication otherwise.") from None
    return OurTokens(file)


def build_front(gateway: Gateway, verifier: Verifier | None, endpoint: ASGIApp) -> ASGIApp:
    """Return the ASGI app of a gateway; `endpoint` is the SDK's handler of MCP requests."""
    server = gateway.configuration.server
    recent, metrics = RecentCalls(time.time), Metrics(gateway)
    gateway.observe(recent)
    gateway.observe(metrics)
    with_issuer = server.authentication == "jwt"
    probes: dict[str, PageMaker] = {"/healthz": alive, "/readyz": Readiness(gateway, time.monotonic)}
    places = Places(
        endpoint,
        open_pages={**probes, **(metadata_pages(server) if with_issuer else {})},
        pages={"/": StatusPage(gateway, recent, time.time), "/metrics": metrics.page},
    )
    gatekeeper = Gatekeeper(verifier, metadata_url(server) if with_issuer else "")
    front = Front(server, gatekeeper, places, metrics)
    if not server.allowed_origins:
        return front
    return CORSMiddleware(
        front,
        allow_origins=server.allowed_origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=("*",),
        expose_headers=("Mcp-Session-Id", "WWW-Authenticate"),
    )
