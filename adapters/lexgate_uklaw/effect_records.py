"""An effect as the tools show it: one shape for those in documents and those in feeds. Values are single lines."""

from collections.abc import Iterable
from typing import Any

from lexgate_kit import inline
from lexgate_uklaw.effects import Effect, EffectSide, InForce, ProvisionReference
from lexgate_uklaw.links import own_address
from lexgate_uklaw.views import json_size

_OF_ITEM = ("item", "id_uri", "title", "title_cy", "year", "number")
MOST_DATES = 20
MOST_REFERENCES = 8_000
"""Characters of provisions in one record: hundreds of them fit, and no record can fill a result."""


def effect_record(effect: Effect) -> dict[str, Any]:
    """Return the effect as plain values; what is not recorded is left out.

    A provision names its item only where that is another than its side's; those of commencement and savings belong to
    the affecting side. `provisions_left_out` and `dates_left_out` count what one record has no room for.
    """
    references, affecting = _References(), effect.affecting.item
    return _present(
        {
            "effect_id": inline.one_line(effect.effect_id, 100),
            "type": inline.one_line(effect.type, 200),
            "applied": effect.applied,
            "requires_applied": effect.requires_applied,
            "outstanding": effect.outstanding,
            "affected": _side(effect.affected, references),
            "affecting": _side(effect.affecting, references),
            "commencement_authority": references.shown(effect.commencement_authority, affecting),
            "savings": references.shown(effect.savings, affecting),
            "in_force": [_in_force(each, references) for each in effect.in_force[:MOST_DATES]],
            "extent": effect.extent and inline.one_line(effect.extent, 100),
            "notes": effect.notes and inline.one_line(effect.notes, 1000),
            "modified": effect.modified and inline.one_line(effect.modified, 40),
            "dates_left_out": max(len(effect.in_force) - MOST_DATES, 0) or None,
            "provisions_left_out": references.left_out or None,
        }
    )


def _side(side: EffectSide, references: "_References") -> dict[str, Any]:
    in_path = side.item.endswith(f"/{side.year}/{side.number}")
    return _present(
        {
            "item": inline.one_line(side.item, 200),
            "id_uri": own_address(side.id_uri),
            "title": inline.one_line(side.title),
            "title_cy": side.title_cy and inline.one_line(side.title_cy),
            "year": "" if in_path else inline.one_line(str(side.year), 40),
            "number": "" if in_path else inline.one_line(side.number or "", 40),
            "provisions_label": inline.one_line(side.provisions_label),
            "provisions": references.shown(side.provisions, side.item),
        },
        keep=("item", "id_uri"),
    )


def without_shared(records: list[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what all effects of a list share of a side, its item above all, and the records without it."""
    shared = {}
    for side in ("affected", "affecting"):
        named = [{key: each[side][key] for key in _OF_ITEM if key in each[side]} for each in records]
        if len(named) > 1 and all(each == named[0] for each in named):
            shared[side] = named[0]
    return shared, [{**each, **{side: _without_item(each[side]) for side in shared}} for each in records]


def without_item(record: dict[str, Any], side: str, item: str, title: str) -> dict[str, Any]:
    """Return the record without the item of a side, where it is the one that its reader has before them."""
    named = record[side]
    if named["item"] != item or named.get("title", title) != title:
        return record
    return {**record, side: _without_item(named)}


def _without_item(side: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in side.items() if key not in _OF_ITEM}


class _References:
    """The provisions of one record, up to a size in all."""

    def __init__(self) -> None:
        self._room = MOST_REFERENCES
        self.left_out = 0

    def shown(self, references: Iterable[ProvisionReference], of: str) -> list[dict[str, Any]]:
        """Return those that there is room for; the others are counted. `of` is the item that goes without saying."""
        records = []
        for each in references:
            record = _reference(each, of) if self._room > 0 else {}
            self._room -= json_size(record)
            if self._room >= 0:
                records.append(record)
            else:
                self.left_out += 1
        return records


def _reference(reference: ProvisionReference, of: str) -> dict[str, Any]:
    return _present(
        {
            "label": inline.one_line(reference.label, 200),
            "item": "" if reference.item == of else inline.one_line(reference.item, 200),
            "provision": reference.path and inline.one_line(reference.path, 300),
            "up_to": reference.up_to and inline.one_line(reference.up_to, 300),
            "missing": reference.missing or None,
        }
    )


def _in_force(force: InForce, references: "_References") -> dict[str, Any]:
    return _present(
        {
            "date": force.date and inline.one_line(force.date, 40),
            "qualification": inline.one_line(force.qualification, 200),
            "prospective": force.prospective or None,
            "applied": force.applied,
            "commenced_by": force.commenced_by and inline.one_line(force.commenced_by, 200),
            "commencing_provisions": references.shown(force.commencing_provisions, force.commenced_by or ""),
        }
    )


def _present(values: dict[str, Any], keep: tuple[str, ...] = ()) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key in keep or value not in (None, "", [])}
