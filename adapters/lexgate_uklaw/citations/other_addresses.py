"""Other addresses that a provision may have: a paragraph of a Schedule with and without the Part that it stands in."""

from lexgate_uklaw.identifiers.provisions import ProvisionPath

_INNER_DIVISIONS = frozenset(("part", "chapter"))


def other_addresses(provision: ProvisionPath) -> tuple[ProvisionPath, ...]:
    """Return the addresses to try when a provision is not found under the one that its citation gives.

    `schedule/1/part/2/paragraph/10` is `schedule/1/paragraph/10` where the paragraphs are numbered through the
    Schedule, and only then. Whether it is, the document has to show.
    """
    segments = provision.segments
    if provision.head not in ("schedule", "annex") or "paragraph" not in segments:
        return ()
    kept: list[str] = []
    place, end = 0, segments.index("paragraph")
    while place < end:
        if segments[place] in _INNER_DIVISIONS and place + 1 < end:
            place += 2
        else:
            kept.append(segments[place])
            place += 1
    found = ProvisionPath((*kept, *segments[end:]))
    return (found,) if found != provision else ()
