"""Names by which lawyers cite instruments that have another title: UK GDPR, PACE, FSMA 2000.

The source of each row is the instrument's own number on legislation.gov.uk, with the title that it has there.
"""

from dataclasses import dataclass

from lexgate_uklaw.citations.tokens import Tokens


@dataclass(frozen=True)
class Name:
    """A name of use, the item that it stands for, and that item's title (the source of the row)."""

    name: str
    path: str
    title: str


# Short letters mean too much else: they are rows only with their year ("CA 2006", never "CA").
_ROWS = (
    ("UK GDPR", "eur/2016/679", "Regulation (EU) 2016/679 (General Data Protection Regulation)"),
    ("GDPR", "eur/2016/679", "Regulation (EU) 2016/679 (General Data Protection Regulation)"),
    ("General Data Protection Regulation", "eur/2016/679", "Regulation (EU) 2016/679"),
    ("Bill of Rights 1689", "aep/WillandMarSess2/1/2", "Bill of Rights 1688"),
    ("Bill of Rights 1688", "aep/WillandMarSess2/1/2", "Bill of Rights 1688"),
    ("Statute of Frauds", "aep/Cha2/29/3", "Statute of Frauds 1677"),
    ("UK MAR", "eur/2014/596", "Regulation (EU) No 596/2014 on market abuse"),
    ("Market Abuse Regulation", "eur/2014/596", "Regulation (EU) No 596/2014 on market abuse"),
    ("UK EMIR", "eur/2012/648", "Regulation (EU) No 648/2012 on OTC derivatives"),
    ("UK CRR", "eur/2013/575", "Regulation (EU) No 575/2013 on prudential requirements"),
    ("UK MiFIR", "eur/2014/600", "Regulation (EU) No 600/2014 on markets in financial instruments"),
    ("UK REACH", "eur/2006/1907", "Regulation (EC) No 1907/2006"),
    ("Rome I", "eur/2008/593", "Regulation (EC) No 593/2008 (Rome I)"),
    ("Rome II", "eur/2007/864", "Regulation (EC) No 864/2007 (Rome II)"),
    ("PECR", "uksi/2003/2426", "Privacy and Electronic Communications (EC Directive) Regulations 2003"),
    ("PECR 2003", "uksi/2003/2426", "Privacy and Electronic Communications (EC Directive) Regulations 2003"),
    ("TUPE", "uksi/2006/246", "Transfer of Undertakings (Protection of Employment) Regulations 2006"),
    ("TUPE 2006", "uksi/2006/246", "Transfer of Undertakings (Protection of Employment) Regulations 2006"),
    ("CPR", "uksi/1998/3132", "Civil Procedure Rules 1998"),
    ("CPR 1998", "uksi/1998/3132", "Civil Procedure Rules 1998"),
    ("Civil Procedure Rules", "uksi/1998/3132", "Civil Procedure Rules 1998"),
    ("MLR 2017", "uksi/2017/692", "Money Laundering, Terrorist Financing and Transfer of Funds Regulations 2017"),
    ("CDM 2015", "uksi/2015/51", "Construction (Design and Management) Regulations 2015"),
    ("PACE", "ukpga/1984/60", "Police and Criminal Evidence Act 1984"),
    ("PACE 1984", "ukpga/1984/60", "Police and Criminal Evidence Act 1984"),
    ("RIPA", "ukpga/2000/23", "Regulation of Investigatory Powers Act 2000"),
    ("RIPA 2000", "ukpga/2000/23", "Regulation of Investigatory Powers Act 2000"),
    ("POCA 2002", "ukpga/2002/29", "Proceeds of Crime Act 2002"),
    ("POCA", "ukpga/2002/29", "Proceeds of Crime Act 2002"),
    ("FSMA", "ukpga/2000/8", "Financial Services and Markets Act 2000"),
    ("FSMA 2000", "ukpga/2000/8", "Financial Services and Markets Act 2000"),
    ("FOIA", "ukpga/2000/36", "Freedom of Information Act 2000"),
    ("FOIA 2000", "ukpga/2000/36", "Freedom of Information Act 2000"),
    ("TCGA 1992", "ukpga/1992/12", "Taxation of Chargeable Gains Act 1992"),
    ("ITEPA 2003", "ukpga/2003/1", "Income Tax (Earnings and Pensions) Act 2003"),
    ("ITTOIA 2005", "ukpga/2005/5", "Income Tax (Trading and Other Income) Act 2005"),
    ("ICTA 1988", "ukpga/1988/1", "Income and Corporation Taxes Act 1988"),
    ("VATA 1994", "ukpga/1994/23", "Value Added Tax Act 1994"),
    ("TULRCA 1992", "ukpga/1992/52", "Trade Union and Labour Relations (Consolidation) Act 1992"),
    ("TULRCA", "ukpga/1992/52", "Trade Union and Labour Relations (Consolidation) Act 1992"),
    ("CRaG 2010", "ukpga/2010/25", "Constitutional Reform and Governance Act 2010"),
    ("LASPO 2012", "ukpga/2012/10", "Legal Aid, Sentencing and Punishment of Offenders Act 2012"),
    ("LASPO", "ukpga/2012/10", "Legal Aid, Sentencing and Punishment of Offenders Act 2012"),
    ("SGA 1979", "ukpga/1979/54", "Sale of Goods Act 1979"),
    ("UCTA 1977", "ukpga/1977/50", "Unfair Contract Terms Act 1977"),
    ("UCTA", "ukpga/1977/50", "Unfair Contract Terms Act 1977"),
    ("CRA 2015", "ukpga/2015/15", "Consumer Rights Act 2015"),
    ("CA 2006", "ukpga/2006/46", "Companies Act 2006"),
    ("CA 1985", "ukpga/1985/6", "Companies Act 1985"),
    ("IA 1986", "ukpga/1986/45", "Insolvency Act 1986"),
    ("CDDA 1986", "ukpga/1986/46", "Company Directors Disqualification Act 1986"),
    ("CCA 1974", "ukpga/1974/39", "Consumer Credit Act 1974"),
    ("CDPA 1988", "ukpga/1988/48", "Copyright, Designs and Patents Act 1988"),
    ("TMA 1994", "ukpga/1994/26", "Trade Marks Act 1994"),
    ("TMA 1970", "ukpga/1970/9", "Taxes Management Act 1970"),
    ("DPA 1998", "ukpga/1998/29", "Data Protection Act 1998"),
    ("DPA 2018", "ukpga/2018/12", "Data Protection Act 2018"),
    ("HRA 1998", "ukpga/1998/42", "Human Rights Act 1998"),
    ("ERA 1996", "ukpga/1996/18", "Employment Rights Act 1996"),
    ("EqA 2010", "ukpga/2010/15", "Equality Act 2010"),
    ("LPA 1925", "ukpga/Geo5/15-16/20", "Law of Property Act 1925"),
    ("LRA 2002", "ukpga/2002/9", "Land Registration Act 2002"),
    ("LTA 1954", "ukpga/Eliz2/2-3/56", "Landlord and Tenant Act 1954"),
    ("LTA 1985", "ukpga/1985/70", "Landlord and Tenant Act 1985"),
    ("TCPA 1990", "ukpga/1990/8", "Town and Country Planning Act 1990"),
    ("TLATA 1996", "ukpga/1996/47", "Trusts of Land and Appointment of Trustees Act 1996"),
    ("TOLATA", "ukpga/1996/47", "Trusts of Land and Appointment of Trustees Act 1996"),
    ("HGCRA 1996", "ukpga/1996/53", "Housing Grants, Construction and Regeneration Act 1996"),
    ("SCA 1981", "ukpga/1981/54", "Senior Courts Act 1981"),
    ("CJA 2003", "ukpga/2003/44", "Criminal Justice Act 2003"),
    ("SOA 2003", "ukpga/2003/42", "Sexual Offences Act 2003"),
    ("MHA 1983", "ukpga/1983/20", "Mental Health Act 1983"),
    ("MCA 2005", "ukpga/2005/9", "Mental Capacity Act 2005"),
    ("MCA 1973", "ukpga/1973/18", "Matrimonial Causes Act 1973"),
    ("HSWA 1974", "ukpga/1974/37", "Health and Safety at Work etc. Act 1974"),
    ("FLA 1996", "ukpga/1996/27", "Family Law Act 1996"),
    ("AA 1996", "ukpga/1996/23", "Arbitration Act 1996"),
    ("EUWA 2018", "ukpga/2018/16", "European Union (Withdrawal) Act 2018"),
    ("IHTA 1984", "ukpga/1984/51", "Inheritance Tax Act 1984"),
)

NAMES: tuple[Name, ...] = tuple(Name(*row) for row in _ROWS)
_BY_FIRST_WORD: dict[str, list[tuple[tuple[str, ...], Name]]] = {}
for _each in sorted(NAMES, key=lambda name: -len(name.name)):
    _words = tuple(_each.name.split())
    _BY_FIRST_WORD.setdefault(_words[0], []).append((_words, _each))

FIRST_WORDS = frozenset(_BY_FIRST_WORD)
"""What a common name can begin with."""


def common_name(cut: Tokens, place: int) -> tuple[Name, int] | None:
    """Return the longest name that stands here, in its own capitals, and the place after it."""
    for words, name in _BY_FIRST_WORD.get(cut.raw(place), ()):
        if all(cut.raw(place + offset) == word for offset, word in enumerate(words)):
            return name, place + len(words)
    return None
