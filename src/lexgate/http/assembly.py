"""Puts the front of one gateway together: who is let in, what is where, and who watches the calls."""

import time

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from lexgate.gateway import Gateway
from lexgate.http.caller import Gatekeeper, Verifier
from lexgate.http.front import Front, Places
from lexgate.http.metrics import Metrics
from lexgate.http.probes import Readiness, alive
from lexgate.http.recent import RecentCalls
from lexgate.http.status_page import StatusPage


def build_front(gateway: Gateway, verifier: Verifier | None, endpoint: ASGIApp) -> ASGIApp:
    """Return the ASGI app of a gateway; `endpoint` is the SDK's handler of MCP requests."""
    server = gateway.configuration.server
    recent, metrics = RecentCalls(time.time), Metrics(gateway)
    gateway.observe(recent)
    gateway.observe(metrics)
    places = Places(
        endpoint,
        open_pages={"/healthz": alive, "/readyz": Readiness(gateway, time.monotonic)},
        pages={"/": StatusPage(gateway, recent, time.time), "/metrics": metrics.page},
    )
    front = Front(server, Gatekeeper(verifier), places, metrics)
    if not server.allowed_origins:
        return front
    return CORSMiddleware(
        front,
        allow_origins=server.allowed_origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=("*",),
        expose_headers=("Mcp-Session-Id", "WWW-Authenticate"),
    )
