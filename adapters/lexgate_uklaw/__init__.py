"""UK legislation from legislation.gov.uk: search, text at any date, effects, citations."""

from lexgate_uklaw.uklaw import UkLaw as adapter

__all__ = ["adapter"]
