"""An effect's record as one line of Markdown. It loads no parser."""

from typing import Any

from lexgate_kit import inline


def effect_line(record: dict[str, Any]) -> str:
    """Return an effect's record as one line of Markdown."""
    affected, affecting = record["affected"], record["affecting"]
    words = [
        inline.markdown(affected.get("provisions_label") or affected.get("title") or "the whole item"),
        inline.markdown(record.get("type", "effect of unrecorded kind")),
        "by",
        inline.link(affecting.get("title") or affecting["item"], affecting["id_uri"]) if "item" in affecting else "",
        inline.markdown(affecting.get("provisions_label", "")),
    ]
    dates = "; ".join(_force_words(each) for each in record.get("in_force", []))
    settled = "applied" if record.get("applied") else "needs no change of the text"
    state = "outstanding" if record["outstanding"] else settled
    return f"{' '.join(filter(None, words))} ({f'{dates}; ' if dates else ''}{state})"


def _force_words(force: dict[str, Any]) -> str:
    when = force.get("date") or ("" if force.get("prospective") else "date not recorded")
    qualified = f" ({inline.markdown(force['qualification'])})" if force.get("qualification") else ""
    by = ", ".join(inline.markdown(each["label"]) for each in force.get("commencing_provisions", []) if "label" in each)
    named = f" by {inline.markdown(force['commenced_by'])} {by}".rstrip() if force.get("commenced_by") else ""
    return f"{f'in force {inline.markdown(when)}' if when else 'prospective'}{qualified}{named}"
