"""Identifiers: four lists for each kind (read, refused by shape, refused by table, converted)."""

import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexgate_kit.errors import ToolFailure, UnusableInput
from lexgate_uklaw.identifiers.addresses import Address, parse_address
from lexgate_uklaw.identifiers.items import ItemPath, ItemScope
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.types import TYPES, type_of_main_type
from lexgate_uklaw.identifiers.versions import CURRENT, Version, calendar_date

ACT = ItemPath("ukpga", ("2018",), "12")


def _reason(failing: object, *arguments: object) -> str:
    with pytest.raises(UnusableInput) as caught:
        failing(*arguments)  # type: ignore[operator]  # a constructor or function under test
    return caught.value.reason


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ukpga/2018/12", ("ukpga", ("2018",), "12")),  # an Act by calendar year
        ("UKSI/2019/419", ("uksi", ("2019",), "419")),  # type in capitals
        ("/uksi/2019/0419/", ("uksi", ("2019",), "419")),  # slashes around, a leading zero
        ("ukpga/Eliz2/3-4/19", ("ukpga", ("Eliz2", "3-4"), "19")),  # two regnal years
        ("ukpga/eliz2/3-4/19", ("ukpga", ("Eliz2", "3-4"), "19")),  # monarch in small letters
        ("aep/Ann/6/11", ("aep", ("Ann", "6"), "11")),  # one regnal year
        ("ukpga/Geo6/12-13-14/76", ("ukpga", ("Geo6", "12-13-14"), "76")),  # three regnal years
        ("ukpga/Geo5Sess2/13/2", ("ukpga", ("Geo5Sess2", "13"), "2")),  # a second session
        ("ukdsi/2026/9780348287233", ("ukdsi", ("2026",), "9780348287233")),  # a draft by ISBN
        ("sdsi/2005/011065725X", ("sdsi", ("2005",), "011065725X")),  # an older draft by its short ISBN
        ("eur/2016/679", ("eur", ("2016",), "679")),  # EU-origin
        ("eut/teu", ("eut", (), "teu")),  # a treaty has a name
        ("aosp/1424/1", ("aosp", ("1424",), "1")),  # the oldest Scottish Acts
    ],
)
def test_an_item_path_is_read(text: str, parts: tuple[str, tuple[str, ...], str]) -> None:
    item = ItemPath.parse(text)
    assert (item.type_code, item.year, item.number) == parts
    assert ItemPath.parse(str(item)) == item


@pytest.mark.parametrize(
    "text",
    [
        "",  # nothing
        "Data Protection Act 2018",  # a title
        "2018 c. 12",  # a citation
        "ukpga",  # a type alone
        "ukpga/2018",  # a year alone
        "ukpga/2018/12/section/45",  # more than an item
        "../../etc/passwd",  # traversal
        "ukpga/../../x",  # traversal inside
        "ukpga//12",  # an empty segment
        "ukpga/2018/12\n",  # trimmed: see below; the next rows are not
        "ukpga/20\n18/12",  # a line break inside
        "ukpga/2018/1\x002",  # a control character
        "ukpga/2018/twelve",  # no number
        "ukpga/2018/0",  # numbers start at 1
        "ukpga/3018/12",  # a year out of range
        "ukpga/18/12",  # a short year
        "ukdsi/2026/12",  # a draft without an ISBN
        "uksi/Eliz2/3-4/19",  # instruments have no regnal year
        "ukpga/Eliz2/3--4/19",  # a broken session
        "ukpga/2018/१२",  # digits of another script
        "ukpga/2018/12?x=1",  # a query
        "xyz/2018/12",  # an unknown type
        "x" * 5000,  # far too long
    ],
)
def test_what_is_no_item_path_is_refused(text: str) -> None:
    if text == "ukpga/2018/12\n":
        assert ItemPath.parse(text) == ACT
        return
    assert _reason(ItemPath.parse, text) == "invalid_item"


def test_a_title_is_sent_to_the_citation_tool() -> None:
    with pytest.raises(UnusableInput) as caught:
        ItemPath.parse("Data Protection Act 2018")
    assert "uklaw_lookup_citation" in caught.value.next_step
    assert "Data" not in caught.value.text


def test_a_constructed_item_is_checked_too() -> None:
    assert _reason(ItemPath, "ukpga", ("2018",), "12/../../x") == "invalid_item"


def test_an_item_says_what_it_is() -> None:
    regnal = ItemPath.parse("ukpga/Eliz2/3-4/19")
    assert (regnal.is_regnal, regnal.calendar_year) == (True, None)
    assert (ACT.is_regnal, ACT.calendar_year, ACT.is_draft) == (False, 2018, False)
    assert ItemPath.parse("ukdsi/2026/9780348287233").is_draft
    assert ItemPath.parse("eur/2016/679").is_eu_origin
    assert ACT.id_uri == "http://www.legislation.gov.uk/id/ukpga/2018/12"


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("uksi", ItemScope("uksi")),  # a type
        ("primary", ItemScope("primary")),  # a group
        ("ukpga/2018", ItemScope("ukpga", 2018)),  # a year of a type
        ("ukpga/2018/12", ItemScope("ukpga", 2018, ACT)),  # one item
    ],
)
def test_a_scope_is_read(text: str, scope: ItemScope) -> None:
    assert ItemScope.parse(text) == scope
    assert str(scope) == text


@pytest.mark.parametrize("text", ["", "primary/2018", "ukpga/0001", "ukpga/20188", "laws"])
def test_what_is_no_scope_is_refused(text: str) -> None:
    assert _reason(ItemScope.parse, text) == "invalid_item"


@pytest.mark.parametrize(
    "text",
    [
        "section/45",
        "section/45/2/f",
        "section/45A/2ZA",
        "regulation/5",
        "article/28/3",
        "rule/3.4",
        "schedule/2/paragraph/3/1",
        "schedule/paragraph/1",  # the only schedule has no number
        "schedule",
        "schedule/4ZA",
        "part/3/chapter/2",
        "part/III/crossheading/supplementary-provisions",
        "crossheading/part",  # a slug may spell a keyword
        "chapter/IV/section/1",  # a division of an EU regulation
        "part/1/regulation/2",  # an instrument that counts anew in each Part
        "introduction",
        "body",
        "schedules",
        "section/wrapper1",  # unnumbered paragraphs of old Acts
        "schedule/6/part/1/crossheading/vehicles/paragraph/2",
    ],
)
def test_a_provision_path_is_read_and_written_back(text: str) -> None:
    assert str(ProvisionPath.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "45",  # a bare number could be any unit
        "s. 45",  # shorthand is read by the citation grammar
        "section",  # no number
        "part/3/chapter",  # no number
        "section//45",
        "section/45/../46",
        "section/45/data.xml",  # a format inside
        "section/" + "x" * 400,
        "section/45\x1b/2",
        "section/4 5",
        "introduction/2",  # nothing stands below it
        "section/45/2020-01-01",  # a version inside
        "section/45/welsh",  # a language inside
        "section/" + "/".join("1" * 70),
    ],
)
def test_what_is_no_provision_path_is_refused(text: str) -> None:
    assert _reason(ProvisionPath.parse, text) == "invalid_provision"


@pytest.mark.parametrize(
    ("nested", "alone"),
    [
        ("part/3/section/45", "section/45"),
        ("part/3/chapter/2/section/45/1", "section/45/1"),
        ("section/45", None),  # is alone already
        ("part/3/chapter/2", None),  # holds no unit
        ("schedule/1/part/2/paragraph/3", None),  # paragraphs belong to their schedule
    ],
)
def test_a_section_under_its_part_knows_its_usual_path(nested: str, alone: str | None) -> None:
    found = ProvisionPath.parse(nested).alone
    assert (str(found) if found else None) == alone


@pytest.mark.parametrize(
    ("inner", "parent"),
    [
        ("section/45/2/f", "section/45/2"),
        ("section/45", None),
        ("schedule/2/paragraph/3", "schedule/2"),
        ("schedule/paragraph/3", "schedule"),
        ("schedule/2", None),
        ("part/3/chapter/2", "part/3"),
        ("introduction", None),
    ],
)
def test_a_provision_knows_its_parent(inner: str, parent: str | None) -> None:
    found = ProvisionPath.parse(inner).parent
    assert (str(found) if found else None) == parent


def test_provisions_are_compared_by_whole_segments() -> None:
    section = ProvisionPath.parse("section/45")
    assert section.contains(ProvisionPath.parse("section/45/2"))
    assert not section.contains(ProvisionPath.parse("section/45A"))
    assert not section.contains(ProvisionPath.parse("section/4"))
    assert ProvisionPath.parse("section/45/2").touches(section)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("", CURRENT),
        ("current", CURRENT),
        ("Enacted", Version("original", "enacted")),
        ("original", Version("original", "original")),
        ("2010-01-31", Version("dated", on=date(2010, 1, 31))),
        ("2024-02-29", Version("dated", on=date(2024, 2, 29))),  # a leap day
    ],
)
def test_a_version_is_read(text: str, version: Version) -> None:
    assert Version.parse(text) == version


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2023-02-29", "invalid_date"),  # no leap year
        ("2019-02-30", "invalid_date"),
        ("2019-13-01", "invalid_date"),
        ("2019-1-1", "invalid_date"),
        ("01/02/2019", "invalid_date"),
        ("20190101", "invalid_date"),
        ("2019-W01-1", "invalid_version"),  # a week date is no date here
        ("12019-01-01", "invalid_date"),  # five digits
        ("0000-01-01", "invalid_date"),
        ("٢٠١٩-٠١-٠١", "invalid_version"),  # digits of another script
        ("prospective", "invalid_version"),  # a mark, not a version
        ("latest", "invalid_version"),
        ("2019-01-01/welsh", "invalid_version"),
    ],
)
def test_what_is_no_version_is_refused(text: str, reason: str) -> None:
    assert _reason(Version.parse, text) == reason


@pytest.mark.parametrize(
    ("version", "code", "segment"),
    [
        ("current", "ukpga", ""),
        ("enacted", "ukpga", "enacted"),
        ("enacted", "uksi", "made"),  # one word for all types
        ("original", "eur", "adopted"),
        ("made", "nisi", "made"),
        ("made", "ukmo", "made"),  # these types may use either word
        ("original", "ukmo", "created"),
        ("2010-01-31", "uksi", "2010-01-31"),
    ],
)
def test_a_version_is_written_by_the_type(version: str, code: str, segment: str) -> None:
    assert Version.parse(version).segment(code) == segment


def test_a_draft_has_no_original() -> None:
    assert _reason(Version.parse("made").segment, "ukdsi") == "invalid_version"


def test_a_date_is_trimmed_and_strict() -> None:
    assert calendar_date(" 2018-05-25 ") == date(2018, 5, 25)


SECTION = ProvisionPath.parse("section/45")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ukpga/2018/12", Address(ACT)),
        ("ukpga/2018/12/section/45", Address(ACT, SECTION)),
        ("ukpga/2018/12/section/45/2019-01-01", Address(ACT, SECTION, Version("dated", on=date(2019, 1, 1)))),
        ("https://www.legislation.gov.uk/ukpga/2018/12", Address(ACT)),
        ("http://www.legislation.gov.uk/id/ukpga/2018/12", Address(ACT)),
        ("http://legislation.gov.uk/id/ukpga/2018/12/", Address(ACT)),
        ("HTTPS://WWW.LEGISLATION.GOV.UK/ukpga/2018/12", Address(ACT)),
        ("www.legislation.gov.uk/ukpga/2018/12/contents", Address(ACT, contents=True)),
        (
            "https://www.legislation.gov.uk/ukpga/2018/12/contents/enacted/data.xml",
            Address(ACT, version=Version("original", "enacted"), contents=True),
        ),
        ("https://www.legislation.gov.uk/ukpga/2018/12/section/45/data.xml", Address(ACT, SECTION)),
        (
            "http://www.legislation.gov.uk/ukpga/2018/12/2019-01-01/data.xml/published/2026-09-24T18:00:00",
            Address(ACT, version=Version("dated", on=date(2019, 1, 1))),
        ),
        (
            "https://www.legislation.gov.uk/ukpga/2018/12/section/45/enacted/welsh/data.xml",
            Address(ACT, SECTION, Version("original", "enacted"), "cy"),
        ),
        ("https://www.legislation.gov.uk/ukpga/2018/12/welsh", Address(ACT, language="cy")),
        ("https://www.legislation.gov.uk/cy/ukpga/2018/12", Address(ACT)),  # the page's language, not the text's
        ("https://www.legislation.gov.uk/ukpga/2018/12?view=plain", Address(ACT)),  # a view
        ("https://www.legislation.gov.uk/ukpga/2018/12/contents#section-45", Address(ACT, contents=True)),
        ("https://www.legislation.gov.uk/ukpga/2018/12#section-45", Address(ACT, SECTION)),  # an anchor
        ("https://www.legislation.gov.uk/ukpga/2018/12#pageTitle", Address(ACT)),  # an anchor of the page
        ("https://www.legislation.gov.uk/ukpga/2018/12/resources", Address(ACT)),
        ("https://www.legislation.gov.uk/ukpga/2018/12/pdfs/ukpga_20180012_en.pdf", Address(ACT)),
        (
            "http://www.legislation.gov.uk/ukpga/2018/12/section/45/england+wales/2019-01-01",
            Address(ACT, SECTION, Version("dated", on=date(2019, 1, 1)), extent="england+wales"),
        ),
        (
            "ukpga/2018/12/part/2/crossheading/scotland",  # a slug, not an extent
            Address(ACT, ProvisionPath.parse("part/2/crossheading/scotland")),
        ),
    ],
)
def test_an_address_is_split(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("https://www.legislation.gov.uk.evil.test/ukpga/2018/12", "invalid_item"),
        ("www.legislation.gov.uk.evil.test/ukpga/2018/12", "invalid_item"),
        ("https://evil.test/www.legislation.gov.uk/ukpga/2018/12", "invalid_item"),
        ("https://www.legislation.gov.uk@evil.test/ukpga/2018/12", "invalid_item"),
        ("https://user:pw@www.legislation.gov.uk/ukpga/2018/12", "invalid_item"),
        ("https://www.legislation.gov.uk:8443/ukpga/2018/12", "invalid_item"),
        ("https://www.legislation.gov.uk\\@evil.test/ukpga/2018/12", "invalid_item"),
        ("//www.legislation.gov.uk/ukpga/2018/12", "invalid_item"),
        ("ftp://www.legislation.gov.uk/ukpga/2018/12", "invalid_item"),
        ("file:///etc/passwd", "invalid_item"),
        ("https://[::1/ukpga/2018/12", "invalid_item"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/%2e%2e/%2e%2e/x", "invalid_item"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/section/%0045", "invalid_item"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/section/%ff45", "invalid_item"),
        ("https://www.legislation.gov.uk/", "invalid_item"),
        ("https://www.legislation.gov.uk/changes/affected/ukpga/2018/12", "invalid_item"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/notes/division/3", "invalid_item"),  # another document
        ("https://www.legislation.gov.uk/ukpga/2018/12/wibble/3", "invalid_item"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/section/45/2019-02-30", "invalid_date"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/section/45/prospective", "invalid_version"),
        ("https://www.legislation.gov.uk/ukpga/2018/12/section", "invalid_provision"),
        ("ukpga/2018/12/" + "x" * 3000, "invalid_item"),
    ],
)
def test_what_is_no_address_of_the_service_is_refused(text: str, reason: str) -> None:
    assert _reason(parse_address, text) == reason


def test_every_type_has_a_label_a_group_and_a_main_type() -> None:
    assert len(TYPES) == 34
    for code, each in TYPES.items():
        assert each.code == code
        assert each.label
        assert each.group in ("primary", "secondary", "eu-origin", "draft")
        assert all(type_of_main_type(name) is each for name in each.main_types)
        assert bool(each.originals) == (each.group != "draft")


@given(st.text(max_size=200))
def test_any_text_is_an_address_or_a_refusal_of_ours(text: str) -> None:
    for form in (text, f"https://www.legislation.gov.uk/{text}", f"ukpga/2018/12/{text}"):
        try:
            address = parse_address(form)
        except ToolFailure as failure:
            assert failure.reason.startswith("invalid_")  # noqa: PT017 - either outcome is right, a crash is not
        else:
            assert ItemPath.parse(str(address.item)) == address.item


@pytest.mark.corpus
def test_every_document_address_of_the_corpus_is_split(corpus: Path) -> None:
    found = set()
    for path in sorted(corpus.rglob("*.xml")):
        root = re.search(rb'<Legislation[^>]* DocumentURI="([^"]+)"', path.read_bytes())
        found.update(root.groups() if root else ())
    assert len(found) > 100
    refused = []
    for uri in sorted(found):
        try:
            parse_address(uri.decode("ascii"))
        except ToolFailure:
            refused.append(uri)
    assert refused == []
