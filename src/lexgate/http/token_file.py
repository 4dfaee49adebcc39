"""The bearer tokens of this installation: made here, kept only as hashes, in a file that its owner alone can read."""

import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock

FORMAT = 1
PREFIX = "lexgate_"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_SECRET_BYTES = 32


class TokenProblem(Exception):
    """The tokens cannot be read or changed as asked, in words for a person."""


@dataclass(frozen=True)
class Token:
    """One token, without itself. `sha256` is enough of a hash: the token is 256 random bits, nothing to guess.

    `created` and `expires` are seconds since 1970; `expires` None: never.
    """

    name: str
    sha256: str
    created: int
    expires: int | None = None

    def is_expired(self, now: float) -> bool:
        return self.expires is not None and now >= self.expires


class TokenFile:
    """The file, read again whenever another process has changed it: a revoked token is refused at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._tokens: tuple[Token, ...] = ()

    def tokens(self) -> tuple[Token, ...]:
        """Return all tokens, expired ones too.

        Raises:
            TokenProblem: the file cannot be read.
        """
        try:
            state = self.path.stat()
        except FileNotFoundError:
            self._seen, self._tokens = None, ()
            return ()
        except OSError as error:
            raise TokenProblem(f"{self.path} cannot be read ({error.strerror}).") from None
        seen = (state.st_mtime_ns, state.st_ino, state.st_size)
        if seen != self._seen:
            self._tokens, self._seen = _read(self.path), seen
        return self._tokens

    def owner(self, presented: str, now: float) -> str | None:
        """Return the name of the token that was presented; None for one that is unknown, revoked or expired."""
        digest = hashlib.sha256(presented.encode("utf-8", "surrogateescape")).hexdigest()
        found = None
        for token in self.tokens():
            # Every token is compared, in the same time each: the answer's time tells nothing about any of them.
            if hmac.compare_digest(token.sha256, digest):
                found = token
        return found.name if found and not found.is_expired(now) else None

    def add(self, name: str, now: float, days: int | None = None) -> str:
        """Make a token and return it: the only time that it can be seen.

        Raises:
            TokenProblem: the name is unusable or taken, or the file cannot be written.
        """
        if not _NAME.fullmatch(name):
            raise TokenProblem("A name has 1 to 64 characters: letters, digits, and . _ @ - after the first.")
        secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
        digest = hashlib.sha256(secret.encode()).hexdigest()
        expires = None if days is None else int(now) + days * 86_400

        def with_it(tokens: tuple[Token, ...]) -> Iterable[Token]:
            if any(token.name == name for token in tokens):
                raise TokenProblem(f"There is a token {name} already: revoke it first, or choose another name.")
            return [*tokens, Token(name, digest, int(now), expires)]

        self._change(with_it)
        return secret

    def revoke(self, name: str) -> None:
        """Forget a token. Raises TokenProblem when there is none of that name."""

        def without_it(tokens: tuple[Token, ...]) -> Iterable[Token]:
            if all(token.name != name for token in tokens):
                raise TokenProblem(f"There is no token of that name; `lexgate token list` shows all {len(tokens)}.")
            return [token for token in tokens if token.name != name]

        self._change(without_it)

    def _change(self, change: Callable[[tuple[Token, ...]], Iterable[Token]]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with FileLock(f"{self.path}.lock", timeout=5, mode=0o600):
                _write(self.path, change(self.tokens()))
        except OSError as error:
            raise TokenProblem(f"{self.path} cannot be written ({error.strerror or 'locked'}).") from None


def _read(path: Path) -> tuple[Token, ...]:
    try:
        held = json.loads(path.read_bytes())
        if held["format"] != FORMAT:
            raise TokenProblem(f"{path} was written by another version of lexgate.")
        return tuple(Token(**each) for each in held["tokens"])
    except OSError as error:
        raise TokenProblem(f"{path} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError):
        raise TokenProblem(f"{path} is damaged: remove it and make new tokens.") from None


def _write(path: Path, tokens: Iterable[Token]) -> None:
    held = json.dumps({"format": FORMAT, "tokens": [asdict(token) for token in tokens]}, indent=1)
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(held)
        os.replace(new, path)
    finally:
        with suppress(OSError):
            new.unlink()
