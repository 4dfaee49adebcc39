"""Addresses of legislation.gov.uk in a text: `https://www.legislation.gov.uk/ukpga/2018/12/section/45`."""

from dataclasses import dataclass

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.citations.model import Instrument, Reading
from lexgate_uklaw.identifiers.addresses import Address, parse_address
from lexgate_uklaw.identifiers.items import ItemPath

_HOST = "legislation.gov.uk/"
_ENDS = frozenset(' \t\r\n"<>|\\^`{}')
_TRAILING = ".,;:!?)]'"
_LONGEST = 500


@dataclass(frozen=True)
class FoundAddress:
    """An address and where it stands in the copy for matching."""

    start: int
    end: int
    address: Address


def addresses(text: str) -> list[FoundAddress]:
    """Find every address of the service that names an item. Others are passed over."""
    found: list[FoundAddress] = []
    place = text.find(_HOST)
    while place >= 0:
        start = _start(text, place)
        end = place
        while end < len(text) and end - place < _LONGEST and text[end] not in _ENDS:
            end += 1
        address = address_of(text[start:end].rstrip(_TRAILING))
        if address is not None:
            found.append(FoundAddress(start, start + len(text[start:end].rstrip(_TRAILING)), address))
        place = text.find(_HOST, max(end, place + 1))
    return found


def address_of(text: str) -> Address | None:
    """Split a path or address; None when it is neither."""
    try:
        return parse_address(text)
    except UnusableInput:
        return None


def instrument_of(item: ItemPath, language: str | None = None) -> Instrument:
    """Return the instrument that a path names; its type is decided."""
    reign, session = item.year if item.is_regnal else ("", "")
    reading = Reading(item.type_code, item.calendar_year, item.number, reign, session)
    return Instrument("uri", (reading,), year=item.calendar_year, language=language)


def _start(text: str, host: int) -> int:
    start = host
    for prefix in ("www.", "https://", "http://"):
        if text[max(0, start - len(prefix)) : start].lower() == prefix:
            start -= len(prefix)
    return start
