"""The Markdown of `uklaw_compare_versions`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline
from lexgate_uklaw.tools.window_view import window_words

if TYPE_CHECKING:
    from lexgate_uklaw.tools.compare_versions import CompareVersionsResult


def render_comparison(result: "CompareVersionsResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "CompareVersionsResult") -> Iterator[str]:
    if result.notice:
        yield f"**Note:** {inline.markdown(result.notice, 3000)}\n"
    label = (result.to_version.get("provision") or {}).get("label")
    yield f"# {inline.markdown(result.item['title'])}{', ' + inline.markdown(label) if label else ''}"
    yield f"{result.item['path']} ({result.item['type_label']})"
    yield from _side("From", result.from_version)
    yield from _side("To", result.to_version)
    if result.same:
        yield "\nNo words differ."
    yield f"\nRedline (~~deleted~~, **inserted**):\n{result.redline}"
    if result.changes:
        yield f"\n**Changes** ({', '.join(f'{count} {kind}' for kind, count in result.counts.items() if count)})"
    yield from map(_change, result.changes)
    if result.annotations:
        yield "\n**Annotations of the newer text that explain them**"
    for note in result.annotations:
        words = inline.markdown(note.get("text", ""), 2000)
        yield f"- {inline.markdown(note.get('label', ''))} ({note['type_label']}): {words}"
    yield from result.attribution


def _side(name: str, side: dict[str, Any]) -> Iterator[str]:
    provision, editorial = side.get("provision") or {}, side["editorial"]
    facts = [f"version {side['applied']} (requested: {side['requested']})"]
    if window := window_words(provision):
        facts.append(f"{inline.markdown(provision.get('label', 'provision'))}: {window}")
    elif window := window_words(side):
        facts.append(f"item: {window}")
    if provision.get("extent"):
        facts.append(f"extent {inline.markdown(provision['extent'])}")
    if others := provision.get("other_extents"):
        facts.append(f"not compared: its text for {', '.join(map(inline.markdown, others))} (ask with extent)")
    if side.get("item_status"):
        facts.append(f"item {inline.markdown(side['item_status'])}")
    if provision.get("status"):
        facts.append(f"status {inline.markdown(provision['status'])}")
    facts.append(f"editorial status {inline.markdown(str(editorial.get('document_status', 'not recorded')))}")
    facts.append(f"outstanding effects {editorial['outstanding_effects']}")
    facts.append(f"confirmed {side['confirmed_at']}")
    yield f"- {name}: {'; '.join(facts)}. {editorial['caveat']} {inline.link('text', side['web'])}"


def _change(change: dict[str, Any]) -> str:
    name = inline.markdown(change.get("label") or change.get("provision") or "the text")
    parts = [f"words deleted {change['words_deleted']}, inserted {change['words_inserted']}"]
    if change.get("renumbered_from"):
        parts.append(f"was {inline.markdown(change['renumbered_from'])}")
    parts += [inline.markdown(change[key]) for key in ("note", "status") if change.get(key)]
    own, around = (", ".join(map(inline.markdown, change.get(f"annotations{end}", ()))) for end in ("", "_around"))
    if own or not around:
        parts.append(own or "no annotation explains it")
    if around:
        parts.append(f"annotations around it: {around}")
    return f"- {name}: {change['kind']} ({'; '.join(parts)})"
