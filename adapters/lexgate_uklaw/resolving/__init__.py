"""Resolves citations for `uklaw_lookup_citation`: what the register says of them, and what that proves."""
