"""The Markdown of `uklaw_get_document`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline
from lexgate_uklaw.tools.effect_view import effect_line
from lexgate_uklaw.tools.window_view import window_words

if TYPE_CHECKING:
    from lexgate_uklaw.tools.get_document import GetDocumentResult


def render_document(result: "GetDocumentResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "GetDocumentResult") -> Iterator[str]:
    item, provision, version, editorial = result.item, result.provision or {}, result.version, result.editorial
    if result.notice:
        yield f"**Note:** {inline.markdown(result.notice, 3000)}\n"
    name = f", {inline.markdown(provision['label'])}" if provision else ""
    yield f"# {inline.markdown(item['title'])}{name}"
    if provision.get("heading"):
        yield f"*{inline.markdown(provision['heading'])}*"
    yield f"{item['path']}{'/' + inline.markdown(provision['path']) if provision else ''} ({item['type_label']})"
    yield f"Version: {version['applied']} (requested: {version['requested']}){_window(version)}"
    yield f"Language: {result.language}"
    if provision:
        yield f"Provision: {_facts(provision, ('status', 'extent'))}{_window(provision)}"
    else:
        yield f"Extent: {inline.markdown(str(item['extent']))}"
    if item.get("status"):
        yield f"Item: **{inline.markdown(item['status'])}**"
    status = inline.markdown(str(editorial.get("document_status", "not recorded")))
    yield f"Editorial status: {status}; outstanding effects: {editorial['outstanding_effects']}. {editorial['caveat']}"
    if result.text:
        yield f"\n{result.text}"
    yield from _annotations(result.annotations)
    yield from _outline(result)
    yield from _effects(result.unapplied_effects)
    if version.get("available"):
        yield f"\nVersions that can be read: {', '.join(version['available'])}"
    yield "Links: " + ", ".join(inline.link(name, address) for name, address in result.links.items())
    yield f"Confirmed by the service: {result.confirmed_at}"
    yield from result.attribution


def _window(values: dict[str, Any]) -> str:
    words = window_words(values)
    return f", {words}" if words else ""


def _facts(values: dict[str, Any], names: tuple[str, ...]) -> str:
    return "; ".join(f"{name} {inline.markdown(str(values[name]))}" for name in names if values.get(name))


def _annotations(annotations: list[dict[str, Any]]) -> Iterator[str]:
    if annotations:
        yield "\n**Annotations**"
    for each in annotations:
        label = inline.markdown(each.get("label", ""))
        yield f"- {label} ({each['type_label']}): {inline.markdown(each.get('text', ''), 2000)}"


def _effects(effects: list[dict[str, Any]]) -> Iterator[str]:
    if effects:
        yield "\n**Unapplied effects**"
    for each in effects:
        yield f"- {effect_line(each)}"


def _outline(result: "GetDocumentResult") -> Iterator[str]:
    if result.kind != "outline":
        return
    yield "\n**Outline** (pass the path in brackets as `provision`)"
    for entry in result.outline:
        indent = "  " * (entry["level"] - 1)
        words = " ".join(inline.markdown(entry[key], 300) for key in ("label", "heading") if entry.get(key))
        marks = [inline.markdown(entry[key]) for key in ("provision", "status") if entry.get(key)]
        if entry.get("chars"):
            marks.append(f"{entry['chars']:,} characters")
        yield f"{indent}- {words} [{'; '.join(marks)}]" if marks else f"{indent}- {words}"
    if result.outline_next is not None:
        yield f"The outline goes on: call again with outline_offset={result.outline_next}."
