"""Invented Atom feeds of the service's shapes: search results, effects, and the Publication Log."""

from collections.abc import Sequence

from upstream import Reply

BASE = "http://www.legislation.gov.uk"
ATOM = {"Content-Type": "application/atom+xml", "Cache-Control": "max-age=300"}
_HEAD = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:leg="http://www.legislation.gov.uk/namespaces/legislation"'
    ' xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:pbl="http://www.legislation.gov.uk/namespaces/publication-log"'
    ' xmlns:openSearch="http://a9.com/-/spec/opensearch/1.1/">'
)
MAIN_TYPES = {
    "ukpga": "UnitedKingdomPublicGeneralAct",
    "uksi": "UnitedKingdomStatutoryInstrument",
    "wsi": "WelshStatutoryInstrument",
    "ssi": "ScottishStatutoryInstrument",
    "nisr": "NorthernIrelandStatutoryRule",
    "eur": "EuropeanUnionRegulation",
    "eudn": "EuropeanUnionDecision",
    "asc": "WelshParliamentAct",
    "ukla": "UnitedKingdomLocalAct",
}


def feed(*parts: str, total: int | None = None, more: bool = False, pages: int | None = None) -> bytes:
    """Return a feed of these parts."""
    counted = "" if total is None else f"<openSearch:totalResults>{total}</openSearch:totalResults>"
    paged = "" if pages is None else f"<leg:totalPages>{pages}</leg:totalPages>"
    following = '<link rel="next" href="http://www.legislation.gov.uk/broken?page=2?page=2"/>' if more else ""
    return f"{_HEAD}{counted}{paged}{following}{''.join(parts)}</feed>".encode()


def atom(body: bytes) -> Reply:
    """Return the answer with this feed."""
    return Reply(200, body, ATOM)


def found(item: str, title: str, year: int, *, more: str = "") -> str:
    """Return an entry of the search feed; the number is the last segment of the path."""
    code, number = item.split("/")[0], item.split("/")[-1]
    return (
        f"<entry><id>{BASE}/id/{item}</id><title>{title}</title><updated>2024-01-02T03:04:05Z</updated>"
        f'<link rel="self" href="{BASE}/id/{item}"/><link href="{BASE}/{item}"/>'
        f'<ukm:DocumentMainType Value="{MAIN_TYPES[code]}"/><ukm:Year Value="{year}"/><ukm:Number Value="{number}"/>'
        f'<ukm:CreationDate Date="{year}-03-01"/>{more}</entry>'
    )


def choices(*rows: tuple[str, str]) -> Reply:
    """Return the page of candidates (300) with these paths and titles."""
    listed = "".join(f'<li><a href="/id/{path}">{title}</a></li>' for path, title in rows)
    page = f'\n<!DOCTYPE html><html><body><div id="content"><ul>{listed}</ul></div></body></html>'
    return Reply(300, page.encode(), {"Content-Type": "text/html"})


def effect(
    name: str,
    affected: str = "ukpga/2020/5",
    affecting: str = "uksi/2021/9",
    provision: str | None = "section/1",
    *,
    attributes: str = 'Applied="false" RequiresApplied="true"',
    label: str = "",
    inner: str = "",
    modified: str = "2024-05-06T07:08:09Z",
) -> str:
    """Return an entry of the changes feed; `provision` None is an effect on the whole item."""
    label = label or provision or "Act"
    uri = f"{BASE}/id/{affected}/{provision}"
    named = f'<ukm:Section URI="{uri}">{label}</ukm:Section>' if provision else label
    return (
        f"<entry><id>{BASE}/changes/{name}</id><updated>{modified}</updated><content type='text/xml'>"
        f'<ukm:Effect EffectId="{name}" Type="words inserted" Modified="{modified}" Comments="EDITORS ONLY" '
        f'{attributes} AffectedURI="{BASE}/id/{affected}" AffectedProvisions="{label}" AffectedYear="2020" '
        f'AffectedNumber="5" AffectingURI="{BASE}/id/{affecting}" AffectingProvisions="reg. 2">'
        "<ukm:AffectedTitle>Kites Act 2020</ukm:AffectedTitle>"
        "<ukm:AffectingTitle>The Kites (Tails) Regulations 2021</ukm:AffectingTitle>"
        f"<ukm:AffectedProvisions>{inner or named}</ukm:AffectedProvisions>"
        '<ukm:InForceDates><ukm:InForce Date="2021-04-01" Qualification="wholly in force"/></ukm:InForceDates>'
        "</ukm:Effect></content></entry>"
    )


def event(name: str, at: str, item: str = "uksi/2026/5", *, content: str = "legislation", more: str = "") -> str:
    """Return an entry of the Publication Log; `name` stands in its id and title."""
    code, year, number = item.split("/")[0], item.split("/")[1], item.split("/")[-1]
    return (
        f"<entry><id>{BASE}/{item}/{name}/published/{at}</id><dc:identifier>{BASE}/id/{item}</dc:identifier>"
        f"<title>The Kites Order {name}</title><author><name>A Printer</name></author><updated>{at}</updated>"
        f'<ukm:DocumentCategory Value="secondary"/><ukm:DocumentMainType Value="{MAIN_TYPES[code]}"/>'
        f'<ukm:Year Value="{year}"/><ukm:Number Value="{number}"/><pbl:ContentType>{content}</pbl:ContentType>'
        f"<pbl:Event>published</pbl:Event>{more}</entry>"
    )


def page_of(entries: Sequence[str], page: int, size: int, *, pages: bool = False) -> bytes:
    """Return one page of a list, with its totals."""
    count = -(-len(entries) // size)
    here = entries[(page - 1) * size : page * size]
    return feed(*here, total=len(entries), more=page < count, pages=count if pages else None)
