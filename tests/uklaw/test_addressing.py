"""Addresses of requests: every combination of fragment, version and language, and every filter of the feeds."""

from datetime import date

import pytest

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw import addressing
from lexgate_uklaw.addressing import ChangesQuery, Kind, Language, LogQuery, SearchQuery
from lexgate_uklaw.identifiers.items import ItemPath, ItemScope
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import Version

ACT = ItemPath.parse("ukpga/2018/12")


@pytest.mark.parametrize(
    ("item", "provision", "version", "language", "path"),
    [
        ("ukpga/2018/12", "", "", "en", "/ukpga/2018/12/data.xml"),
        ("ukpga/2018/12", "", "", "cy", "/ukpga/2018/12/welsh/data.xml"),
        ("ukpga/2018/12", "", "enacted", "en", "/ukpga/2018/12/enacted/data.xml"),
        ("ukpga/2018/12", "", "enacted", "cy", "/ukpga/2018/12/enacted/welsh/data.xml"),
        ("ukpga/2018/12", "", "2019-01-01", "en", "/ukpga/2018/12/2019-01-01/data.xml"),
        ("ukpga/2018/12", "", "2019-01-01", "cy", "/ukpga/2018/12/2019-01-01/welsh/data.xml"),
        ("ukpga/2018/12", "section/45/2", "", "en", "/ukpga/2018/12/section/45/2/data.xml"),
        ("ukpga/2018/12", "section/45/2", "", "cy", "/ukpga/2018/12/section/45/2/welsh/data.xml"),
        ("ukpga/2018/12", "section/45/2", "enacted", "en", "/ukpga/2018/12/section/45/2/enacted/data.xml"),
        ("ukpga/2018/12", "section/45/2", "enacted", "cy", "/ukpga/2018/12/section/45/2/enacted/welsh/data.xml"),
        ("ukpga/2018/12", "section/45/2", "2019-01-01", "en", "/ukpga/2018/12/section/45/2/2019-01-01/data.xml"),
        ("ukpga/2018/12", "section/45/2", "2019-01-01", "cy", "/ukpga/2018/12/section/45/2/2019-01-01/welsh/data.xml"),
        ("ukpga/Eliz2/3-4/19", "section/1", "", "en", "/ukpga/Eliz2/3-4/19/section/1/data.xml"),  # regnal
        ("uksi/2019/419", "regulation/2", "enacted", "en", "/uksi/2019/419/regulation/2/made/data.xml"),  # by type
        ("eur/2016/679", "article/28", "original", "en", "/eur/2016/679/article/28/adopted/data.xml"),  # by type
        ("ukdsi/2026/9780348287233", "", "", "en", "/ukdsi/2026/9780348287233/data.xml"),  # a draft
    ],
)
def test_a_document_is_addressed(item: str, provision: str, version: str, language: Language, path: str) -> None:
    fragment = ProvisionPath.parse(provision) if provision else None
    request = addressing.document(ItemPath.parse(item), fragment, Version.parse(version), language)
    assert (request.kind, request.path) == (Kind.DOCUMENT, path)


@pytest.mark.parametrize(
    ("version", "language", "text", "path"),
    [
        ("", "en", "", "/ukpga/2018/12/contents/data.xml"),
        ("", "cy", "", "/ukpga/2018/12/contents/welsh/data.xml"),
        ("enacted", "en", "", "/ukpga/2018/12/contents/enacted/data.xml"),
        ("enacted", "cy", "", "/ukpga/2018/12/contents/enacted/welsh/data.xml"),
        ("2019-01-01", "en", "", "/ukpga/2018/12/contents/2019-01-01/data.xml"),
        ("2019-01-01", "cy", "", "/ukpga/2018/12/contents/2019-01-01/welsh/data.xml"),
        ("", "en", "personal data", "/ukpga/2018/12/contents/data.xml?text=personal%20data"),
        ("2019-01-01", "cy", "a&b=c", "/ukpga/2018/12/contents/2019-01-01/welsh/data.xml?text=a%26b%3Dc"),
    ],
)
def test_a_table_of_contents_is_addressed(version: str, language: Language, text: str, path: str) -> None:
    request = addressing.contents(ACT, Version.parse(version), language, text)
    assert (request.kind, request.path) == (Kind.CONTENTS, path)


def test_the_other_kinds_of_an_item_are_addressed() -> None:
    assert addressing.metadata(ACT).path == "/ukpga/2018/12/resources/data.xml"
    assert addressing.identifier(ACT).path == "/id/ukpga/2018/12"
    assert addressing.title_lookup("Goats & Sheep Act 2001").path == "/id?title=Goats%20%26%20Sheep%20Act%202001"
    assert addressing.ROBOTS.path == "/robots.txt"


@pytest.mark.parametrize(
    ("query", "path"),
    [
        (SearchQuery(), "/all/data.feed?results-count=20"),
        (SearchQuery(types=("ukpga", "asp")), "/ukpga+asp/data.feed?results-count=20"),
        (SearchQuery(year_from=2018, year_to=2018), "/all/2018/data.feed?results-count=20"),
        (SearchQuery(year_from=2018, year_to=2020), "/all/2018-2020/data.feed?results-count=20"),
        (SearchQuery(year_from=2020), "/all/2020-*/data.feed?results-count=20"),
        (SearchQuery(year_to=1990), "/all/*-1990/data.feed?results-count=20"),
        (SearchQuery(extents=("wales", "england")), "/all/england+wales/data.feed?results-count=20"),
        (SearchQuery(extents=("ni",), exact_extent=True), "/all/=ni/data.feed?results-count=20"),
        (SearchQuery(as_of=date(2019, 1, 1)), "/all/2019-01-01/data.feed?results-count=20"),
        (SearchQuery(title="data & law"), "/all/data.feed?title=data%20%26%20law&results-count=20"),
        (SearchQuery(text='"a b" OR c'), "/all/data.feed?text=%22a%20b%22%20OR%20c&results-count=20"),
        (SearchQuery(("uksi",), year_from=2019, year_to=2019, number="419", count=5, page=3),
         "/uksi/2019/data.feed?number=419&results-count=5&page=3"),
    ],
)  # fmt: skip
def test_a_search_is_addressed(query: SearchQuery, path: str) -> None:
    request = addressing.search(query)
    assert (request.kind, request.path, request.page) == (Kind.SEARCH, path, query.page)


def test_an_unknown_type_is_never_sent() -> None:
    with pytest.raises(UnusableInput):
        addressing.search(SearchQuery(types=("..",)))


def test_extent_and_date_are_refused_together() -> None:
    with pytest.raises(UnusableInput) as caught:
        addressing.search(SearchQuery(extents=("wales",), as_of=date(2019, 1, 1)))
    assert caught.value.reason == "extent_with_as_of"


@pytest.mark.parametrize(
    ("query", "path"),
    [
        (ChangesQuery(ItemScope.parse("ukpga/2018/12")), "/changes/affected/ukpga/2018/12/data.feed?results-count=50"),
        (ChangesQuery(ItemScope.parse("uksi/2019"), "affecting"),
         "/changes/affecting/uksi/2019/data.feed?results-count=50"),
        (ChangesQuery(ItemScope.parse("uksi"), status="unapplied"),
         "/changes/unapplied/affected/uksi/data.feed?results-count=50"),
        (
            ChangesQuery(ItemScope.parse("ukpga/2018/12"), "affected", ItemScope.parse("uksi/2019"), "applied", 500, 2),
            "/changes/applied/affected/ukpga/2018/12/affecting/uksi/2019/data.feed?results-count=500&page=2",
        ),
        (
            ChangesQuery(ItemScope.parse("uksi/2019/419"), "affecting", ItemScope.parse("ukpga")),
            "/changes/affecting/uksi/2019/419/affected/ukpga/data.feed?results-count=50",
        ),
    ],
)  # fmt: skip
def test_effects_are_addressed(query: ChangesQuery, path: str) -> None:
    assert addressing.changes(query).path == path


@pytest.mark.parametrize(
    ("item", "reason"),
    [("ukpga/Geo5/15-16/20", "regnal_item"), ("ukdsi/2026/9780348287233", "draft_item")],
)
def test_items_without_a_place_in_the_effects_are_refused(item: str, reason: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        addressing.changes(ChangesQuery(ItemScope.parse(item)))
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("query", "path"),
    [
        (LogQuery(), "/update/data.feed"),
        (LogQuery(date(2026, 9, 24)), "/update/2026-09-24/data.feed"),
        (LogQuery(date(2026, 9, 24), "legislation", category="primary", new_only=True, event="published", page=2),
         "/update/2026-09-24/legislation/primary/data.feed?new=true&event=published&page=2"),
        (LogQuery(content_type="changes", direction="affected", scope=ItemScope.parse("ukpga/2018/12")),
         "/update/changes/affected/ukpga/2018/12/data.feed"),
        (LogQuery(scope=ItemScope.parse("ukpga/2018/12")), "/update/ukpga/2018/12/data.feed"),
    ],
)  # fmt: skip
def test_the_publication_log_is_addressed(query: LogQuery, path: str) -> None:
    assert addressing.publication_log(query).path == path


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (LogQuery(direction="affected"), "direction_needs_changes"),
        (LogQuery(content_type="legislation", direction="affected"), "direction_needs_changes"),
        (LogQuery(category="primary"), "category_needs_content_type"),
        (LogQuery(content_type="changes", category="primary"), "category_needs_content_type"),
    ],
)
def test_filters_that_silently_answer_nothing_are_refused(query: LogQuery, reason: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        addressing.publication_log(query)
    assert caught.value.reason == reason
