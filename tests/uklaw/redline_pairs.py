"""Pairs of invented provisions and the redline that a lawyer would mark between them.

Notation: the first line is `path | number | heading`; a line that starts with `(x)` is a sub-provision, two spaces
deeper for each level; other lines are paragraphs of the provision at their depth.
"""

import re
from dataclasses import dataclass

from lexgate_uklaw.clml.tree import Provision

_NUMBERED = re.compile(r"\((\w+)\)(?: (.*))?")


@dataclass(frozen=True)
class Pair:
    """`changes` are (kind, provision before, provision after), addresses below the root; blank: not there."""

    name: str
    old: str
    new: str
    redline: str
    changes: tuple[tuple[str, str, str], ...]


def provision(notation: str) -> Provision:
    """Return the tree that the notation writes."""
    first, *rest = [line for line in notation.strip("\n").split("\n") if line.strip()]
    path, number, heading = (part.strip() for part in first.split("|"))
    content, left = _content(path, rest, 0)
    assert not left, f"not read: {left}"
    return _node(path, number, heading or None, content)


def _content(path: str, lines: list[str], depth: int) -> tuple[list["str | Provision"], list[str]]:
    content: list[str | Provision] = []
    while lines and len(lines[0]) - len(lines[0].lstrip()) == 2 * depth:
        line, lines = lines[0].strip(), lines[1:]
        found = _NUMBERED.fullmatch(line)
        if found is None:
            content.append(line)
            continue
        inner, lines = _content(f"{path}/{found[1]}", lines, depth + 1)
        own = [found[2]] if found[2] else []
        content.append(_node(f"{path}/{found[1]}", f"({found[1]})", None, [*own, *inner]))
    return content, lines


def _node(path: str, number: str, heading: str | None, content: list["str | Provision"]) -> Provision:
    return Provision(path, path, number, heading, None, None, None, None, tuple(content), ())


PAIRS = (
    Pair(
        "words inserted",
        "section/1 | 1 |\nThe keeper of a lamp must light it at dusk.",
        "section/1 | 1 |\nThe keeper of a lamp must clean and light it at dusk.",
        "1 The keeper of a lamp must **clean and** light it at dusk.",
        (("changed", "", ""),),
    ),
    Pair(
        "words omitted",
        "section/1 | 1 |\nA licence lasts one year, unless the Board says otherwise, from its grant.",
        "section/1 | 1 |\nA licence lasts one year from its grant.",
        "1 A licence lasts one year~~, unless the Board says otherwise,~~ from its grant.",
        (("changed", "", ""),),
    ),
    Pair(
        "words substituted",
        "section/1 | 1 |\nThe notice must be given in writing to the Treasury.",
        "section/1 | 1 |\nThe notice must be given in writing to the Secretary of State.",
        "1 The notice must be given in writing to the ~~Treasury~~ **Secretary of State**.",
        (("changed", "", ""),),
    ),
    Pair(
        "a number substituted",
        "section/1 | 1 |\nThe fine is not to exceed £1,000 for each day.",
        "section/1 | 1 |\nThe fine is not to exceed £2,500 for each day.",
        "1 The fine is not to exceed £~~1,000~~ **2,500** for each day.",
        (("changed", "", ""),),
    ),
    Pair(
        "two substitutions in one sentence",
        "section/1 | 1 |\nWithin seven days of the hearing the clerk must send a copy to the parties.",
        "section/1 | 1 |\nWithin fourteen days of the hearing the registrar must send a copy to the parties.",
        "1 Within ~~seven~~ **fourteen** days of the hearing the ~~clerk~~ **registrar** must send a copy to the "
        "parties.",
        (("changed", "", ""),),
    ),
    Pair(
        "an item of a list inserted with its comma",
        "section/1 | 1 |\nThis applies to the owner, the tenant and the guest.",
        "section/1 | 1 |\nThis applies to the owner, the keeper, the tenant and the guest.",
        "1 This applies to the owner, **the keeper,** the tenant and the guest.",
        (("changed", "", ""),),
    ),
    Pair(
        "not inserted",
        "section/1 | 1 |\nA ferry may sail in fog.",
        "section/1 | 1 |\nA ferry may not sail in fog.",
        "1 A ferry may **not** sail in fog.",
        (("changed", "", ""),),
    ),
    Pair(
        "a new subsection in the middle, lettered",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(2) A lamp must be green.",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(1A) In fog, a dock must have a bell.\n"
        "(2) A lamp must be green.",
        "1 (1) A dock must have a lamp.\n\n**(1A) In fog, a dock must have a bell.**\n\n(2) A lamp must be green.",
        (("added", "", "1A"),),
    ),
    Pair(
        "a new subsection in the middle, the later ones renumbered",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(2) A lamp must be green in every weather.\n"
        "(3) The Board may by order alter this section.",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(2) In fog, a dock must have a bell.\n"
        "(3) A lamp must be green in every weather.\n(4) The Board may by order alter this section.",
        "1 (1) A dock must have a lamp.\n\n**(2) In fog, a dock must have a bell.**\n\n"
        "~~(2)~~ **(3)** A lamp must be green in every weather.\n\n"
        "~~(3)~~ **(4)** The Board may by order alter this section.",
        (("added", "", "2"), ("renumbered", "2", "3"), ("renumbered", "3", "4")),
    ),
    Pair(
        "renumbered and amended at once",
        "section/1 | 1 |\n(1) The Board may inspect any dock at a reasonable hour.",
        "section/1 | 1 |\n(1) In this section a dock includes a pier.\n"
        "(2) The Board may inspect any dock or quay at a reasonable hour.",
        "**1 (1) In this section a dock includes a pier.**\n\n"
        "~~1 (1)~~ **(2)** The Board may inspect any dock **or quay** at a reasonable hour.",
        (("added", "", "1"), ("renumbered", "1", "2")),
    ),
    Pair(
        "existing text becomes subsection (1)",
        "section/1 | 1 |\nA kite must have a tail of red cloth.",
        "section/1 | 1 |\n(1) A kite must have a tail of red cloth.\n(2) In fog it must be white instead.",
        "1 **(1)** A kite must have a tail of red cloth.\n\n**(2) In fog it must be white instead.**",
        (("added", "", "2"), ("renumbered", "", "1")),
    ),
    Pair(
        "a subsection repealed to dots",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(2) The lamp must be lit by the harbour master.",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(2) . . . . . . . .",
        "1 (1) A dock must have a lamp.\n\n(2) ~~The lamp must be lit by the harbour master.~~ **. . . . . . . .**",
        (("removed", "2", "2"),),
    ),
    Pair(
        "a whole section repealed to dots",
        "section/1 | 1 | Lamps\n(1) A dock must have a lamp.\n(2) The lamp must be green.",
        "section/1 | 1 |\n. . . . . . . .",
        "~~Lamps~~\n\n~~1 (1) A dock must have a lamp.~~\n\n~~(2) The lamp must be green.~~\n\n**1 . . . . . . . .**",
        (("removed", "", ""),),
    ),
    Pair(
        "a subsection gone without trace",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(2) The lamp must be green.\n(3) The Board may inspect it.",
        "section/1 | 1 |\n(1) A dock must have a lamp.\n(3) The Board may inspect it.",
        "1 (1) A dock must have a lamp.\n\n~~(2) The lamp must be green.~~\n\n(3) The Board may inspect it.",
        (("removed", "2", ""),),
    ),
    Pair(
        "a cell of a table",
        "schedule/1 | SCHEDULE 1 | Fees\nVessel | Fee\nFerry | £10\nBarge | £20",
        "schedule/1 | SCHEDULE 1 | Fees\nVessel | Fee\nFerry | £15\nBarge | £20",
        "Fees\n\nSCHEDULE 1 Vessel | Fee\n\nFerry | £~~10~~ **15**\n\nBarge | £20",
        (("changed", "", ""),),
    ),
    Pair(
        "a row of a table",
        "schedule/1 | SCHEDULE 1 |\nVessel | Fee\nFerry | £10\nBarge | £20",
        "schedule/1 | SCHEDULE 1 |\nVessel | Fee\nFerry | £10\nCoracle | £1\nBarge | £20",
        "SCHEDULE 1 Vessel | Fee\n\nFerry | £10\n\n**Coracle | £1**\n\nBarge | £20",
        (("changed", "", ""),),
    ),
    Pair(
        "a definition inserted into a list of them",
        "section/9 | 9 |\nIn this Act—\n“barge” means a flat vessel without an engine;\n"
        "“ferry” means a vessel that carries passengers for reward.",
        "section/9 | 9 |\nIn this Act—\n“barge” means a flat vessel without an engine;\n"
        "“dock” means a place where vessels are moored;\n"
        "“ferry” means a vessel that carries passengers for reward.",
        "9 In this Act—\n\n“barge” means a flat vessel without an engine;\n\n"
        "**“dock” means a place where vessels are moored;**\n\n"
        "“ferry” means a vessel that carries passengers for reward.",
        (("changed", "", ""),),
    ),
    Pair(
        "a definition replaced by another one",
        "section/9 | 9 |\nIn this Act—\n“barge” means a flat vessel without an engine;\n“lamp” includes a lantern.",
        "section/9 | 9 |\nIn this Act—\n“pilot” has the meaning given by section 40;\n“lamp” includes a lantern.",
        "9 In this Act—\n\n~~“barge” means a flat vessel without an engine;~~\n\n"
        "**“pilot” has the meaning given by section 40;**\n\n“lamp” includes a lantern.",
        (("changed", "", ""),),
    ),
    Pair(
        "a definition amended",
        "section/9 | 9 |\nIn this Act—\n“barge” means a flat vessel;\n“ferry” means a vessel that carries passengers.",
        "section/9 | 9 |\nIn this Act—\n“barge” means a flat vessel;\n"
        "“ferry” means a vessel or hovercraft that carries passengers.",
        "9 In this Act—\n\n“barge” means a flat vessel;\n\n"
        "“ferry” means a vessel **or hovercraft** that carries passengers.",
        (("changed", "", ""),),
    ),
    Pair(
        "Welsh words inserted",
        "section/1 | 1 |\nRhaid i'r ceidwad oleuo'r lamp bob nos.",
        "section/1 | 1 |\nRhaid i'r ceidwad lanhau a goleuo'r lamp bob nos.",
        "1 Rhaid i'r ceidwad ~~oleuo'r~~ **lanhau a goleuo'r** lamp bob nos.",
        (("changed", "", ""),),
    ),
    Pair(
        "a Welsh subsection inserted",
        "section/1 | 1 |\n(1) Mae llong yn cynnwys cwch.\n(2) Caiff Gweinidogion Cymru wneud rheoliadau.",
        "section/1 | 1 |\n(1) Mae llong yn cynnwys cwch.\n(1A) Nid yw llong yn cynnwys rafft.\n"
        "(2) Caiff Gweinidogion Cymru wneud rheoliadau.",
        "1 (1) Mae llong yn cynnwys cwch.\n\n**(1A) Nid yw llong yn cynnwys rafft.**\n\n"
        "(2) Caiff Gweinidogion Cymru wneud rheoliadau.",
        (("added", "", "1A"),),
    ),
    Pair(
        "punctuation only: a comma inserted",
        "section/1 | 1 |\nThe owner or the keeper must pay.",
        "section/1 | 1 |\nThe owner, or the keeper must pay.",
        "1 The owner**,** or the keeper must pay.",
        (("changed", "", ""),),
    ),
    Pair(
        "punctuation only: a full stop becomes a semicolon and a word",
        "section/1 | 1 |\nA person must—\n(a) keep a lamp;\n(b) ring a bell in fog.",
        "section/1 | 1 |\nA person must—\n(a) keep a lamp;\n(b) ring a bell in fog; and\n(c) tell the Board.",
        "1 A person must—\n\n(a) keep a lamp;\n\n(b) ring a bell in fog~~.~~ **; and**\n\n**(c) tell the Board.**",
        (("added", "", "c"), ("changed", "b", "b")),
    ),
    Pair(
        "and at the end of a paragraph repealed with the paragraph after it",
        "section/1 | 1 |\nA person must—\n(a) keep a lamp; and\n(b) ring a bell in fog.",
        "section/1 | 1 |\nA person must—\n(a) keep a lamp.",
        "1 A person must—\n\n(a) keep a lamp~~; and~~ **.**\n\n~~(b) ring a bell in fog.~~",
        (("changed", "a", "a"), ("removed", "b", "")),
    ),
    Pair(
        "a whole provision replaced",
        "section/1 | 1 | Lamps\n(1) The keeper of the harbour must light every lamp before the fall of night.",
        "section/1 | 1 | Signals\n(1) No vessel shall enter unless the pilot on board has answered by wireless.",
        "~~Lamps~~ **Signals**\n\n"
        "1 (1) ~~The keeper of the harbour must light every lamp before the fall of night.~~ "
        "**No vessel shall enter unless the pilot on board has answered by wireless.**",
        (("changed", "", ""), ("changed", "1", "1")),
    ),
    Pair(
        "a subsection moved to the end",
        "section/1 | 1 |\n(1) The Board may make rules about the lamps of docks.\n"
        "(2) A dock must have a green lamp at each end of its quay, and a bell.\n"
        "(3) A bell must ring in fog, at night and whenever a vessel is near it.",
        "section/1 | 1 |\n(2) A dock must have a green lamp at each end of its quay, and a bell.\n"
        "(3) A bell must ring in fog, at night and whenever a vessel is near it.\n"
        "(4) The Board may make rules about the lamps of docks.",
        "~~1 (1) The Board may make rules about the lamps of docks.~~\n\n"
        "**1** (2) A dock must have a green lamp at each end of its quay, and a bell.\n\n"
        "(3) A bell must ring in fog, at night and whenever a vessel is near it.\n\n"
        "**(4) The Board may make rules about the lamps of docks.**",
        (("moved", "1", "4"),),
    ),
    Pair(
        "a heading changed",
        "section/1 | 1 | Lamps\nA dock must have a lamp.",
        "section/1 | 1 | Lamps and bells\nA dock must have a lamp.",
        "Lamps **and bells**\n\n1 A dock must have a lamp.",
        (("changed", "", ""),),
    ),
    Pair(
        "a paragraph of a subsection inserted",
        "section/1 | 1 |\n(1) A dock must have—\n  (a) a lamp;\n  (b) a rope.\n(2) The Board may inspect it.",
        "section/1 | 1 |\n(1) A dock must have—\n  (a) a lamp;\n  (aa) a bell;\n  (b) a rope.\n"
        "(2) The Board may inspect it.",
        "1 (1) A dock must have—\n\n(a) a lamp;\n\n**(aa) a bell;**\n\n(b) a rope.\n\n(2) The Board may inspect it.",
        (("added", "", "1/aa"),),
    ),
    Pair(
        "a subsection renumbered with its paragraphs",
        "section/1 | 1 |\n(1) A dock must in every weather have—\n  (a) a lamp that is green and bright;\n"
        "  (b) a rope that is long and dry.",
        "section/1 | 1 |\n(1) This section binds the Crown.\n(2) A dock must in every weather have—\n"
        "  (a) a lamp that is green and bright;\n  (b) a rope that is long and dry.",
        "**1 (1) This section binds the Crown.**\n\n~~1 (1)~~ **(2)** A dock must in every weather have—\n\n"
        "(a) a lamp that is green and bright;\n\n(b) a rope that is long and dry.",
        (("added", "", "1"), ("renumbered", "1", "2")),
    ),
    Pair(
        "closing words after paragraphs changed",
        "section/1 | 1 |\nWhere a vessel—\n(a) is adrift;\n(b) is on fire,\nthe master must tell the Board at once.",
        "section/1 | 1 |\nWhere a vessel—\n(a) is adrift;\n(b) is on fire,\nthe pilot must tell the Board at once.",
        "1 Where a vessel—\n\n(a) is adrift;\n\n(b) is on fire,\n\n"
        "the ~~master~~ **pilot** must tell the Board at once.",
        (("changed", "", ""),),
    ),
    Pair(
        "nothing changed",
        "section/1 | 1 | Lamps\n(1) A dock must have a lamp.\n(2) . . . .",
        "section/1 | 1 | Lamps\n(1) A dock must have a lamp.\n(2) . . . .",
        "Lamps\n\n1 (1) A dock must have a lamp.\n\n(2) . . . .",
        (),
    ),
    Pair(
        "a reference to another provision changed",
        "regulation/4 | 4 |\nThis regulation has effect subject to section 12(3)(b) of the Act.",
        "regulation/4 | 4 |\nThis regulation has effect subject to section 12(4)(b) of the Act.",
        "4 This regulation has effect subject to section 12~~(3)~~ **(4)**(b) of the Act.",
        (("changed", "", ""),),
    ),
    Pair(
        "quote marks and dashes set in another way",
        "section/1 | 1 |\nThe keeper's “lamp”—if lit—counts.",
        'section/1 | 1 |\nThe keeper’s "lamp" – if lit – counts.',
        '1 The keeper’s "lamp" – if lit – counts.',
        (),
    ),
    Pair(
        "one number replaced by two in a list",
        "section/1 | 1 |\nThis applies to section 35, 36, 49, 52 and 53.",
        "section/1 | 1 |\nThis applies to section 35, 36, 50B, 50C, 52 and 53.",
        "1 This applies to section 35, 36, ~~49~~ **50B, 50C**, 52 and 53.",
        (("changed", "", ""),),
    ),
    Pair(
        "capitals only",
        "article/2 | 2 |\nThe board shall meet in public.",
        "article/2 | 2 |\nThe Board shall meet in public.",
        "2 The ~~board~~ **Board** shall meet in public.",
        (("changed", "", ""),),
    ),
    Pair(
        "a sentence added at the end",
        "section/1 | 1 |\nA dock must have a lamp.",
        "section/1 | 1 |\nA dock must have a lamp. The lamp must be green.",
        "1 A dock must have a lamp. **The lamp must be green.**",
        (("changed", "", ""),),
    ),
    Pair(
        "signs of the text that look like marks of ours",
        "section/1 | 1 |\nThe sign **stop** or ~~go~~ [sic] is shown.",
        "section/1 | 1 |\nThe sign **stop** or ~~go~~ [sic] is painted.",
        "1 The sign \\*\\*stop\\*\\* or \\~\\~go\\~\\~ \\[sic\\] is ~~shown~~ **painted**.",
        (("changed", "", ""),),
    ),
)
