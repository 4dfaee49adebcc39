"""Reads the configuration: one TOML file, over it the variables of the older servers, over those LEXGATE__ ones.

It checks `[server]`, `[shared]` and `[paths]` itself; each adapter's section is kept raw until the adapter's own
settings model reads it.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lexgate.environment import apply_environment
from lexgate.locations import Locations, find_checkout, locate, user_config_file
from lexgate.server_settings import ServerSettings
from lexgate.shared_settings import SharedSettings
from lexgate_kit.settings import ConfiguredPath

ModelT = TypeVar("ModelT", bound=BaseModel)
_PLACEHOLDER = re.compile(r"\$\{[^}]*\}")
_SECTIONS = ("server", "shared", "paths", "adapters")


class ConfigProblem(Exception):
    """The configuration cannot be used. Names the file (or variable) and the key."""

    def __init__(self, source: str, key: str, what: str, mend: str) -> None:
        super().__init__(f"{source}: {key}: {what} {mend}" if key else f"{source}: {what} {mend}")
        self.source, self.key, self.what, self.mend = source, key, what, mend


class PathSettings(BaseModel):
    """The section `[paths]`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data_dir: ConfiguredPath = Field(default=None, description="indexes, models and caches")


@dataclass(frozen=True)
class Source:
    """Where keys come from: the file (None: no file), and the variable of each key that a variable set."""

    file: Path | None
    variables: Mapping[str, str]

    @property
    def base_dir(self) -> Path:
        """The folder from which relative paths are taken."""
        return (self.file or user_config_file()).parent

    def of(self, key: str) -> str:
        """Return the variable or file that set a dotted key."""
        return self.variables.get(key) or (str(self.file) if self.file else "configuration")

    def read(self, model: type[ModelT], key: str, table: Any) -> ModelT:
        """Return the section `key` as its model.

        Raises:
            ConfigProblem: names the first key that the model refuses.
        """
        try:
            return model.model_validate(table, context={"base_dir": self.base_dir})
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
        name = ".".join([key, *map(str, first["loc"])])
        if first["type"] == "extra_forbidden":
            raise self.unknown_key(name, model.model_fields)
        raise ConfigProblem(self.of(name), name, f"{first['msg'].rstrip('.')}.", "Correct the value.")

    def unknown_key(self, key: str, known: Collection[str]) -> ConfigProblem:
        """Return the problem of a key that nobody reads, with the nearest known one."""
        near = difflib.get_close_matches(key.rsplit(".", 1)[-1], list(known), n=1, cutoff=0.5)
        mend = f'Did you mean "{near[0]}"?' if near else f"Known here: {', '.join(known)}."
        return ConfigProblem(self.of(key), key, "unknown key.", mend)

    def refuse_placeholders(self, table: Any, key: str = "") -> None:
        """Raise ConfigProblem for a value in which a client left `${…}` unfilled."""
        if isinstance(table, dict):
            for name, value in table.items():
                self.refuse_placeholders(value, f"{key}.{name}".lstrip("."))
        elif isinstance(table, str) and _PLACEHOLDER.search(table):
            what = "holds a literal ${…}: whatever started lexgate did not fill it in."
            raise ConfigProblem(self.of(key), key, what, "Write the value itself, or leave the key out.")


@dataclass(frozen=True)
class Configuration:
    """The configuration in force. `adapters` holds the raw sections by namespace."""

    source: Source
    server: ServerSettings
    locations: Locations
    adapters: Mapping[str, Mapping[str, Any]]
    shared: SharedSettings = field(default_factory=SharedSettings)


def find_file(named: Path | None, variables: Mapping[str, str], checkout: Path | None) -> Path | None:
    """Return the file to read: `--config`, else LEXGATE_CONFIG, else the checkout's, else the user's, else none.

    Raises:
        ConfigProblem: a file that was named does not exist.
    """
    for given, source in ((named, "--config"), (variables.get("LEXGATE_CONFIG"), "LEXGATE_CONFIG")):
        if given:
            file = Path(given).expanduser().absolute()
            if not file.is_file():
                raise ConfigProblem(source, "", f"there is no file {file}.", "Give the path of a lexgate.toml.")
            return file
    candidates = [checkout / "config" / "lexgate.toml"] if checkout else []
    candidates.append(user_config_file())
    return next((file for file in candidates if file.is_file()), None)


def load(named: Path | None = None, variables: Mapping[str, str] | None = None) -> Configuration:
    """Read the configuration in force.

    Raises:
        ConfigProblem: unreadable file, unknown key, unusable value, or a literal `${…}`.
    """
    variables = os.environ if variables is None else variables
    checkout = find_checkout()
    file = find_file(named, variables, checkout)
    table = _read(file) if file else {}
    source = Source(file, apply_environment(table, variables))
    source.refuse_placeholders(table)
    unknown = next((key for key in table if key not in _SECTIONS), None)
    if unknown is not None:
        raise source.unknown_key(unknown, _SECTIONS)
    paths = source.read(PathSettings, "paths", table.get("paths", {}))
    return Configuration(
        source=source,
        server=source.read(ServerSettings, "server", table.get("server", {})),
        locations=locate(paths.data_dir, checkout),
        adapters=_adapter_sections(table.get("adapters", {}), source),
        shared=source.read(SharedSettings, "shared", table.get("shared", {})),
    )


def _read(file: Path) -> dict[str, Any]:
    try:
        # Editors on Windows put a byte order mark first, which TOML does not know.
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigProblem(str(file), "", f"not readable as TOML: {error}.", "Correct that line.") from None
    except OSError as error:
        raise ConfigProblem(str(file), "", f"not readable: {error.strerror}.", "Check its permissions.") from None


def _adapter_sections(adapters: Any, source: Source) -> dict[str, Mapping[str, Any]]:
    if not isinstance(adapters, dict):
        raise ConfigProblem(source.of("adapters"), "adapters", "must be a section.", "Write [adapters.skills].")
    for name, section in adapters.items():
        if not isinstance(section, dict):
            key = f"adapters.{name}"
            raise ConfigProblem(source.of(key), key, "must be a section.", f"Write [{key}].")
    return adapters
