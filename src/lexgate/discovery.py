"""Finds the adapters that are installed, and says which of them the configuration turns on. Imports none."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from lexgate.configuration import ConfigProblem, Configuration

GROUP = "lexgate.adapters"
COMMANDS = "lexgate.commands"
_OURS = "lexgate"


@dataclass(frozen=True)
class Installed:
    """One adapter that is installed here. `enabled` follows the configuration."""

    namespace: str
    entry_point: EntryPoint
    enabled: bool


def installed_adapters(configuration: Configuration, found: Sequence[EntryPoint] | None = None) -> list[Installed]:
    """Return every installed adapter, ours first, in the order of their names.

    An adapter of another distribution is off until the configuration names it.

    Raises:
        ConfigProblem: two distributions claim one namespace, or a section names no installed adapter.
    """
    points = list(entry_points(group=GROUP)) if found is None else list(found)
    points.sort(key=lambda point: (not _is_ours(point), point.name))
    names = [point.name for point in points]
    duplicate = next((name for name in names if names.count(name) > 1), None)
    if duplicate:
        what = f'two installed packages offer an adapter "{duplicate}".'
        raise ConfigProblem("installation", "", what, "Uninstall one of them.")
    unknown = next((name for name in configuration.adapters if name not in names), None)
    if unknown is not None:
        raise configuration.source.unknown_key(f"adapters.{unknown}", names)
    return [Installed(point.name, point, _is_enabled(point, configuration)) for point in points]


def _is_ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name.lower() == _OURS


def _is_enabled(point: EntryPoint, configuration: Configuration) -> bool:
    section = configuration.adapters.get(point.name)
    if section is None:
        return _is_ours(point)
    enabled = section.get("enabled", True)
    if isinstance(enabled, str) and enabled.strip().lower() in ("true", "1", "yes", "on", "false", "0", "no", "off"):
        enabled = enabled.strip().lower() in ("true", "1", "yes", "on")
    if not isinstance(enabled, bool):
        key = f"adapters.{point.name}.enabled"
        raise ConfigProblem(configuration.source.of(key), key, "must be true or false.", "Correct the value.")
    return enabled
