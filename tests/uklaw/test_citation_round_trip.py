"""What we write is read back as the same thing; no text makes the grammar fail or take more steps than its length."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexgate_uklaw.citations import extract, parse_citation
from lexgate_uklaw.citations.formatting import number_label, oscola, provision_in_oscola, provision_label
from lexgate_uklaw.citations.reading import parse_provisions
from lexgate_uklaw.citations.tokens import Tokens, tokens
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath

_YEARS = {
    "ukpga": (1801, 2030),
    "ukla": (1801, 2030),
    "apgb": (1708, 1800),
    "aep": (1300, 1706),
    "apni": (1921, 1972),
    "mnia": (1974, 1974),
    "nia": (2000, 2030),
    "aosp": (1424, 1707),
    "asp": (1999, 2030),
    "anaw": (2012, 2020),
    "asc": (2020, 2030),
    "mwa": (2008, 2011),
    "ukcm": (1920, 2030),
    "uksi": (1948, 2030),
    "wsi": (1999, 2030),
    "nisi": (1972, 2020),
    "ssi": (1999, 2030),
    "nisr": (1974, 2030),
    "uksro": (1900, 1947),
    "nisro": (1922, 1973),
    "eur": (1958, 2030),
    "eudr": (1958, 2030),
    "eudn": (1958, 2030),
}
_REIGNS = [
    ("Vict", 64),
    ("Geo3", 60),
    ("Geo5", 26),
    ("Geo6", 16),
    ("Eliz2", 11),
    ("Hen8", 38),
    ("Cha2", 37),
    ("Will3", 14),
]


@st.composite
def calendar_items(draw: st.DrawFn) -> ItemPath:
    code = draw(st.sampled_from(sorted(_YEARS)))
    first, last = _YEARS[code]
    number = draw(st.integers(1, 99 if code == "ukla" else 999))
    return ItemPath(code, (str(draw(st.integers(first, last))),), str(number))


@st.composite
def regnal_items(draw: st.DrawFn) -> ItemPath:
    reign, years = draw(st.sampled_from(_REIGNS))
    first = draw(st.integers(1, years - 1))
    session = draw(st.sampled_from([f"{first}", f"{first}-{first + 1}"]))
    second = draw(st.sampled_from(["", "", "Sess2"]))
    code = "ukpga" if reign in ("Vict", "Geo5", "Geo6", "Eliz2") else "aep" if reign != "Geo3" else "ukpga"
    number = str(draw(st.integers(1, 300)))
    return ItemPath(code, (f"{reign}{second}", session), number)


_LABELS = st.from_regex(r"[1-9][0-9]{0,2}[A-Z]{0,2}", fullmatch=True)
_LEVELS = st.tuples(
    st.from_regex(r"[1-9][0-9]?[A-Z]{0,2}", fullmatch=True),
    st.from_regex(r"[a-h]", fullmatch=True),
    st.sampled_from(["i", "ii", "iii", "iv", "vi", "ix", "xii"]),
    st.sampled_from(["aa", "bb", "cc"]),
)


@st.composite
def provisions(draw: st.DrawFn) -> ProvisionPath:
    levels = draw(_LEVELS)[: draw(st.integers(0, 4))]
    label = draw(_LABELS)
    shape = draw(st.sampled_from(["unit", "schedule", "the schedule", "part", "chapter"]))
    if shape == "unit":
        return ProvisionPath((draw(st.sampled_from(["section", "regulation", "article", "rule"])), label, *levels))
    if shape == "part":
        return ProvisionPath(("part", label))
    if shape == "chapter":
        return ProvisionPath(("part", label, "chapter", draw(_LABELS)))
    outer = ("schedule", label) if shape == "schedule" else ("schedule",)
    return ProvisionPath((*outer, "paragraph", draw(_LABELS), *levels))


@given(calendar_items())
def test_a_number_that_we_write_is_read_back(item: ItemPath) -> None:
    label = number_label(item)
    assert label is not None
    named = parse_citation(label).instrument
    assert named is not None
    assert item in named.items


@given(regnal_items())
def test_a_regnal_number_that_we_write_is_read_back_but_for_the_parliament(item: ItemPath) -> None:
    label = number_label(item)
    assert label is not None
    named = parse_citation(label).instrument
    assert named is not None
    assert (item.year, item.number) in {(each.year, each.number) for each in named.items}


@given(provisions())
def test_a_provision_that_we_write_is_read_back_in_both_styles(provision: ProvisionPath) -> None:
    for written in (provision_label(provision), provision_in_oscola(provision)):
        read, rest = parse_provisions(written)
        assert read is not None
        assert (read.paths, rest) == ((provision,), "")


@given(calendar_items(), provisions())
def test_a_whole_citation_that_we_write_is_read_back(item: ItemPath, provision: ProvisionPath) -> None:
    written = oscola(item, None, provision)
    assert written is not None
    parsed = parse_citation(written)
    assert parsed.instrument is not None
    assert item in parsed.instrument.items
    assert (parsed.provision, parsed.unparsed_head, parsed.unparsed_tail) == (provision, "", "")


@given(calendar_items(), provisions(), st.sampled_from(["", "See ", "\u00a0\u201c", "\U0001f4d6 ", "ﬁ\u00ad ", "é ¹ "]))
def test_spans_are_places_in_the_text_as_it_came(item: ItemPath, provision: ProvisionPath, before: str) -> None:
    written = oscola(item, None, provision)
    text = f"{before}{written}."
    for each in extract(text):
        assert text[each.start : each.end] == each.text
        assert each.text in str(written)


_MEAN = st.lists(
    st.one_of(
        st.sampled_from([*"sSrR.()[]&/-,;:'\"§\u00a0\u2013\u201c\u201d ", "2018", " Act ", "c.", "S.I.", "1", "of "]),
        st.sampled_from(string.ascii_letters + string.digits),
        st.characters(),
    ),
    max_size=300,
).map("".join)


@settings(max_examples=300)
@given(_MEAN)
def test_no_text_makes_the_grammar_fail(text: str) -> None:
    parsed = parse_citation(text)
    assert parsed.kind != "unparsed" or parsed.instrument is None
    for each in extract(text):
        assert text[each.start : each.end] == each.text


@pytest.mark.parametrize("seed", range(20))
def test_pieces_of_citations_in_any_order_never_fail(seed: int) -> None:
    pieces = [
        *("2018 c. 12 ", "S.I. 1972/1434, 1987/585 ", "that Act ", "(“the Act”) ", "ss. 1-9999, ", "(1)(a)(i) "),
        *(
            "Regulation (EU) No 1/2 ",
            "52 & 53 Vict. c. ",
            "of ",
            "and ",
            "the ",
            "Companies Act 2006 (Group) ",
            "; ",
            ". ",
        ),
        *(
            "legislation.gov.uk/ukpga/",
            "(",
            ")",
            "Sch. ",
            "Pt IV ",
            "para. 3 ",
            "the 2018 Act ",
            "\n\n",
            "of Part 1 of ",
        ),
    ]
    chosen = random.Random(seed)
    text = "".join(chosen.choice(pieces) for _ in range(400))
    for each in extract(text):
        assert text[each.start : each.end] == each.text


class _Counted(Tokens):
    """Tokens that count how often the grammar looks at one."""

    looks = 0

    def at(self, place: int) -> str:
        self.looks += 1
        return super().at(place)


_HOSTILE = [
    "A" * 24 + "! ",
    "(",
    ")",
    "[(",
    "s" + " " * 200 + "1",
    "(1)",
    "s. 1" + "(1)" * 60,
    "ss. 1-9999, ",
    "s. 1(a)(b)(i)(ii), ",
    "Companies and ",
    "Act 2006 (Group) ",
    "the Data Protection Act 2018 and ",
    "section 5 of that Act; ",
    "paragraph 1 of Schedule 2 to ",
    "paragraph (a) of section 1 of ",
    "S.I. 1972/1434, 1987/585, ",
    "2018 ",
    "\u201c",
    'Act 2018 ("the Act") ',
    "Regulation (EU) No 1/2, ",
    "52 & 53 Vict. ",
    "S.I.",
    "A. ",
    "1-",
    "Sch. ",
    "of the ",
    "Deddf ",
    "Part I and Part II of ",
    "('PACE ",
    "Order ",
]


@pytest.mark.parametrize("piece", _HOSTILE)
def test_steps_grow_no_faster_than_the_text(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def looks(repeats: int) -> int:
        cut = _Counted(tokens(piece * repeats).source)
        monkeypatch.setattr("lexgate_uklaw.citations.extraction.tokens", lambda text: cut)
        extract(piece * repeats)
        return cut.looks

    few, many = looks(100), looks(400)
    assert many <= few * 4.6 + 200
    assert many <= 150 * (len(piece) * 400) + 1000
