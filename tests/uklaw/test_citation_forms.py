"""The four lists: citations that are read, those refused by shape, those refused by table, and those converted."""

import pytest

from lexgate_uklaw.citations import extract, parse_citation
from lexgate_uklaw.citations.formatting import number_label, oscola, provision_in_oscola, provision_label
from lexgate_uklaw.citations.reading import parse_provisions
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath


def reading(text: str) -> str:
    """The likeliest item, or type and year of a title, with the provisions and what was not understood."""
    parsed = parse_citation(text)
    named = parsed.instrument
    first = named.readings[0] if named else None
    item = str(first.item or f"{first.type_code}/{first.year or '?'}/-") if first else "none"
    provisions = " ".join(str(path) for path in parsed.provisions.paths) if parsed.provisions else ""
    rest = " ".join(filter(None, (parsed.unparsed_head, parsed.unparsed_tail)))
    return " ".join(filter(None, (item, provisions, f"[{rest}]" if rest else "")))


# (as written, as read, why the row is here)
NUMBERED = [
    ("2018 c. 12", "ukpga/2018/12", "the plain chapter form"),
    ("2018 c.12", "ukpga/2018/12", "no space after the stop"),
    ("2018 c 12", "ukpga/2018/12", "OSCOLA leaves the stop out"),
    ("2018, c. 12", "ukpga/2018/12", "a comma after the year"),
    ("2018 (c. 12)", "ukpga/2018/12", "the chapter in brackets"),
    ("2018 ch. 12", "ukpga/2018/12", "ch. for chapter"),
    ("2018 chapter 12", "ukpga/2018/12", "the word in full"),
    ("1981 (c. 35, SIF 40:1)", "ukpga/1981/35", "the class in the index of statutes in force is passed over"),
    ("1998 p. 31", "ukpga/1998/31", "pennod is chapter in Welsh"),
    ("2008 (p. 25)", "ukpga/2008/25", "pennod in brackets"),
    ("1896 c. 14", "ukpga/1896/14", "a calendar year before 1963: the look-up finds the regnal path"),
    ("1964 c. 29 (N.I.)", "apni/1964/29", "the Parliament of Northern Ireland, until 1972"),
    ("1972 c. 9(N.I.)", "apni/1972/9", "no space before the bracket"),
    ("1974 c. 1 (N.I.)", "mnia/1974/1", "the Assembly of 1974 made Measures"),
    ("2016 c. 5 (N.I.)", "nia/2016/5", "the present Assembly"),
    ("2016 c. 5 (NI)", "nia/2016/5", "N.I. without stops"),
    ("1994 c. xv", "ukla/1994/15", "roman numerals are local Acts"),
    ("1998 c. iii", "ukla/1998/3", "a short roman numeral"),
    ("1792 c. xl", "gbla/1792/40", "a local Act of Great Britain"),
    ("1750 c. 23", "apgb/1750/23", "the Parliament of Great Britain sat 1707 to 1800"),
    ("1689 c. 5", "aep/1689/5", "and that of England before it"),
    ("1707 c. 7 (S.)", "aosp/1707/7", "the old Scottish Parliament"),
    ("1696 c. 5 [S]", "aosp/1696/5", "square brackets"),
    ("1796 c. 12 (I.)", "aip/1796/12", "the old Irish Parliament"),
    ("52 & 53 Vict. c. 49", "ukpga/Vict/52-53/49", "a session over two regnal years"),
    ("52 and 53 Vict c 49", "ukpga/Vict/52-53/49", "and for &, no stops"),
    ("3 & 4 Eliz. 2 c. 19", "ukpga/Eliz2/3-4/19", "a numbered monarch"),
    ("3 & 4 Eliz. II c. 19", "ukpga/Eliz2/3-4/19", "a roman monarch"),
    ("15 & 16 Geo. 5, c. 20", "ukpga/Geo5/15-16/20", "a comma before the chapter"),
    ("13 Geo. 5 Sess. 2 c. 2", "ukpga/Geo5Sess2/13/2", "a second session of one year"),
    ("13 Geo. 5, Sess. 2, c. 2", "ukpga/Geo5Sess2/13/2", "the same with commas"),
    ("26 Geo. 5 & 1 Edw. 8 c. 49", "ukpga/Geo5and1Edw8/26/49", "a session that saw the Crown pass"),
    ("1 Will. & Mar. Sess. 2 c. 2", "aep/WillandMarSess2/1/2", "two monarchs at once"),
    ("29 Cha. 2 c. 3", "aep/Cha2/29/3", "regnal years counted from 1649"),
    ("29 Car. II c. 3", "aep/Cha2/29/3", "the Latin name of Charles"),
    ("6 Anne c. 11", "aep/Ann/6/11", "the year in which England's Parliament became Great Britain's"),
    ("40 Geo. 3 c. 38 (I.)", "aip/Geo3/40/38", "an Irish Act by regnal year"),
    ("24 & 25 Vict. cap. 100", "ukpga/Vict/24-25/100", "cap. for chapter"),
    ("S.I. 2019/419", "uksi/2019/419", "the plain form of an instrument"),
    ("SI 2019/419", "uksi/2019/419", "OSCOLA"),
    ("S.I.2019/419", "uksi/2019/419", "no space"),
    ("SI. 2019/419", "uksi/2019/419", "one stop only"),
    ("S.I 2019/419", "uksi/2019/419", "the other stop only"),
    ("s.i. 2019/419", "uksi/2019/419", "small letters"),
    ("SI 2019 No. 419", "uksi/2019/419", "No. in place of the slash"),
    ("SI 2019 No 419", "uksi/2019/419", "No without its stop"),
    ("S.I. No. 2019/419", "uksi/2019/419", "No. before the year"),
    ("Statutory Instrument 2019/419", "uksi/2019/419", "in words"),
    ("(S.I. 2019/419)", "uksi/2019/419", "in brackets"),
    ("O.S. 1999/672", "uksi/1999/672", "offeryn statudol: Welsh for statutory instrument"),
    ("S.I. 2002/808 (W. 89)", "wsi/2002/808", "the Welsh series tells the type"),
    ("S.I. 2016/413 (W 131)", "wsi/2016/413", "the series letter without its stop"),
    ("O.S. 2002/808 (Cy. 89)", "wsi/2002/808", "the Welsh series in Welsh"),
    ("S.I. 1986/594 (N.I. 3)", "nisi/1986/594", "an Order in Council for Northern Ireland"),
    ("1999/283 (N.I. 1)", "nisi/1999/283", "the letters left out, the series kept"),
    ("S.I. 2019/419 (C. 12)", "uksi/2019/419", "the commencement series does not change the type"),
    ("S.I. 2002/808 (W. 89) (C. 12)", "wsi/2002/808", "two series"),
    ("S.I. 2002/808 (W. 89, C. 12)", "wsi/2002/808", "two series in one bracket"),
    ("S.S.I. 2020/123", "ssi/2020/123", "Scottish instruments"),
    ("SSI 2020/123 (C. 9)", "ssi/2020/123", "with a series"),
    ("S.R. 2020/12", "nisr/2020/12", "rules of Northern Ireland"),
    ("S.R. 2020 No. 12", "nisr/2020/12", "with No."),
    ("SR 1988/374", "nisr/1988/374", "without stops"),
    ("S.R. & O. 1921/1804", "uksro/1921/1804", "rules and orders before 1948"),
    ("SR&O 1921/1804", "uksro/1921/1804", "written together"),
    ("S.R. & O. (N.I.) 1937 No. 42", "nisro/1937/42", "those of Northern Ireland"),
    ("2012/787", "uksi/2012/787", "year and number alone: the family stays open"),
    ("1976 NI 15", "nisi/1976/-", "only the series number is written; the S.I. number is not known offline"),
    ("2020 asp 13", "asp/2020/13", "Acts of the Scottish Parliament"),
    ("asp 2020/13", "asp/2020/13", "the year inside"),
    ("2014 (asp 18)", "asp/2014/18", "in brackets"),
    ("2020 ASP 13", "asp/2020/13", "in capitals"),
    ("2016 anaw 1", "anaw/2016/1", "Acts of the National Assembly for Wales"),
    ("2016 dccc 1", "anaw/2016/1", "the same in Welsh"),
    ("2021 asc 1", "asc/2021/1", "Acts of Senedd Cymru"),
    ("2021 dsc 1", "asc/2021/1", "the same in Welsh"),
    ("2010 nawm 1", "mwa/2010/1", "Measures of the National Assembly: the code is not the series"),
    ("2010 mccc 1", "none [2010 mccc 1]", "not a series that is known"),
    ("1997 No. 1", "ukcm/1997/1", "Church Measures; instruments share the form"),
]
EUROPEAN = [
    ("Regulation (EU) 2016/679", "eur/2016/679", "since 2015 the year stands first"),
    ("Regulation (EU) No 648/2012", "eur/2012/648", "until then the number did"),
    ("Regulation (EC) No 1535/2003", "eur/2003/1535", "No marks the number"),
    ("Regulation (EC) No. 1907/2006", "eur/2006/1907", "1907 cannot be a year of the Communities"),
    ("Regulation (EC) 1907/2006", "eur/2006/1907", "nor without No"),
    ("Council Regulation (EC) No 1/2003", "eur/2003/1 [Council]", "the body may lead"),
    ("Commission Delegated Regulation (EU) 2015/35", "eur/2015/35 [Commission Delegated]", "a delegated act"),
    ("Regulation (EEC) No 1408/71", "eur/1971/1408", "two-digit years are of 1952 to 1999"),
    ("Regulation No 17/62", "eur/1962/17", "both short: only 62 can be a year"),
    ("Regulation 2015/2014", "eur/2015/2014", "both can be the year: both readings are kept"),
    ("Regulation (EU) No 2015/2014", "eur/2014/2015", "No makes the first the number"),
    ("Directive 95/46/EC", "eudr/1995/46", "directives carried their year first"),
    ("Directive 93/13/EEC", "eudr/1993/13", "both short: the first"),
    ("Directive 2006/112/EC", "eudr/2006/112", "a full year"),
    ("Council Directive 2000/78/EC", "eudr/2000/78 [Council]", "with its body"),
    ("Directive (EU) 2016/680", "eudr/2016/680", "the new form"),
    ("2002/87/EC", "eudr/2002/87", "no kind: directive first, decision too"),
    ("Decision 676/2002/EC", "eudn/2002/676", "decisions of Parliament and Council: number first"),
    ("676/2002/EC", "eudn/2002/676", "and so without the word"),
    ("Decision 2000/520/EC", "eudn/2000/520", "decisions of the Commission: year first"),
    ("Decision (EU) 2019/419", "eudn/2019/419", "the new form"),
    ("Framework Decision 2008/977/JHA", "eudn/2008/977 [Framework]", "the third pillar"),
    ("(EU) 2016/679", "eur/2016/679", "the kind left out"),
    ("UK GDPR", "eur/2016/679", "a name of use"),
    ("art 6(1)(f) UK GDPR", "eur/2016/679 article/6/1/f", "a provision right before the name"),
    ("Article 4(7a) of Regulation (EU) 2016/679", "eur/2016/679 article/4/7a", "small letters in EU labels"),
    ("point (a) of Article 6(1) of Regulation (EU) 2016/679", "eur/2016/679 article/6/1/a", "points"),
    ("Annex I to Directive 2006/112/EC", "eudr/2006/112 annex/I", "annexes"),
]
TITLES = [
    ("Data Protection Act 2018", "ukpga/2018/-", "a title has no number of its own"),
    ("the Data Protection Act 2018", "ukpga/2018/-", "the article is no part of it"),
    ("\u201cData Protection Act 2018\u201d", "ukpga/2018/-", "curly quotes around it"),
    ("Data Protection Act 2018 (c. 12)", "ukpga/2018/12", "the chapter after it"),
    ("Data Protection Act 2018, c. 12", "ukpga/2018/12", "the chapter without brackets"),
    ("Data Protection Act (2018 c. 12)", "ukpga/2018/12 [Data Protection Act]", "the year with the chapter"),
    ("Pensions Act 2004(c.35)", "ukpga/2004/35", "no space before the bracket"),
    ("Pensions Act 2004 ( c.35)", "ukpga/2004/35", "a space inside it"),
    ("Short Titles Act 1896 (c. 14)", "ukpga/1896/14", "a calendar year"),
    ("Statute Law Revision Act 1953 (2 & 3 Eliz. 2 c. 5)", "ukpga/Eliz2/2-3/5", "a regnal number after a title"),
    ("Finance (No. 2) Act 2023", "ukpga/2023/-", "the number in brackets is part of the title"),
    ("Finance (No. 2) Act 2024 (c. 12)", "ukpga/2024/12", "and is not the chapter"),
    ("Theft Act", "ukpga/?/-", "a title without its year"),
    ("Companies Act 1985 (Accounts) (Amendment) Regulations 2006", "uksi/2006/-", "the last year is the year"),
    ("Town and Country Planning Act 1990 (Commencement No. 1) Order 1991", "uksi/1991/-", "Commencement No. 1"),
    ("Housing Act 1988 (Amendment) Order 1990 (S.I. 1990/55)", "uksi/1990/55", "with its own number"),
    ("Social Security Act (Northern Ireland) 2002 (c. 10)", "nia/2002/10", "the nation after the noun: Belfast"),
    ("Short Titles Act (Northern Ireland) 1951 (c. 1)", "apni/1951/1", "the older Parliament there"),
    ("Northern Ireland Act 1998 (c. 47)", "ukpga/1998/47", "an Act of Westminster about it"),
    ("Housing (Scotland) Act 2001 (asp 10)", "asp/2001/10", "a Scottish number after a title"),
    ("National Health Service Reform (Scotland) Act 2004 (asp7)", "asp/2004/7", "no space in it"),
    ("Housing (Scotland) Act 1987", "ukpga/1987/-", "before devolution, Westminster"),
    ("Public Services Ombudsman (Wales) Act 2019 (anaw 3)", "anaw/2019/3", "Wales"),
    ("Children and Families (Wales) Measure 2010 (nawm 1)", "mwa/2010/1", "a Welsh Measure"),
    ("Pastoral Measure 1983 (No. 1)", "ukcm/1983/1", "a Church Measure with its number"),
    ("Sex Discrimination (Northern Ireland) Order 1976 (NI 15)", "nisi/1976/-", "a series number alone"),
    ("Sex Discrimination (Northern Ireland) Order 1976 (S.I. 1976/1042 (N.I. 15))", "nisi/1976/1042", "both"),
    ("Deddf yr Amgylchedd (Cymru) 2016 (dccc 3)", "anaw/2016/3", "a Welsh title begins with its noun"),
    ("Rheoliadau Addysg (Cymru) 2010", "wsi/2010/-", "Welsh regulations"),
    ("National Parks and Access to the Countryside Act 1949", "ukpga/1949/-", "`to the` inside a title"),
    ("Offences against the Person Act 1861", "ukpga/1861/-", "`against the` inside a title"),
    ("Representation of the People Act 1983", "ukpga/1983/-", "`of the` inside a title"),
    ("Health and Safety at Work etc. Act 1974", "ukpga/1974/-", "a stop inside a title"),
    ("High Speed Rail (London - West Midlands) Act 2017 (c. 7)", "ukpga/2017/7", "a dash in brackets"),
    ("Levelling-up and Regeneration Act 2023 (c. 55)", "ukpga/2023/55", "a hyphen"),
    ("The A303 (Amesbury to Berwick Down) Order 2020 (S.I. 2020/1297)", "uksi/2020/1297", "a road's number"),
    ("Independent Living Fund (2006) Order 2007", "uksi/2007/-", "a year in brackets inside a title"),
    ("Merchant Shipping Act, 1894", "ukpga/1894/-", "older texts have a comma before the year"),
    ("PACE 1984, s 17", "ukpga/1984/60 section/17", "a common name with its year"),
    ("CA 2006 s 172(1)", "ukpga/2006/46 section/172/1", "short letters only with their year"),
]
PROVISIONS = [
    ("s. 45(2)(f)(ii) of the Housing Act 1985", "ukpga/1985/- section/45/2/f/ii", "four levels"),
    ("s.45 of the Housing Act 1985", "ukpga/1985/- section/45", "glued to its stop"),
    ("s45 of the Housing Act 1985", "ukpga/1985/- section/45", "glued to its number"),
    ("section45 of the Housing Act 1985", "ukpga/1985/- section/45", "the word glued to its number"),
    ("S 45 Housing Act 1985", "ukpga/1985/- section/45", "a capital, and no `of`"),
    ("sec. 45 of the Housing Act 1985", "ukpga/1985/- section/45", "sec."),
    ("\u00a7 45 Housing Act 1985", "ukpga/1985/- section/45", "the section sign"),
    ("\u00a7\u00a7 4, 5 Housing Act 1985", "ukpga/1985/- section/4 section/5", "and its plural"),
    ("Housing Act 1985, s 45(2)", "ukpga/1985/- section/45/2", "OSCOLA: after the title"),
    ("Housing Act 1985 s 45ZA", "ukpga/1985/- section/45ZA", "inserted letters"),
    ("Housing Act 1985, s A1", "ukpga/1985/- section/A1", "inserted before section 1"),
    ("s 12A(1ZA) Housing Act 1985", "ukpga/1985/- section/12A/1ZA", "inserted subsections"),
    ("2018 c. 12, ss. 3(4), 12(1)", "ukpga/2018/12 section/3/4 section/12/1", "a list"),
    ("2018 c. 12, ss 1-3", "ukpga/2018/12 section/1 section/2 section/3", "a range is written out"),
    ("2018 c. 12, ss 1\u20133", "ukpga/2018/12 section/1 section/2 section/3", "an en dash"),
    ("2018 c. 12, ss 1 to 3", "ukpga/2018/12 section/1 section/2 section/3", "to"),
    ("2018 c. 12, ss 1, 3 and 5A", "ukpga/2018/12 section/1 section/3 section/5A", "commas and `and`"),
    ("2018 c. 12, ss 45A-45C", "ukpga/2018/12 section/45A section/45B section/45C", "letters in order"),
    ("2018 c. 12, ss 6 to 7A", "ukpga/2018/12 section/6 section/7 section/7A", "7A follows 7"),
    ("2018 c. 12, s 4(2)(a)-(c)", "ukpga/2018/12 section/4/2/a section/4/2/b section/4/2/c", "letters in brackets"),
    ("2018 c. 12, s 4(2)(i)-(iii)", "ukpga/2018/12 section/4/2/i section/4/2/ii section/4/2/iii", "numerals too"),
    ("2018 c. 12, s 3(1)(a) and (b)", "ukpga/2018/12 section/3/1/a section/3/1/b", "a sibling after `and`"),
    ("2018 c. 12, s 3(1)(a) or (2)", "ukpga/2018/12 section/3/1/a section/3/2", "a sibling one level up"),
    ("2018 c. 12, s 2(1)(2)(b)", "ukpga/2018/12 section/2/1 section/2/2/b", "the editors' list without commas"),
    ("2018 c. 12, s 3(h)(i)", "ukpga/2018/12 section/3/h/i", "(i) below (h)"),
    ("2018 c. 12, s 3(g)(h)(i)", "ukpga/2018/12 section/3/g section/3/h section/3/i", "letters in a row"),
    ("2018 c. 12, s 3(a)(ii)(cc)", "ukpga/2018/12 section/3/a/ii/cc", "(cc) is a letter, though a numeral too"),
    ("2018 c. 12, s 3(5)(aa)(b)", "ukpga/2018/12 section/3/5/aa section/3/5/b", "an inserted letter and a sibling"),
    ("2018 c. 12, Sch. 2 para. 3(1)", "ukpga/2018/12 schedule/2/paragraph/3/1", "a Schedule's paragraph"),
    ("2018 c. 12, sch 2, para 3", "ukpga/2018/12 schedule/2/paragraph/3", "OSCOLA"),
    (
        "2018 c. 12, Schedule 2, paragraphs 4 and 6",
        "ukpga/2018/12 schedule/2/paragraph/4 schedule/2/paragraph/6",
        "two",
    ),
    ("paragraph 3 of Schedule 2 to the Housing Act 1985", "ukpga/1985/- schedule/2/paragraph/3", "inside out"),
    ("para 3 of Part 1 of Sch 2 to the Housing Act 1985", "ukpga/1985/- schedule/2/part/1/paragraph/3", "three deep"),
    ("Sch. 4 Pt. I para. 11 to the Housing Act 1985", "ukpga/1985/- schedule/4/part/I/paragraph/11", "outside in"),
    ("S.I. 2019/419, Sch. para. 28(4)", "uksi/2019/419 schedule/paragraph/28/4", "the only Schedule has no number"),
    ("S.I. 2019/419, Sch. 1A", "uksi/2019/419 schedule/1A", "an inserted Schedule"),
    ("First Schedule to the Housing Act 1985", "ukpga/1985/- schedule/1", "an ordinal"),
    ("Part 3 of the Housing Act 1985", "ukpga/1985/- part/3", "a Part"),
    ("Part IIA of the Housing Act 1985", "ukpga/1985/- part/IIA", "a roman Part with a letter"),
    ("Chapter 2 of Part 3 of the Housing Act 1985", "ukpga/1985/- part/3/chapter/2", "a Chapter in a Part"),
    ("Pt 3 Ch 2 of the Housing Act 1985", "ukpga/1985/- part/3/chapter/2", "the same, short"),
    (
        "section 5 of Part 3 of the Housing Act 1985",
        "ukpga/1985/- section/5",
        "a section stands at the item, not the Part",
    ),
    ("subsection (2) of section 45 of the Housing Act 1985", "ukpga/1985/- section/45/2", "a subsection"),
    ("section 45, subsection (2) of the Housing Act 1985", "ukpga/1985/- section/45/2", "its subsection after a comma"),
    ("reg. 5 of S.I. 2019/419", "uksi/2019/419 regulation/5", "regulations"),
    ("SI 2019/419, reg 5(1)", "uksi/2019/419 regulation/5/1", "OSCOLA"),
    ("art. 3 of S.I. 2012/628", "uksi/2012/628 article/3", "articles"),
    ("r 3.4 CPR", "uksi/1998/3132 rule/3.4", "rules with a stop in their number"),
    ("CPR r 54.5(1)", "uksi/1998/3132 rule/54.5/1", "and a level below"),
    ("adran 5 o Ddeddf yr Amgylchedd (Cymru) 2016", "anaw/2016/- section/5", "a mutated Welsh noun"),
    ("rheoliad 4 O.S. 2002/808 (Cy. 89)", "wsi/2002/808 regulation/4", "Welsh words"),
    ("https://www.legislation.gov.uk/ukpga/2018/12/section/45", "ukpga/2018/12 section/45", "an address"),
    ("http://www.legislation.gov.uk/id/ukpga/2018/12", "ukpga/2018/12", "an identifier"),
    ("https://www.legislation.gov.uk/ukpga/Eliz2/3-4/19", "ukpga/Eliz2/3-4/19", "a regnal address"),
    ("ukpga/2018/12/schedule/2/paragraph/3", "ukpga/2018/12 schedule/2/paragraph/3", "a path"),
    ("see legislation.gov.uk/uksi/2019/419/regulation/5.", "uksi/2019/419 regulation/5 [see]", "inside words"),
    (
        "s 12A Housing Act 1985 (as it had effect before 2010)",
        "ukpga/1985/- section/12A [(as it had effect before 2010)]",
        "said",
    ),
    (
        "Housing Act 1985, Sch 2 para 3 note",
        "ukpga/1985/- schedule/2/paragraph/3 [note]",
        "a qualifier is never dropped",
    ),
    ("Housing Act 1985, s 45 et seq", "ukpga/1985/- section/45 [et seq]", "nor this one"),
    ("Housing Act 1985, s 21(1)(a) proviso", "ukpga/1985/- section/21/1/a [proviso]", "nor this"),
]


@pytest.mark.parametrize(("written", "read", "why"), NUMBERED + EUROPEAN + TITLES + PROVISIONS)
def test_a_citation_is_read_as_its_form_says(written: str, read: str, why: str) -> None:
    assert reading(written) == read, why


# (as written, why it is no citation)
REFUSED_BY_SHAPE = [
    ("", "nothing"),
    ("   ", "only spaces"),
    ("hello world", "plain words"),
    ("2018", "a year alone"),
    ("12", "a number alone"),
    ("c. 12", "a chapter without a year"),
    ("2018 c.", "a chapter without a number"),
    ("2018 c. twelve", "a number in words"),
    ("18 c. 12", "a two-digit year"),
    ("2018 c. 12345", "too long for a chapter"),
    ("2018 c. 12A", "no chapter has a letter"),
    ("1921, p. 1332", "a page, not a Welsh chapter"),
    ("2018 C. XV", "capital numerals are no local chapter"),
    ("asp 13", "a Scottish number without a year"),
    ("2020 asp", "and without a number"),
    ("2020 Asp 13", "a snake at the start of a sentence"),
    ("S.I. 419", "an instrument without a year"),
    ("S.I. 2019", "and without a number"),
    ("S.I. 2019/", "a slash and nothing"),
    ("S.I. 19/419", "a two-digit year"),
    ("S.I. 2019/123456", "a number of six digits"),
    ("SI units 2019/419m", "a unit of measurement"),
    ("Vict. c. 49", "a reign without its year"),
    ("52 Vict.", "a reign without its chapter"),
    ("52 & 53 c. 49", "regnal years without a reign"),
    ("Regulation (EU)", "a body and no numbers"),
    ("Regulation 5/6", "a regulation's parts, nothing of the EU"),
    ("Directive 46", "one number only"),
    ("95/46", "two numbers, no kind, no body"),
    ("EC 95", "a body and one number"),
    ("Act 2018", "a noun and a year without a name"),
    ("the Act", "nothing says which"),
    ("that Act", "nothing is named before it"),
    ("act", "a small word"),
    ("class 45", "`s 45` inside another word"),
    ("\u00a3s 45", "a sum of money"),
    ("1980s 45", "a decade"),
    ("R v Smith [2018] EWCA Crim 12", "a case"),
    ("[2018] UKSC 12", "a neutral citation"),
    ("(1998) 42 EHRR 1", "a law report"),
    ("1 April 2018", "a date"),
    ("01/04/2018", "a date in figures"),
    ("2018/04/01", "a date the other way round"),
    ("Part 3", "a Part of nothing: read as a provision, of no instrument"),
    ("No. 10 Downing Street", "an address of another kind"),
]
# (as written, why the table does not have it)
REFUSED_BY_TABLE = [
    ("9 Eliz. 3 c. 4", "there was no third Elizabeth"),
    ("9 Geo. 7 c. 4", "nor a seventh George"),
    ("9 Steph. c. 4", "a monarch of whom no statutes are cited"),
    ("2010 mccc 1", "no such series"),
    ("2010 nawx 1", "no such series"),
    ("2010 acp 1", "no such series"),
    ("Regulation (EFTA) 2016/679", "a body without legislation here"),
    ("Regulation (EX) No 12/2003", "no such body"),
    ("2002/87/XY", "no such body at the end"),
    ("Directive 1851/46/EC", "no Communities in 1851, and 46 is no year"),
    ("1994 c. iiii", "not a roman numeral"),
    ("1994 c. vx", "not a roman numeral"),
    ("1994 c. ic", "not a roman numeral"),
    ("S.I. 3019/419", "a year that has not come"),
    ("S.I. 0999/419", "a year before any statute"),
    ("3018 c. 12", "a year that has not come"),
    ("ukxx/2018/12", "no such type code"),
    ("https://www.legislation.gov.uk/ukxx/2018/12", "no such type code in an address"),
    ("https://example.org/ukpga/2018/12", "another host"),
    ("https://www.legislation.gov.uk.example.org/ukpga/2018/12", "a host that only begins like it"),
    ("QWPA", "letters that are no common name"),
    ("CA", "letters that mean too much else without a year"),
    ("2018 bill 12", "a Bill is not legislation"),
]


@pytest.mark.parametrize(("written", "why"), REFUSED_BY_SHAPE + REFUSED_BY_TABLE)
def test_what_is_no_citation_is_returned_as_not_understood(written: str, why: str) -> None:
    parsed = parse_citation(written)
    assert parsed.kind == "unparsed", why
    assert parsed.instrument is None
    understood = parsed.provisions is not None
    assert understood or parsed.unparsed_tail == written.strip()


@pytest.mark.parametrize(("written", "why"), REFUSED_BY_SHAPE + REFUSED_BY_TABLE)
def test_what_is_no_citation_is_not_found_in_a_text_either(written: str, why: str) -> None:
    found = [each for each in extract(f"It was said that {written} would do.") if each.instrument]
    assert not found, why


# (as written, number label, OSCOLA with the provision, why)
CONVERTED = [
    ("2018 ch 12", "2018 c. 12", "2018 c. 12", "ch becomes c."),
    ("2018\u00a0c.\u00a012", "2018 c. 12", "2018 c. 12", "spaces that do not break"),
    ("2018\u2009c.\u202f12", "2018 c. 12", "2018 c. 12", "thin spaces"),
    ("\uff12\uff10\uff11\uff18 c. \uff11\uff12", "2018 c. 12", "2018 c. 12", "wide digits"),
    ("2018 \u0441. 12", "2018 c. 12", "2018 c. 12", "a Cyrillic es for c"),
    ("2O18 c. 12", "2018 c. 12", "2018 c. 12", "a capital O between digits"),
    ("20l8 c. 12", "2018 c. 12", "2018 c. 12", "an l between digits"),
    ("\u0662\u0660\u0661\u0668 c. 12", "2018 c. 12", "2018 c. 12", "digits of another script"),
    ("2018 c. 12\u00b9", "2018 c. 12", "2018 c. 12", "a footnote's mark is no digit"),
    ("20\u00ad18 c. 12", "2018 c. 12", "2018 c. 12", "a soft hyphen is nothing"),
    ("2018 c. 12\u200b", "2018 c. 12", "2018 c. 12", "nor is a space without width"),
    ("2018 c. 12, s. 45(2)(f)", "2018 c. 12", "2018 c. 12, s 45(2)(f)", "OSCOLA has no stops"),
    ("2018 c. 12, Schedule 2, paragraph 3(1)", "2018 c. 12", "2018 c. 12, sch 2, para 3(1)", "nor words in full"),
    ("2018 c. 12, Pt III Ch 2", "2018 c. 12", "2018 c. 12, pt III, ch 2", "a roman Part stays roman"),
    ("52 and 53 Victoria chapter 49", "52 & 53 Vict. c. 49", "52 & 53 Vict. c. 49", "a monarch in full"),
    ("3 & 4 Elizabeth II c 19", "3 & 4 Eliz. 2 c. 19", "3 & 4 Eliz. 2 c. 19", "with a roman numeral"),
    ("12\u201313 Will. 3 c. 2", "12 & 13 Will. 3 c. 2", "12 & 13 Will. 3 c. 2", "a dash for &"),
    ("S.I. 2019\uff0f419", "S.I. 2019/419", "SI 2019/419", "a wide slash"),
    ("S.I. 2019\u2044419", "S.I. 2019/419", "SI 2019/419", "a fraction's slash"),
    ("si 2019 no 419", "S.I. 2019/419", "SI 2019/419", "small letters and No"),
    ("O.S. 2002/808 (Cy. 89)", "S.I. 2002/808 (W. 89)", "SI 2002/808", "the Welsh series in English letters"),
    ("S.I. 1986/594 (NI 3)", "S.I. 1986/594 (N.I. 3)", "SI 1986/594", "a series without stops"),
    ("ssi 2020 no. 123", "S.S.I. 2020/123", "SSI 2020/123", "Scottish"),
    ("SR 2020 No 12", "S.R. 2020/12", "SR 2020/12", "Northern Ireland"),
    ("SRO 1921/1804", "S.R. & O. 1921/1804", "SR & O 1921/1804", "the older series, run together"),
    ("asp 2020 No. 13", "2020 asp 13", "2020 asp 13", "the year moves to the front"),
    ("2016 dccc 1", "2016 anaw 1", "2016 anaw 1", "Welsh letters"),
    ("2021 dsc 4", "2021 asc 4", "2021 asc 4", "Welsh letters"),
    ("2010 mcc 1", "2010 nawm 1", "2010 nawm 1", "Welsh letters of a Measure"),
    ("1972 c. 9(NI)", "1972 c. 9 (N.I.)", "1972 c. 9 (N.I.)", "the nation gets its stops"),
    ("1994 ch. XV", "", "", "capital numerals are refused, not guessed"),
    (
        "Directive 95/46/EC, Article 7",
        "Directive 1995/46",
        "Directive 1995/46, art 7",
        "the year in full; no body is guessed",
    ),
    ("Regulation (EEC) No 1408/71", "Regulation No 1408/1971", "Regulation No 1408/1971", "number first until 2014"),
    ("Decision 676/2002/EC", "Decision 2002/676", "Decision 2002/676", "year first for decisions"),
    ("UK GDPR art. 28 (3)", "Regulation 2016/679", "Regulation 2016/679, art 28(3)", "a name becomes a number"),
    ("https://www.legislation.gov.uk/uksi/2019/419/regulation/5/2", "S.I. 2019/419", "SI 2019/419, reg 5(2)", "a URI"),
    ("asp/2020/13/schedule/1/paragraph/2", "2020 asp 13", "2020 asp 13, sch 1, para 2", "a path"),
]


@pytest.mark.parametrize(("written", "label", "cited", "why"), CONVERTED)
def test_a_citation_is_converted_to_the_forms_that_we_write(written: str, label: str, cited: str, why: str) -> None:
    parsed = parse_citation(written)
    named = parsed.instrument
    item = named.item if named else None
    assert (number_label(item, named.series) if item and named else "") == label, why
    assert (oscola(item, None, parsed.provision) if item else "") == cited, why


@pytest.mark.parametrize(
    ("path", "label", "cited"),
    [
        ("section/45/2/f", "s. 45(2)(f)", "s 45(2)(f)"),
        ("schedule/2/paragraph/3", "Sch. 2 para. 3", "sch 2, para 3"),
        ("schedule/paragraph/3/1", "Sch. para. 3(1)", "sch, para 3(1)"),
        ("schedule", "Sch.", "sch"),
        ("part/3/chapter/2", "Pt. 3 Ch. 2", "pt 3, ch 2"),
        ("rule/3.4/2", "r. 3.4(2)", "r 3.4(2)"),
        ("crossheading/offences", "crossheading/offences", "crossheading/offences"),  # has no number to write
    ],
)
def test_a_provision_is_written_in_both_styles(path: str, label: str, cited: str) -> None:
    provision = ProvisionPath.parse(path)
    assert (provision_label(provision), provision_in_oscola(provision)) == (label, cited)


@pytest.mark.parametrize(
    ("path", "title", "cited"),
    [
        ("ukpga/1998/42", "Human Rights Act 1998", "Human Rights Act 1998, s 15(1)(b)"),
        ("asp/2010/14", "Crofting (Scotland) Act 2010", "Crofting (Scotland) Act 2010 (asp 14), s 15(1)(b)"),
        ("uksi/2019/419", "The Invented Regulations 2019", "Invented Regulations 2019, SI 2019/419, s 15(1)(b)"),
        (
            "eur/2003/1",
            "Council Regulation (EC) No 1/2003 of 16 December 2002 on rules",
            "Council Regulation (EC) No 1/2003, s 15(1)(b)",
        ),
    ],
)
def test_an_item_with_its_title_is_cited_in_oscola(path: str, title: str, cited: str) -> None:
    assert oscola(ItemPath.parse(path), title, ProvisionPath.parse("section/15/1/b")) == cited


@pytest.mark.parametrize("path", ["ukdsi/2026/9780348287233", "ukppa/1990/3", "eut/teu", "ukmo/2010/1"])
def test_an_item_without_a_written_form_has_no_label(path: str) -> None:
    assert number_label(ItemPath.parse(path)) is None


@pytest.mark.parametrize(
    ("written", "items"),
    [
        ("Regulation 2015/2014", ["eur/2015/2014", "eur/2014/2015"]),  # year first since 2015, number first before
        ("2002/87/EC", ["eudr/2002/87", "eudn/2002/87"]),  # both kinds are cited so
        ("Decision 1999/2002/EC", ["eudn/1999/2002", "eudn/2002/1999"]),  # both can be years
        ("1997 No. 1", ["ukcm/1997/1", "uksi/1997/1"]),  # Church Measures and instruments share the form
        ("S.I. 2019/419", ["uksi/2019/419", "wsi/2019/419", "nisi/2019/419"]),  # one series, three types
        ("S.I. 1960/419", ["uksi/1960/419"]),  # there was only one type then
        ("6 Anne c. 11", ["aep/Ann/6/11", "apgb/Ann/6/11"]),  # two Parliaments met in that year
    ],
)
def test_every_plausible_reading_is_kept_the_likeliest_first(written: str, items: list[str]) -> None:
    named = parse_citation(written).instrument
    assert named is not None
    assert [str(item) for item in named.items] == items


@pytest.mark.parametrize(
    ("written", "series"),
    [
        ("S.I. 2002/808 (W. 89) (C. 12)", [("W", 89), ("C", 12)]),
        ("S.I. 1991/1220 (N.I. 11)", [("NI", 11)]),
        ("S.I. 2019/419 (L. 4)", [("L", 4)]),
        ("S.I. 2019/419 (S. 3)", [("S", 3)]),
        ("Invented (Northern Ireland) Order 1976 (NI 15)", [("NI", 15)]),
        ("S.I. 2019/419 (Q. 5)", []),  # not a series
    ],
)
def test_second_series_are_kept_and_never_taken_for_the_number(written: str, series: list[tuple[str, int]]) -> None:
    named = parse_citation(written).instrument
    assert named is not None
    assert [(each.letters, each.number) for each in named.series] == series


def test_a_number_of_a_year_without_that_series_is_read_and_the_doubt_is_said() -> None:
    named = parse_citation("1998 asp 3").instrument
    assert named is not None
    assert (str(named.item), "since 1999" in named.notes[0]) == ("asp/1998/3", True)


def test_a_welsh_citation_says_its_language() -> None:
    assert parse_citation("1998 p. 31").language == "cy"
    assert parse_citation("1998 c. 31").language is None


def test_an_address_keeps_its_version_and_language() -> None:
    parsed = parse_citation("https://www.legislation.gov.uk/ukpga/2018/12/section/45/2020-01-01/welsh")
    assert (parsed.version, parsed.language, str(parsed.provision)) == ("2020-01-01", "cy", "section/45")


def test_a_list_longer_than_the_cap_is_cut_and_says_so() -> None:
    provisions, rest = parse_provisions("ss 1-400")
    assert provisions is not None
    assert (len(provisions.paths), provisions.expanded, provisions.truncated, rest) == (50, True, True, "")


def test_a_range_says_that_what_was_inserted_between_is_not_known() -> None:
    provisions, _ = parse_provisions("ss 1-3")
    assert provisions is not None
    assert provisions.open_range


def test_a_text_too_long_for_one_citation_is_not_read() -> None:
    assert parse_citation("2018 c. 12 " * 200).kind == "unparsed"


def test_the_four_lists_have_at_least_two_hundred_rows() -> None:
    rows = [*NUMBERED, *EUROPEAN, *TITLES, *PROVISIONS, *REFUSED_BY_SHAPE, *REFUSED_BY_TABLE, *CONVERTED]
    assert len(rows) >= 200
    assert all(row[-1] for row in rows)
