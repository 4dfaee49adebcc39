"""The settings of the UK legislation adapter, checked when the configuration is read."""

from urllib.parse import urlsplit

from pydantic import Field, field_validator

from lexgate_kit.settings import AdapterSettings

SERVICE = "https://www.legislation.gov.uk"


class UkLawSettings(AdapterSettings):
    """Settings of `[adapters.uklaw]`."""

    base_url: str = Field(
        default=SERVICE, description="where legislation.gov.uk, or a mirror of it with the same addresses, is reached"
    )
    contact: str = Field(
        default="",
        max_length=200,
        description="an email address or URL of yours; goes into the User-Agent, as the fair use policy asks",
    )
    min_request_gap_ms: int = Field(
        default=1000,
        ge=250,
        le=60_000,
        description="least time between two request starts; hosts that share a User-Agent: 250 times their number",
    )
    cache_max_mb: int = Field(
        default=64, ge=8, le=1024, description="most megabytes that cached responses take on disk"
    )

    @field_validator("base_url")
    @classmethod
    def _is_a_plain_address(cls, value: str) -> str:
        address = value.strip().rstrip("/")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be an http or https address")
        if parts.query or parts.fragment or "@" in parts.netloc or not address.isascii():
            raise ValueError("must have no query, fragment, user name or characters outside ASCII")
        return address

    @field_validator("contact")
    @classmethod
    def _fits_a_header(cls, value: str) -> str:
        contact = value.strip()
        if not contact.isascii() or not contact.isprintable() or set(contact) & set("()\\;"):
            raise ValueError("must be plain ASCII without brackets, semicolons or backslashes")
        return contact
