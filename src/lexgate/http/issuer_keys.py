"""The public keys of an identity provider (RFC 7517), fetched when they are needed and kept for a while."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import jwt

from lexgate.http.refusal import Refusal

log = logging.getLogger("lexgate.http")

FRESH_SECONDS = 3_600.0
"""So long keys are used without a look at the provider."""
USABLE_SECONDS = 86_400.0
"""So long they are used when the provider cannot be reached."""
PAUSE_SECONDS = 60.0
"""Between two looks at the provider, whatever tokens arrive: a forged one must not make us ask for each."""

Fetch = Callable[[], Awaitable[bytes]]
"""Returns the key set as the provider published it; raises ToolFailure or any error when it could not be had."""


class IssuerKeys:
    """The keys of one provider. `clock` gives seconds that only grow."""

    def __init__(self, fetch: Fetch, clock: Callable[[], float]) -> None:
        self._fetch, self._clock = fetch, clock
        self._keys: tuple[dict[str, Any], ...] = ()
        self._fetched = self._looked = float("-inf")
        self._looking = anyio.Lock()

    async def key(self, key_id: str | None, algorithm: str) -> jwt.PyJWK | None:
        """Return the key of that id for that algorithm; None when the provider has none.

        Raises:
            Refusal: the provider's keys could not be had.
        """
        found = self._find(key_id, algorithm)
        if found is None or self._clock() - self._fetched >= FRESH_SECONDS:
            await self._look()
            found = self._find(key_id, algorithm)
        if self._clock() - self._fetched >= USABLE_SECONDS:
            raise Refusal(
                503,
                "keys_unreachable",
                "The keys of the identity provider could not be had, so no token can be checked.",
                "Try again later, or let the operator check server.jwt_jwks_url.",
                {"Retry-After": str(int(PAUSE_SECONDS))},
            )
        return found

    def _find(self, key_id: str | None, algorithm: str) -> jwt.PyJWK | None:
        fitting = [
            each
            for each in self._keys
            if each.get("alg", algorithm) == algorithm
            and each.get("use", "sig") == "sig"
            and (key_id is None or each.get("kid") == key_id)
        ]
        usable = [key for key in (_usable(each, algorithm) for each in fitting) if key is not None]
        # A token that names no key is checked only where there is nothing to choose.
        return usable[0] if len(usable) == 1 or (usable and key_id is not None) else None

    async def _look(self) -> None:
        async with self._looking:
            if self._clock() - self._looked < PAUSE_SECONDS:
                return
            self._looked = self._clock()
            try:
                self._keys = _key_set(await self._fetch())
                self._fetched = self._clock()
            except Exception as error:  # whatever fails, the keys that we have stay in use for a day
                log.error("the keys at server.jwt_jwks_url could not be had", exc_info=error)


def _key_set(body: bytes) -> tuple[dict[str, Any], ...]:
    keys = json.loads(body)["keys"]
    # A symmetric key (kty "oct") would be a secret that everybody can read.
    return tuple(each for each in keys if isinstance(each, dict) and each.get("kty") in ("RSA", "EC", "OKP"))


def _usable(key: dict[str, Any], algorithm: str) -> jwt.PyJWK | None:
    try:
        return jwt.PyJWK(key, algorithm)
    except (jwt.PyJWTError, ValueError, TypeError, KeyError):
        return None
