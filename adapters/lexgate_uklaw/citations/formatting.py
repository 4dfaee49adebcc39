"""Writes citations: the numbers that legislation.gov.uk prints (`2018 c. 12`), and OSCOLA (`…, s 45(2)(f)`).

It writes only what a path, a title and the series numbers say; a body of the EU, for one, is never guessed.
"""

import re
from collections.abc import Sequence

from lexgate_uklaw.citations.model import Series
from lexgate_uklaw.citations.numbering import as_roman
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath

_CHAPTERS = {"ukpga": "", "aep": "", "apgb": "", "nia": " (N.I.)", "apni": " (N.I.)", "mnia": " (N.I.)"}
_CHAPTERS.update({"aosp": " (S.)", "aip": " (I.)"})
_LOCAL = frozenset(("ukla", "gbla"))
_DEVOLVED = {"asp": "asp", "anaw": "anaw", "asc": "asc", "mwa": "nawm"}
_INSTRUMENTS = {
    "uksi": "S.I.",
    "wsi": "S.I.",
    "nisi": "S.I.",
    "ssi": "S.S.I.",
    "nisr": "S.R.",
    "uksro": "S.R. & O.",
    "nisro": "S.R. & O. (N.I.)",
}
_EU = {"eur": "Regulation", "eudr": "Directive", "eudn": "Decision"}
_SERIES = {"W": "W.", "NI": "N.I.", "C": "C.", "S": "S.", "L": "L.", "CY": "W.", "EU": "EU"}
_EU_TITLE = re.compile(r"((?:[A-Z][a-z]+ ){0,3}(?:Regulation|Directive|Decision) \(?[^,;]{1,40}?) of (?:the|[0-9])")

_OSCOLA_WORDS = {
    "section": "s",
    "regulation": "reg",
    "article": "art",
    "rule": "r",
    "paragraph": "para",
    "schedule": "sch",
    "part": "pt",
    "chapter": "ch",
    "annex": "annex",
}
_EDITORS_WORDS = {
    "section": "s.",
    "regulation": "reg.",
    "article": "art.",
    "rule": "r.",
    "paragraph": "para.",
    "schedule": "Sch.",
    "part": "Pt.",
    "chapter": "Ch.",
    "annex": "Annex",
}


def number_label(item: ItemPath, series: Sequence[Series] = ()) -> str | None:
    """Return an item's number as it is cited, with its second series; None where its type has no such form.

    Drafts, private Acts, treaties, and church and ministerial instruments have none.
    """
    code, year = item.type_code, item.calendar_year
    if code in _LOCAL and item.number.isdigit():
        return f"{year or _regnal_years(item)} c. {as_roman(int(item.number))}"
    if code in _CHAPTERS:
        return f"{year or _regnal_years(item)} c. {item.number}{_CHAPTERS[code]}"
    if year is None:
        return None
    if code in _DEVOLVED:
        return f"{year} {_DEVOLVED[code]} {item.number}"
    if code in _INSTRUMENTS:
        return f"{_INSTRUMENTS[code]} {year}/{item.number}{_series(series)}"
    if code == "ukcm":
        return f"{year} No. {item.number}"
    return _eu_number(item, year) if code in _EU else None


def provision_label(provision: ProvisionPath) -> str:
    """Return a provision as the editors write it: `s. 45(2)(f)`, `Sch. 2 para. 3`. Unnumbered parts keep their path."""
    return _provision(provision, _EDITORS_WORDS, " ")


def provision_in_oscola(provision: ProvisionPath) -> str:
    """Return a provision in OSCOLA: `s 45(2)(f)`, `sch 2, para 3`. Unnumbered parts keep their path."""
    return _provision(provision, _OSCOLA_WORDS, ", ")


def oscola(item: ItemPath, title: str | None, provision: ProvisionPath | None = None) -> str | None:
    """Return an item, and a provision of it, in OSCOLA; None where neither title nor number can be written.

    Acts are cited by title; Acts of the devolved legislatures with their number in brackets; instruments by title
    and number; EU legislation by the first words of its title.
    """
    cited = _item_in_oscola(item, title)
    if cited is None or provision is None:
        return cited
    return f"{cited}, {provision_in_oscola(provision)}"


def _item_in_oscola(item: ItemPath, title: str | None) -> str | None:
    number = number_label(item)
    name = (title or "").strip()
    name = name[4:] if name.startswith("The ") else name
    if item.type_code in _EU:
        found = _EU_TITLE.match(name)
        return found.group(1) if found else number
    if not name:
        return number.replace(".", "") if number and item.type_code in _INSTRUMENTS else number
    if item.type_code in _DEVOLVED:
        return f"{name} ({_DEVOLVED[item.type_code]} {item.number})"
    if item.type_code in _INSTRUMENTS and number:
        return f"{name}, {number.replace('.', '')}"
    return name


def _regnal_years(item: ItemPath) -> str:
    reign, years = item.year
    names = []
    for part in re.split(r"and1?(?=[A-Z])", reign.split("Sess")[0]):
        found = re.fullmatch(r"([A-Z][a-z]+)([0-9]?)", part)
        names.append(f"{found[1]}. {found[2]}".strip() if found else part)
    joined = " & 1 ".join(names) if "and1" in reign else " & ".join(names)
    session = f" Sess. {reign.split('Sess')[1]}" if "Sess" in reign else ""
    return f"{' & '.join(years.split('-'))} {joined}{session}"


def _series(series: Sequence[Series]) -> str:
    return "".join(f" ({_SERIES.get(each.letters, each.letters)} {each.number})" for each in series)


def _eu_number(item: ItemPath, year: int) -> str:
    word = _EU[item.type_code]
    if item.type_code == "eur" and year < 2015:
        return f"{word} No {item.number}/{year}"
    return f"{word} {year}/{item.number}"


def _provision(provision: ProvisionPath, words: dict[str, str], between: str) -> str:
    units: list[str] = []
    numbered = False
    for place, segment in enumerate(provision.segments):
        opens = segment in words and (numbered or not units or units[-1] == words["schedule"])
        if opens:
            units.append(words[segment])
            numbered = False
        elif not units:
            return str(provision)
        elif not numbered:
            units[-1] = f"{units[-1]} {segment}"
            numbered = place > 0
        else:
            units[-1] = f"{units[-1]}({segment})"
    return between.join(units)
