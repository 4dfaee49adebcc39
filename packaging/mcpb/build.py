"""Builds the desktop extension (`.mcpb`): a wheel of lexgate, the versions to install with it, and the manifest.

`python packaging/mcpb/build.py [--out FOLDER]`. Claude Desktop brings uv, which makes the environment on the person's
machine: compiled packages come for its own system, so one bundle serves all. The wheel, not the source, is in it: a
bundle's folder is replaced by an update, and an installed wheel keeps its data in the user's own folder.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from lexgate.configuration import load
from lexgate.gateway import Gateway
from lexgate.prompts import offered_prompts

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
MOMENT = (2026, 1, 1, 0, 0, 0)
"""Of every file in the bundle, so that the same content gives the same bytes."""

# Setting → the variable that carries it, and what the person sees.
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "contact": (
        "UK_LEGISLATION_CONTACT",
        {
            "type": "string",
            "title": "Your email address or web address",
            "description": "Goes to legislation.gov.uk with each request: the service asks every program to name one.",
            "required": False,
        },
    ),
    "api_url": (
        "NORMKOMPASS_API_URL",
        {
            "type": "string",
            "title": "Address of your normkompass service",
            "description": "For German federal law. Questions go there and nowhere else.",
            "required": False,
            "default": "http://localhost:3000",
        },
    ),
    "library": (
        "LEGAL_SKILLS_DIR",
        {
            "type": "directory",
            "title": "Folder of a skill library",
            "description": "Searched beside the starter skills that come with lexgate. It is only read.",
            "required": False,
        },
    ),
}


def project() -> dict[str, Any]:
    """Return the project table of pyproject.toml."""
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def manifest() -> dict[str, Any]:
    """Return the manifest (MCPB 0.4), with the tools and prompts of this version."""
    about = project()
    tools = Gateway.of(load(ROOT / "config" / "lexgate.toml", {})).tools
    prompts = offered_prompts(tools)
    return {
        "manifest_version": "0.4",
        "name": "lexgate",
        "display_name": "lexgate: legal research",
        "version": about["version"],
        "description": about["description"],
        "long_description": (
            "Legal skills, German federal law with checked citations (through a normkompass service of yours), and UK "
            "legislation at any date. Every text has its date, status and source. Research support, not legal advice."
        ),
        "author": {"name": about["authors"][0]["name"]},
        "license": about["license"],
        "keywords": about["keywords"],
        "server": {
            "type": "uv",
            "entry_point": "server.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "server.py"],
                "env": {variable: f"${{user_config.{name}}}" for name, (variable, _) in SETTINGS.items()},
            },
        },
        "tools": [{"name": name, "description": tool.spec.description} for name, tool in tools.items()],
        "prompts": [
            {
                "name": each.name,
                "description": each.description,
                "arguments": list(each.arguments),
                "text": re.sub(r"\{(\w+)\}", r"${arguments.\1}", each.text),
            }
            for each in prompts.values()
        ],
        "user_config": {name: shown for name, (_, shown) in SETTINGS.items()},
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"python": about["requires-python"]},
        },
    }


def environment(wheel: str) -> str:
    """Return the bundle's pyproject.toml: the wheel, and for all it brings the versions of the lock."""
    about = project()
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    pins = [line.removesuffix("\\").strip() for line in lock.splitlines() if line[:1].isalnum()]
    return "\n".join(
        [
            "[project]",
            'name = "lexgate-bundle"',
            f"version = {json.dumps(about['version'])}",
            f"requires-python = {json.dumps(about['requires-python'])}",
            'dependencies = ["lexgate"]',
            "[tool.uv]",
            "package = false",
            f"constraint-dependencies = {json.dumps(pins, indent=1)}",
            "[tool.uv.sources]",
            f"lexgate = {{ path = {json.dumps(wheel)} }}",
            "",
        ]
    )


def build(out: Path) -> Path:
    """Build the wheel and write the bundle; return its path."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "build", "--wheel", "--outdir", folder, str(ROOT)]
        subprocess.run(command, check=True, capture_output=True)
        [wheel] = Path(folder).glob("*.whl")
        files = {
            "manifest.json": json.dumps(manifest(), indent=2, ensure_ascii=False).encode(),
            "pyproject.toml": environment(wheel.name).encode(),
            "server.py": (HERE / "server.py").read_bytes(),
            "LICENSE": (ROOT / "LICENSE").read_bytes(),
            "NOTICE": (ROOT / "NOTICE").read_bytes(),
            wheel.name: wheel.read_bytes(),
        }
    out.mkdir(parents=True, exist_ok=True)
    bundle = out / f"lexgate-{project()['version']}.mcpb"
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, MOMENT), content, zipfile.ZIP_DEFLATED)
    return bundle


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the desktop extension.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    print(build(parser.parse_args().out))
