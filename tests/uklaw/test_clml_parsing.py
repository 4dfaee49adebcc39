"""What is let in as CLML, and what is refused before anything is read from it."""

import pytest
from clml_desk import fixture, made, text_of

from lexgate_uklaw.clml.document import read_document
from lexgate_uklaw.clml.parsing import DEEPEST, UnreadableDocument

LEGISLATION = "http://www.legislation.gov.uk/namespaces/legislation"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not XML",
        b"<Legislation>",  # cut off
        b"<html><body>Please wait</body></html>",  # another root
        b'<feed xmlns="http://www.w3.org/2005/Atom"/>',
        b"<!DOCTYPE Legislation><Legislation/>",
        b'\n<?xml version="1.0"?><!-- x --><!doctype Legislation><Legislation/>',
        '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE Legislation><Legislation/>'.encode("utf-16"),
        b'<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Legislation>&b;</Legislation>',
        b"<Legislation>&undefined;</Legislation>",
        b"<Legislation>" + b"<Part>" * (DEEPEST + 5) + b"</Part>" * (DEEPEST + 5) + b"</Legislation>",
    ],
)
def test_what_is_not_complete_clml_is_refused(body: bytes) -> None:
    with pytest.raises(UnreadableDocument):
        read_document(body)


DEEP, DEEPER = (b"<Legislation>" + b"<a>" * n + b"</a>" * n + b"</Legislation>" for n in (DEEPEST + 5, 1_000))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (DEEP, "is nested deeper than any legislation"),  # beyond our limit
        (DEEPER, "is nested deeper than any legislation"),  # beyond the parser's
        (b"<Legislation>" + b"x" * 10_000_001 + b"</Legislation>", "holds a text longer"),  # the parser's other limit
        (b"<Legislation><Part>", "is not complete XML"),  # cut off
        (b"", "is not complete XML"),  # nothing at all
        ('<?xml version="1.0" encoding="utf-16"?><!DOCTYPE l><l/>'.encode("utf-16"), "carries a DOCTYPE"),
    ],
)
def test_a_refusal_says_what_is_wrong(body: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said):
        read_document(body)


def test_a_refusal_repeats_nothing_of_what_arrived() -> None:
    with pytest.raises(UnreadableDocument) as caught:
        read_document(b"<secret-word>")
    assert "secret-word" not in caught.value.text


def test_a_comment_inside_a_sentence_does_not_split_or_lose_it() -> None:
    assert text_of("<P><Text>one <!-- aside -->two <?pi x?>three</Text></P>") == "one two three"


def test_nesting_up_to_the_limit_is_read() -> None:
    levels = DEEPEST - 10
    assert "deep" in text_of("<Part>" * levels + "<P><Text>deep</Text></P>" + "</Part>" * levels)


def test_elements_of_the_older_namespace_are_the_same_elements() -> None:
    old = b'<Legislation xmlns="http://www.tso.co.uk/assets/namespace/legislation"><Primary><Body><P1><Pnumber>2</Pnumber>'
    old += b"<P1para><Text>Old.</Text></P1para></P1></Body></Primary></Legislation>"
    assert read_document(old).render().text == "**2** Old."


def test_an_empty_document_is_read_as_one_without_text() -> None:
    document = read_document(f'<Legislation xmlns="{LEGISLATION}"/>'.encode())
    assert not document.has_text
    assert not document.pdf_only
    assert document.render().text == ""


def test_an_unknown_element_still_gives_its_text() -> None:
    assert text_of("<Novelty><Text>kept</Text><Other>too</Other></Novelty>") == "kept\n\ntoo"


def test_an_unknown_element_inside_a_sentence_stays_in_the_sentence() -> None:
    assert text_of("<P><Text>a <Novelty>new</Novelty> word</Text></P>") == "a new word"


def test_a_document_may_be_read_twice() -> None:
    document = fixture("section-changed")
    assert document.render() == document.render()
    assert made("<P/>").render().text == ""
