"""Who asks: nobody in particular, the owner of a bearer token of ours, or the subject of an issuer's token."""

import base64
import binascii
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from lexgate.http.refusal import Refusal
from lexgate.http.token_file import TokenFile, TokenProblem

log = logging.getLogger("lexgate.http")
_TOKEN_CHARACTERS = 8_192


class Verifier(Protocol):
    """Tells who owns a credential."""

    async def caller(self, credential: str) -> str:
        """Return the caller's name, of a form that no other way of authentication gives out.

        Raises:
            Refusal: the credential is not accepted.
        """
        ...


@dataclass(frozen=True)
class OurTokens:
    """Bearer tokens of this installation."""

    file: TokenFile
    clock: Callable[[], float] = time.time

    async def caller(self, credential: str) -> str:
        try:
            owner = self.file.owner(credential, self.clock())
        except TokenProblem as problem:
            log.error("tokens cannot be checked: %s", problem)
            raise Refusal(
                503, "tokens_unreadable", "Tokens cannot be checked now.", "Tell the operator to read the log."
            ) from None
        if owner is None:
            raise unaccepted("The token is unknown, revoked or expired.")
        return f"token:{owner}"


def unaccepted(message: str, status: int = 401, reason: str = "invalid_token") -> Refusal:
    """Return the refusal of a credential; it never says which part of it was wrong in whose favour."""
    return Refusal(status, reason, message, "Ask the operator of this server for a token that is valid here.")


class Gatekeeper:
    """Lets a request in, as somebody. Without a verifier everyone is "anonymous".

    `metadata_url` tells clients where the issuer is named (RFC 9728).
    """

    def __init__(self, verifier: Verifier | None, metadata_url: str = "") -> None:
        self._verifier, self._metadata_url = verifier, metadata_url

    async def admit(self, authorization: bytes | None, *, page: bool = False) -> str:
        """Return the caller of a request from its Authorization header.

        A page for people also takes the token as the password of HTTP Basic, which is what a browser can ask for.

        Raises:
            Refusal: with the challenge that a client or a browser understands.
        """
        if self._verifier is None:
            return "anonymous"
        try:
            return await self._verifier.caller(_credential(authorization, page=page))
        except Refusal as refusal:
            if refusal.status not in (401, 403):
                raise
            headers = {"WWW-Authenticate": self._challenge(refusal, page=page, asked=authorization is not None)}
            raise Refusal(refusal.status, refusal.reason, refusal.message, refusal.next_step, headers) from None

    def _challenge(self, refusal: Refusal, *, page: bool, asked: bool) -> str:
        if page:
            return 'Basic realm="lexgate: the token is the password", charset="UTF-8"'
        # RFC 6750, 3.1: a request without any credential is not told of an error.
        parts = [f'error="{refusal.reason}"'] if asked else []
        if self._metadata_url:
            parts.append(f'resource_metadata="{self._metadata_url}"')
        return f"Bearer {', '.join(parts)}".strip()


def _credential(authorization: bytes | None, *, page: bool) -> str:
    scheme, _, value = (authorization or b"").decode("latin-1").strip().partition(" ")
    value = value.strip()
    if scheme.lower() == "basic" and page:
        try:
            value = base64.b64decode(value, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            value = ""
    elif scheme.lower() != "bearer":
        value = ""
    if not value:
        raise unaccepted("This server wants a bearer token.", reason="no_token")
    if len(value) > _TOKEN_CHARACTERS:
        raise unaccepted("The token is longer than any that is issued for this server.")
    return value
