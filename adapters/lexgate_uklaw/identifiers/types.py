"""The types of legislation: code, label, group, and how the original version of each is called. Offline facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Group = Literal["primary", "secondary", "eu-origin", "draft"]

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "all": "UK and EU-origin legislation, without drafts",
        "primary": "Acts, Measures and Northern Ireland Orders in Council",
        "secondary": "statutory instruments, statutory rules and other instruments",
        "eu-origin": "legislation that originated from the EU",
        "draft": "draft instruments",
    }
)


@dataclass(frozen=True)
class LegislationType:
    """One type: the code of its addresses, what it is called, and the keywords of its version as first made.

    `originals` has the usual keyword first; drafts have none, because nothing is made yet.
    `main_types` are the names that documents and feeds give to it (`DocumentMainType`).
    """

    code: str
    label: str
    group: Group
    originals: tuple[str, ...]
    main_types: tuple[str, ...]


_ENACTED, _MADE, _ADOPTED = ("enacted",), ("made",), ("adopted",)
_CREATED = ("created", "made")

_PRIMARY = (
    ("ukpga", "UK Public General Act", _ENACTED, ("UnitedKingdomPublicGeneralAct",)),
    ("ukla", "UK Local Act", _ENACTED, ("UnitedKingdomLocalAct",)),
    (
        "ukppa",
        "UK Private or Personal Act",
        _ENACTED,
        ("UnitedKingdomPrivateOrPersonalAct", "UnitedKingdomPrivateAct"),
    ),
    ("asp", "Act of the Scottish Parliament", _ENACTED, ("ScottishAct",)),
    ("asc", "Act of Senedd Cymru", _ENACTED, ("WelshParliamentAct",)),
    ("anaw", "Act of the National Assembly for Wales", _ENACTED, ("WelshNationalAssemblyAct",)),
    ("mwa", "Measure of the National Assembly for Wales", _ENACTED, ("WelshAssemblyMeasure",)),
    ("ukcm", "Church Measure", _ENACTED, ("UnitedKingdomChurchMeasure",)),
    ("nia", "Act of the Northern Ireland Assembly", _ENACTED, ("NorthernIrelandAct",)),
    ("aosp", "Act of the Old Scottish Parliament", _ENACTED, ("ScottishOldAct",)),
    ("aep", "Act of the English Parliament", _ENACTED, ("EnglandAct",)),
    ("aip", "Act of the Old Irish Parliament", _ENACTED, ("IrelandAct",)),
    ("apgb", "Act of the Parliament of Great Britain", _ENACTED, ("GreatBritainAct",)),
    ("gbla", "Local Act of the Parliament of Great Britain", _ENACTED, ("GreatBritainLocalAct",)),
    (
        "gbppa",
        "Private or Personal Act of the Parliament of Great Britain",
        _ENACTED,
        ("GreatBritainPrivateOrPersonalAct",),
    ),
    ("nisi", "Northern Ireland Order in Council", _MADE, ("NorthernIrelandOrderInCouncil",)),
    ("apni", "Act of the Northern Ireland Parliament", _ENACTED, ("NorthernIrelandParliamentAct",)),
    ("mnia", "Measure of the Northern Ireland Assembly", _ENACTED, ("NorthernIrelandAssemblyMeasure",)),
)
_SECONDARY = (
    (
        "uksi",
        "UK Statutory Instrument",
        _MADE,
        ("UnitedKingdomStatutoryInstrument", "UnitedKingdomStatutoryInstrumentLocal"),
    ),
    ("wsi", "Welsh Statutory Instrument", _MADE, ("WelshStatutoryInstrument", "WelshStatutoryInstrumentLocal")),
    (
        "ssi",
        "Scottish Statutory Instrument",
        _MADE,
        ("ScottishStatutoryInstrument", "ScottishStatutoryInstrumentLocal"),
    ),
    (
        "nisr",
        "Northern Ireland Statutory Rule",
        _MADE,
        ("NorthernIrelandStatutoryRule", "NorthernIrelandStatutoryRuleLocal"),
    ),
    ("ukci", "Church Instrument", _CREATED, ("UnitedKingdomChurchInstrument",)),
    ("ukmd", "UK Ministerial Direction", _CREATED, ("UnitedKingdomMinisterialDirection",)),
    ("ukmo", "UK Ministerial Order", _CREATED, ("UnitedKingdomMinisterialOrder",)),
    ("uksro", "UK Statutory Rule or Order", _MADE, ("UnitedKingdomStatutoryRuleOrOrder",)),
    ("nisro", "Northern Ireland Statutory Rule or Order", _MADE, ("NorthernIrelandStatutoryRuleOrOrder",)),
)
_EU = (
    (
        "eur",
        "Regulation originating from the EU",
        _ADOPTED,
        ("EuropeanUnionRegulation", "EuropeanEconomicCommunityRegulation"),
    ),
    (
        "eudr",
        "Directive originating from the EU",
        _ADOPTED,
        ("EuropeanUnionDirective", "EuropeanEconomicCommunityDirective"),
    ),
    (
        "eudn",
        "Decision originating from the EU",
        _ADOPTED,
        ("EuropeanUnionDecision", "EuropeanEconomicCommunityDecision"),
    ),
    ("eut", "EU Treaty", _ADOPTED, ("EuropeanUnionTreaty",)),
)
_DRAFT = (
    ("ukdsi", "UK Draft Statutory Instrument", (), ("UnitedKingdomDraftStatutoryInstrument",)),
    ("sdsi", "Scottish Draft Statutory Instrument", (), ("ScottishDraftStatutoryInstrument",)),
    ("nidsr", "Northern Ireland Draft Statutory Rule", (), ("NorthernIrelandDraftStatutoryRule",)),
)
_GROUPED: tuple[tuple[Group, tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...]], ...] = (
    ("primary", _PRIMARY),
    ("secondary", _SECONDARY),
    ("eu-origin", _EU),
    ("draft", _DRAFT),
)

TYPES: Mapping[str, LegislationType] = MappingProxyType(
    {
        code: LegislationType(code, label, group, originals, main_types)
        for group, rows in _GROUPED
        for code, label, originals, main_types in rows
    }
)
"""Every type by its code, primary legislation first."""

_BY_MAIN_TYPE = {main_type: each for each in TYPES.values() for main_type in each.main_types}

ORIGINAL_KEYWORDS = ("enacted", "made", "adopted", "created")


def type_of_main_type(main_type: str) -> LegislationType | None:
    """Return the type that a document or feed entry names in `DocumentMainType`, or None for one unknown to us."""
    return _BY_MAIN_TYPE.get(main_type)
