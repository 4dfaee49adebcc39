"""What a reader must know before relying on a text: what was served instead of what was asked, how old, how far."""

from collections.abc import Iterator
from datetime import date

from lexgate_uklaw.answers import STALE_BECAUSE
from lexgate_uklaw.clml.provision_status import NO_LONGER, is_gone
from lexgate_uklaw.documents.asking import Wanted
from lexgate_uklaw.documents.finding import Text
from lexgate_uklaw.repeals import title_mark


def applied_version(text: Text) -> str:
    """Return the version that was served: a date, a keyword, or current."""
    return text.document.metadata.version or "current"


def notices(asked: Wanted, text: Text) -> Iterator[str]:
    """Yield the notices of a text, those on its end and its version first."""
    yield from _endings(text)
    yield from _version_notices(asked, text)
    if asked.language == "cy" and text.document.metadata.language != "cy":
        yield "Welsh was asked for, but no Welsh text is held for this: the English text is shown."
    if text.renamed:
        yield f"legislation.gov.uk holds this item as {text.wanted.item}."
    stale = text.served.provenance.stale
    if stale:
        yield f"Shown from our store, because {STALE_BECAUSE[stale]}: it may have changed since confirmed_at."


def item_status(text: Text) -> str | None:
    """Return the status of the whole item in the version served; None where no sign says that it has ended.

    The service's own title is the last sign that is looked at: it does not say from when.
    """
    document, meta = text.document, text.document.metadata
    if document.status:
        return document.status
    if _is_over(text, meta.valid_to):
        return NO_LONGER
    mark = title_mark(meta.title)
    return f"marked {mark} in its title" if mark else None


def _endings(text: Text) -> Iterator[str]:
    status, mark = item_status(text), title_mark(text.document.metadata.title)
    if is_gone(status):
        yield f"The whole item is {status} in this version: it is shown as a record, not as law in force."
    if mark:
        yield (
            f"legislation.gov.uk marks the item as {mark} in its title. It puts that mark on earlier versions too: "
            "the annotations and the dates of the text tell from when."
        )
    labels = ", ".join(each.label for each in text.document.endings)
    if labels:
        yield f"The annotation {labels} records the end of the item: read its dates, extents and exceptions."
    found = text.found
    if found and not is_gone(status) and (is_gone(found.status) or _is_over(text, found.window.valid_to)):
        yield "This provision is repealed, omitted or no longer in force in this version: it is shown as a record."


def _is_over(text: Text, end: str | None) -> bool:
    """Tell whether a window of the current version has ended by the day on which the service confirmed it."""
    today = text.served.provenance.confirmed_at.date().isoformat()
    return bool(end and text.wanted.version.kind == "current" and end <= today)


def _version_notices(asked: Wanted, text: Text) -> Iterator[str]:
    applied, meta = applied_version(text), text.document.metadata
    requested = text.wanted.version.segment(text.wanted.item.type_code) or "current"
    today = text.served.provenance.confirmed_at.date()
    if asked.version.on is not None and applied != requested:
        yield (
            f"The version of {requested} was asked for, the version {applied} was served: legislation.gov.uk holds "
            "no text for that date. Revised text starts at 1 February 1991 (Northern Ireland: 1 January 2006)."
        )
    elif asked.version.on is not None and _is_future(asked.version.on, today):
        yield f"{requested} lies in the future: this is the latest version known on {today}, not the law of that day."
    elif text.document.pdf_only:
        return  # there is no text that a version could be said of
    elif asked.version.kind == "current" and applied not in ("current", ""):
        yield f"There is no revised text: this is the text as {applied}. Later changes are not in it."
    elif asked.version.kind == "current" and meta.document_status == "final":
        yield "There is no revised text: this is the text as first made. Later changes are not in it."
    elif asked.version.kind == "original" and applied != requested:
        yield f"The version as {requested} was asked for, the version {applied} was served."


def _is_future(asked: date, today: date) -> bool:
    return asked > today


def caveat(status: str | None) -> str:
    """Return what the editorial status means for a reader."""
    if status == "revised":
        return (
            "Revised text is an editorial consolidation and can lag behind the law: look at the outstanding effects "
            "and at the commencement annotations before you say what is in force."
        )
    if status == "draft":
        return "A draft instrument has no force."
    if status == "final":
        return "Text as first made. Changes made later are not in it: list them with uklaw_get_amendments."
    return "The document does not say whether its text is revised."
