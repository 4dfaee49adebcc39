"""The section `[shared]`: what is accepted, and that no command shows a password."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from lexgate.cli import lexgate
from lexgate.configuration import ConfigProblem, load
from lexgate.mounting import adapter_context
from lexgate.shared_settings import SharedSettings

SECRET = "hush-hush"
REFUSED = [
    f"http://:{SECRET}@redis.firm.example",  # another protocol
    f"unix:///run/{SECRET}.sock",  # a socket of one machine shares nothing
    f"redis://:{SECRET}@",  # no host
    f"redis://:{SECRET}@redis.firm.example:99999",  # no port
    f"redis://:{SECRET}@redis.firm.example/{SECRET}",  # no database
    f"redis://:{SECRET}@redis.firm.example?socket_timeout=60",  # our limits stay short
    f"redis://redis.firm.example?password={SECRET}",  # a password in another place
    f"redis://:{SECRET}@redis.firm.example#{SECRET}",  # a fragment
    f"redis://:{SECRET}@[::1",  # an address that cannot be read
]


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_cannot_be_used_is_refused_without_being_shown(address: str) -> None:
    with pytest.raises(ConfigProblem) as problem:
        load(variables={"LEXGATE__SHARED__REDIS_URL": address})
    assert problem.value.source == "LEXGATE__SHARED__REDIS_URL"
    assert SECRET not in str(problem.value)


ACCEPTED = [
    "redis://redis.firm.example",
    f"redis://lexgate:{SECRET}@redis.firm.example:6380/2",
    f"rediss://:{SECRET}@redis.firm.example?ssl_ca_certs=/etc/ca.pem",
    " redis://[::1]:6379/0 ",
]


@pytest.mark.parametrize("address", ACCEPTED)
def test_an_address_reaches_the_adapters(address: str) -> None:
    context = adapter_context(load(variables={"LEXGATE__SHARED__REDIS_URL": address, "LEXGATE__SHARED__REPLICAS": "3"}))
    assert context.shared is not None
    assert (context.shared.url, context.shared.replicas) == (address.strip(), 3)
    assert SECRET not in repr(context)


def test_without_an_address_nothing_is_shared() -> None:
    assert SharedSettings().place() is None


@pytest.mark.parametrize("command", [["config", "show"], ["doctor"], ["call", "gateway_status"]])
def test_no_command_shows_the_password(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "lexgate.toml"
    file.write_text(f'[shared]\nredis_url = "redis://lexgate:{SECRET}@redis.firm.example:6380/2"\n')
    monkeypatch.setenv("LEXGATE__PATHS__DATA_DIR", str(tmp_path / "data"))
    shown = CliRunner().invoke(lexgate, ["--config", str(file), *command]).output
    assert "redis.firm.example:6380" in shown
    assert SECRET not in shown


def test_a_host_without_a_redis_says_that_it_paces_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXGATE__PATHS__DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "lexgate.toml"
    file.write_text("")
    shown = CliRunner().invoke(lexgate, ["--config", str(file), "call", "gateway_status"]).output
    assert "pace: this machine alone, every 1000 ms" in shown
