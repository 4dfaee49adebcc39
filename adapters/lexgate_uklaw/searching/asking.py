"""What a caller searches for, checked: years, dates, types and extents. Nothing that cannot be asked is sent."""

from datetime import date

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.addressing import SearchQuery
from lexgate_uklaw.identifiers.items import FIRST_YEAR, LAST_YEAR
from lexgate_uklaw.identifiers.types import GROUPS, TYPES
from lexgate_uklaw.identifiers.versions import calendar_date
from lexgate_uklaw.tools.search_legislation import SearchLegislationArguments


def query_of(arguments: SearchLegislationArguments, today: date) -> SearchQuery:
    """Return the query. Raises UnusableInput: invalid_argument, invalid_year_range, invalid_date."""
    first, last = _years(arguments)
    return SearchQuery(
        types=_types(arguments.types),
        title=(arguments.title or "").strip(),
        text=(arguments.text or "").strip(),
        year_from=first,
        year_to=last,
        extents=tuple(arguments.extent),
        exact_extent=arguments.extent_match == "exact",
        as_of=_as_of(arguments.as_of, today) if arguments.as_of else None,
        count=arguments.limit,
        page=arguments.page,
    )


def _as_of(given: str, today: date) -> date:
    day = calendar_date(given)
    if day > today:
        raise UnusableInput(
            f"as_of {day} lies in the future: how the law will stand is not known. Today is {today}.",
            reason="invalid_date",
            next_step="Give a day up to today, or leave as_of out.",
        )
    return day


def _types(given: list[str]) -> tuple[str, ...]:
    # Several types may come in one string, as addresses join them.
    codes = [code.strip().lower() for each in given for code in each.replace(",", "+").split("+") if code.strip()]
    if not all(code in TYPES or code in GROUPS for code in codes):
        raise UnusableInput(
            "types holds a word that is neither a type code nor a group.",
            next_step="Use codes such as ukpga, uksi, ssi, eur: uklaw_list_reference topic types lists them.",
        )
    return tuple(dict.fromkeys(codes)) or ("all",)


def _years(arguments: SearchLegislationArguments) -> tuple[int | None, int | None]:
    first, last = arguments.year_from, arguments.year_to
    if arguments.year is not None and (first is not None or last is not None):
        raise _unusable("year stands for one year, year_from and year_to for a range: both were given.")
    if arguments.year is not None:
        first = last = arguments.year
    if any(year is not None and not FIRST_YEAR <= year <= LAST_YEAR for year in (first, last)):
        raise _unusable(f"A year lies outside {FIRST_YEAR} to {LAST_YEAR}.")
    if first is not None and last is not None and first > last:
        raise _unusable("year_from is later than year_to.")
    return first, last


def _unusable(message: str) -> UnusableInput:
    return UnusableInput(
        message, reason="invalid_year_range", next_step="Give year alone, or year_from and year_to in order."
    )
