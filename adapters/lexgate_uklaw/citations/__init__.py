"""UK legislation citations: one grammar to read one, find all in a text, and write them. Nothing here goes online."""

from lexgate_uklaw.citations.extraction import extract
from lexgate_uklaw.citations.reading import parse_citation, parse_provision

__all__ = ["extract", "parse_citation", "parse_provision"]
