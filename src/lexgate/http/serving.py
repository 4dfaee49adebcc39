"""Serves a gateway over HTTP until a signal, and ends within two seconds of it. It puts the parts together."""

import logging
import socket
from contextlib import AbstractContextManager, nullcontext

import anyio
import click
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from lexgate.configuration import ConfigProblem
from lexgate.ending import Ending, exit_now, watch_signals
from lexgate.gateway import Gateway
from lexgate.http.assembly import build_front, verifier_of
from lexgate.http.caller import Verifier
from lexgate.http.connection import limited
from lexgate.http.exposure import check_exposure
from lexgate.protocol import build_server

log = logging.getLogger("lexgate.http")
KEEP_ALIVE_SECONDS = 15


class _Uvicorn(uvicorn.Server):
    """uvicorn without its signal handlers, which would end the process by the signal again: ours are there already."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # a generator there
        return nullcontext()


def serve(gateway: Gateway) -> None:
    """Serve until a signal. Does not return: threads that still block are abandoned with the process.

    Raises:
        ConfigProblem: the server must not, or cannot, be started as it is configured.
    """
    check_exposure(gateway.configuration)
    verifier = verifier_of(gateway.configuration)
    listening = _listen(gateway)
    try:
        anyio.run(_serve, gateway, verifier, listening)
    except KeyboardInterrupt:
        pass
    except BaseException as error:  # the last line of defence: one log line instead of a traceback on stderr
        log.critical("lexgate ended", exc_info=error)
    exit_now()


def _listen(gateway: Gateway) -> socket.socket:
    server = gateway.configuration.server
    try:
        family, _, _, _, address = socket.getaddrinfo(
            server.host, server.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address, family=family, backlog=2048)
    except OSError as error:
        key = "server.port"
        what = f"cannot listen on {server.host} port {server.port} ({error.strerror})."
        raise ConfigProblem(gateway.configuration.source.of(key), key, what, "Choose another host or port.") from None


async def _serve(gateway: Gateway, verifier: Verifier | None, listening: socket.socket) -> None:
    ending = Ending()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch_signals, ending)
        await serve_until(ending.announced, gateway, verifier, listening)
        tasks.cancel_scope.cancel()


async def serve_until(
    ending: anyio.Event, gateway: Gateway, verifier: Verifier | None, listening: socket.socket
) -> None:
    """Serve on a socket until the event; then let calls end for a second, and cancel the rest."""
    settings = gateway.configuration.server
    mcp = build_server(gateway)
    mcp.streamable_http_app(
        json_response=settings.json_responses,
        stateless_http=not settings.stateful,
        max_request_body_size=settings.max_body_bytes,
        # Our own doorway has looked at Host and Origin before, and names the setting.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    # The SDK's app around this handler would only route, and redirect a path with a slash at its end.
    front = build_front(gateway, verifier, mcp.session_manager.handle_request)
    server = _Uvicorn(_uvicorn_config(gateway, front))
    async with anyio.create_task_group() as tasks, gateway.running(), mcp.session_manager.run():
        tasks.start_soon(_stop, ending, server)
        _announce(gateway, listening)
        await server.serve(sockets=[listening])
        tasks.cancel_scope.cancel()


async def _stop(ending: anyio.Event, server: uvicorn.Server) -> None:
    await ending.wait()
    server.should_exit = True


def _uvicorn_config(gateway: Gateway, front: ASGIApp) -> uvicorn.Config:
    settings = gateway.configuration.server
    return uvicorn.Config(
        front,
        http=limited(settings.max_connections, settings.receive_timeout_s),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=1,
    )


def _announce(gateway: Gateway, listening: socket.socket) -> None:
    host, port = listening.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}{gateway.configuration.server.path}"
    if gateway.configuration.server.log_format == "json":
        log.warning("serving %s", address)
    else:
        click.echo(f"lexgate serves {address}", err=True)
