"""The cost of reading grows with the size and no faster."""

import time

from clml_desk import made

SECTION = (
    '<P1group><Title>Title</Title><P1 IdURI="http://www.legislation.gov.uk/id/ukpga/2031/7/section/{0}">'
    "<Pnumber>{0}</Pnumber><P1para><Text>In fog, a <Addition CommentaryRef='c'>bell</Addition> must ring"
    "<FootnoteRef Ref='f{0}'/>.</Text></P1para></P1></P1group>"
)
NOTE = '<Footnote id="f{0}"><FootnoteText><Para><Text>Note {0}.</Text></Para></FootnoteText></Footnote>'
COMMENTARY = '<Commentaries><Commentary id="c" Type="F"><Para><Text>x</Text></Para></Commentary></Commentaries>'


def test_four_times_the_text_costs_about_four_times_as_much() -> None:
    small, large = cost(150), cost(600)
    # Twice the fair share leaves room for a busy machine; a quadratic walk would cost sixteen times as much.
    assert large < small * 8 + 0.05


def cost(sections: int) -> float:
    """Return seconds of processor time, the best of three."""
    body = "".join(SECTION.format(n) for n in range(sections))
    after = f"<Footnotes>{''.join(NOTE.format(n) for n in range(sections))}</Footnotes>{COMMENTARY}"
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        document = made(body, after)
        document.render()
        document.outline()
        document.provision("section/7")
        best = min(best, time.process_time() - start)
    return best
