"""A client's configuration file as bytes in, bytes out: only our entry changes, and what cannot be read is refused."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lexgate.clients.older import Inheritance, inheritance, is_older

NAME = "lexgate"
_BOM = b"\xef\xbb\xbf"


class UnreadableFile(Exception):
    """The file is not what we can change without a risk to it. The message says why, in our words."""


@dataclass(frozen=True)
class Entry:
    """How a client starts lexgate: absolute paths only, since a client's PATH and working folder are unknown."""

    command: str
    args: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)
    typed: bool = False

    def table(self) -> dict[str, Any]:
        """Return the entry as it stands in a client's file."""
        start: dict[str, Any] = {"type": "stdio"} if self.typed else {}
        start |= {"command": self.command, "args": list(self.args)}
        return {**start, "env": dict(self.variables)} if self.variables else start


@dataclass(frozen=True)
class Change:
    """A file's new bytes, our entry in it (None: removed), and the older entries: taken over, or only found."""

    content: bytes
    entry: Mapping[str, Any] | None
    inherited: Inheritance
    older_left: tuple[str, ...] = ()


def with_entry(content: bytes, key: str, entry: Entry, *, replace_older: bool = False) -> Change:
    """Return the file with our entry under `key`; settings that somebody added to our entry stay.

    Raises:
        UnreadableFile: not strict JSON, a key twice, or not the shape of a client's file.
    """
    table = _read(content)
    servers = _servers(table, key)
    found = inheritance(servers)
    kept = servers.get(NAME)
    ours = {**kept, **entry.table()} if isinstance(kept, dict) and "command" in kept else entry.table()
    older = found if replace_older else Inheritance((), {}, ())
    written = kept.get("env") if isinstance(kept, dict) else None
    variables = {**older.variables, **(written if isinstance(written, dict) else {}), **entry.variables}
    if variables:
        ours["env"] = variables
    changed = {name: value for name, value in servers.items() if name not in older.entries}
    changed[NAME] = ours
    left = () if replace_older else found.entries
    return Change(_written(content, table, {**table, key: changed}), ours, older, left)


def without_entry(content: bytes, key: str) -> Change:
    """Return the file without our entry; nothing else changes.

    Raises:
        UnreadableFile: as `with_entry`.
    """
    table = _read(content)
    servers = _servers(table, key)
    nothing = Inheritance((), {}, ())
    if NAME not in servers:
        return Change(content, None, nothing)
    changed = {name: value for name, value in servers.items() if name != NAME}
    left = tuple(name for name, value in changed.items() if is_older(name, value))
    return Change(_written(content, table, {**table, key: changed}), None, nothing, left)


def _read(content: bytes) -> dict[str, Any]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile("it is not UTF-8") from None
    if not text.strip():
        return {}
    try:
        table = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise UnreadableFile(f"it is not plain JSON (line {error.lineno}); it may hold comments") from None
    except RecursionError:
        raise UnreadableFile("it is nested too deeply") from None
    if not isinstance(table, dict):
        raise UnreadableFile("it holds no JSON object")
    return table


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise UnreadableFile("a key stands in it twice, and one of its values would be lost")
    return table


def _no_constant(name: str) -> Any:
    raise UnreadableFile("it holds a number that JSON does not know")


def _servers(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    servers = table.get(key, {})
    if servers is None:
        return {}
    if not isinstance(servers, dict):
        raise UnreadableFile(f'its "{key}" is not an object')
    return servers


def _written(content: bytes, before: Mapping[str, Any], after: Mapping[str, Any]) -> bytes:
    """Return the new table in the file's own manner: byte order mark, line ends, indentation, last line end."""
    if before == after:
        return content
    text = content.decode("utf-8-sig")
    shown = json.dumps(after, ensure_ascii=False, indent=_indentation(text))
    if not _is_encodable(shown):
        shown = json.dumps(after, indent=_indentation(text))
    if text.endswith("\n") or not text.strip():
        shown += "\n"
    if "\r\n" in text:
        shown = shown.replace("\n", "\r\n")
    return (_BOM if content.startswith(_BOM) else b"") + shown.encode()


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, written as \\ud83d
        return False
    return True


def _indentation(text: str) -> int | str | None:
    found = re.match(r"\s*\{\r?\n([ \t]+)\"", text)
    if found:
        return found.group(1)
    return None if text.strip() and "\n" not in text.strip() and text.strip() != "{}" else 2
