"""Where redirects may lead, judged on addresses alone: the real host, mirrors with a port or a prefix."""

import pytest

from lexgate_kit.errors import UpstreamChanged
from lexgate_uklaw import addressing
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.redirects import Pointer, pointer

REQUEST = addressing.document(ItemPath.parse("uksi/1985/2081"))
MADE = "/uksi/1985/2081/made/data.xml"
SERVICE = "https://www.legislation.gov.uk"


@pytest.mark.parametrize(
    ("base", "location"),
    [
        (SERVICE, MADE),
        (SERVICE, SERVICE + MADE),
        (SERVICE, "http://www.legislation.gov.uk" + MADE),  # the service writes http; we go on by https
        (SERVICE, "https://www.legislation.gov.uk:443" + MADE),
        (SERVICE, "https://WWW.LEGISLATION.GOV.UK" + MADE),
        (SERVICE, "made/data.xml"),
        (SERVICE, MADE + "#part"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080" + MADE),
        ("https://mirror.test/uk", "https://mirror.test/uk" + MADE),
        ("https://mirror.test/uk", "/uk" + MADE),
    ],
)
def test_the_same_host_is_followed(base: str, location: str) -> None:
    assert pointer(REQUEST, REQUEST, location, base) == Pointer(MADE, may_be_followed=True)


@pytest.mark.parametrize(
    ("base", "location"),
    [
        (SERVICE, "https://legislation.gov.uk" + MADE),  # another name, though of the same people
        (SERVICE, "https://www.legislation.gov.uk.evil.test" + MADE),
        (SERVICE, "https://www.legislation.gov.uk:8443" + MADE),
        (SERVICE, "https://user@www.legislation.gov.uk" + MADE),
        (SERVICE, "//evil.test" + MADE),
        (SERVICE, "data:text/xml,<Legislation/>"),
        (SERVICE, ""),
        (SERVICE, "/uksi/1985/2081/\u00e9"),
        (SERVICE, "/uksi/1985/2081/\x00"),
        ("http://127.0.0.1:8080", "http://127.0.0.1" + MADE),
        ("http://127.0.0.1:8080", "https://127.0.0.1:8081" + MADE),
        ("https://mirror.test/uk", "https://mirror.test" + MADE),  # outside the mirror's folder
        ("https://mirror.test/uk", "https://mirror.test/ukx" + MADE),
        ("https://mirror.test/uk", "/uk/../admin"),
    ],
)
def test_another_host_or_folder_is_refused(base: str, location: str) -> None:
    with pytest.raises(UpstreamChanged):
        pointer(REQUEST, REQUEST, location, base)
