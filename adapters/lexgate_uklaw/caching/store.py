"""The file of stored responses: SQLite, shared by processes, bounded in bytes. It decides nothing about freshness.

Every operation opens the file anew and closes it: nothing is held that a fork, a thread or `cache clear` could
break. A rollback journal, not WAL: writes come at most once a second, readers of a read-only folder still work,
and no side file outlives a killed process's transaction. Whatever fails here costs a request, never a call.
"""

import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from filelock import FileLock

from lexgate_uklaw.caching.policy import Stored

T = TypeVar("T")

FORMAT = 1
_BUSY_SECONDS = 0.5
_PAGE = 4096
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR))
_TABLE = """
CREATE TABLE responses (
    key TEXT PRIMARY KEY, status INTEGER NOT NULL, body BLOB NOT NULL, checked_at REAL NOT NULL,
    fresh_until REAL NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, location TEXT NOT NULL,
    size INTEGER NOT NULL
);
CREATE INDEX oldest ON responses (checked_at, size);
"""


class _OtherFormat(sqlite3.DatabaseError):
    """The file was written by another version, or is no file of ours."""


class KeepsResponses(Protocol):
    """Responses by key. Whatever fails costs a request, never a call; `problem` says it in words of ours."""

    @property
    def problem(self) -> str: ...

    def get(self, key: str) -> Stored | None:
        """Return the stored response, or None."""

    def put(self, stored: Stored) -> None:
        """Keep the response in place of an older one."""


class ResponseStore:
    """Responses by key in `path`, at most about `most_bytes` of file; the longest unconfirmed go first.

    `problem` says in words of ours why nothing is kept; blank while all is well. All methods block for a short time.
    """

    def __init__(self, path: Path, most_bytes: int) -> None:
        self._path = path
        self._most = most_bytes
        self.problem = ""

    def get(self, key: str) -> Stored | None:
        """Return the stored response, or None."""
        return self._attempt(lambda: self._get(key), None)

    def put(self, stored: Stored) -> None:
        """Keep the response in place of an older one, and remove what no longer fits."""
        self._attempt(lambda: self._put(stored), None)

    def forget(self, key: str) -> None:
        """Remove the response."""
        self._attempt(lambda: self._forget(key), None)

    def count_and_bytes(self) -> tuple[int, int]:
        """Return how many responses are kept, and the bytes that they take in the file."""
        return self._attempt(self._count_and_bytes, (0, 0))

    def _get(self, key: str) -> Stored | None:
        if not self._path.exists():
            return None
        with self._reading() as database:
            row = database.execute(
                "SELECT key, status, body, checked_at, fresh_until, etag, last_modified, location"
                " FROM responses WHERE key = ?",
                (key,),
            ).fetchone()
        if row is None:
            return None
        try:
            body = zlib.decompress(row[2])
        except zlib.error:
            self._forget(key)
            return None
        return Stored(row[0], row[1], body, *row[3:])

    def _put(self, stored: Stored) -> None:
        body = zlib.compress(stored.body, level=1)
        size = -(-len(body) // _PAGE) * _PAGE + _PAGE
        if size > self._most // 2:
            self._forget(stored.key)
            return
        with self._writing() as database:
            database.execute("DELETE FROM responses WHERE key = ?", (stored.key,))
            self._make_room(database, size)
            database.execute(
                "INSERT INTO responses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    stored.key,
                    stored.status,
                    body,
                    stored.checked_at,
                    stored.fresh_until,
                    stored.etag,
                    stored.last_modified,
                    stored.location,
                    size,
                ),
            )

    def _make_room(self, database: sqlite3.Connection, size: int) -> None:
        (total,) = database.execute("SELECT coalesce(sum(size), 0) FROM responses").fetchone()
        if total + size <= self._most:
            return
        last, freed = 0.0, 0
        for checked_at, each in database.execute("SELECT checked_at, size FROM responses ORDER BY checked_at"):
            last, freed = checked_at, freed + each
            if total - freed + size <= self._most:
                break
        database.execute("DELETE FROM responses WHERE checked_at <= ?", (last,))

    def _forget(self, key: str) -> None:
        if self._path.exists():
            with self._writing() as database:
                database.execute("DELETE FROM responses WHERE key = ?", (key,))

    def _count_and_bytes(self) -> tuple[int, int]:
        if not self._path.exists():
            return 0, 0
        with self._reading() as database:
            count, size = database.execute("SELECT count(*), coalesce(sum(size), 0) FROM responses").fetchone()
            return int(count), int(size)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        address = f"{self._path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)) as database:
            if database.execute("PRAGMA user_version").fetchone() != (FORMAT,):
                raise _OtherFormat
            yield database

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute("PRAGMA auto_vacuum = FULL")  # takes effect in a new file: a lowered bound shrinks it
            database.execute("BEGIN IMMEDIATE")
            (version,) = database.execute("PRAGMA user_version").fetchone()
            (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if version == 0 and tables == 0:
                for statement in _TABLE.strip().split(";\n"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {FORMAT}")
            elif version != FORMAT:
                raise _OtherFormat
            yield database
            database.execute("COMMIT")
        self.problem = ""

    def _attempt(self, operation: Callable[[], T], otherwise: T) -> T:
        try:
            result = operation()
        except (sqlite3.Error, OSError) as problem:
            if not _is_damage(problem):
                self.problem = _in_our_words(problem)
                return otherwise
            return self._attempt_without_the_damaged(operation, otherwise)
        return result

    def _attempt_without_the_damaged(self, operation: Callable[[], T], otherwise: T) -> T:
        try:
            with FileLock(f"{self._path}.lock", timeout=_BUSY_SECONDS, mode=0o600):
                try:
                    return operation()  # another process may have put the file right by now
                except sqlite3.DatabaseError as problem:
                    if not _is_damage(problem):
                        raise
                    self._set_aside()
                return operation()
        except (sqlite3.Error, OSError) as problem:
            self.problem = _in_our_words(problem)
            return otherwise

    def _set_aside(self) -> None:
        self._path.replace(self._path.with_name(self._path.name + ".damaged"))
        # The journal belongs to the file set aside; SQLite would apply it to the new one.
        self._path.with_name(self._path.name + "-journal").unlink(missing_ok=True)


def _is_damage(problem: Exception) -> bool:
    if isinstance(problem, _OtherFormat):
        return True
    code = getattr(problem, "sqlite_errorcode", None)
    return code is not None and (code & 0xFF) in _DAMAGED


def _in_our_words(problem: Exception) -> str:
    code = getattr(problem, "sqlite_errorcode", None)
    if code is not None and (code & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "the response cache was busy: a response was not kept"
    if code is not None and (code & 0xFF) == sqlite3.SQLITE_FULL:
        return "the disk is full: responses are not kept"
    return "the response cache cannot be written: responses are not kept"
