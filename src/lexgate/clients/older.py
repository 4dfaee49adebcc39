"""Recognises entries of the three servers that lexgate takes the place of, and what of their settings it takes over."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from lexgate.environment import OLDER_NAMES

_PROGRAMS = ("legal-skills-mcp", "normkompass-mcp", "uk-legislation-mcp-server")
_NAMES = ("legal-skills", "normkompass", *_PROGRAMS)
# Proxies and certificate authorities hold for any program, so for ours too.
_SURROUNDINGS = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")
# An entry of a client talks over stdio; these would make our server listen instead.
_TRANSPORT = ("MCP_TRANSPORT_TYPE", "MCP_HTTP_HOST", "MCP_HTTP_PORT")
_FOLDERS = ("LEGAL_SKILLS_DIR", "LEGAL_SKILLS_DATA")
_PLACEHOLDER = re.compile(r"\$\{[^}]*\}")


@dataclass(frozen=True)
class Inheritance:
    """What older entries leave to ours: their names, the variables taken over, and those left out, each with why."""

    entries: tuple[str, ...]
    variables: Mapping[str, str]
    left_out: tuple[str, ...]


def inheritance(servers: Mapping[str, Any]) -> Inheritance:
    """Return what the entries of a client's file leave to ours; of two values the first one holds."""
    found = {name: entry for name, entry in servers.items() if is_older(name, entry)}
    taken: dict[str, str] = {}
    left_out: list[str] = []
    for name, entry in found.items():
        for variable, value in _variables(entry):
            reason = _reason_against(variable, value, in_container=_in_container(entry))
            if not reason and taken.get(variable, value) != value:
                reason = "another of these entries sets it too"
            if reason:
                left_out.append(f"{variable} of {name}: {reason}")
            else:
                taken[variable] = value
    return Inheritance(tuple(found), taken, tuple(left_out))


def is_older(name: str, entry: Any) -> bool:
    """Tell whether an entry starts one of the three servers; one that names an address is somebody else's process."""
    if not isinstance(entry, dict) or not isinstance(entry.get("command"), str):
        return False
    words = [entry["command"], *_arguments(entry)]
    if any("lexgate" in _last_part(word) for word in words):
        return False
    programs = {_program(word) for word in words}
    return name.lower() in _NAMES or any(program in programs for program in _PROGRAMS)


def _program(word: str) -> str:
    """Return `uk-legislation-mcp-server` of `ghcr.io/x/uk-legislation-mcp-server:latest`, and the like."""
    last = _last_part(word).lower().replace("_", "-")
    return re.split(r"[@:=<>~]", last)[0].removesuffix(".exe")


def _last_part(word: str) -> str:
    return PureWindowsPath(word).name  # it splits at both kinds of slash


def _arguments(entry: Mapping[str, Any]) -> list[str]:
    given = entry.get("args")
    return [word for word in given if isinstance(word, str)] if isinstance(given, list) else []


def _in_container(entry: Mapping[str, Any]) -> bool:
    return _program(entry["command"]) in ("docker", "podman")


def _variables(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = entry.get("env")
    for variable, value in given.items() if isinstance(given, dict) else ():
        if isinstance(value, str | int) and str(value).strip():
            yield variable, str(value)
    if _in_container(entry):
        yield from _container_variables(_arguments(entry))


def _container_variables(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    for flag, word in zip(["", *words], words, strict=False):
        text = word if flag in ("-e", "--env") else word.removeprefix("--env=") if word.startswith("--env=") else ""
        variable, separator, value = text.partition("=")
        if separator and value:
            yield variable, value


def _reason_against(variable: str, value: str, *, in_container: bool) -> str:
    if variable in _TRANSPORT:
        return "lexgate's entry talks over stdio"
    if variable.upper() not in (*OLDER_NAMES, *_SURROUNDINGS):
        return "lexgate does not know it"
    if _PLACEHOLDER.search(value):
        return "its value is an unfilled ${…}"
    if variable in _FOLDERS and in_container:
        return "it is a folder inside a container"
    if variable in _FOLDERS and not (PurePosixPath(value).is_absolute() or PureWindowsPath(value).is_absolute()):
        return "it is a relative folder"
    return ""
