"""Text of the law in Markdown, judged by an independent Markdown reader."""

from xml.sax.saxutils import escape

from clml_desk import text_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# Every character that means something in Markdown, with a few words and spaces between them.
ACTIVE = st.text(alphabet="\\`*_[]()<>{}#+-.!|~&=:;\"'/ abcé12\n", max_size=60)
HARMLESS = {"text", "text_special", "softbreak"}


@given(ACTIVE)
@example("# a")
@example("1. a")
@example("- - -")
@example("=")
@example("a\n---")
@example("[a]: b")
@example("&lt;b&gt;")
@example("__init__ and a_b_ and _c")
@example("![a](b)")
@example("<a@b.c>")
@example("\\[")
@example("~~~")
@example("+")
@example("> 1. # a")
@settings(deadline=None, max_examples=400)
def test_any_text_reads_as_itself_and_as_nothing_else(text: str) -> None:
    expected = " ".join(text.split())
    rendered = text_of(f"<P><Text>{escape(text)}</Text></P>")
    tokens = READER.parse(rendered)
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])
    parts = [part for token in tokens for part in token.children or []]
    assert {part.type for part in parts} <= HARMLESS
    assert "".join(shown(part) for part in parts) == expected


@given(ACTIVE, ACTIVE)
@example("see", "(javascript:x)")
@example("a", "[b]")
@example("a", ": b")
@settings(deadline=None, max_examples=200)
def test_a_changed_word_makes_no_link_with_what_follows_it(changed: str, after: str) -> None:
    commentary = '<Commentaries><Commentary id="c" Type="F"><Para><Text>x</Text></Para></Commentary></Commentaries>'
    change = f'<Addition CommentaryRef="c">{escape(changed)}</Addition>{escape(after)}'
    parts = [p for t in READER.parse(text_of(f"<P><Text>{change}</Text></P>", commentary)) for p in t.children or []]
    assert {part.type for part in parts} <= HARMLESS


def shown(part: Token) -> str:
    return "\n" if part.type == "softbreak" else part.content
