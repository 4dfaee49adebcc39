"""The invented documents are what recordings.toml says that they are."""

import tomllib

from clml_desk import FIXTURES, fixture

RECORDINGS = tomllib.loads((FIXTURES / "recordings.toml").read_text(encoding="utf-8"))["recording"]


def test_every_invented_document_is_listed_once() -> None:
    listed = [each["body"] for each in RECORDINGS if each["body"].endswith(".xml")]
    assert sorted(listed) == sorted(path.name for path in FIXTURES.glob("*.xml"))


def test_every_listed_address_is_that_of_its_document() -> None:
    for each in RECORDINGS:
        identifier = fixture(each["body"].removesuffix(".xml")).metadata.identifier
        assert each["url"].partition("?")[0] == f"{identifier.replace('http:', 'https:')}/data.xml"
