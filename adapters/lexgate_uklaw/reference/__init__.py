"""The vocabulary of UK legislation, for `uklaw_list_reference`: facts that need no request. It decides nothing."""

from lexgate_uklaw.reference.topics import TOPICS, entries

__all__ = ["TOPICS", "entries"]
