"""Topics on what editors record: document status, annotations, effects, versions and extents."""

from lexgate_uklaw.reference.entry import Entry

VERSIONS = (
    Entry("current", "Current", "The latest revised text that the editors have published. The default."),
    Entry("enacted", "As enacted", "The text of an Act or Measure as it was passed, never updated."),
    Entry("made", "As made", "The text of an instrument or rule as it was made, never updated."),
    Entry("adopted", "As adopted", "The text of EU-origin legislation as the EU adopted it."),
    Entry("created", "As created", "The text of a church or ministerial instrument as it was created."),
    Entry(
        "YYYY-MM-DD",
        "On a date",
        "The revised text as it stood on a day. Revised versions go back to the base date: 1 February 1991, for "
        "Northern Ireland 1 January 2006. A day in the future gives the latest version known, and the result says so.",
    ),
    Entry(
        "prospective",
        "Prospective",
        "Not a version to ask for: a mark on provisions that are not yet in force, shown within the current text.",
    ),
)

DOCUMENT_STATUS = (
    Entry("final", "Final", "The text as enacted or made. It has not been revised, whatever has happened since."),
    Entry(
        "revised",
        "Revised",
        "An editorial consolidation. It can lag behind the law: outstanding effects say what is not yet in the text.",
    ),
    Entry("draft", "Draft", "A draft instrument. It is not law."),
)

ANNOTATION_TYPES = (
    Entry(
        "F", "Textual amendment", "The text was changed: words inserted, substituted, omitted or repealed, and by what."
    ),
    Entry("C", "Modification", "The effect was changed but not the text: applied, extended, modified or excluded."),
    Entry("I", "Commencement", "When and by what the provision came into force."),
    Entry("M", "Marginal citation", "The number of an Act or instrument that the text names."),
    Entry("P", "Power exercised", "An instrument made under a power in the provision."),
    Entry("E", "Extent", "Where the provision extends, or that a version has another extent."),
    Entry("X", "Editorial", "A note of the editors on the text itself."),
)

EFFECTS = (
    Entry(
        "inserted", "Inserted", "A provision was added. 'Words inserted': words were added to one.", {"kind": "textual"}
    ),
    Entry("substituted", "Substituted", "A provision or words took the place of others.", {"kind": "textual"}),
    Entry("repealed", "Repealed", "A provision of an Act or words of it ceased to be law.", {"kind": "textual"}),
    Entry("revoked", "Revoked", "The same for an instrument.", {"kind": "textual"}),
    Entry("omitted", "Omitted", "A provision or words were taken out.", {"kind": "textual"}),
    Entry("renumbered", "Renumbered", "A provision got another number.", {"kind": "textual"}),
    Entry(
        "applied",
        "Applied",
        "The provision also governs something else, perhaps with modifications.",
        {"kind": "other"},
    ),
    Entry("extended", "Extended", "The provision reaches further than its words.", {"kind": "other"}),
    Entry(
        "modified", "Modified", "The provision is read as if it said something else, in some cases.", {"kind": "other"}
    ),
    Entry("excluded", "Excluded", "The provision does not apply in some cases. Also: restricted.", {"kind": "other"}),
    Entry("power conferred", "Power conferred", "A power to apply, extend or modify was given.", {"kind": "other"}),
    Entry("coming into force", "Commencement", "The provision comes into force.", {"kind": "commencement"}),
    Entry(
        "outstanding",
        "Outstanding",
        "Not a kind but a state: the effect has to be written into the text and has not been. It counts as done only "
        "when it is recorded as applied, or as needing no change of the text.",
        {"kind": "state"},
    ),
)

EXTENTS = (
    Entry("england", "England", "Written E in annotations.", {"letters": "E"}),
    Entry("wales", "Wales", "Written W in annotations.", {"letters": "W"}),
    Entry("scotland", "Scotland", "Written S in annotations.", {"letters": "S"}),
    Entry("ni", "Northern Ireland", "Written N.I. in annotations.", {"letters": "N.I."}),
    Entry(
        "extent_match",
        "How an extent filters",
        "applicable: law that extends there, perhaps elsewhere too. exact: law that extends there and nowhere else. An "
        "extent filter and as_of cannot be combined.",
    ),
    Entry("not recorded", "Not recorded", "The document gives no extent. That is not the same as the whole UK."),
)
