"""The desktop extension: its manifest, its settings and its start. packaging/mcpb/check runs its own tool on it."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from lexgate.environment import OLDER_NAMES

MCPB = Path(__file__).resolve().parents[2] / "packaging" / "mcpb"


@pytest.fixture(scope="module")
def bundle() -> ModuleType:
    found = importlib.util.spec_from_file_location("bundle_build", MCPB / "build.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_every_setting_of_a_person_reaches_a_variable_that_lexgate_reads(bundle: ModuleType) -> None:
    manifest = bundle.manifest()
    asked = manifest["user_config"]
    assert set(asked) == {"contact", "api_url", "library"}
    for variable, value in manifest["server"]["mcp_config"]["env"].items():
        assert variable in OLDER_NAMES
        assert re.fullmatch(r"\$\{user_config\.(\w+)\}", value).group(1) in asked
    assert not any(shown["required"] for shown in asked.values())


def test_the_manifest_names_the_tools_and_prompts_of_this_version(bundle: ModuleType) -> None:
    manifest = bundle.manifest()
    names = [tool["name"] for tool in manifest["tools"]]
    assert {"skills_search", "uklaw_get_document", "normkompass_ask_law", "gateway_status"} <= set(names)
    for prompt in manifest["prompts"]:
        assert all(f"${{arguments.{name}}}" in prompt["text"] for name in prompt["arguments"])
        assert not re.search(r"(?<!\$)\{", prompt["text"])
    json.dumps(manifest)


def test_the_bundle_installs_our_wheel_with_the_versions_of_the_lock(bundle: ModuleType) -> None:
    table = tomllib.loads(bundle.environment("lexgate-0-py3-none-any.whl"))
    assert table["project"]["dependencies"] == ["lexgate"]
    assert table["tool"]["uv"]["sources"]["lexgate"] == {"path": "lexgate-0-py3-none-any.whl"}
    pins = table["tool"]["uv"]["constraint-dependencies"]
    assert [pin for pin in pins if pin.startswith("mcp==")]
    assert not [pin for pin in pins if "\\" in pin or "hash" in pin]


def test_a_setting_that_was_left_open_does_not_stop_the_start(tmp_path: Path) -> None:
    asked = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    left_open = {variable: f"${{user_config.{variable.lower()}}}" for variable in ("UK_LEGISLATION_CONTACT",)}
    command = [sys.executable, str(MCPB / "server.py")]
    environment = {**os.environ, **left_open, "LEXGATE__PATHS__DATA_DIR": str(tmp_path)}
    answer = subprocess.run(command, input=asked, capture_output=True, timeout=30, env=environment)
    assert json.loads(answer.stdout)["id"] == 1, answer.stderr
