"""Topics on legislation.gov.uk itself: its Publication Log, what it covers, and the licence lines of its content."""

from lexgate_uklaw.attribution import EUROPEAN_UNION, OPEN_GOVERNMENT, WESTLAW
from lexgate_uklaw.reference.entry import Entry

PUBLICATION_LOG = (
    Entry("content_type", "Content type", "legislation, changes, draft or associated-documents."),
    Entry("direction", "Direction", "affected or affecting; only with content_type changes."),
    Entry("category", "Category", "primary, secondary or eu-origin; only with legislation or associated-documents."),
    Entry("event", "Event", "published or withdrawn."),
    Entry("new", "New", "True for something published for the first time."),
    Entry("republished", "Republished", "True for something published again, changed or not."),
    Entry("window", "Window", "A walk by days covers at most 31 days, newest first."),
    Entry("item log", "Item log", "With a full item: that item's own events, read back from the newest."),
    Entry(
        "changes events", "Changes events", "They carry no effect. uklaw_get_amendments has the effects of the item."
    ),
)

COVERAGE = (
    Entry("date", "Date", "As the service was observed in September 2026; each document says its own status."),
    Entry("revised", "Revised legislation", "Primary law of the UK, as it has stood since 1 February 1991."),
    Entry("revised (N.I.)", "Revised, Northern Ireland", "As it has stood since 1 January 2006."),
    Entry(
        "unrevised",
        "Unrevised legislation",
        "Many instruments are held only as they were made: later changes are not in the text.",
    ),
    Entry(
        "pdf only", "PDF only", "Much primary law before 1988 is held only as a scanned PDF: it is linked, not read."
    ),
    Entry(
        "effects",
        "Effects",
        "Recorded as a rule for changes made from 1994 on. None recorded is no proof that there was none.",
    ),
    Entry(
        "eu", "EU-origin legislation", "As it was when it became part of UK law, and as the UK has changed it since."
    ),
    Entry("case law", "Case law", "None. Nothing here says how courts have read a provision."),
    Entry(
        "not legislation",
        "Bills and guidance",
        "Bills, codes and guidance are not here; draft instruments are, under types of their own.",
    ),
)

ATTRIBUTION = (
    Entry("ogl", "Open Government Licence", "With all content.", {"line": OPEN_GOVERNMENT}),
    Entry("eu", "European Union", "When an EU-origin item appears.", {"line": EUROPEAN_UNION}),
    Entry("westlaw", "Westlaw UK", "When a document names Westlaw as a publisher.", {"line": WESTLAW}),
)
