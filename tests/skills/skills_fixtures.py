"""Small invented libraries, and ways to ask them through the adapter as a server would."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio

from lexgate_kit.adapter import AdapterContext, Call
from lexgate_kit.errors import ToolFailure
from lexgate_skills.settings import SkillsSettings
from lexgate_skills.skills import SkillsAdapter


def skill_text(title: str, description: str = "", body: str = "", **more: str) -> str:
    """Return a SKILL.md of ours."""
    values = {"name": title.lower().replace(" ", "-"), "title": title, "description": description, **more}
    block = "\n".join(f"{key}: {value}" for key, value in values.items())
    return f"---\n{block}\n---\n# {title}\n\n{body}\n"


def write_skill(root: Path, path: str, text: str | bytes) -> Path:
    """Write a SKILL.md below a library's root and return it."""
    file = root / path / "SKILL.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def small_library(root: Path) -> Path:
    """Write a handful of skills in four languages and return the root."""
    rows = {
        "de/employment/skills/kuendigungsschutz": skill_text(
            "Kündigungsschutzklage prüfen",
            "Prüft die Frist nach § 4 KSchG",
            "Wer gekündigt wurde, hat drei Wochen. Siehe § 623 BGB zur Schriftform der Kündigung.",
            language="de", jurisdiction="de", practice="employment", license="MIT",
        ),
        "de/consumer/skills/kontogebuehren": skill_text(
            "Kontoführungsgebühren zurückfordern",
            "Fordert Entgelte der Bank zurück",
            "Schreiben an die Bank mit Frist aufsetzen.",
            language="de", jurisdiction="de", practice="consumer",
        ),
        "gb/contracts/skills/nda-review": skill_text(
            "NDA review",
            "Checks a confidentiality agreement before signing",
            "Read the definition of confidential information. See s. 45 of the invented Act.",
            language="en", jurisdiction="gb", practice="contracts", tags="[review, drafting]",
        ),
        "fr/general/skills/recherche": skill_text(
            "Rechercher le droit applicable",
            "Méthode de recherche",
            "Identifier les faits, puis les sources.",
            language="fr", jurisdiction="fr", practice="general",
        ),
        "cn/employment/skills/laodong": skill_text(
            "劳动合同审查", "审查劳动合同的要点", "先看试用期, 再看经济补偿。",
            language="zh-CN", jurisdiction="cn", practice="employment",
        ),
    }  # fmt: skip
    for path, text in rows.items():
        write_skill(root, path, text)
    return root


def adapter_over(tmp_path: Path, **libraries: Path | str) -> SkillsAdapter:
    """Return an adapter over these libraries alone, with its data in `tmp_path/data`."""
    folders = {"open": "", "starter": "", **{name: str(folder) for name, folder in libraries.items()}}
    context = AdapterContext(
        version="0",
        data_dir=tmp_path / "data",
        cache_dir=tmp_path / "cache",
        state_dir=tmp_path / "state",
        vendor_dir=tmp_path / "vendor",
    )
    return SkillsAdapter(SkillsSettings.model_validate({"libraries": folders}), context)


def new_call(seconds: float = 40.0, **more: Any) -> Call:
    """Return a call that must be answered within so many seconds."""
    return Call("test", anyio.current_time() + seconds, **more)


def alive(adapter: SkillsAdapter, body: Callable[[], Awaitable[Any]]) -> Any:
    """Run the body while the adapter lives, as in a server: what it raises is raised after the adapter's end."""
    raised: list[ToolFailure] = []

    async def run() -> Any:
        async with adapter.lifespan():
            try:
                return await body()
            except ToolFailure as failure:
                raised.append(failure)

    result = anyio.run(run)
    if raised:
        raise raised[0]
    return result


def ask(adapter: SkillsAdapter, tool: str, **arguments: Any) -> Any:
    """Call one tool of the adapter in a life of its own and return the result."""
    return alive(adapter, lambda: call_tool(adapter, tool, **arguments))


async def call_tool(adapter: SkillsAdapter, tool: str, **arguments: Any) -> Any:
    """Call one tool inside a life that the caller holds."""
    spec = next(spec for spec in adapter.tools() if spec.name == tool)
    return await spec.handler(spec.arguments.model_validate(arguments), new_call())


def paths(result: Any) -> list[str]:
    """Return the ids of a search's hits."""
    return [hit["id"] for hit in result.hits]


async def until(met: Callable[[], bool]) -> None:
    """Wait until something that happens in the background has happened."""
    with anyio.fail_after(20):
        while not met():  # noqa: ASYNC110 - what other processes do is no event here
            await anyio.sleep(0.01)
