"""Reads one item or provision for `uklaw_get_document`: what is asked, where it is found, how it is reported."""
