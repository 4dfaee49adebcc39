"""In which years each type was made: a citation outside them is read as it is written, and the doubt is said.

Sources: the Acts that set up each legislature or series, and the coverage lists of legislation.gov.uk.
"""

_YEARS: dict[str, tuple[int, int | None, str]] = {
    "asp": (1999, None, "The Scottish Parliament has made Acts since 1999."),
    "ssi": (1999, None, "Scottish statutory instruments have been made since 1999."),
    "wsi": (1999, None, "Welsh statutory instruments have been made since 1999."),
    "nia": (1999, None, "The Northern Ireland Assembly has made Acts since 1999."),
    "apni": (1921, 1972, "The Parliament of Northern Ireland made Acts from 1921 to 1972."),
    "mwa": (2008, 2011, "The National Assembly for Wales made Measures from 2008 to 2011."),
    "anaw": (2012, 2020, "The National Assembly for Wales made Acts under that name from 2012 to 2020."),
    "asc": (2020, None, "Senedd Cymru has made Acts under that name since 2020."),
    "uksi": (1948, None, "Statutory instruments have been numbered since 1948; before that they were S.R. & O."),
    "uksro": (1890, 1947, "Statutory rules and orders were numbered until 1947."),
    "ukcm": (1920, None, "Church Measures have been made since 1920."),
    "eur": (1952, None, "The Communities have made regulations since 1952."),
}


def doubt(type_code: str, year: int | None) -> tuple[str, ...]:
    """Return one sentence when nothing of that type was made in that year; nothing otherwise."""
    span = _YEARS.get(type_code)
    if span is None or year is None:
        return ()
    first, last, sentence = span
    return () if first <= year <= (last or year) else (sentence,)
