"""Which configurations may be served: never one that others reach and that asks nobody their name, unless in words."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from invented import configuration

from lexgate.configuration import ConfigProblem, Configuration, load
from lexgate.http.exposure import check_exposure
from lexgate.http.findings import server_findings
from lexgate.http.token_file import TokenFile
from lexgate.server_settings import UNDERSTOOD, ServerSettings


def of(folder: Path, **server: Any) -> Configuration:
    return replace(configuration(folder), server=ServerSettings(transport="http", **server))


@pytest.mark.parametrize(
    "server",
    [
        {},  # loopback, the default
        {"host": "localhost"},
        {"host": "::1"},
        {"host": "127.0.0.2"},
        {"host": "0.0.0.0", "authentication": "tokens"},  # everywhere, but for token holders
        {"host": "10.0.0.1", "allow_unauthenticated": UNDERSTOOD},  # in words
        {"allowed_hosts": ["dev.localhost", "127.0.0.9:80"]},  # this machine's other names
        {"public_url": "http://localhost:8080/mcp"},  # a proxy on this machine for this machine
    ],
)
def test_what_is_safe_may_be_served(tmp_path: Path, server: dict[str, Any]) -> None:
    check_exposure(of(tmp_path, **server))


@pytest.mark.parametrize(
    ("server", "names"),
    [
        ({"host": "0.0.0.0"}, "server.host"),  # every address of this machine
        ({"host": "::"}, "server.host"),  # … in the other family
        ({"host": "10.0.0.1"}, "server.host"),
        ({"host": "law.firm.example"}, "server.host"),
        ({"public_url": "https://law.firm.example/mcp"}, "server.public_url"),  # a proxy brings others to loopback
        ({"allowed_hosts": ["law.firm.example"]}, "server.allowed_hosts"),  # … and shows by another name
        (
            {"public_url": "https://x.example/lexgate", "authentication": "tokens"},
            "server.public_url",
        ),  # not the endpoint
        ({"host": "0.0.0.0", "allow_unauthenticated": "true"}, "server.host"),  # not in words
        ({"authentication": "jwt"}, "server.jwt_issuer"),
        ({"authentication": "jwt", "jwt_issuer": "https://i.example"}, "server.jwt_jwks_url"),
        (
            {"authentication": "jwt", "jwt_issuer": "i", "jwt_jwks_url": "https://i.example/keys"},
            "server.jwt_audience",
        ),
        (
            {"authentication": "jwt", "jwt_issuer": "i", "jwt_audience": "a", "jwt_jwks_url": "http://i.example/keys"},
            "server.jwt_jwks_url",  # whoever sits between could give us keys of his own
        ),
    ],
)
def test_what_is_not_safe_is_refused_by_its_key(tmp_path: Path, server: dict[str, Any], names: str) -> None:
    with pytest.raises(ConfigProblem) as problem:
        check_exposure(of(tmp_path, **server))
    assert problem.value.key == names


def test_the_refusal_says_the_words_that_would_allow_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match=UNDERSTOOD):
        check_exposure(of(tmp_path, host="0.0.0.0"))


@pytest.mark.parametrize("algorithm", ["none", "HS256", "HS512", "rs256"])
def test_a_signature_that_others_can_forge_cannot_be_configured(tmp_path: Path, algorithm: str) -> None:
    file = tmp_path / "lexgate.toml"
    file.write_text(f'[server]\njwt_algorithms = ["{algorithm}"]', encoding="utf-8")
    with pytest.raises(ConfigProblem) as problem:
        load(file, {})
    assert problem.value.key.startswith("server.jwt_algorithms")


@pytest.mark.parametrize(
    ("path", "read"),
    [("/mcp/", "/mcp"), ("mcp", "/mcp"), ("/a/b", "/a/b"), ("/", None), ("", None), ("/metrics", None), ("/m?x", None)],
)
def test_the_endpoint_has_a_path_of_its_own(path: str, read: str | None) -> None:
    try:
        assert ServerSettings(path=path).path == read
    except ValueError:
        assert read is None


def test_the_variables_of_the_older_servers_set_the_address(tmp_path: Path) -> None:
    file = tmp_path / "lexgate.toml"
    file.touch()
    variables = {
        "MCP_TRANSPORT_TYPE": "http",
        "MCP_HTTP_HOST": "127.0.0.5",
        "MCP_HTTP_PORT": "4000",
        "OTEL_ENABLED": "true",
        "LEXGATE__SERVER__ALLOWED_HOSTS": "a.example, b.example",
    }
    server = load(file, variables).server
    assert (server.transport, server.host, server.port, server.telemetry) == ("http", "127.0.0.5", 4000, True)
    assert server.allowed_hosts == ("a.example", "b.example")


def test_the_doctor_tells_of_a_server_that_would_not_start_and_of_one_that_nobody_can_use(tmp_path: Path) -> None:
    exposed, unused = of(tmp_path, host="0.0.0.0"), of(tmp_path, host="0.0.0.0", authentication="tokens")
    assert [finding.severity for finding in server_findings(exposed)] == ["problem"]
    assert [finding.severity for finding in server_findings(unused)] == ["warning"]
    TokenFile(unused.locations.token_file).add("anna", 0)
    assert server_findings(unused) == []
    unused.locations.token_file.chmod(0o644)
    assert ["chmod 600" in finding.mend for finding in server_findings(unused)] == [True]
    unused.locations.token_file.write_text("{}")
    assert server_findings(unused)[0].severity == "problem"


def test_the_doctor_says_nothing_of_http_to_who_uses_stdio(tmp_path: Path) -> None:
    assert server_findings(replace(configuration(tmp_path), server=ServerSettings(host="0.0.0.0"))) == []
