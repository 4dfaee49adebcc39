"""Searches legislation for `uklaw_search_legislation`: the query, the page, and what to try when nothing is found."""
