"""Sets of words, written as a line of words."""


def words(line: str) -> frozenset[str]:
    """Return the words of a line as a set."""
    return frozenset(line.split())
