"""Which adapters are mounted, and under which names."""

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from invented import Invented, configuration, gateway_of

from lexgate.configuration import ConfigProblem, Configuration
from lexgate.discovery import installed_adapters
from lexgate.mounting import mount_all


class _Distribution:
    def __init__(self, name: str) -> None:
        self.name = name


def point(name: str, value: str = "invented:Invented", distribution: str = "lexgate") -> EntryPoint:
    made = EntryPoint(name, value, "lexgate.adapters")
    vars(made)["dist"] = _Distribution(distribution)
    return made


def configured(folder: Path, **adapters: dict[str, Any]) -> Configuration:
    base = configuration(folder)
    return Configuration(base.source, base.server, base.locations, adapters)


def test_our_adapters_are_on_and_others_off_until_named(tmp_path: Path) -> None:
    points = [point("other", distribution="elsewhere"), point("skills")]
    named = [(each.namespace, each.enabled) for each in installed_adapters(configured(tmp_path), points)]
    assert named == [("skills", True), ("other", False)]
    again = installed_adapters(configured(tmp_path, other={}), points)
    assert [each.enabled for each in again] == [True, True]


def test_a_disabled_adapter_is_not_imported_and_lists_no_tool(tmp_path: Path) -> None:
    settings = configured(tmp_path, skills={"enabled": False})
    installed = installed_adapters(settings, [point("skills", "no_such_module_here:x")])
    (mount,) = mount_all(installed, settings)
    assert (mount.adapter, mount.failure) == (None, "")


@pytest.mark.parametrize("value", ["maybe", 3])
def test_an_enabled_flag_that_is_neither_true_nor_false_stops_the_start(tmp_path: Path, value: object) -> None:
    with pytest.raises(ConfigProblem, match=r"adapters\.skills\.enabled"):
        installed_adapters(configured(tmp_path, skills={"enabled": value}), [point("skills")])


def test_a_section_of_an_adapter_that_is_not_installed_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match=r'adapters\.skils: unknown key. Did you mean "skills"\?'):
        installed_adapters(configured(tmp_path, skils={}), [point("skills")])


def test_two_packages_cannot_offer_one_namespace(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match="two installed packages"):
        installed_adapters(configured(tmp_path), [point("skills"), point("skills", distribution="elsewhere")])


def test_an_adapter_that_cannot_be_imported_leaves_the_others_alone(tmp_path: Path) -> None:
    settings = configured(tmp_path)
    points = [point("broken", "no_such_module_here:x"), point("invented")]
    broken, sound = mount_all(installed_adapters(settings, points), settings)
    assert broken.failure == "could not be loaded (ModuleNotFoundError)"
    assert sound.failure == "could not be loaded (TypeError)"  # the invented one takes other arguments


def test_an_unusable_setting_of_an_adapter_stops_the_start_and_is_named(tmp_path: Path) -> None:
    settings = configured(tmp_path, invented={"enabld": True})
    with pytest.raises(ConfigProblem, match=r'adapters\.invented\.enabld: unknown key. Did you mean "enabled"\?'):
        mount_all(installed_adapters(settings, [point("invented")]), settings)


def test_two_tools_of_one_full_name_stop_the_start(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match='two tools are called "a_b_look"'):
        gateway_of(tmp_path, Invented(tool="b_look"), Invented(), namespaces=("a", "a_b"))


@pytest.mark.parametrize("name", ["Look", "look-up", "look up", "l" * 30, "läs"])
def test_a_tool_name_that_clients_refuse_stops_the_start(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigProblem, match="24 characters"):
        gateway_of(tmp_path, Invented(tool=name))
