"""Starts the real server over stdio with the official client, uses it once, and prints the client entry."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

ROOT = Path(__file__).resolve().parents[1]
SHOWN = 700


def show(title: str, text: str) -> None:
    print(f"\n== {title}\n{text if len(text) <= SHOWN else text[:SHOWN] + ' […]'}")


def text_of(result: Any) -> str:
    return "\n".join(block.text for block in result.content)


async def main() -> int:
    # The demo keeps its index apart, so that it shows the same on every machine and leaves nothing behind.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "LEXGATE__PATHS__DATA_DIR": folder}
        server = StdioServerParameters(command=sys.executable, args=["-m", "lexgate", "serve"], env=environment)
        async with Client(server) as client:
            tools = (await client.list_tools()).tools
            show("tools", "\n".join(f"{tool.name}: {tool.title}" for tool in tools))
            if not any(tool.name == "skills_search" for tool in tools):
                print("the skill library is turned off in the configuration: nothing to search")
                return 1
            found = await client.call_tool("skills_search", {"query": "contract review checklist", "limit": 3})
            show('skills_search query="contract review checklist"', text_of(found))
            hits = (found.structured_content or {}).get("hits", [])
            if not hits:
                print("the starter library was not found: run lexgate doctor")
                return 1
            skill = await client.call_tool("skills_get", {"id": hits[0]["id"], "max_chars": 500})
            show(f"skills_get id={hits[0]['id']}", text_of(skill))
    entry = {"mcpServers": {"lexgate": {"command": sys.executable, "args": ["-P", "-m", "lexgate", "serve"]}}}
    print("\n== entry for Claude Desktop (`lexgate install claude-desktop` writes it for you)")
    print(json.dumps(entry, indent=2))
    return 0


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(anyio.run(main))
