"""The example of docs/adapters.md is an adapter that works."""

import re
from pathlib import Path
from typing import Any

import anyio
from invented import configuration

from lexgate.gateway import Gateway
from lexgate.mounting import Mount
from lexgate.resources import Resources
from lexgate_kit.settings import AdapterSettings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adapters.md"


def test_the_example_answers_by_its_tool_and_by_its_address(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    names: dict[str, Any] = {"__name__": "gazette_example"}
    exec(compile(found.group(1), str(PAGE), "exec"), names)  # the page's own code
    gate = Gateway(configuration(tmp_path), [Mount("gazette", True, names["adapter"](AdapterSettings(), None))])

    async def run() -> None:
        async with gate.running():
            answer = await gate.call("gazette_get", {"number": "7"})
            assert answer.structure["number"] == "7"
            assert "An invented notice." in (await Resources(gate).read("gazette://7")).text

    anyio.run(run)
