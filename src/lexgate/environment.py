"""Which environment variables set which keys: those of the three older servers, and LEXGATE__SECTION__KEY."""

import json
from collections.abc import Mapping
from typing import Any

PREFIX = "LEXGATE__"

# Variables of legal-skills-mcp, normkompass-mcp and uk-legislation-mcp-server: their users change nothing.
OLDER_NAMES: Mapping[str, str] = {
    "LEGAL_SKILLS_DIR": "adapters.skills.libraries.open",
    "LEGAL_SKILLS_DATA": "adapters.skills.index_dir",
    "NORMKOMPASS_API_URL": "adapters.normkompass.api_url",
    "UK_LEGISLATION_CONTACT": "adapters.uklaw.contact",
    "UK_LEGISLATION_MIN_REQUEST_GAP_MS": "adapters.uklaw.min_request_gap_ms",
    "UK_LEGISLATION_CACHE_MAX_MB": "adapters.uklaw.cache_max_mb",
    "MCP_TRANSPORT_TYPE": "server.transport",
    "MCP_HTTP_HOST": "server.host",
    "MCP_HTTP_PORT": "server.port",
    "MCP_LOG_LEVEL": "server.log_level",
    "OTEL_ENABLED": "server.telemetry",
}

_LEVELS = {"notice": "info", "warn": "warning", "alert": "critical", "emergency": "critical", "trace": "debug"}


def apply_environment(table: dict[str, Any], variables: Mapping[str, str]) -> dict[str, str]:
    """Write the variables' values into the table; return which dotted key came from which variable.

    A blank variable of the older servers counts as absent; a blank LEXGATE__ variable sets a blank.
    """
    origins: dict[str, str] = {}
    for variable, key in OLDER_NAMES.items():
        value = variables.get(variable, "").strip()
        if value:
            _put(
                table, key.split("."), _LEVELS.get(value.lower(), value.lower()) if key == "server.log_level" else value
            )
            origins[key] = variable
    for variable in sorted(variables):
        if variable.upper().startswith(PREFIX):
            path = [part.lower() for part in variable[len(PREFIX) :].split("__")]
            _put(table, path, _value(variables[variable]))
            origins[".".join(path)] = variable
    return origins


def _put(table: dict[str, Any], path: list[str], value: Any) -> None:
    for part in path[:-1]:
        inner = table.get(part)
        if not isinstance(inner, dict):
            inner = {}
            table[part] = inner
        table = inner
    table[path[-1]] = value


def _value(text: str) -> Any:
    if text.lstrip().startswith(("[", "{")):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text
