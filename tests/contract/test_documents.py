"""The README and the configuration file cannot drift from the code: every setting, tool, argument, command is there."""

import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click
import pytest

from lexgate.cli import lexgate
from lexgate.configuration import PathSettings, ServerSettings, load
from lexgate.environment import OLDER_NAMES
from lexgate.gateway import Gateway
from lexgate.shared_settings import SharedSettings

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONFIG = (ROOT / "config" / "lexgate.toml").read_text(encoding="utf-8")


def _sections() -> dict[str, Any]:
    models: dict[str, Any] = {"server": ServerSettings, "shared": SharedSettings, "paths": PathSettings}
    for point in entry_points(group="lexgate.adapters"):
        models[f"adapters.{point.name}"] = point.load().settings_model
    return models


SETTINGS = [(section, key) for section, model in _sections().items() for key in model.model_fields]


@pytest.mark.parametrize(("section", "key"), SETTINGS)
def test_every_setting_is_in_the_configuration_file_and_in_the_readme(section: str, key: str) -> None:
    table: Any = tomllib.loads(CONFIG)
    for part in section.split("."):
        table = table[part]
    assert key in table
    shown = "adapters.<name>.enabled" if key == "enabled" else f"{section}.{key}"
    assert f"`{shown}`" in README


def test_the_configuration_file_is_accepted_as_it_stands() -> None:
    assert Gateway.of(load(ROOT / "config" / "lexgate.toml", {})).tools


def _tools() -> list[tuple[str, list[str]]]:
    tools = Gateway.of(load(ROOT / "config" / "lexgate.toml", {})).tools
    return [(name, list(tool.spec.arguments.model_fields)) for name, tool in tools.items()]


@pytest.mark.parametrize(("tool", "arguments"), _tools(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_tool_stands_in_the_readme_with_its_arguments(tool: str, arguments: list[str]) -> None:
    row = next((line for line in README.splitlines() if line.startswith(f"| `{tool}` |")), "")
    assert row, f"the README has no row for {tool}"
    assert [name for name in arguments if f"`{name}`" not in row] == []


def _commands(group: click.Group, prefix: str) -> list[str]:
    context = click.Context(group)
    found = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, f"the command {name} cannot be loaded"
        found += _commands(command, f"{prefix} {name}") if isinstance(command, click.Group) else [f"{prefix} {name}"]
    return found


@pytest.mark.parametrize("command", _commands(lexgate, "lexgate"))
def test_every_command_stands_in_the_readme(command: str) -> None:
    assert f"`{command}" in README


@pytest.mark.parametrize("variable", OLDER_NAMES)
def test_every_variable_of_the_older_servers_stands_in_the_readme(variable: str) -> None:
    assert f"| `{variable}` | `{OLDER_NAMES[variable]}` |" in README


def test_the_version_is_one_and_the_changelog_has_it() -> None:
    from lexgate import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_project_page_that_sources_are_told_is_the_projects() -> None:
    from lexgate_uklaw.exchange import PRODUCT_PAGE

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Homepage"] == PRODUCT_PAGE


def test_every_dependency_has_an_upper_bound_and_a_licence_in_the_notice() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = requirement.partition(">")[0].partition("[")[0]
        assert "<" in requirement, requirement
        assert f"\n{name}: " in notice, f"run scripts/notice.py: {name} is missing"
