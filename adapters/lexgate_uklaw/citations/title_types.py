"""Which types an instrument can be of, from its title: nations in brackets, the noun, and the year."""

from lexgate_uklaw.citations.model import Reading
from lexgate_uklaw.citations.titles import Title

_DEVOLVED = 1999


def readings_of_title(title: Title) -> tuple[Reading, ...]:
    """Return one reading, without a number, for each type that the title can be; the likeliest first."""
    return tuple(Reading(code, title.year, None) for code in types_of_title(title))


def is_northern_act(title: Title) -> bool:
    """`Social Security Act (Northern Ireland) 2002` is Belfast's form; `(Northern Ireland) Act 1998` Westminster's."""
    low = title.text.lower()
    return f"{title.noun} (northern ireland)" in low


def types_of_title(title: Title) -> tuple[str, ...]:
    """Return the types that the title's noun, nation and year allow."""
    low, year = title.text.lower(), title.year or 2000
    if title.noun in ("act", "statute"):
        return _act_types(low, year, is_northern_act(title), title.welsh)
    if title.noun == "measure":
        return (
            ("mwa", "ukcm")
            if title.welsh or "(wales)" in low
            else ("mnia",)
            if is_northern_act(title)
            else ("ukcm", "mwa")
        )
    return _secondary_types(low, year, title)


def _act_types(low: str, year: int, northern: bool, welsh: bool) -> tuple[str, ...]:
    if northern:
        return ("apni",) if year < 1973 else ("nia",) if year >= _DEVOLVED else ("mnia",)
    if year < 1801:
        return ("apgb", "aep") if year >= 1707 else ("aep", "aosp")
    if year < _DEVOLVED:
        return ("ukpga", "ukla")
    cymru = ("asc",) if year > 2020 else ("anaw", "asc") if year == 2020 else ("anaw",) if year >= 2012 else ()
    if "(scotland)" in low:
        return ("asp", "ukpga")
    if welsh or "(wales)" in low:
        return (*cymru, "ukpga")
    return ("ukpga", "asp", *cymru, "nia", "ukla")


def _secondary_types(low: str, year: int, title: Title) -> tuple[str, ...]:
    if f"{title.noun} (northern ireland)" in low:
        return ("nisr", "uksi") if year >= 1974 else ("nisro", "nisr")
    if "(northern ireland) order" in low and year >= 1972:
        return ("nisi", "uksi")
    if year < 1948:
        return ("uksro",)
    if year < _DEVOLVED:
        return ("uksi",)
    if "(scotland)" in low:
        return ("ssi", "uksi")
    return ("wsi", "uksi") if title.welsh or "(wales)" in low else ("uksi", "ssi", "wsi", "nisr")
