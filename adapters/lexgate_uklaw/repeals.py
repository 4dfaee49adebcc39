"""What a title or an annotation says of the end of a whole item: repealed, revoked, expired … It concludes no date."""

import re

# What the service adds to a title, which is no part of it: "(repealed)", "(revoked 1.4.2020)", "(diddymwyd)".
_ADDED = re.compile(
    r"\s*[([](repealed|revoked|expired|spent|superseded|diddymwyd|dirymwyd)[^()\[\]]{0,60}[)\]]\s*$", re.IGNORECASE
)
_ENGLISH = {"diddymwyd": "repealed", "dirymwyd": "revoked"}
# So the editors begin an annotation on the end of a whole item: "Act repealed (1.1.2007) by …".
_WHOLE_ITEM = re.compile(
    r"(?:the )?(?:whole )?(?:act|measure|instrument|order|regulations?|rules?|scheme|directive|decision)"
    r"(?: \(except [^()]{1,200}\))? (?:repealed|revoked|expired|expires|spent|ceased to have effect|superseded)\b"
    r"(?!,? (?:\()?(?:in part|partly)\b)",
    re.IGNORECASE,
)
_LONGEST = 1000


def plain_title(title: str) -> str:
    """Return the title without the service's mark of repeal or revocation after it."""
    return _ADDED.sub("", title[:_LONGEST]).strip()


def title_mark(title: str) -> str:
    """Return the mark in one English word of ours: repealed, revoked …; blank where the title has none.

    The service writes it into the titles of earlier versions too (`ukpga/1982/9` as it stood in 1996), so it says
    that the item came to an end, not that it had at a version's date.
    """
    found = _ADDED.search(title[:_LONGEST])
    word = found.group(1).lower() if found else ""
    return _ENGLISH.get(word, word)


def ends_whole_item(annotation: str) -> bool:
    """Say whether an annotation's text begins as those on the end of a whole item do."""
    return _WHOLE_ITEM.match(annotation[:_LONGEST]) is not None
