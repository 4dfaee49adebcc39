"""The sentences that `uklaw_track_changes` says of what it read. Ours alone: no outside text goes into them."""

FOUR_REQUESTS = "This call has made its four requests: go on with next_cursor."
STOPPED = "A further page could not be read in this call: go on with next_cursor."
PAGES_DISAGREE = (
    "The log changed while it was read, and the stored pages do not fit together: go on with next_cursor in five "
    "minutes, when they are read anew."
)
LONG = "The call ends early because its records are long: go on with next_cursor."
SHORT = "The log gives fewer events than it counts: some may be missing here."
CHANGES = (
    "An event of content_type changes says only that the list of effects changed: uklaw_get_amendments of its item "
    "has the effects."
)
NOTHING = "The log has no such event in the window."
NEW_ONLY = "new_only leaves out events that do not say whether they are new, those of content_type changes among them."
REGNAL = "The log may name an Act before 1963 by its calendar year: ask with type/year/number too."
