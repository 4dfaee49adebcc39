"""The Markdown of `uklaw_search_legislation`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline

if TYPE_CHECKING:
    from lexgate_uklaw.tools.search_legislation import SearchLegislationResult


def render_search(result: "SearchLegislationResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "SearchLegislationResult") -> Iterator[str]:
    if result.notice:
        yield f"**Note:** {inline.markdown(result.notice, 3000)}\n"
    total = "total not given by the service" if result.total is None else f"{result.total:,} in all"
    yield f"{len(result.results)} results on page {result.page} ({total})"
    yield f"Searched: {'; '.join(f'{key} {_value(each)}' for key, each in result.scope.items())}\n"
    for found in result.results:
        yield from _result(found)
    yield from _facets(result.facets or {})
    if result.has_more:
        yield f"\nThere are more: call again with page={result.page + 1}."
    yield f"Confirmed by the service: {result.confirmed_at}"
    yield from result.attribution


def _value(value: Any) -> str:
    return inline.markdown(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _result(found: dict[str, Any]) -> Iterator[str]:
    title = inline.link(found["title"], found.get("document_uri") or found["id_uri"])
    welsh = f" / {inline.markdown(found['title_cy'])}" if found.get("title_cy") else ""
    yield f"- {title}{welsh} [{inline.markdown(found.get('item') or found['id_uri'])}]"
    facts = [inline.markdown(found["type_label"])]
    facts += [f"{name} {inline.markdown(str(found[key]))}" for name, key in _FACTS if found.get(key)]
    facts += [
        inline.markdown(f"({each['category']}. {each['value']})") for each in found.get("alternative_numbers", [])
    ]
    yield f"  {'; '.join(facts)}"
    if found.get("summary"):
        yield f"  {inline.markdown(found['summary'])}"
    if found.get("subjects"):
        yield f"  Subjects: {inline.markdown(', '.join(found['subjects']), 1000)}"


_FACTS = (("year", "year"), ("number", "number"), ("made or enacted", "made_date"), ("record updated", "updated"))


def _facets(facets: dict[str, Any]) -> Iterator[str]:
    for name, counts in facets.items():
        yield f"\nBy {name}: {', '.join(f'{inline.markdown(str(key), 100)} ({n})' for key, n in counts.items())}"
