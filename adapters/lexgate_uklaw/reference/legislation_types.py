"""Topics `types` and `type_groups`: made from the table of types, so that both always agree."""

from lexgate_uklaw.identifiers.types import GROUPS, TYPES
from lexgate_uklaw.reference.entry import Entry

# A path of each type that is known to exist, and how such a number is written; blank where we know of none.
_EXAMPLES = {
    "ukpga": ("ukpga/2018/12", "2018 c. 12"),
    "ukla": ("ukla/1994/15", "1994 c. xv"),
    "ukppa": ("", ""),
    "asp": ("asp/2020/13", "2020 asp 13"),
    "asc": ("asc/2021/1", "2021 asc 1"),
    "anaw": ("anaw/2016/1", "2016 anaw 1"),
    "mwa": ("mwa/2010/1", "2010 nawm 1"),
    "ukcm": ("ukcm/1997/1", "1997 No. 1"),
    "nia": ("nia/2016/5", "2016 c. 5 (N.I.)"),
    "aosp": ("aosp/1707/8", "1707 c. 8 (S.)"),
    "aep": ("aep/Ann/6/11", "6 Ann. c. 11"),
    "aip": ("aip/Geo3/40/38", "40 Geo. 3 c. 38 (I.)"),
    "apgb": ("apgb/Geo3/39-40/14", "39 & 40 Geo. 3 c. 14"),
    "gbla": ("", "1792 c. xl"),
    "gbppa": ("", ""),
    "nisi": ("nisi/1986/594", "S.I. 1986/594 (N.I. 3)"),
    "apni": ("apni/1964/29", "1964 c. 29 (N.I.)"),
    "mnia": ("mnia/1974/4", "1974 c. 4 (N.I.)"),
    "uksi": ("uksi/2019/419", "S.I. 2019/419"),
    "wsi": ("wsi/2002/808", "S.I. 2002/808 (W. 89)"),
    "ssi": ("ssi/2020/123", "S.S.I. 2020/123"),
    "nisr": ("nisr/2020/12", "S.R. 2020/12"),
    "ukci": ("", ""),
    "ukmd": ("", ""),
    "ukmo": ("", ""),
    "uksro": ("uksro/1921/1804", "S.R. & O. 1921/1804"),
    "nisro": ("", "S.R. & O. (N.I.) 1937/42"),
    "eur": ("eur/2016/679", "Regulation (EU) 2016/679"),
    "eudr": ("eudr/1995/46", "Directive 95/46/EC"),
    "eudn": ("eudn/2002/676", "Decision 676/2002/EC"),
    "eut": ("", ""),
    "ukdsi": ("ukdsi/2026/9780348287233", ""),
    "sdsi": ("sdsi/2025/9780111063286", ""),
    "nidsr": ("", ""),
}
_NOTES = {
    "wsi": "Shares the number series of uksi: a uksi number may turn out to be a wsi item.",
    "nisi": "Primary law for Northern Ireland, in the number series of uksi.",
    "mwa": "The code is mwa; the citation says nawm.",
    "aep": "By regnal year.",
    "ukpga": "Before 1963 by regnal year: ukpga/Eliz2/3-4/19.",
    "eur": "Up to 2014 cited number first (No 648/2012); the path is always year first.",
}


def types() -> tuple[Entry, ...]:
    """Return one entry for each type code."""
    return tuple(
        Entry(each.code, each.label, _NOTES.get(each.code, ""), _details(each.code)) for each in TYPES.values()
    )


def type_groups() -> tuple[Entry, ...]:
    """Return one entry for each group that can stand in place of a type in a search."""
    return tuple(
        Entry(key, key.replace("-", " "), f"{meaning[0].upper()}{meaning[1:]}.", {"types": _members(key)})
        for key, meaning in GROUPS.items()
    )


def _details(code: str) -> dict[str, str]:
    path, written = _EXAMPLES[code]
    original = TYPES[code].originals
    shape = "eut/name" if code == "eut" else f"{code}/year/{'ISBN' if TYPES[code].group == 'draft' else 'number'}"
    details = {"group": TYPES[code].group, "path": shape, "example": path, "cited_as": written}
    details["original_version"] = original[0] if original else ""
    return {name: value for name, value in details.items() if value}


def _members(group: str) -> str:
    codes = (each.code for each in TYPES.values() if each.group == group or (group == "all" and each.group != "draft"))
    return " ".join(codes)
