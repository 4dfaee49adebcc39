"""The demo that the README starts with, without its model."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_demo_searches_reads_a_skill_and_ends_with_the_client_entry() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "demo.py"), "--keyword-only"]
    done = subprocess.run(command, capture_output=True, timeout=50, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "skills_search: Search legal skills" in done.stdout
    assert "== skills_get id=general/contracts/skills/contract-review-checklist" in done.stdout
    assert "the model" not in done.stdout
    entry = json.loads(done.stdout[done.stdout.rindex("\n{\n") :])
    assert entry["mcpServers"]["lexgate"] == {"command": sys.executable, "args": ["-P", "-m", "lexgate", "serve"]}
