"""The licence lines that content of legislation.gov.uk is returned with; it decides nothing about the content."""

OPEN_GOVERNMENT = (
    "Contains public sector information licensed under the Open Government Licence v3.0. "
    "© Crown and database right. https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/"
)
EUROPEAN_UNION = "© European Union, 1998-2020. Re-used under Commission Decision 2011/833/EU."
WESTLAW = "Contributed to legislation.gov.uk by Westlaw UK. © Westlaw."


def licence_lines(*, eu_origin: bool = False, publishers: tuple[str, ...] = ()) -> list[str]:
    """Return the lines for content that holds EU-origin items or comes from these publishers (`dc:publisher`)."""
    lines = [OPEN_GOVERNMENT]
    if eu_origin:
        lines.append(EUROPEAN_UNION)
    if any(publisher.strip().lower() == "westlaw" for publisher in publishers):
        lines.append(WESTLAW)
    return lines
