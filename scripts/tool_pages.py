"""Writes docs/tools: a page for each tool, from the schemas that clients see. `--check` says what is not current.

It knows nothing of what a tool does beyond its schema; how tools are used together stands in docs/for-lawyers.md.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lexgate.configuration import load
from lexgate.gateway import Gateway
from lexgate.mounting import Tool
from lexgate.protocol import listed_tool

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "tools"
BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "maxItems": "at most {} entries",
    "pattern": "form `{}`",
}
HEAD = "<!-- Written by scripts/tool_pages.py from the tool's schema: change the tool, not this page. -->\n"


def cell(text: str) -> str:
    """Return text for a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")


def kind(schema: Mapping[str, Any]) -> str:
    """Return the type in words, with the values or bounds that it has."""
    if "enum" in schema:
        return "one of " + ", ".join(f"`{value}`" for value in schema["enum"])
    name = str(schema.get("type", "any"))
    if name == "array":
        name = f"list of {kind(schema.get('items', {}))}"
    bounds = [words.format(f"{schema[key]:,}" if isinstance(schema[key], int) else schema[key])
              for key, words in BOUNDS.items() if key in schema]  # fmt: skip
    return ", ".join([name, *bounds])


def argument_rows(schema: Mapping[str, Any]) -> list[str]:
    """Return the table of the arguments."""
    if not schema["properties"]:
        return ["It takes none."]
    rows = ["| argument | type | default | what it is |", "|---|---|---|---|"]
    for name, each in schema["properties"].items():
        default = (
            "required" if name in schema.get("required", []) else f"`{each['default']}`" if "default" in each else ""
        )
        rows.append(f"| `{name}` | {cell(kind(each))} | {default} | {cell(each.get('description', ''))} |")
    return rows


def page(name: str, tool: Tool) -> str:
    """Return the page of one tool."""
    shown = listed_tool(tool)
    output = shown.output_schema or {"properties": {}}
    results = ["| field | type | what it is |", "|---|---|---|"]
    results += [
        f"| `{field}` | {cell(kind(each))} | {cell(each.get('description', ''))} |"
        for field, each in output["properties"].items()
    ]
    reach = "It asks a service over the network." if tool.spec.open_world else "It asks nobody over the network."
    return "\n".join(
        [
            HEAD,
            f"# {name}: {tool.spec.title}",
            "",
            tool.spec.description,
            "",
            f"It only reads. {reach} Call it by hand: `lexgate call {name} …`.",
            "",
            "## Arguments",
            "",
            *argument_rows(shown.input_schema),
            "",
            "## Result",
            "",
            "Fields that are absent have nothing to say. The same stands in the readable text. An error has one field, "
            "`error`: `reason`, `message`, `next`, `request_id`, sometimes `retry_after` (seconds).",
            "",
            *results,
            "",
        ]
    )


def pages() -> dict[str, str]:
    """Return every page by file name."""
    tools = Gateway.of(load(ROOT / "config" / "lexgate.toml", {})).tools
    written = {f"{name}.md": page(name, tool) for name, tool in tools.items()}
    index = [HEAD, "# The tools", "", "| tool | what it does |", "|---|---|"]
    index += [f"| [{name}]({name}.md) | {cell(tool.spec.description)} |" for name, tool in tools.items()]
    return {"README.md": "\n".join([*index, ""]), **written}


def stale() -> list[str]:
    """Return the names of pages that are missing, not current, or of a tool that is gone."""
    wanted = pages()
    there = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.md")}
    return sorted({name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name)})


def main() -> int:
    """Write the pages, or check them."""
    if "--check" in sys.argv[1:]:
        names = stale()
        print(f"run scripts/tool_pages.py: {', '.join(names)}" if names else "docs/tools: current")
        return 1 if names else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in set(stale()) - pages().keys():
        (FOLDER / name).unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
