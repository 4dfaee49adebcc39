"""Starts the real server over stdio with the official client, uses it, and prints the client entry.

It searches by words; then it installs the model where this installation keeps it, and searches by meaning, in another
language than the skill's. Index and vectors of the demo are in a temporary folder. `--keyword-only` leaves out the
model.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

SHOWN = 700
# A folder of the user's would take minutes to embed: the demo searches the starter library alone.
CONFIG = """[paths]
data_dir = "data"
[adapters.skills]
model_dir = {model}
[adapters.skills.libraries]
open = ""
"""
LONGEST_INSTALL, LONGEST_EMBED = 1_900, 600
GERMAN = "Bevor wir Geschäftsgeheimnisse offenlegen: Was muss in der Verschwiegenheitserklärung stehen?"


def show(title: str, text: str) -> None:
    print(f"\n== {title}\n{text if len(text) <= SHOWN else text[:SHOWN] + ' […]'}", flush=True)


def text_of(result: Any) -> str:
    return "\n".join(block.text for block in result.content)


def write_config(folder: Path, model: str = "") -> Path:
    file = folder / "lexgate.toml"
    file.write_text(CONFIG.format(model=json.dumps(model)), encoding="utf-8")
    return file


@asynccontextmanager
async def serving(config: Path) -> AsyncIterator[Client]:
    arguments = ["-P", "-m", "lexgate", "--config", str(config), "serve"]
    async with Client(StdioServerParameters(command=sys.executable, args=arguments)) as client:
        yield client


async def by_words(config: Path) -> bool:
    """Show the tools, a search and a skill; return whether there was something to find."""
    async with serving(config) as client:
        tools = (await client.list_tools()).tools
        show("tools", "\n".join(f"{tool.name}: {tool.title}" for tool in tools))
        found = await client.call_tool("skills_search", {"query": "contract review checklist", "limit": 3})
        show('skills_search query="contract review checklist"', text_of(found))
        hits = (found.structured_content or {}).get("hits", [])
        if not hits:
            print("the starter library was not found: run lexgate doctor")
            return False
        skill = await client.call_tool("skills_get", {"id": hits[0]["id"], "max_chars": 500})
        show(f"skills_get id={hits[0]['id']}", text_of(skill))
    return True


def lexgate(*arguments: str, seconds: float, read: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command of ours; its progress goes to the terminal, its output too unless it is read."""
    command = [sys.executable, "-P", "-m", "lexgate", *arguments]
    return subprocess.run(
        command, stdout=subprocess.PIPE if read else None, timeout=seconds, check=False, encoding="utf-8"
    )


def installed_model() -> str:
    """Return the folder of the model that this installation has, installed now if need be; blank when that failed."""
    print("\n== search by meaning: the model (about 100 MB, fetched once)", flush=True)
    for first in (True, False):
        told = lexgate("model", "status", "--json", seconds=60, read=True)
        state = json.loads(told.stdout) if told.stdout.startswith("{") else {"problem": "lexgate model status failed"}
        if not state["problem"]:
            print(f"the model is in {state['folder']}")
            return str(state["folder"])
        if first:
            lexgate("model", "install", "--source", "auto", "--yes", seconds=LONGEST_INSTALL)
    print(f"There is no model, so skills are searched by words alone: {state['problem']}")
    return ""


async def by_meaning(folder: Path) -> None:
    """Make the vectors of the starter library and ask in German for a skill that is in English."""
    model = installed_model()
    if not model:
        return
    config = write_config(folder, model)
    if lexgate("--config", str(config), "skills", "embed", seconds=LONGEST_EMBED).returncode != 0:
        print("The vectors could not be made, so skills are searched by words alone.")
        return
    asked = {"query": GERMAN, "mode": "semantic", "language": "en", "limit": 2}
    async with serving(config) as client:
        found = await client.call_tool("skills_search", asked)
    show(f"skills_search {json.dumps(asked, ensure_ascii=False)}", text_of(found))
    mode = (found.structured_content or {}).get("mode")
    print(f"ranked by: {mode}" + ("" if mode == "semantic" else " - the notice says why not by meaning"))


async def main(keyword_only: bool) -> int:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if not await by_words(write_config(folder)):
            return 1
        if not keyword_only:
            try:
                await by_meaning(folder)
            except subprocess.TimeoutExpired:
                print("That took too long and was ended, so skills are searched by words alone.")
    entry = {"mcpServers": {"lexgate": {"command": sys.executable, "args": ["-P", "-m", "lexgate", "serve"]}}}
    print("\n== entry for Claude Desktop (`lexgate install claude-desktop` writes it for you)")
    print(json.dumps(entry, indent=2))
    return 0


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keyword-only", action="store_true", help="leave the model and the search by meaning out")
    sys.exit(anyio.run(main, parser.parse_args().keyword_only))
