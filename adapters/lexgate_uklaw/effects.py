"""Effects as the editors record them: one reader for `ukm:Effect` (feeds) and `ukm:UnappliedEffect` (documents).

It fetches nothing, and it never reads `Comments`, which are the editors' working notes.
Provisions are paths inside their item (`section/45/2/f`); an effect without any touches the whole item.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from lexgate_uklaw.clml.addresses import item_of, split_uri
from lexgate_uklaw.clml.parsing import XML_LANG, child, children, flat_text, local
from lexgate_uklaw.provision_order import follows_within, segments

# A unit's word alone (".../section" for a table of contents) names no provision; an only Schedule has no number.
_BARE_WORDS = frozenset((w,) for w in ("section", "regulation", "article", "rule", "paragraph", "part", "chapter"))
_SPELT_EXTENT = re.compile(r"[A-Z](?:\+[A-Z])+")


@dataclass(frozen=True, slots=True)
class ProvisionReference:
    """A provision, or a range of them when `up_to` is set, named on one side of an effect.

    `path` is None where the editors gave plain text only; `missing` says that they did not find it in the text.
    """

    label: str
    item: str = ""
    path: str | None = None
    up_to: str | None = None
    uri: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class EffectSide:
    """One of the two instruments of an effect. `year` and `number` are calendar form even where the item is regnal."""

    item: str
    id_uri: str
    title: str
    title_cy: str | None
    year: str
    number: str
    provisions_label: str
    provisions: tuple[ProvisionReference, ...]


@dataclass(frozen=True, slots=True)
class InForce:
    """When an effect comes into force, as recorded; `date` is None where it is prospective."""

    date: str | None
    qualification: str
    prospective: bool
    applied: bool | None
    commenced_by: str | None
    commencing_provisions: tuple[ProvisionReference, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """One change that one instrument makes to another."""

    effect_id: str
    type: str
    applied: bool | None
    requires_applied: bool | None
    affected: EffectSide
    affecting: EffectSide
    commencement_authority: tuple[ProvisionReference, ...]
    savings: tuple[ProvisionReference, ...]
    in_force: tuple[InForce, ...]
    extent: str | None
    notes: str | None
    modified: str | None

    @property
    def outstanding(self) -> bool:
        """Still to be worked into the text: only an explicit Applied="true" or RequiresApplied="false" clears it."""
        return self.applied is not True and self.requires_applied is not False


def read_effects(parent: etree._Element) -> tuple[Effect, ...]:
    """Return every effect inside the element, in document order."""
    return tuple(read_effect(e) for e in parent.iter("{*}Effect", "{*}UnappliedEffect") if e.get("AffectedURI"))


def read_effect(element: etree._Element) -> Effect:
    """Return the effect that a `ukm:Effect` or `ukm:UnappliedEffect` element records."""
    return Effect(
        effect_id=element.get("EffectId", ""),
        type=element.get("Type", ""),
        applied=_flag(element.get("Applied")),
        requires_applied=_flag(element.get("RequiresApplied")),
        affected=_side(element, "Affected"),
        affecting=_side(element, "Affecting"),
        commencement_authority=_references(child(element, "CommencementAuthority")),
        savings=_references(child(element, "Savings")),
        in_force=tuple(_in_force(e) for e in children_of(child(element, "InForceDates"), "InForce")),
        extent=_extent(element.get("AffectingEffectsExtent")),
        notes=element.get("Notes") or None,
        modified=element.get("Modified") or None,
    )


def touches(effect: Effect, provision: str, *, enclosing: Collection[str] = (), enclosed: Collection[str] = ()) -> bool:
    """Return whether the effect concerns the provision (a path; blank for the whole item).

    Paths are compared segment by segment: `section/45` and `section/45/2` touch each other, `section/45A` touches
    neither. `enclosing` are the paths of the Part, Chapter or heading that the provision stands in, and `enclosed`
    those of the provisions that stand in it: the service's paths do not show this (`section/45` lies in `part/3`).
    An effect for which no provision path is recorded touches the whole item, so it touches every provision.
    """
    recorded = _ends(r for r in effect.affected.provisions if r.path is not None)
    if not provision or not recorded:
        return True
    return any(
        _related(r, provision)
        or any(_covers(r, path) for path in enclosing)
        or any(_related(r, path) for path in enclosed)
        for r in recorded
        if segments(r.path or "") not in _BARE_WORDS
    )


def _ends(references: Iterable[ProvisionReference]) -> list[ProvisionReference]:
    """Leave out what only leads to the next: "Sch. 2 para. 3" is recorded as "Sch. 2" and then "para. 3"."""
    listed = list(references)
    return [r for n, r in enumerate(listed) if not any(_leads_to(r, after) for after in listed[n + 1 : n + 2])]


def _leads_to(reference: ProvisionReference, after: ProvisionReference) -> bool:
    outer, inner = segments(reference.path or ""), segments(after.path or "")
    return reference.up_to is None and len(inner) > len(outer) and inner[: len(outer)] == outer


def children_of(parent: etree._Element | None, name: str) -> Iterator[etree._Element]:
    """Yield the children with that name; nothing where there is no parent."""
    return iter(()) if parent is None else children(parent, name)


def _related(reference: ProvisionReference, provision: str) -> bool:
    """One is the other, or contains it, or the provision lies in the range."""
    start, asked = segments(reference.path or ""), segments(provision)
    shortest = min(len(start), len(asked))
    if start[:shortest] == asked[:shortest]:
        return True
    return reference.up_to is not None and follows_within(start, asked, segments(reference.up_to))


def _covers(reference: ProvisionReference, path: str) -> bool:
    start, asked = segments(reference.path or ""), segments(path)
    if start == asked:
        return True
    return reference.up_to is not None and follows_within(start, asked, segments(reference.up_to))


def _side(element: etree._Element, side: str) -> EffectSide:
    uri = element.get(f"{side}URI", "")
    titles = {title.get(XML_LANG, "en"): flat_text(title) for title in children(element, f"{side}Title")}
    provisions = child(element, f"{side}Provisions")
    return EffectSide(
        item=item_of(uri),
        id_uri=uri,
        title=titles.get("en") or next(iter(titles.values()), ""),
        title_cy=titles.get("cy"),
        year=element.get(f"{side}Year", ""),
        number=element.get(f"{side}Number", ""),
        provisions_label=element.get(f"{side}Provisions") or flat_text(provisions),
        provisions=_references(provisions),
    )


def _references(parent: etree._Element | None) -> tuple[ProvisionReference, ...]:
    if parent is None:
        return ()
    found = [_reference(e) for e in parent if local(e.tag) in ("Section", "SectionRange")]
    if not found and flat_text(parent):
        return (ProvisionReference(label=flat_text(parent)),)
    return tuple(found)


def _reference(element: etree._Element) -> ProvisionReference:
    uri = element.get("URI", "")
    item, path = split_uri(uri)
    _, up_to = split_uri(element.get("UpTo", ""))
    return ProvisionReference(
        label=flat_text(element),
        item=item,
        path=path or None,
        up_to=up_to or None,
        uri=uri,
        missing="true" in (element.get("Missing"), element.get("MissingStart"), element.get("MissingEnd")),
    )


def _in_force(element: etree._Element) -> InForce:
    qualification = element.get("Qualification", "")
    other = element.get("OtherQualification")
    return InForce(
        date=element.get("Date") or None,
        qualification=f"{qualification} {other}".strip() if other else qualification,
        prospective=_flag(element.get("Prospective")) is True,
        applied=_flag(element.get("Applied")),
        commenced_by=item_of(element.get("CommencingURI", "")) or None,
        commencing_provisions=_references(child(element, "CommencingProvisions")),
    )


def _extent(value: str | None) -> str | None:
    """Return the extent, with "same as affected" put back together where it came letter by letter."""
    spelt = value.replace("+", "") if value and _SPELT_EXTENT.fullmatch(value) else value or ""
    if spelt.replace(" ", "").lower() == "sameasaffected":
        return "same as affected"
    return value or None


def _flag(value: str | None) -> bool | None:
    return {"true": True, "1": True, "false": False, "0": False}.get(value or "")
