"""What of `[server]` must not stand together: above all, a server that others reach and that asks nobody who they are.

Pure: it opens no port.
"""

from urllib.parse import urlsplit

from lexgate.configuration import ConfigProblem, Configuration
from lexgate.server_settings import UNDERSTOOD, ServerSettings
from lexgate_kit.address import is_loopback


def is_exposed(server: ServerSettings) -> bool:
    """Say whether others than this machine's users can reach the server: by its host, or through a proxy.

    A proxy shows in the configuration: by the public address, or by another name that is allowed.
    """
    host = f"[{server.host}]" if ":" in server.host else server.host
    # Listening on the unspecified address means listening everywhere; as an address to call it is this machine.
    everywhere = server.host in ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
    listens_beyond = everywhere or not is_loopback(f"http://{host}")
    named = [f"http://{name}" for name in server.allowed_hosts]
    return listens_beyond or any(not is_loopback(each) for each in (*named, server.public_url or "http://localhost"))


def check_exposure(configuration: Configuration) -> None:
    """Raise ConfigProblem when the server must not be started as it is configured."""
    server, source = configuration.server, configuration.source
    if server.authentication == "none" and is_exposed(server) and server.allow_unauthenticated.strip() != UNDERSTOOD:
        key = f"server.{'public_url' if server.public_url else 'allowed_hosts' if server.allowed_hosts else 'host'}"
        what = "others than this machine's users could reach the server, and it would not ask who they are."
        mend = (
            'Set server.authentication to "tokens" or "jwt", or listen on 127.0.0.1 only; '
            f'or set server.allow_unauthenticated = "{UNDERSTOOD}".'
        )
        raise ConfigProblem(source.of(key), key, what, mend)
    if server.public_url and not urlsplit(server.public_url).path.endswith(server.path):
        key = "server.public_url"
        what = f"it does not end with server.path ({server.path})."
        raise ConfigProblem(source.of(key), key, what, "Write the endpoint's whole address.")
    if server.authentication == "jwt":
        _check_issuer(configuration)


def _check_issuer(configuration: Configuration) -> None:
    server, source = configuration.server, configuration.source
    audience = server.jwt_audience or server.public_url
    given = {"jwt_issuer": server.jwt_issuer, "jwt_jwks_url": server.jwt_jwks_url, "jwt_audience": audience}
    missing = next((name for name, value in given.items() if not value), None)
    if missing:
        key = f"server.{missing}"
        raise ConfigProblem(source.of(key), key, 'authentication "jwt" needs it.', "Set it.")
    if not server.jwt_jwks_url.startswith("https://") and not is_loopback(server.jwt_jwks_url):
        key = "server.jwt_jwks_url"
        raise ConfigProblem(source.of(key), key, "keys must come over https://.", "Correct the address.")
