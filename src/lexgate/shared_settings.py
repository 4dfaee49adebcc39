"""The section `[shared]` of the configuration: what the hosts of a firm keep in common. It connects to nothing."""

from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator

from lexgate_kit.shared import SharedPlace


class SharedSettings(BaseModel):
    """The section `[shared]`. The address can hold a password, so no text of ours shows it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    redis_url: SecretStr = Field(
        default=SecretStr(""), description="a Redis that all hosts use: redis:// or rediss:// (TLS); blank: none"
    )
    replicas: int = Field(
        default=2, ge=1, le=100, description="how many hosts use it; each is that much slower while it is gone"
    )

    @field_validator("redis_url")
    @classmethod
    def _address(cls, given: SecretStr) -> SecretStr:
        address = given.get_secret_value().strip()
        if address:
            _check(address)
        return SecretStr(address)

    def place(self) -> SharedPlace | None:
        """Return where the Redis is; None when there is none."""
        address = self.redis_url.get_secret_value()
        return SharedPlace(address, self.replicas) if address else None


def _check(address: str) -> None:
    try:
        parts = urlsplit(address)
        readable = bool(parts.hostname) and parts.port != 0
    except ValueError:
        readable = False
    if not readable or parts.scheme not in ("redis", "rediss"):
        raise ValueError("it must be redis://host:port or rediss://host:port")
    if not (parts.path.strip("/") or "0").isdecimal():
        raise ValueError("after the host it takes the number of a database alone")
    names = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
    if parts.fragment or any(not name.startswith("ssl_") for name in names):
        raise ValueError("after the question mark it takes settings of TLS alone (ssl_ca_certs=…)")
