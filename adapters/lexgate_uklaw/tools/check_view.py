"""The Markdown of `uklaw_check_citations`: complete and safe without the structure. It loads no parser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lexgate_kit import inline

if TYPE_CHECKING:
    from lexgate_uklaw.tools.check_citations import CheckCitationsResult


def render_check(result: "CheckCitationsResult") -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(result))


def _lines(result: "CheckCitationsResult") -> Iterator[str]:
    if result.notice:
        yield f"**Note:** {inline.markdown(result.notice, 1500)}\n"
    counted = ", ".join(f"{count} {status}" for status, count in result.counts.items())
    yield f"# {result.total} citations{': ' + counted if counted else ''}"
    if result.false_statements:
        yield f"False as they stand: {result.false_statements}"
    yield from map(_citation, result.citations)
    if result.next_cursor:
        yield f"Go on with cursor: {result.next_cursor}"
    yield from result.attribution


def _citation(each: dict[str, Any]) -> str:
    what = "/".join(each[key] for key in ("item", "provision") if each.get(key))
    title = inline.markdown(each.get("title", ""), 300)
    parts = [
        f"- {each['status']} [{each['start']}-{each['end']}]: {inline.markdown(each['text'], 300)}",
        " ".join(filter(None, (what, title))),
    ]
    if each.get("quote"):
        parts.append(f'quoted: "{inline.markdown(each["quote"], 300)}"')
    if each.get("difference"):
        # It is a redline whose outside text is escaped already; its marks are ours.
        parts.append(f"law ~~…~~, draft **…**: {each['difference']}")
    if each.get("note"):
        parts.append(inline.markdown(each["note"], 700))
    if each.get("confirmed_at"):
        parts.append(f"confirmed {each['confirmed_at']}")
    return "; ".join(filter(None, parts))
