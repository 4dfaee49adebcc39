"""The Markdown of `uklaw_get_amendments`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline
from lexgate_uklaw.tools.effect_view import effect_line

if TYPE_CHECKING:
    from lexgate_uklaw.tools.get_amendments import GetAmendmentsResult

_CUT = ("provisions", "dates")


def render_amendments(result: "GetAmendmentsResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "GetAmendmentsResult") -> Iterator[str]:
    if result.notice:
        yield f"**Note:** {inline.markdown(result.notice, 3000)}\n"
    total = "number not given by the service" if result.total is None else f"{result.total:,} in the list"
    yield f"{len(result.effects)} effects ({total})"
    yield "Applied: " + "; ".join(f"{key} {inline.markdown(str(value))}" for key, value in result.scope.items())
    if result.scan:
        yield "Scan: " + "; ".join(f"{key.replace('_', ' ')} {value}" for key, value in result.scan.items())
    for side, named in (result.common or {}).items():
        yield f"{side.capitalize()} in all of them: {_item(named)}"
    for effect in result.effects:
        yield from effect_lines(effect)
    if result.next_cursor:
        yield f"\nThere are more: call again with cursor={result.next_cursor}"
    yield f"Confirmed by the service: {result.confirmed_at}"
    yield from result.attribution


def effect_lines(effect: dict[str, Any]) -> Iterator[str]:
    """Return an effect's entry in the list."""
    affected = effect["affected"]
    name = f"{_item(affected)}: " if "item" in affected else ""
    yield f"- {name}{effect_line(effect)}"
    yield from _details(effect)


def _item(side: dict[str, Any]) -> str:
    welsh = f" / {inline.markdown(side['title_cy'])}" if side.get("title_cy") else ""
    return f"{inline.link(side.get('title') or side['item'], side['id_uri'])}{welsh} [{inline.markdown(side['item'])}]"


def _details(effect: dict[str, Any]) -> Iterator[str]:
    facts = [f"made by {inline.markdown(effect['affecting']['item'])}"] if "item" in effect["affecting"] else []
    facts += [
        f"{name}: {', '.join(_named(each) for each in effect[key])}"
        for name, key in (("commenced under", "commencement_authority"), ("savings", "savings"))
        if effect.get(key)
    ]
    facts += [f"{name} {inline.markdown(effect[name])}" for name in ("extent", "notes", "modified") if effect.get(name)]
    missing = [_named(each) for side in ("affected", "affecting") for each in _missing(effect[side])]
    if missing:
        facts.append(f"not found in the text by the editors: {', '.join(missing)}")
    facts += [f"{effect[f'{name}_left_out']} further {name} left out" for name in _CUT if f"{name}_left_out" in effect]
    yield f"  {'; '.join(facts)} ({inline.markdown(effect.get('effect_id', 'no id'))})"


def _missing(side: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (each for each in side.get("provisions", []) if each.get("missing"))


def _named(reference: dict[str, Any]) -> str:
    return inline.markdown(reference.get("label") or reference.get("provision") or reference.get("item", ""))
