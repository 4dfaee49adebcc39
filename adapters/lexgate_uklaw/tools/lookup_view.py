"""The Markdown of `uklaw_lookup_citation`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline

if TYPE_CHECKING:
    from lexgate_uklaw.tools.lookup_citation import LookupCitationResult

_PROVISION = {
    True: "exists (it was fetched)",
    False: "NOT FOUND in this item (it was looked for)",
    None: "not checked",
}


def render_lookup(result: "LookupCitationResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "LookupCitationResult") -> Iterator[str]:
    yield f"**{'Found' if result.found else 'Not found as one item'}**"
    if result.guidance:
        yield inline.markdown(result.guidance, 3000)
    yield f"Read as: {'; '.join(_read(result.parsed))}"
    if result.item:
        yield from _item(result)
    if result.provision_path:
        yield f"Provision: {inline.markdown(result.provision_path)}: {_PROVISION[result.provision_found]}"
    if result.oscola:
        yield f"Cite as (OSCOLA): {inline.markdown(result.oscola, 700)}"
    if result.candidates:
        yield "\nCandidates, none of them chosen:"
    for each in result.candidates:
        yield f"- {_candidate(each)}"
    if result.confirmed_at:
        yield f"Confirmed by the service: {result.confirmed_at}"
    yield from result.attribution


def _read(parsed: dict[str, Any]) -> Iterator[str]:
    for name, value in parsed.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        yield f"{name.replace('_', ' ')} {inline.markdown(shown, 400)}"


def _item(result: "LookupCitationResult") -> Iterator[str]:
    title = result.title or "title not known"
    yield f"\n# {inline.markdown(title)}"
    if result.title_cy:
        yield inline.markdown(result.title_cy)
    facts = [result.item or "", result.type_label or ""]
    facts += [f"{name} {value}" for name, value in _facts(result) if value]
    yield inline.markdown("; ".join(facts), 1000)
    yield f"Identifier: {inline.url(result.id_uri or '')}"


def _facts(result: "LookupCitationResult") -> Iterator[tuple[str, object]]:
    yield "year", result.year
    yield "number", result.number
    yield "made or enacted", result.made_date


def _candidate(each: dict[str, Any]) -> str:
    title = inline.link(each.get("title") or each["item"], each["id_uri"])
    label = f"; {inline.markdown(each['type_label'])}" if each.get("type_label") else ""
    return f"{title} [{inline.markdown(each['item'])}{label}]"
