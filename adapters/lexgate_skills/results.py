"""What the three tools answer, in both views. All text from outside is cleaned or fenced where a result is made."""

from typing import Any

from pydantic import BaseModel, Field

from lexgate_kit.inline import markdown

_FOUND_BY = {"keyword": "found by its words alone", "vectors": "found by its meaning alone"}


class SearchResult(BaseModel):
    """Skills found, best first."""

    hits: list[dict[str, Any]] = Field(
        description="rank, id, library, title, description, jurisdiction, language, practice, tags, license, snippet, "
        "found_by, similar (near-identical skills)"
    )
    mode: str = Field(description="keyword, semantic or hybrid: how it was ranked")
    total: int = Field(description="skills with any of the words or a linked term; semantic: that pass the filters")
    next_cursor: str | None = None
    index: str = Field(description="ready, or building: how far")
    notice: str | None = None


class SkillResult(BaseModel):
    """One skill's text and what belongs to it."""

    id: str
    library: str
    title: str
    license: str
    version: str | None = None
    author: str | None = None
    sources: list[str] = Field(description="as the skill states them")
    revision: str | None = Field(default=None, description="commit of the library")
    text: str = Field(description="the SKILL.md, fenced")
    offset: int
    total_chars: int
    next_offset: int | None = None
    files: list[dict[str, Any]] = Field(description="path, bytes of supporting files; never opened")
    warnings: list[str] = Field(description="repaired frontmatter, hidden characters")


class FacetsResult(BaseModel):
    """How many skills there are of each kind."""

    total: int
    languages: list[dict[str, Any]] = Field(description="code, name, count")
    jurisdictions: list[dict[str, Any]] = Field(description="code, count")
    practices: list[dict[str, Any]] = Field(description="code, count")
    tags: list[dict[str, Any]] = Field(description="code, count; the most frequent")
    libraries: list[dict[str, Any]] = Field(description="code, count")
    index: str
    notice: str | None = None


def render_search(result: SearchResult) -> str:
    """Return the hits as a list."""
    counted = "pass the filters" if result.mode == "semantic" else "have any of the words or a linked term"
    shown = f"{len(result.hits)} skills ({result.mode}; index {result.index}). {result.total} {counted}."
    lines = [shown] if result.hits else [f"No skill found (index {result.index})."]
    for hit in result.hits:
        lines.extend(_hit(hit, result.mode))
    if result.notice:
        lines += ["", result.notice]
    if result.next_cursor:
        lines += ["", f"More: the same call with cursor {result.next_cursor}"]
    return "\n".join(lines)


def _hit(hit: dict[str, Any], mode: str) -> list[str]:
    facts = [hit["jurisdiction"], hit["practice"], hit["language"], hit["library"], hit["license"], *hit["tags"]]
    if mode == "hybrid":
        facts.append(_FOUND_BY.get(hit["found_by"], ""))
    lines = [
        "",
        f"{hit['rank']}. {markdown(hit['title'])}",
        f"   id: {markdown(hit['id'])}",
        f"   {' · '.join(markdown(fact) for fact in facts if fact)}",
    ]
    if hit["description"]:
        lines.append(f"   {markdown(hit['description'])}")
    if hit["snippet"]:
        lines.append(f"   Match: {markdown(hit['snippet'])}")
    if hit["similar"]:
        lines.append(f"   Near-identical: {', '.join(markdown(each) for each in hit['similar'])}")
    return lines


def render_skill(result: SkillResult) -> str:
    """Return the text with what a reader must know before it."""
    about = [
        ("Id", result.id),
        ("Library", result.library),
        ("License", result.license or "not stated"),
        ("Version", result.version),
        ("Author", result.author),
        ("Revision", result.revision),
    ]
    lines = [markdown(result.title), ""]
    lines += [f"- {name}: {markdown(value)}" for name, value in about if value]
    lines += [f"- Source: {markdown(source)}" for source in result.sources]
    lines += [f"- Warning: {warning}" for warning in result.warnings]
    end = result.next_offset if result.next_offset is not None else result.total_chars
    lines += ["", f"Characters {result.offset} to {end} of {result.total_chars}:", result.text]
    if result.next_offset is not None:
        lines += ["", f"More: the same call with offset {result.next_offset}"]
    if result.files:
        lines += ["", "Supporting files (listed only, never opened):"]
        lines += [f"- {markdown(each['path'])} ({each['bytes']} bytes)" for each in result.files]
    return "\n".join(lines)


def render_facets(result: FacetsResult) -> str:
    """Return the counts, one line a kind."""
    lines = [f"{result.total} skills (index {result.index})."]
    if result.notice:
        lines.append(result.notice)
    for name in ("languages", "jurisdictions", "practices", "tags", "libraries"):
        values = getattr(result, name)
        if values:
            counted = ", ".join(f"{_facet_name(each)} {each['count']}" for each in values)
            lines += ["", f"{name.capitalize()}: {counted}"]
    return "\n".join(lines)


def _facet_name(value: dict[str, Any]) -> str:
    name = value.get("name")
    return f"{markdown(value['code'])} ({name})" if name else markdown(value["code"])
