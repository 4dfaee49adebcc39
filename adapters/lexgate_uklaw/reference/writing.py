"""Topics `provision_paths` and `citation_formats`: how provisions and citations are written, each with an example."""

from lexgate_uklaw.reference.entry import Entry


def _path(key: str, shorthand: str, path: str, description: str) -> Entry:
    return Entry(key, key.capitalize(), description, {"shorthand": shorthand, "path": path})


PROVISION_PATHS = (
    _path("section", "s. 45(2)(f)", "section/45/2/f", "Of an Act. A section stands at the item, never under its Part."),
    _path("regulation", "reg. 5(1)", "regulation/5/1", "Of regulations."),
    _path("article", "art. 28(3)", "article/28/3", "Of an order, or of EU-origin legislation."),
    _path("rule", "r. 3.4(2)", "rule/3.4/2", "Of rules."),
    _path("schedule", "Sch. 2", "schedule/2", "A Schedule. The only one of an item has no number: schedule."),
    _path("paragraph", "Sch. 2 para. 3(1)", "schedule/2/paragraph/3/1", "In a Schedule."),
    _path("part", "Pt 3", "part/3", "Parts keep their own numerals: part/III."),
    _path("chapter", "Pt 3 Ch 2", "part/3/chapter/2", "A Chapter inside a Part."),
    _path("annex", "Annex I", "annex/I", "Of EU-origin legislation."),
    Entry("crossheading", "Cross-heading", "By the slug that an outline gives.", {"path": "crossheading/offences"}),
    Entry(
        "introduction",
        "Introduction",
        "The long title and what stands before the first provision.",
        {"path": "introduction"},
    ),
    Entry("body", "Body", "All but the Schedules.", {"path": "body"}),
    Entry("schedules", "Schedules", "All Schedules together.", {"path": "schedules"}),
)


def _form(key: str, label: str, examples: str, item: str, description: str) -> Entry:
    return Entry(key, label, description, {"examples": examples, "item": item})


CITATION_FORMATS = (
    _form(
        "chapter",
        "Act by chapter",
        "2018 c. 12 | 2018 (p. 12)",
        "ukpga/2018/12",
        "Before 1963 the look-up searches the year.",
    ),
    _form(
        "regnal",
        "Act by regnal year",
        "3 & 4 Eliz. 2 c. 19",
        "ukpga/Eliz2/3-4/19",
        "The path keeps monarch and session.",
    ),
    _form("local chapter", "Local Act", "1994 c. xv", "ukla/1994/15", "Roman numerals in small letters."),
    _form("chapter (N.I.)", "Act of Northern Ireland", "2016 c. 5 (N.I.)", "nia/2016/5", "By year: apni, mnia or nia."),
    _form("asp", "Act of the Scottish Parliament", "2020 asp 13 | asp 2020/13", "asp/2020/13", "Since 1999."),
    _form(
        "anaw", "Act of the National Assembly for Wales", "2016 anaw 1 | 2016 dccc 1", "anaw/2016/1", "2012 to 2020."
    ),
    _form("asc", "Act of Senedd Cymru", "2021 asc 1 | 2021 dsc 1", "asc/2021/1", "Since 2020."),
    _form("nawm", "Measure of the National Assembly", "2010 nawm 1", "mwa/2010/1", "2008 to 2011."),
    _form(
        "church measure",
        "Church Measure",
        "1997 No. 1",
        "ukcm/1997/1",
        "Instruments share the form: both readings are kept.",
    ),
    _form(
        "si",
        "UK statutory instrument",
        "S.I. 2019/419 | SI 2019 No. 419",
        "uksi/2019/419",
        "May be Welsh or of Northern Ireland.",
    ),
    _form(
        "si (W.)",
        "Welsh statutory instrument",
        "S.I. 2002/808 (W. 89) | O.S. 2002/808 (Cy. 89)",
        "wsi/2002/808",
        "By its series.",
    ),
    _form("si (N.I.)", "Order in Council", "S.I. 1986/594 (N.I. 3)", "nisi/1986/594", "By its series."),
    _form("ssi", "Scottish statutory instrument", "S.S.I. 2020/123", "ssi/2020/123", "Since 1999."),
    _form("sr", "Statutory rule", "S.R. 2020/12 | S.R. 2020 No. 12", "nisr/2020/12", "Northern Ireland."),
    _form("sro", "Statutory rule or order", "S.R. & O. 1921/1804", "uksro/1921/1804", "Before 1948."),
    _form("eu regulation", "EU regulation", "Regulation (EU) 2016/679", "eur/2016/679", "Year first since 2015."),
    _form(
        "eu regulation, older",
        "EU regulation",
        "Regulation (EC) No 1535/2003",
        "eur/2003/1535",
        "Number first until 2014.",
    ),
    _form("eu directive", "EU directive", "Directive 95/46/EC", "eudr/1995/46", "Two-digit years are of 1952 to 1999."),
    _form(
        "eu decision",
        "EU decision",
        "Decision 676/2002/EC",
        "eudn/2002/676",
        "Both orders occur; both readings are kept.",
    ),
    _form(
        "name", "Common name", "UK GDPR | GDPR", "eur/2016/679", "A small table: PACE, FSMA 2000, CA 2006 and the like."
    ),
    _form(
        "uri",
        "Address",
        "https://www.legislation.gov.uk/ukpga/2018/12/section/45",
        "ukpga/2018/12",
        "Split into item, provision, version and language.",
    ),
    Entry(
        "title",
        "Short title",
        "Resolved by title and year. A number in brackets after it is read too.",
        {"examples": "Human Rights Act 1998 | Human Rights Act 1998 (c. 42)"},
    ),
    Entry(
        "provision",
        "With a provision",
        "Before the citation with 'of', or after it. Lists and ranges are written out, at most 50.",
        {"examples": "section 6(1) of the Human Rights Act 1998 | 2018 c. 12, ss. 3(4), 12(1)"},
    ),
)
