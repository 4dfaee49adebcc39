"""The pages of the tools are what the tools' schemas say now."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_tool_has_a_page_that_is_current() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "tool_pages.py"), "--check"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert said.returncode == 0, said.stdout + said.stderr
