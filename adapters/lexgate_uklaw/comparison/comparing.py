"""One call of `uklaw_compare_versions`: two texts fetched, compared and reported."""

from collections.abc import Iterator
from typing import Any

from anyio import to_thread

from lexgate_kit import inline
from lexgate_kit.adapter import Call
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.clml.rendering.annotations import Annotation
from lexgate_uklaw.comparison.changes import Change, list_changes
from lexgate_uklaw.comparison.explaining import Explained, Explanations
from lexgate_uklaw.comparison.fetching import Side, fetch_both
from lexgate_uklaw.comparison.lines import sheet
from lexgate_uklaw.comparison.redline import Redline, compare
from lexgate_uklaw.comparison.writing import as_markdown
from lexgate_uklaw.documents.finding import Finder
from lexgate_uklaw.documents.notices import applied_version, item_status, notices
from lexgate_uklaw.documents.report import (
    annotation_records,
    editorial_record,
    item_record,
    links,
    present,
    provision_record,
    touching,
    version_record,
)
from lexgate_uklaw.identifiers.types import ORIGINAL_KEYWORDS
from lexgate_uklaw.tools.compare_versions import CompareVersionsArguments, CompareVersionsResult
from lexgate_uklaw.tools.comparison_view import render_comparison
from lexgate_uklaw.views import Part, fitted, list_part, noted

MOST_SHOWN = 30_000
MOST_CHANGES = 200
_IN_A_THREAD = 10_000


async def compare_versions(client: UkClient, arguments: CompareVersionsArguments, call: Call) -> CompareVersionsResult:
    """Answer one call. Raises UnusableInput, NotFound, and what the client raises."""
    one, two = await fetch_both(Finder(client, Budget(call.deadline)), arguments)
    if len(one.tree.text) + len(two.tree.text) < _IN_A_THREAD:
        return _report(one, two, call)
    return await to_thread.run_sync(_report, one, two, call, abandon_on_cancel=True)


def _report(one: Side, two: Side, call: Call) -> CompareVersionsResult:
    redline = compare(sheet(one.tree), sheet(two.tree))
    changes = list_changes(redline)
    turned = _age(one) > _age(two)
    older, newer = (redline.new, redline.old) if turned else (redline.old, redline.new)
    explanations = Explanations(older, newer, newer_is_new=not turned)
    explained = [(change, explanations.of(change)) for change in changes[:MOST_CHANGES]]
    notes = dict.fromkeys(note for _, found in explained for note in (*found.own, *found.around))
    records, left_out = annotation_records(tuple(notes))
    shown, notice = _redline(redline, MOST_SHOWN)
    said = [*_notices(one, two, redline, turned=turned), *notice]
    if left_out:
        said.append(f"{left_out} annotations are left out: compare a smaller provision for them.")
    if len(changes) > MOST_CHANGES:
        said.append(f"Only the first {MOST_CHANGES} of {len(changes)} changes are listed.")
    item = item_record(two.text)
    source = f"legislation.gov.uk {two.text.wanted}, redline {applied_version(one.text)} to {applied_version(two.text)}"
    result = CompareVersionsResult(
        same=redline.is_same,
        notice=" ".join(said) or None,
        item={key: item[key] for key in ("path", "id_uri", "title", "type", "type_label") if key in item},
        from_version=_side_record(one),
        to_version=_side_record(two),
        redline=call.fence.enclose(shown, source),
        changes=[_change_record(redline, change, found) for change, found in explained],
        annotations=records,
        counts=_counts(changes),
        attribution=licence_lines(
            eu_origin=two.text.wanted.item.is_eu_origin,
            publishers=(*one.text.document.metadata.publishers, *two.text.document.metadata.publishers),
        ),
    )

    def cut_redline(given: CompareVersionsResult, keep: int) -> CompareVersionsResult:
        shorter, words = _redline(redline, keep)
        update = {"redline": call.fence.enclose(shorter, source), "notice": noted(given.notice, *words)}
        return given.model_copy(update=update)

    parts = (
        list_part(result, "annotations", "further annotations are left out: compare a smaller provision for them."),
        list_part(result, "changes", "further changes are left out of the list: compare a smaller provision for them."),
        Part(len(shown), cut_redline),
    )
    return fitted(result, render_comparison, parts)


def _redline(redline: Redline, most: int) -> tuple[str, list[str]]:
    shown, left_out = as_markdown(redline, most)
    said = []
    if left_out:
        said.append(f"{left_out} unchanged paragraphs are left out of the redline (⋯).")
    if len(shown) > most:
        end = shown.rfind("\n\n", 0, most)
        shown = shown[: end if end > 0 else most]
        said.append("The redline is cut: compare smaller provisions for the rest. The list of changes goes on.")
    return shown, said


def _notices(one: Side, two: Side, redline: Redline, *, turned: bool) -> list[str]:
    said: list[str] = []
    first, second = applied_version(one.text), applied_version(two.text)
    if redline.is_same and first == second:
        said.append(f"legislation.gov.uk served one and the same version ({first}) for both: nothing was compared.")
    elif redline.is_same:
        said.append("The two are the same, word for word (quote marks, dashes and spaces aside).")
    if turned:
        said.append("from_version is the newer of the two: what later law inserted shows as deleted.")
    older, newer = (tuple(notices(side.asked, side.text)) for side in (one, two))
    said += [words for words in older if words in newer]
    for name, own, other in (("from_version", older, newer), ("to_version", newer, older)):
        said += [f"{name}: {words}" for words in own if words not in other]
    if any(touching(side.text) for side in (one, two) if side.asked.version.kind != "current"):
        said.append("Outstanding effects are those recorded today on the current text, whichever version is compared.")
    if one.text.found is None:
        said.append("Body and Schedules are compared; title, preamble, signatures, annexes and notes are not.")
    said += _extents(one, two)
    return said


def _extents(one: Side, two: Side) -> Iterator[str]:
    """Say for which extents texts stand side by side, and which were compared."""
    if not one.other_extents and not two.other_extents:
        return
    compared = tuple(inline.one_line(side.extent, 40) or "an extent that is not recorded" for side in (one, two))
    others = dict.fromkeys(inline.one_line(each, 40) for side in (one, two) for each in side.other_extents)
    yield (
        f"Texts for several extents stand side by side here. Compared is that for {compared[0]} in from_version with "
        f"that for {compared[1]} in to_version; not that for {', '.join(others)}: ask again with extent for it."
    )


def _age(side: Side) -> tuple[int, str]:
    applied = applied_version(side.text)
    if applied in ORIGINAL_KEYWORDS:
        return 0, ""
    return (2, "") if applied == "current" else (1, applied)


def _side_record(side: Side) -> dict[str, Any]:
    """Return one version's dates, status and editorial evidence, and where it can be read."""
    provision = provision_record(side.text) or {}
    provision |= present(other_extents=[inline.one_line(each, 40) for each in side.other_extents])
    version = version_record(side.asked, side.text)
    version.pop("available", None)
    wanted = ("label", "heading", "status", "extent", "other_extents", "valid_from", "valid_to")
    return {
        **version,
        **present(
            item_status=item_status(side.text),
            provision={key: provision[key] for key in wanted if key in provision} or None,
        ),
        "language": side.text.document.metadata.language,
        "editorial": editorial_record(side.text, touching(side.text)),
        "web": links(side.text)["web"],
        "confirmed_at": side.text.served.provenance.confirmed_at.isoformat(timespec="seconds"),
    }


def _change_record(redline: Redline, change: Change, notes: Explained) -> dict[str, Any]:
    old = redline.old.units[change.old] if change.old else None
    new = redline.new.units[change.new] if change.new else None
    unit = new or old
    record = present(
        kind=change.kind,
        provision=unit and unit.path and inline.one_line(unit.path, 300),
        label=unit and inline.one_line(unit.label, 200),
        renumbered_from=inline.one_line(old.label, 200) if old and new and change.old != change.new else None,
        status=unit and unit.status and inline.one_line(unit.status, 60),
        note="only dots stand in its place: repealed or omitted" if change.dots else None,
        annotations=_labels(notes.own),
        annotations_around=_labels(notes.around),
    )
    return {**record, "words_deleted": change.deleted, "words_inserted": change.inserted}


def _labels(notes: tuple[Annotation, ...]) -> list[str]:
    return [inline.one_line(note.label, 20) for note in notes]


def _counts(changes: tuple[Change, ...]) -> dict[str, int]:
    kinds = ("added", "removed", "changed", "renumbered", "moved")
    return {kind: sum(1 for change in changes if change.kind == kind) for kind in kinds}
