"""How the text of the law looks in Markdown."""

import pytest
from clml_desk import fixture, text_of
from markdown_it import MarkdownIt


def test_numbers_have_their_brackets_and_levels_are_indented() -> None:
    assert (
        fixture("section-changed")
        .render()
        .text.startswith(
            "## Duty to light harbours\n\n"
            "[I1] **3** (1) A harbour authority must keep a [F1 green] light burning—\n"
            "  (a) from dusk, and\n"
            "  (b) until—\n"
            "    (i) dawn, or\n"
            "    (ii) the last ship is in,\n\n"
            "whichever is later.\n"
        )
    )


def test_neighbouring_parts_of_one_change_share_a_bracket_and_nested_changes_nest() -> None:
    assert "[F2 (1A) In fog, a [F1 bell] must ring.]" in fixture("section-changed").render().text


def test_a_repeal_whose_text_is_kept_is_marked_with_its_extent() -> None:
    assert "[F3 ⟦repealed in E+W⟧ (3) Oil lamps may be used.]" in fixture("section-changed").render().text


def test_annotations_follow_the_text_and_only_those_that_it_refers_to() -> None:
    annotations = fixture("section-changed").render().annotations
    assert [a.label for a in annotations] == ["I1", "F1", "F2", "F3"]
    assert annotations[0].type_label == "commencement"
    assert (
        annotations[2].text == "S. 3(1A) inserted (6.4.2031) by the Tides Act 2030 (c. 9), s. 4 and see its Schedule."
    )


def test_an_annotation_names_the_law_that_it_cites() -> None:
    citations = fixture("section-changed").render().annotations[0].citations
    assert [(c.text, c.item, c.provision) for c in citations] == [
        ("S.I. 2031/40", "uksi/2031/40", ""),
        ("reg. 2", "uksi/2031/40", "regulation/2"),
    ]


@pytest.mark.parametrize(
    ("pnumber", "shown"),
    [
        ("<P2><Pnumber>1</Pnumber>", "(1) x"),
        ("<P3><Pnumber>a</Pnumber>", "(a) x"),
        ('<P2><Pnumber PuncBefore="" PuncAfter=".">1</Pnumber>', "1\\. x"),  # escaped, else Markdown renumbers it
        ('<P2><Pnumber PuncBefore="" PuncAfter="">7.2</Pnumber>', "7.2 x"),  # empty is honoured
        ('<P3><Pnumber PuncAfter=":">Note</Pnumber>', "(Note: x"),  # only one of the two is given
        ('<P1><Pnumber PuncAfter=".">4A</Pnumber>', "**4A.** x"),
        ("<P1><Pnumber>Article 28</Pnumber>", "**Article 28** x"),
    ],
)
def test_the_punctuation_of_numbers_is_honoured(pnumber: str, shown: str) -> None:
    level = pnumber[1:3]
    rendered = text_of(f"{pnumber}<{level}para><Text>x</Text></{level}para></{level}>")
    assert rendered.strip() == shown


def test_concurrent_versions_are_shown_and_labelled_by_extent() -> None:
    text = fixture("section-concurrent").render().text
    english, scottish = text.split("⟦concurrent versions: the text as it applies in S⟧")
    assert "as it applies in E+W" in english
    assert "two pounds" in english
    assert "no toll" not in english
    assert "Ferries pay no toll." in scottish


def test_a_subsection_is_shown_for_each_extent_too() -> None:
    document = fixture("section-concurrent")
    found = document.provision("section/6/1")
    assert found is not None
    assert document.render(found).text == (
        "⟦concurrent versions: the text as it applies in E+W⟧\n\n(1) Ferries pay a toll of two pounds.\n\n"
        "⟦concurrent versions: the text as it applies in S⟧\n\n(1) Ferries pay no toll."
    )


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("#### {}Bells", "prospective"),
        ("{}**5** . . .", "repealed"),
        ("### {}Later lamps", "not yet in force at the date of this version"),  # its window starts later
    ],
)
def test_what_is_not_in_force_is_marked_where_it_stands(words: str, mark: str) -> None:
    assert words.format(f"⟦{mark}⟧ ") in fixture("act-whole").render().text


def test_a_quoted_amendment_is_a_quotation_of_the_provision_that_makes_it() -> None:
    assert (
        "**2** (1) In the Docks Act 2020, after section 12 insert—\n\n"
        "  > **“Lamps of docks**\n  >\n  > **12A** (1) A dock has a lamp.”, and\n\n"
        "(2) In section 13 of that Act, for “oil” substitute “electric”."
    ) in fixture("instrument-made").render().text


@pytest.mark.parametrize(
    ("format_", "shown"),
    [("double", "> “x”"), ("default", "> “x”"), ("single", "> ‘x’"), ("none", "> x")],
)
def test_quote_marks_come_from_the_format(format_: str, shown: str) -> None:
    assert text_of(f'<BlockAmendment Format="{format_}"><Text>x</Text></BlockAmendment>').strip() == shown


def test_footnotes_stand_after_the_provision_that_refers_to_them_once() -> None:
    text = fixture("instrument-made").render().text
    assert text.count("[^1]:") == 1
    assert "Regulations 2031[^2], and see also the Act[^1].\n\n[^2]: First paragraph of the note.\n    Second" in text


def test_a_table_keeps_its_cells_and_says_that_spans_are_lost() -> None:
    text = fixture("table-spans").render().text
    assert (
        "| Size | Fine |  |\n| --- | --- | --- |\n| small \\| tiny | first | £1 |\n|  | second | £2<br>or work |\n"
        "| Total[^1] | £3 | [^1] Rounded. |\n\n⟦table simplified: 2 cells span several rows or columns; see http"
    ) in text
    assert fixture("table-spans").render().simplified_cells == 2


def test_a_table_without_a_head_gets_a_blank_one() -> None:
    table = '<Tabular><table xmlns="http://www.w3.org/1999/xhtml"><tbody><tr><td>a</td></tr></tbody></table></Tabular>'
    assert text_of(table) == "|  |\n| --- |\n| a |"


def test_an_absurd_span_is_capped() -> None:
    table = '<table xmlns="http://www.w3.org/1999/xhtml"><tr><td colspan="99999" rowspan="99999">a</td></tr></table>'
    assert len(text_of(f"<Tabular>{table}</Tabular>")) < 2000


@pytest.mark.parametrize(
    ("mathml", "shown"),
    [
        ("<mfrac><mi>P</mi><mi>D</mi></mfrac><mo>×</mo><mi>A</mi>", "P/D × A"),
        (
            "<mo>(</mo><mfrac><mrow><mi>P</mi><mi>A</mi></mrow><mi>D</mi></mfrac><mo>)</mo><mo>×</mo><mi>A</mi><mi>P</mi>",
            "(PA/D) × AP",
        ),
        # what stands above the bar is bracketed when it is more than a word
        ("<mfrac><mrow><mi>a</mi><mo>-</mo><mi>b</mi></mrow><mi>M</mi></mfrac>", "(a - b)/M"),
        ("<mfrac><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></mfrac>", "(a + b)/2"),
        ("<msup><mn>10</mn><mn>6</mn></msup>", "10^6"),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup>", "10^(−6)"),
        ("<msub><mi>L</mi><mrow><mi>A</mi><mo>,</mo><mi>T</mi></mrow></msub>", "L_(A, T)"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>T</mi>",
            "∑_(i = 1)^n T",
        ),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x + 1)"),
        ("<mi>%</mi><mi>biuret</mi><mi>=</mi><mn>2.5</mn>", "% biuret = 2.5"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
        ("<mi> N</mi><mo> ×</mo><mn> 12</mn>", "N × 12"),  # leaves are padded in the source
    ],
)  # fmt: skip
def test_a_formula_keeps_its_structure_on_one_line(mathml: str, shown: str) -> None:
    math = f'<Formula><math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>{mathml}</mrow></math></Formula>'
    assert text_of(f"<P>{math}</P>").strip() == shown


def test_a_formula_comes_with_its_picture_and_the_key_of_its_letters() -> None:
    text = fixture("formula").render().text
    assert "(PA/D) × AP ⟦[figure](http://www.legislation.gov.uk/uksi/2031/40/images/toll%20formula.gif)⟧" in text
    assert "D = the days at sea;" in text
    assert "CO_2 the area is 10 m^2." in text


def test_changes_inside_a_formula_are_bracketed_around_its_signs() -> None:
    body = (
        '<P><Formula><Addition CommentaryRef="c"><math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi>'
        "<mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac></math></Addition></Formula></P>"
    )
    after = '<Commentaries><Commentary id="c" Type="F"><Para><Text>new</Text></Para></Commentary></Commentaries>'
    assert text_of(body, after).strip() == "[F1 a/(b + c)]"


def test_lists_show_their_numbers_and_an_override_wins() -> None:
    assert "**1** The colours are—\n  (a) green;\n  (aa) white." in fixture("act-whole").render().text


@pytest.mark.parametrize(
    ("attributes", "shown"),
    [
        ('Type="roman" Decoration="parens" Start="4"', "(iv) x"),
        ('Type="arabic" Decoration="period"', "1\\. x"),
        ('Type="alphaUpper" Decoration="parenRight"', "A) x"),
        ('Type="arabic" Decoration="none"', "1 x"),
    ],
)
def test_ordered_lists_count_in_their_own_way(attributes: str, shown: str) -> None:
    body = f"<P><OrderedList {attributes}><ListItem><Para><Text>x</Text></Para></ListItem></OrderedList></P>"
    assert text_of(body).strip() == shown.replace("\\", "") or text_of(body).strip() == shown


def test_old_acts_with_unnumbered_paragraphs_and_odd_numbers_are_read() -> None:
    text = fixture("old-act").render().text
    assert "Whereas the Havens are dark … be it enacted that Lamps be lit." in text
    assert "**\\[II.\\]** a) Oil shall be of the Whale." in text


def test_an_eu_article_has_its_own_number_and_points() -> None:
    assert fixture("article-eu").render().text == (
        "## Colours of lamps\n\n**Article 4** 1. Lamps shall be *green*.\n\n2\\. They shall burn."
    )


def test_signatures_and_dates_stand_on_lines_of_their_own() -> None:
    text = fixture("instrument-made").render().text
    assert "Made 10th February 2031\n\nLaid before Parliament 12th February 2031\n\n" in text
    assert "A. N. Other\n\nUnder Secretary\n\nHarbour Office\n\n10th February 2031" in text


def test_outside_text_starts_no_heading_link_list_html_or_emphasis() -> None:
    lines = fixture("figures-hostile").render().text.split("\n")
    assert "\\# not a heading" in lines
    assert "\\[click\\](http://evil.example) and \\!\\[pixel\\](http://evil.example/p.png)" in lines
    assert "\\---" in lines
    assert "\\<script>alert(1)\\</script> \\<b> but 3 < 4" in lines
    assert "1\\. first" in lines
    assert "\\[F1\\]: http://evil.example" in lines
    assert "a * b and \\*c\\* and snake_case and \\_d\\_ and \\`e\\` and \\~\\~f\\~\\~" in lines


def test_a_change_before_a_bracket_makes_no_link() -> None:
    after = '<Commentaries><Commentary id="c" Type="F"><Para><Text>new</Text></Para></Commentary></Commentaries>'
    body = '<P><Text><Addition CommentaryRef="c">see</Addition>(javascript:x)</Text></P>'
    assert text_of(body, after) == "[F1 see]\\(javascript:x)"


def test_a_figure_is_a_link_and_only_to_the_web() -> None:
    text = fixture("figures-hostile").render().text
    assert "](http://www.legislation.gov.uk/uksi/2031/40/images/a%29%20b.gif)⟧" in text
    assert "⟦figure⟧" in text
    assert "javascript" not in text


def test_our_own_brackets_in_a_source_are_told_apart() -> None:
    assert text_of("<P><Text>⟦prospective⟧</Text></P>") == "\\⟦prospective\\⟧"


def test_a_change_without_a_commentary_is_still_marked() -> None:
    assert text_of('<P><Text><Addition CommentaryRef="gone">x</Addition></Text></P>') == "[F? x]"


def test_a_whole_document_begins_with_its_title() -> None:
    assert fixture("act-whole").render().text.startswith("# Harbour Lights Act 2031\n\n2031 CHAPTER 7\n\n")


def test_a_fragment_is_rendered_without_the_shells_around_it() -> None:
    assert "Part 1" not in fixture("section-changed").render().text


def test_the_dots_of_an_omitted_text_stay() -> None:
    assert "(2) . . . . . . . . . ." in fixture("section-changed").render().text


def test_two_paragraphs_in_a_cell_stay_apart() -> None:
    namespace = "http://www.legislation.gov.uk/namespaces/legislation"
    paragraphs = "".join(f'<Para xmlns="{namespace}"><Text>{each}</Text></Para>' for each in "ab")
    table = f'<table xmlns="http://www.w3.org/1999/xhtml"><tr><td>{paragraphs}</td></tr></table>'
    assert "| a<br>b |" in text_of(f"<Tabular>{table}</Tabular>")


def test_a_version_that_is_referred_to_again_is_shown_once() -> None:
    versions = (
        '<Versions><Version id="v"><P1group AltVersionRefs="v"><Title>Twin</Title></P1group></Version></Versions>'
    )
    body = (
        '<P1group AltVersionRefs="v v"><Title>T</Title></P1group><P1group AltVersionRefs="v"><Title>U</Title></P1group>'
    )
    assert text_of(body, versions).count("Twin") == 1


def test_an_included_document_that_includes_itself_ends() -> None:
    resource = '<Resource id="r"><InternalVersion><XMLcontent><P><Text>In</Text></P><IncludedDocument ResourceRef="r"/>'
    after = f"<Resources>{resource}</XMLcontent></InternalVersion></Resource></Resources>"
    assert text_of('<IncludedDocument ResourceRef="r"/>', after).startswith("In")


def test_a_form_that_is_included_twice_is_shown_twice() -> None:
    resource = '<Resource id="r"><InternalVersion><XMLcontent><P><Text>In</Text></P></XMLcontent></InternalVersion>'
    body = '<IncludedDocument ResourceRef="r"/><IncludedDocument ResourceRef="r"/>'
    assert text_of(body, f"<Resources>{resource}</Resource></Resources>") == "In\n\nIn"


def test_a_footnote_that_refers_to_itself_ends() -> None:
    after = (
        '<Footnotes><Footnote id="f"><FootnoteText><Para><Text>Note<FootnoteRef Ref="f"/></Text></Para></FootnoteText>'
        "</Footnote></Footnotes>"
    )
    assert text_of('<P><Text>x<FootnoteRef Ref="f"/></Text></P>', after) == "x[^1]\n\n[^1]: Note[^1]"


def test_deeply_nested_changes_are_read() -> None:
    depth = 100
    body = f"<P><Text>{'<Addition>' * depth}x{'</Addition>' * depth}</Text></P>"
    assert text_of(body).endswith("x" + "]" * depth)


def test_a_line_to_be_filled_in_stays_readable() -> None:
    assert text_of("<P><Text>Name ________ of ship</Text></P>") == "Name ________ of ship"


def test_outside_text_is_inert_to_a_markdown_reader() -> None:
    """An independent reader finds no heading, link, picture, HTML or emphasis but our own."""
    tokens = MarkdownIt().parse(fixture("figures-hostile").render().text)
    inline = [part for token in tokens for part in token.children or []]
    assert [t.tag for t in tokens if t.type == "heading_open"] == ["h2"]
    assert [t.attrGet("href") for t in inline if t.type == "link_open"] == [
        "http://www.legislation.gov.uk/uksi/2031/40/images/a%29%20b.gif"
    ]
    assert {t.type for t in inline} <= {"text", "link_open", "link_close", "text_special", "softbreak"}
    assert not {"html_block", "ordered_list_open", "bullet_list_open", "hr", "fence"} & {t.type for t in tokens}


@pytest.mark.parametrize(
    ("body", "after"),
    [
        # a list's number
        ("<P><OrderedList><ListItem NumberOverride='{0}'><Para><Text>x</Text></Para></ListItem></OrderedList></P>", ""),
        # a number's punctuation
        ("<P1><Pnumber PuncBefore='{0}' PuncAfter='{0}'>1</Pnumber><P1para><Text>x</Text></P1para></P1>", ""),
        # the sign between a letter and its meaning
        ("<KeyList Separator='{0}'><KeyListItem><Key>t</Key><ListItem>x</ListItem></KeyListItem></KeyList>", ""),
        # a formula's brackets
        ("<Formula><math xmlns='m'><mfenced open='{0}' close='{0}'><mi>a</mi></mfenced></math></Formula>", ""),
        # an extent in words of ours
        ("<P><Text><Repeal Extent='{0}'>x</Repeal></Text></P>", ""),
        (
            "<P1 RestrictExtent='{0}' AltVersionRefs='v'/>",
            "<Versions><Version id='v'><P><Text>x</Text></P></Version></Versions>",
        ),
        # a status
        ("<P1 Status='{0}'><P1para><Text>x</Text></P1para></P1>", ""),
        # the type of a commentary, which becomes a label
        (
            "<P><Text><CommentaryRef Ref='c'/>x</Text></P>",
            "<Commentaries><Commentary id='c' Type='{0}'><Para><Text>y</Text></Para></Commentary></Commentaries>",
        ),
    ],
)  # fmt: skip
def test_attributes_of_the_source_are_outside_text_too(body: str, after: str) -> None:
    hostile = "[click](http://evil.example) &lt;b&gt;"
    tokens = MarkdownIt().parse(text_of(body.format(hostile), after.format(hostile)))
    inline = [part for token in tokens for part in token.children or []]
    assert not {"link_open", "html_inline"} & {part.type for part in inline}
    assert any("x" in part.content for part in inline)
