"""Single-line values from outside."""

import pytest

from lexgate_kit import inline


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("a\nb\r\n c", "a b c"),  # line breaks
        ("a\u2028b\u0085c", "a b c"),  # Unicode's line breaks
        ("  padded  ", "padded"),  # titles upstream are padded
        ("a\u202eb", "a⟨U+202E⟩b"),  # hidden characters are shown
        ("x" * 600, "x" * 499 + "…"),  # capped
    ],
)
def test_a_value_stands_on_one_line(value: str, line: str) -> None:
    assert inline.one_line(value) == line


@pytest.mark.parametrize(
    ("value", "escaped"),
    [
        ("# heading", "\\# heading"),  # a heading
        ("1. item", "1\\. item"),  # a list
        ("2018 c. 12", "2018 c. 12"),  # not a list: the text goes on
        ("- item", "\\- item"),  # a list
        ("[x](http://evil)", "\\[x\\](http://evil)"),  # a link
        ("*bold* `code` <b>", "\\*bold\\* \\`code\\` \\<b\\>"),  # emphasis, code, HTML
        ("_emphasis_ and __init__", "\\_emphasis\\_ and \\_\\_init\\_\\_"),  # emphasis and strong emphasis
        ("uklaw_get_amendments", "uklaw_get_amendments"),  # inside a word it is neither: names of tools, ids
        ("a | b", "a \\| b"),  # a table cell
        ("> quote", "\\> quote"),  # a quotation
    ],
)
def test_a_value_starts_no_markup(value: str, escaped: str) -> None:
    assert inline.markdown(value) == escaped


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://x.example/a b", "https://x.example/a%20b"),  # spaces
        ("https://x.example/a)b(c", "https://x.example/a%29b%28c"),  # brackets would end the link
        ("javascript:alert(1)", ""),  # another scheme
        ("data:text/html,x", ""),  # another scheme
        ("https://x.example/%C3%A9", "https://x.example/%C3%A9"),  # encoded already
    ],
)
def test_an_address_is_encoded_or_not_shown(address: str, shown: str) -> None:
    assert inline.url(address) == shown


def test_a_link_without_a_usable_address_is_its_label() -> None:
    assert inline.link("a [b]", "javascript:x") == "a \\[b\\]"
    assert inline.link("a", "https://x.example/") == "[a](https://x.example/)"
