"""Makes the result of `uklaw_get_document` from a document that was served. Pure: values in, a result out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lexgate_kit import inline
from lexgate_kit.fence import Fence
from lexgate_uklaw.attribution import licence_lines
from lexgate_uklaw.clml.outline import OutlineEntry
from lexgate_uklaw.clml.rendering.annotations import Annotation, Citation
from lexgate_uklaw.clml.rendering.rendered import Rendering
from lexgate_uklaw.documents.asking import Wanted
from lexgate_uklaw.documents.finding import Text
from lexgate_uklaw.documents.notices import applied_version, caveat, item_status, notices
from lexgate_uklaw.effect_records import effect_record, without_item
from lexgate_uklaw.effects import Effect, touches
from lexgate_uklaw.links import own_address
from lexgate_uklaw.settings import SERVICE
from lexgate_uklaw.tools.document_view import render_document
from lexgate_uklaw.tools.get_document import GetDocumentResult
from lexgate_uklaw.views import Part, fitted, json_size, list_part, noted

OUTLINE_PAGE = 100
MOST_EFFECTS = 20
MOST_ANNOTATION_CHARACTERS = 30_000
"""Of their records, citations included."""
MOST_VERSIONS = 100


@dataclass(frozen=True)
class Outline:
    """The entries to list, where this page of them starts, and why an outline is shown."""

    entries: tuple[OutlineEntry, ...]
    offset: int
    why: str


def report(asked: Wanted, text: Text, rendering: Rendering, fence: Fence, most: int) -> GetDocumentResult:
    """Return the text, cut at the end of a line when it is longer than `most` characters."""
    shown, cut = _cut(rendering.text, most)
    annotations, left_out = annotation_records(with_endings(text, rendering.annotations))
    extra = []
    if cut:
        extra.append(f"The text is cut after {len(shown):,} of {len(rendering.text):,} characters: links.web has all.")
    if left_out:
        extra.append(f"{left_out} further annotations are left out: read a smaller provision for them.")
    if rendering.concurrent_texts:
        extra.append(
            "Different texts stand side by side for different extents: each is marked where it starts, and the extent "
            "given for the provision is that of the first."
        )
    if rendering.simplified_cells:
        extra.append("A table with merged cells is shown simplified: links.web has it as published.")
    label = f"legislation.gov.uk {text.wanted} {applied_version(text)}"
    result = _result(asked, text, extra, kind="full", text=fence.enclose(shown, label), annotations=annotations)

    def cut_text(given: GetDocumentResult, keep: int) -> GetDocumentResult:
        said = f"The text is cut after {keep:,} of {len(rendering.text):,} characters: links.web has all."
        update = {"text": fence.enclose(shown[:keep].rstrip(), label), "notice": noted(given.notice, said)}
        return given.model_copy(update=update)

    return fitted(result, render_document, (*_lists(result), Part(len(shown), cut_text)))


def report_outline(asked: Wanted, text: Text, outline: Outline) -> GetDocumentResult:
    """Return one page of an outline."""
    page = outline.entries[outline.offset : outline.offset + OUTLINE_PAGE]
    after = outline.offset + OUTLINE_PAGE
    result = _result(
        asked,
        text,
        [outline.why, *_past_end(outline)],
        listed=0 if outline.offset else MOST_EFFECTS,
        kind="outline",
        annotations=annotation_records(text.document.endings)[0],
        outline=[_entry(entry) for entry in page],
        outline_next=after if after < len(outline.entries) else None,
    )

    def end_earlier(given: GetDocumentResult, keep: int) -> GetDocumentResult:
        said = f"The page of the outline ends after {keep} entries, because they are long: outline_next goes on."
        update = {"outline": given.outline[:keep], "outline_next": outline.offset + keep}
        return given.model_copy(update={**update, "notice": noted(given.notice, said)})

    return fitted(result, render_document, (*_lists(result), Part(len(page), end_earlier)))


def _lists(result: GetDocumentResult) -> Iterator[Part[GetDocumentResult]]:
    """What is shortened before the text or outline itself; each says how to get the rest."""
    yield list_part(result, "annotations", "further annotations are left out: read a smaller provision for them.")
    yield list_part(
        result, "unapplied_effects", "further unapplied effects are left out: uklaw_get_amendments lists them."
    )


def _past_end(outline: Outline) -> Iterator[str]:
    if 0 < len(outline.entries) <= outline.offset:
        yield f"outline_offset {outline.offset} is past the end: the outline has {len(outline.entries):,} entries."


def report_pdf(asked: Wanted, text: Text) -> GetDocumentResult:
    """Return where the PDF of an item lies that is held in no other form."""
    said = "legislation.gov.uk holds this item only as a PDF (links.pdf). It was not read: its text is not known here."
    return _result(asked, text, [said], kind="pdf_only")


def _result(
    asked: Wanted, source: Text, extra: Iterable[str], listed: int = MOST_EFFECTS, **content: Any
) -> GetDocumentResult:
    meta = source.document.metadata
    effects = touching(source)
    said = [*notices(asked, source), *extra]
    said += _about_effects(asked, len(effects), listed)
    if (count := len(_versions(source))) > MOST_VERSIONS:
        said.append(f"Only the newest of {count} versions are listed; an earlier date can be asked for all the same.")
    return GetDocumentResult(
        notice=" ".join(said) or None,
        item=item_record(source),
        provision=provision_record(source),
        version=version_record(asked, source),
        language=meta.language,
        editorial=editorial_record(source, effects),
        unapplied_effects=[_unapplied(source, effect) for effect in effects[:listed]],
        links=links(source),
        confirmed_at=source.served.provenance.confirmed_at.isoformat(timespec="seconds"),
        attribution=licence_lines(eu_origin=source.wanted.item.is_eu_origin, publishers=meta.publishers),
        **content,
    )


def _unapplied(text: Text, effect: Effect) -> dict[str, Any]:
    """Return the effect without the item that it affects: that is the one which is read."""
    return without_item(
        effect_record(effect), "affected", str(text.wanted.item), inline.one_line(text.document.metadata.title)
    )


def _about_effects(asked: Wanted, count: int, listed: int) -> Iterator[str]:
    if count and asked.version.kind != "current":
        yield "The unapplied effects are those recorded today: they do not describe this version."
    if count and not listed:
        yield f"The first page of the outline lists the unapplied effects ({count:,})."
    elif count > listed:
        yield f"Only {listed} of {count:,} unapplied effects are listed: uklaw_get_amendments lists more."


def touching(text: Text) -> list[Effect]:
    """Return the unapplied effects on what was asked."""
    if text.found is None:
        return list(text.document.effects)
    around, inside = text.document.surroundings(text.found)
    path = text.found.path
    return [each for each in text.document.effects if touches(each, path, enclosing=around, enclosed=inside)]


def item_record(text: Text) -> dict[str, Any]:
    """Return the item as plain values."""
    meta, item = text.document.metadata, text.wanted.item
    return present(
        path=str(item),
        id_uri=item.id_uri,
        title=inline.one_line(meta.title),
        type=item.type_code,
        type_label=item.type.label,
        category=meta.category and inline.one_line(meta.category, 40),
        year=meta.year,
        number=meta.number and inline.one_line(meta.number, 40),
        extent=inline.one_line(meta.extent, 40) if meta.extent else "not recorded",
        status=item_status(text),
    )


def with_endings(text: Text, annotations: tuple[Annotation, ...]) -> tuple[Annotation, ...]:
    """Return the annotations with those on the end of the whole item first, where the text shown does not name them."""
    return (*(each for each in text.document.endings if each not in annotations), *annotations)


def provision_record(text: Text) -> dict[str, Any] | None:
    """Return the provision as plain values; None for a whole item."""
    found = text.found
    if found is None:
        return None
    window = found.window
    return present(
        path=found.path,
        id_uri=f"{text.wanted.item.id_uri}/{found.path}",
        label=inline.one_line(found.label, 200),
        heading=found.heading and inline.one_line(found.heading),
        status=found.status and inline.one_line(found.status, 100),
        extent=inline.one_line(found.extent, 40) if found.extent else "not recorded",
        valid_from=window.valid_from and inline.one_line(window.valid_from, 40),
        valid_to=window.valid_to and inline.one_line(window.valid_to, 40),
    )


def _versions(text: Text) -> list[str]:
    meta = text.document.metadata
    return [version for version in meta.versions_in(meta.language) if len(version) <= 10]


def version_record(asked: Wanted, text: Text) -> dict[str, Any]:
    """Return the version asked for and the one served."""
    meta = text.document.metadata
    available = _versions(text)
    if len(available) > MOST_VERSIONS:
        keywords = [version for version in available if not version[0].isdigit()]
        available = [*keywords, *available[len(keywords) - MOST_VERSIONS :]]
    return present(
        requested=str(asked.version),
        applied=applied_version(text),
        valid_from=meta.valid_from and inline.one_line(meta.valid_from, 40),
        valid_to=meta.valid_to and inline.one_line(meta.valid_to, 40),
        document_uri=own_address(meta.document_uri),
        available=available,
    )


def editorial_record(text: Text, effects: list[Effect]) -> dict[str, Any]:
    """Return the editorial status and what it means."""
    meta = text.document.metadata
    # Unapplied effects are recorded on revised text: their absence from other text says nothing.
    known = effects or meta.document_status == "revised"
    outstanding = sum(effect.outstanding for effect in effects) if known else None
    return present(
        document_status=meta.document_status and inline.one_line(meta.document_status, 40),
        publisher=[inline.one_line(each, 200) for each in meta.publishers[:5]],
        modified=meta.modified and inline.one_line(meta.modified, 40),
        outstanding_effects="not recorded" if outstanding is None else outstanding,
        caveat=caveat(meta.document_status),
    )


def links(text: Text) -> dict[str, str]:
    """Return the addresses of the text."""
    meta = text.document.metadata
    path = text.served.provenance.path.partition("?")[0]
    found = {"web": SERVICE + path.removesuffix("/data.xml"), "xml": SERVICE + path}
    found["akn"] = own_address(meta.akn_uri or "")
    pdf = next((each for each in meta.alternatives if each.language in (None, meta.language)), None)
    found["pdf"] = own_address(pdf.uri) if pdf else ""
    return {name: address for name, address in found.items() if address}


def _entry(entry: OutlineEntry) -> dict[str, Any]:
    return present(
        provision=entry.provision and inline.one_line(entry.provision, 300),
        label=inline.one_line(entry.label, 200),
        heading=entry.heading and inline.one_line(entry.heading, 300),
        level=entry.level,
        status=entry.status and inline.one_line(entry.status, 100),
        chars=entry.chars,
        matches_text=entry.matches_text,
    )


def annotation_records(annotations: tuple[Annotation, ...]) -> tuple[list[dict[str, Any]], int]:
    """Return the annotations as plain values up to a size, and how many are left out."""
    shown: list[dict[str, Any]] = []
    room = MOST_ANNOTATION_CHARACTERS
    for annotation in annotations:
        record = _annotation_record(annotation)
        room -= json_size(record)
        if room < 0:
            break
        shown.append(record)
    return shown, len(annotations) - len(shown)


def _annotation_record(annotation: Annotation) -> dict[str, Any]:
    return present(
        label=inline.one_line(annotation.label, 20),
        type=inline.one_line(annotation.type, 10),
        type_label=annotation.type_label,
        text=inline.one_line(annotation.text, 2000),
        citations=list(dict.fromkeys(filter(None, map(_cited, annotation.citations))))[:10],
    )


def _cited(cited: Citation) -> str:
    """Return the path of what is cited, as `item` of the tools takes it; its words stand in the annotation's text."""
    return inline.one_line("/".join(filter(None, (cited.item, cited.provision))), 500)


def _cut(text: str, most: int) -> tuple[str, bool]:
    if len(text) <= most:
        return text, False
    end = text.rfind("\n", most // 2, most)
    return text[: end if end > 0 else most].rstrip(), True


def present(**values: Any) -> dict[str, Any]:
    """Return the values that are recorded."""
    return {key: value for key, value in values.items() if value not in (None, "", [])}
