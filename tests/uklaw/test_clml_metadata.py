"""What a document says about itself."""

import pytest
from clml_desk import FIXTURES, fixture

from lexgate_uklaw.clml.metadata import AlternativeNumber, DatedEvent


def test_the_item_is_named_by_path_title_and_type() -> None:
    metadata = fixture("section-changed").metadata
    assert (metadata.item, metadata.title, metadata.year, metadata.number) == (
        "ukpga/2031/7", "Harbour Lights Act 2031", 2031, "7",
    )  # fmt: skip
    assert (metadata.type, metadata.type_label, metadata.category) == ("ukpga", "UK Public General Act", "primary")


@pytest.mark.parametrize(
    ("name", "provision", "version", "language"),
    [
        ("section-changed", "section/3", None, "en"),  # the current version has no segment
        ("section-enacted", "section/3", "enacted", "en"),
        ("section-concurrent", "section/6", "2031-04-06", "en"),
        ("section-welsh", "section/2", None, "cy"),
        ("act-whole", "", None, "en"),
        ("old-act", "", None, "en"),  # a regnal path is not taken for a provision
        ("contents-matched", "", None, "en"),
    ],
)
def test_the_identifier_tells_what_was_asked_for(name: str, provision: str, version: str | None, language: str) -> None:
    metadata = fixture(name).metadata
    assert (metadata.provision, metadata.version, metadata.language) == (provision, version, language)


def test_a_regnal_item_keeps_its_path() -> None:
    metadata = fixture("old-act").metadata
    assert metadata.item == "apgb/Geo3/39-40/14"
    assert metadata.alternative_numbers == (AlternativeNumber("Regnal", "39_and_40_Geo_3"),)


def test_the_status_is_read_from_the_document_and_not_from_its_type() -> None:
    assert fixture("section-changed").metadata.document_status == "revised"
    assert fixture("section-enacted").metadata.document_status == "final"


def test_versions_that_cannot_be_fetched_are_labels() -> None:
    metadata = fixture("section-changed").metadata
    assert metadata.versions_in("en") == ("enacted", "2031-02-01", "2031-04-06")
    assert metadata.version_labels == ("prospective",)


def test_versions_are_kept_apart_by_language() -> None:
    metadata = fixture("section-welsh").metadata
    assert metadata.versions_in("cy") == ("enacted",)
    assert metadata.versions_in("en") == ("enacted", "2031-03-01")


def test_dates_say_which_kind_they_are() -> None:
    assert fixture("instrument-made").metadata.dates == (
        DatedEvent("made", "2031-02-10"),
        DatedEvent("laid", "2031-02-12"),
        DatedEvent("coming into force", "2031-04-06"),
    )


def test_an_extent_that_is_not_recorded_is_none() -> None:
    assert fixture("section-changed").metadata.extent == "E+W"
    assert fixture("instrument-made").metadata.extent is None


@pytest.mark.parametrize(
    ("name", "pdf_only"),
    [
        ("pdf-only", True),
        ("metadata-only", False),  # no text in this answer, but the item has provisions
        ("repealed-whole", False),  # no provisions, but a body
        ("contents-matched", False),
        ("act-whole", False),
    ],
)
def test_an_item_is_pdf_only_when_it_has_neither_contents_nor_text_nor_provisions(name: str, pdf_only: bool) -> None:
    assert fixture(name).pdf_only is pdf_only


def test_a_pdf_is_listed_once_with_its_size() -> None:
    [pdf] = fixture("pdf-only").metadata.alternatives
    assert (pdf.uri.rpartition("/")[2], pdf.size, pdf.date) == ("uksi_19810077_en.pdf", 9000, "2023-01-02")


@pytest.mark.parametrize(
    ("name", "has_text"), [("contents-matched", False), ("metadata-only", False), ("act-whole", True)]
)
def test_preliminaries_alone_are_no_text(name: str, has_text: bool) -> None:
    assert fixture(name).has_text is has_text


def test_every_invented_document_is_read() -> None:
    names = {path.stem for path in FIXTURES.glob("*.xml")}
    assert all(fixture(name).metadata.title for name in names)
