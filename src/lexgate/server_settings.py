"""The section `[server]` of the configuration: how clients reach the server, who may, and how much at once."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from lexgate_kit.address import base_address

UNDERSTOOD = "I understand that anyone who reaches this port can use lexgate"
"""What `allow_unauthenticated` must say before lexgate listens beyond this machine without authentication."""

Algorithm = Literal["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Signatures by a private key alone: neither `none` nor one that a public key could forge (HS…)."""


def _listed(given: Any) -> Any:
    """Return a list for a text with commas: a variable of the environment holds no list."""
    return [part.strip() for part in given.split(",") if part.strip()] if isinstance(given, str) else given


Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class ServerSettings(BaseModel):
    """The section `[server]`. Everything but the transport and the logs concerns HTTP alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    transport: Literal["stdio", "http"] = Field(default="stdio", description="how clients reach the server")
    log_level: Literal["debug", "info", "warning", "error", "critical"] = Field(
        default="warning", description="what goes to stderr"
    )
    log_format: Literal["text", "json"] = Field(default="text", description="single lines, or one JSON object each")
    telemetry: bool = Field(default=False, description="OpenTelemetry spans, sent where OTEL_… variables say")

    host: str = Field(default="127.0.0.1", min_length=1, description="address to listen on")
    port: int = Field(default=3010, ge=0, le=65_535, description="port to listen on; 0: any free one")
    path: str = Field(default="/mcp", description="path of the MCP endpoint; the same with a slash at its end")
    public_url: str = Field(default="", description="the endpoint's address as clients write it, behind a proxy")
    stateful: bool = Field(default=False, description="keep a session for each client")
    json_responses: bool = Field(default=True, description="answer with plain JSON; false: with event streams")
    allowed_hosts: Names = Field(default=(), description="more names under which clients may ask for this server")
    allowed_origins: Names = Field(default=(), description="web pages that may use this server from a browser")

    authentication: Literal["none", "tokens", "jwt"] = Field(default="none", description="who may use the server")
    allow_unauthenticated: str = Field(
        default="", description="words that allow listening beyond this machine without authentication"
    )
    jwt_issuer: str = Field(default="", description="who issues the tokens: their `iss`")
    jwt_audience: str = Field(default="", description="for whom they are issued: their `aud`; blank: the public_url")
    jwt_jwks_url: str = Field(default="", description="where the issuer publishes its keys")
    jwt_algorithms: Annotated[tuple[Algorithm, ...], BeforeValidator(_listed)] = Field(
        default=("RS256", "ES256"), min_length=1, description="signatures that are accepted"
    )
    jwt_scope: str = Field(default="", description="a scope that a token must have; blank: none")
    jwt_leeway_s: int = Field(default=30, ge=0, le=300, description="by how much clocks may differ")

    calls_per_minute: int = Field(default=600, ge=0, description="requests a minute for each token; 0: no limit")
    max_calls: int = Field(default=128, ge=1, description="requests that are worked on at once")
    max_connections: int = Field(default=512, ge=1, description="connections that are open at once")
    max_body_bytes: int = Field(default=1_000_000, ge=1_000, description="largest request")
    receive_timeout_s: float = Field(default=10.0, gt=0, le=60, description="how long a client may take to send one")

    @field_validator("path")
    @classmethod
    def _plain_path(cls, path: str) -> str:
        plain = "/" + path.strip("/")
        if plain == "/" or plain.startswith(("/.well-known", "/healthz", "/readyz", "/metrics")) or "?" in plain:
            raise ValueError("it must be a path of its own, such as /mcp")
        return plain

    @field_validator("public_url", "jwt_jwks_url")
    @classmethod
    def _address(cls, address: str) -> str:
        return base_address(address) if address.strip() else ""
