"""The adapter's settings: limits and shapes."""

import pytest
from pydantic import ValidationError

from lexgate_uklaw.settings import UkLawSettings


def test_the_defaults_are_polite() -> None:
    settings = UkLawSettings()
    assert (settings.min_request_gap_ms, settings.cache_max_mb) == (1000, 64)


def test_every_setting_is_described() -> None:
    assert all(field.description for field in UkLawSettings.model_fields.values())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min_request_gap_ms", 249),  # faster than the fair use policy allows several processes
        ("cache_max_mb", 7),
        ("cache_max_mb", 1025),
        ("base_url", "ftp://www.legislation.gov.uk"),
        ("base_url", "https://user:secret@mirror.test"),
        ("base_url", "https://mirror.test/?q=1"),
        ("base_url", ""),
        ("contact", "a@b.test\r\nX-Other: 1"),  # would start another header
        ("contact", "Möller"),
        ("misspelt", 1),
    ],
)
def test_a_setting_out_of_shape_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        UkLawSettings.model_validate({name: value})


def test_a_base_address_loses_its_last_slash() -> None:
    assert UkLawSettings(base_url="http://127.0.0.1:8080/").base_url == "http://127.0.0.1:8080"
