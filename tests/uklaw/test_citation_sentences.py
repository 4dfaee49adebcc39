"""Sentences as lawyers write them, with what each cites, and sentences that cite nothing: the JSONL files here."""

import json
from pathlib import Path
from typing import Any

import pytest

from lexgate_uklaw.citations import extract
from lexgate_uklaw.citations.model import Citation

_HERE = Path(__file__).parent


def _rows(name: str) -> list[dict[str, Any]]:
    with (_HERE / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


CITING = _rows("citation_sentences.jsonl")
PLAIN = _rows("citation_sentences_without.jsonl")


def shown(found: Citation) -> str:
    """`item-or-title provisions`, with `-` for no instrument and `?` before what is ambiguous."""
    named = found.instrument
    name = (str(named.item) if named.item else named.title or "-") if named else "-"
    provisions = " ".join(str(path) for path in found.provisions.paths) if found.provisions else ""
    return f"{'?' if found.ambiguous else ''}{name} {provisions}".strip()


@pytest.mark.parametrize("row", CITING, ids=[row["why"] for row in CITING])
def test_a_sentence_gives_its_citations_with_the_instrument_of_each_provision(row: dict[str, Any]) -> None:
    assert [shown(each) for each in extract(row["text"])] == row["cites"]


@pytest.mark.parametrize("row", PLAIN, ids=[row["why"] for row in PLAIN])
def test_a_sentence_that_cites_nothing_names_no_instrument(row: dict[str, Any]) -> None:
    assert not [each for each in extract(row["text"]) if each.instrument]


@pytest.mark.parametrize("row", CITING, ids=[row["why"] for row in CITING])
def test_every_span_is_the_words_of_the_citation(row: dict[str, Any]) -> None:
    for each in extract(row["text"]):
        assert row["text"][each.start : each.end] == each.text


def test_there_are_enough_sentences_of_both_sorts() -> None:
    assert len(CITING) >= 150
    assert len(PLAIN) >= 50
