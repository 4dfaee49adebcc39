"""Invented CLML of one Act, the Kites Act 2020, made for a test: what it holds is what the test says."""

from collections.abc import Sequence

ITEM = "ukpga/2020/5"
_BASE = "http://www.legislation.gov.uk"
_SPACES = (
    'xmlns="http://www.legislation.gov.uk/namespaces/legislation" '
    'xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:dct="http://purl.org/dc/terms/" xmlns:atom="http://www.w3.org/2005/Atom"'
)


def section(number: str, text: str = "A kite must have a tail.", *, item: str = ITEM, attributes: str = "") -> str:
    """Return a section with two subsections."""
    uri = f"{_BASE}/id/{item}/section/{number}"
    return (
        f"<P1group><Title>Tails {number}</Title>"
        f'<P1 IdURI="{uri}" id="section-{number}" {attributes}><Pnumber>{number}</Pnumber><P1para>'
        f'<P2 IdURI="{uri}/1" id="section-{number}-1"><Pnumber>1</Pnumber><P2para><Text>{text}</Text></P2para></P2>'
        f'<P2 IdURI="{uri}/2" id="section-{number}-2"><Pnumber>2</Pnumber><P2para><Text>It is long.</Text></P2para>'
        "</P2></P1para></P1></P1group>"
    )


def effect(provision: str, kind: str = "words inserted", flags: str = 'RequiresApplied="true"') -> str:
    """Return an unapplied effect on a provision (a path; blank: the whole Act)."""
    uri = f"{_BASE}/id/{ITEM}/{provision}"
    named = f'<ukm:Section URI="{uri}">{provision}</ukm:Section>' if provision else "Act"
    return (
        f'<ukm:UnappliedEffect EffectId="e-{provision}" Type="{kind}" {flags} Comments="EDITORS ONLY" '
        f'AffectedURI="{_BASE}/id/{ITEM}" AffectedProvisions="{provision}" AffectingURI="{_BASE}/id/uksi/2021/9" '
        'AffectingProvisions="reg. 2"><ukm:AffectingTitle>The Kites (Tails) Regulations 2021</ukm:AffectingTitle>'
        f"<ukm:AffectedProvisions>{named}</ukm:AffectedProvisions></ukm:UnappliedEffect>"
    )


def document(
    body: str = "",
    *,
    address: str = ITEM,
    status: str = "revised",
    language: str = "en",
    versions: Sequence[str] = ("enacted", "2020-06-01"),
    effects: Sequence[str] = (),
    contents: str = "",
    root: str = 'RestrictExtent="E+W" RestrictStartDate="2020-06-01" NumberOfProvisions="3"',
    more: str = "",
) -> bytes:
    """Return a document whose identifier is `address`, with `body` inside its Body, or contents, or neither."""
    links = "".join(
        f'<atom:link rel="http://purl.org/dc/terms/hasVersion" href="{_BASE}/x/{v}" title="{v}"/>' for v in versions
    )
    text = f"<Primary><Body>{body}</Body></Primary>" if body else ""
    listed = f"<Contents>{contents}</Contents>" if contents else ""
    return (
        f'<Legislation {_SPACES} DocumentURI="{_BASE}/{ITEM}" IdURI="{_BASE}/id/{ITEM}" {root}><ukm:Metadata>'
        f"<dc:identifier>{_BASE}/{address}</dc:identifier><dc:title>Kites Act 2020</dc:title>"
        f"<dc:language>{language}</dc:language><dc:publisher>Statute Law Database</dc:publisher>{links}"
        "<ukm:PrimaryMetadata><ukm:DocumentClassification>"
        '<ukm:DocumentCategory Value="primary"/><ukm:DocumentMainType Value="UnitedKingdomPublicGeneralAct"/>'
        f'<ukm:DocumentStatus Value="{status}"/></ukm:DocumentClassification><ukm:Year Value="2020"/>'
        f'<ukm:Number Value="5"/><ukm:UnappliedEffects>{"".join(effects)}</ukm:UnappliedEffects></ukm:PrimaryMetadata>'
        f"{more}</ukm:Metadata>{listed}{text}</Legislation>"
    ).encode()


def entries(*numbers: str, matching: Sequence[str] | None = None) -> str:
    """Return contents entries of sections; with `matching`, as after a search in the contents."""
    return "".join(
        f'<ContentsItem ContentRef="section-{n}" IdURI="{_BASE}/id/{ITEM}/section/{n}"'
        + ("" if matching is None else f' MatchText="{"true" if n in matching else "false"}"')
        + f"><ContentsNumber>{n}</ContentsNumber><ContentsTitle>Tails {n}</ContentsTitle></ContentsItem>"
        for n in numbers
    )
