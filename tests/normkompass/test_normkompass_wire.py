import json
import math
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from normkompass_desk import desk

from lexgate_normkompass.stub import Reply, Stub
from lexgate_normkompass.wire import NAMES, Answer, Reader, Refusal, Unexpected

READER = Reader({})
PASSAGE = {"law": "A", "label": "§ 1 A", "title": "T", "url": "https://x.example", "stand": "2026", "text": "Erfunden."}
CITED = {"source": "A", "path": "§ 1", "url": "https://x.example", "quote": "Erfunden."}
ANSWER = {"refused": False, "answer": "Erfunden.", "citations": [CITED], "stand": "2026"}


def body(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "value",
    [
        [PASSAGE],  # bare
        {"results": [PASSAGE]},
        {"passages": [PASSAGE], "total": 1, "score": None},  # extra fields
        {"hits": [PASSAGE]},
        {"Treffer": [PASSAGE]},  # German, capital letter
        {"results": None, "hits": [PASSAGE]},  # null is absent
    ],
)
def test_a_list_of_passages_is_found_bare_or_wrapped(value: object) -> None:
    assert [each.label for each in READER.passages(body(value))] == ["§ 1 A"]


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("law", "law"), ("source", "law"), ("gesetz", "law"),
        ("label", "label"), ("citation", "label"), ("citationLabel", "label"), ("citation_label", "label"),
        ("zitat", "label"),
        ("title", "title"), ("titel", "title"),
        ("stand", "stand"), ("asOf", "stand"), ("as_of", "stand"), ("version_date", "stand"), ("versionDate", "stand"),
        ("url", "url"), ("text", "text"), ("inhalt", "text"),
    ],
)  # fmt: skip
def test_a_field_of_a_passage_is_read_under_each_of_its_names(name: str, field: str) -> None:
    given = {key: value for key, value in PASSAGE.items() if key != field} | {name: "here"}
    assert getattr(READER.passages(body([given]))[0], field) == "here"


@pytest.mark.parametrize(
    ("value", "missing"),
    [
        ({}, "a list of passages is missing"),
        ({"results": {"0": PASSAGE}}, "a list of passages is missing"),  # an object where the list should be
        ("text", "the answer is not a JSON object"),
        (None, "the answer is not a JSON object"),
        (["text"], "passage 1 is not a JSON object"),
        ([PASSAGE, PASSAGE | {"text": " "}], "passage 2 has no text"),
        ([PASSAGE | {"label": None}], "passage 1 has no label"),
        ([PASSAGE | {"text": ["a"]}], "text of passage 1 is not text"),
        ([PASSAGE | {"stand": {"from": "2020"}}], "stand of passage 1 is not text"),  # not "not stated"
        ([PASSAGE | {"stand": True}], "stand of passage 1 is not text"),
    ],
)
def test_unexpected_passages_are_named_by_what_is_missing(value: object, missing: str) -> None:
    with pytest.raises(Unexpected, match=missing):
        READER.passages(body(value))


@pytest.mark.parametrize(
    "written",
    [
        b"\xef\xbb\xbf" + body([PASSAGE]),  # a byte order mark
        json.dumps([PASSAGE]).encode("utf-16"),  # JSON may be UTF-16
        body([PASSAGE | {"score": math.nan, "weight": -math.inf}]),  # not JSON, but written by some
        body([PASSAGE | {"stand": 2026}]),  # a number for a year
    ],
)
def test_odd_but_clear_writing_is_read(written: bytes) -> None:
    read = READER.passages(written)[0]
    assert (read.label, read.stand) == ("§ 1 A", "2026")


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"<!DOCTYPE html>",
        json.dumps([PASSAGE], ensure_ascii=False).encode("latin-1"),  # guessing could change the law's words
        b"[" * 100_000,  # nested deeper than can be read
        b'{"results": [' + b"9" * 10_000 + b"]}",
        body([PASSAGE])[:-3],
    ],
)
def test_what_is_not_json_is_unexpected(written: bytes) -> None:
    with pytest.raises(Unexpected, match="not JSON in UTF-8"):
        READER.passages(written)


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"refused": None}, "refused is missing or neither"),
        ({"refused": "false"}, "refused is missing or neither"),  # text is no decision
        ({"refused": 0}, "refused is missing or neither"),
        ({"answer": ""}, "the answer is missing"),
        ({"answer": ["a"]}, "answer of the answer is not text"),
        ({"citations": {"0": CITED}}, "citations are not a list"),
        ({"citations": [CITED, "§ 1"]}, "citation 2 is not a JSON object"),
        ({"citations": [{}]}, "citation 1 has no quote"),
        ({"citations": [CITED | {"quote": ""}]}, "citation 1 has no quote"),
        ({"citations": [CITED | {"source": "", "path": None}]}, "neither source nor path"),
    ],
)
def test_an_answer_in_another_shape_is_never_taken_for_an_answer(change: dict[str, Any], missing: str) -> None:
    with pytest.raises(Unexpected, match=missing):
        READER.answer(body(ANSWER | change))


def test_an_error_object_with_status_200_is_no_answer() -> None:
    with pytest.raises(Unexpected):
        READER.answer(body({"error": "overloaded", "answer": "Ja.", "citations": [CITED]}))


@pytest.mark.parametrize("change", [{"refused": True}, {"abgelehnt": True}])
def test_any_field_that_says_refused_refuses(change: dict[str, Any]) -> None:
    assert isinstance(READER.answer(body(ANSWER | change)), Refusal)


def test_german_names_of_an_answer_are_read() -> None:
    cited = {"quelle": "A", "pfad": "§ 1", "zitat": "Erfunden."}
    said = READER.answer(body({"abgelehnt": False, "antwort": "Ja.", "belege": [cited], "stand": "2026"}))
    assert isinstance(said, Answer)
    assert (said.text, said.stand, said.citations[0].quote) == ("Ja.", "2026", "Erfunden.")


def test_citations_pass_through_exactly_as_returned() -> None:
    odd = {"source": " A  B ", "path": "§ 1\tAbs. 2", "url": "x:y", "quote": "„Wort“\r\n– und Wort "}
    said = READER.answer(body(ANSWER | {"citations": [odd]}))
    assert isinstance(said, Answer)
    assert {name: getattr(said.citations[0], name) for name in odd} == odd


# Whatever comes: a result or a clear error, and never an answer without a citation.

names = st.sampled_from([name for usual in NAMES.values() for name in usual] + ["error", "x"])
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["§ 1", "\ud800"])
)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=6))


@st.composite
def drifted(draw: st.DrawFn, shape: Any) -> Any:
    """A right answer, with some parts replaced by anything, left out, or wrapped in a list."""
    if draw(st.integers(0, 9)) == 0:
        return draw(anything)
    if isinstance(shape, dict):
        kept = {key: value for key, value in shape.items() if draw(st.integers(0, 14))}
        return {key: draw(drifted(value)) for key, value in kept.items()}
    if isinstance(shape, list):
        return [draw(drifted(each)) for each in shape for _ in range(draw(st.integers(0, 2)))]
    return [shape] if draw(st.integers(0, 19)) == 0 else shape


def written(value: object, encoding: str) -> bytes:
    return json.dumps(value, ensure_ascii=encoding == "ascii").encode(encoding, errors="replace")


SHAPES: list[Any] = [ANSWER, {"refused": True, "message": "Kein Beleg."}, {"results": [PASSAGE]}, [PASSAGE]]
encodings = st.sampled_from(["utf-8", "utf-8-sig", "latin-1", "ascii", "utf-16"])
bodies = st.binary(max_size=40) | st.builds(written, st.one_of(map(drifted, SHAPES)), encodings)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bodies=st.lists(bodies, min_size=1, max_size=5), status=st.sampled_from([200, 200, 200, 422]))
@example(bodies=[body(ANSWER), body([PASSAGE])], status=200)
@example(bodies=[body(ANSWER | {"citations": []})], status=200)
def test_whatever_the_service_sends_gives_a_result_or_a_clear_error(bodies: list[bytes], status: int) -> None:
    async def all_of_them() -> None:
        with Stub() as stub:
            async with desk(stub.address) as one:
                for each in bodies:
                    stub.canned = Reply(status, each)
                    for seen in (await one.search(), await one.ask("x")):
                        assert seen.text
                        if seen.failure is not None:
                            assert seen.reason == "upstream_changed"
                        elif seen.structure.get("answer"):
                            assert seen.structure["refused"] is False
                            assert seen.structure["citations"]
                            assert all(cited["quote"] for cited in seen.structure["citations"])
                        elif "refused" in seen.structure:
                            assert seen.structure["refused"] is True
                            assert seen.structure["refused_by"]

    anyio.run(all_of_them)


def test_the_property_above_meets_answers_refusals_and_errors() -> None:
    met: set[str] = set()

    @settings(max_examples=300, deadline=None, database=None, derandomize=True)
    @given(bodies)
    def meet(each: bytes) -> None:
        for read in (READER.passages, READER.answer):
            try:
                said = read(each)
            except Unexpected:
                met.add("unexpected")
            else:
                met.add(type(said).__name__)

    meet()
    assert {"unexpected", "Answer", "Refusal", "list"} <= met
