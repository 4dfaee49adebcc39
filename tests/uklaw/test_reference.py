"""The vocabulary that `uklaw_list_reference` gives: complete, and true to the code that it describes."""

from typing import get_args

import pytest

from lexgate_kit.adapter import Call
from lexgate_uklaw.citations import parse_citation, parse_provision
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.types import GROUPS, ORIGINAL_KEYWORDS, TYPES
from lexgate_uklaw.reference import TOPICS, entries
from lexgate_uklaw.tools.list_reference import ListReferenceArguments, Topic, list_reference_tool, render_reference


def test_there_are_the_twelve_topics_and_the_tool_takes_each() -> None:
    assert len(TOPICS) == 12
    assert set(get_args(Topic)) == set(TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_entries_with_keys_of_their_own_and_whole_sentences(topic: str) -> None:
    found = entries(topic)
    keys = [each.key for each in found]
    assert len(found) >= 3
    assert len(set(keys)) == len(keys)
    assert all(each.label for each in found)
    assert all(each.description.endswith(".") for each in found if each.description or topic != "types")


def test_a_type_whose_name_says_all_is_not_said_twice() -> None:
    local = next(each for each in entries("types") if each.key == "ukla")
    assert (local.label, local.description) == ("UK Local Act", "")


def test_what_is_said_of_the_coverage_is_dated() -> None:
    assert "September 2026" in entries("coverage")[0].description


def test_the_types_are_those_of_the_code_and_an_example_is_of_its_type() -> None:
    assert [each.key for each in entries("types")] == list(TYPES)
    for each in entries("types"):
        assert each.details["path"].startswith(f"{each.key}/")
        if "example" in each.details:
            assert ItemPath.parse(each.details["example"]).type_code == each.key


def test_a_type_is_cited_as_its_example_is_read() -> None:
    for each in entries("types"):
        if "cited_as" in each.details:
            named = parse_citation(each.details["cited_as"]).instrument
            assert named is not None, each.key
            assert each.key in {item.type_code for item in named.items}
            assert each.details.get("example", str(named.item)) in [str(item) for item in named.items]


def test_the_groups_name_their_types() -> None:
    assert [each.key for each in entries("type_groups")] == list(GROUPS)
    everything = next(each for each in entries("type_groups") if each.key == "all").details["types"].split()
    assert set(everything) == {code for code, each in TYPES.items() if each.group != "draft"}


def test_the_versions_hold_every_original_keyword() -> None:
    assert set(ORIGINAL_KEYWORDS) <= {each.key for each in entries("versions")}


def test_every_citation_form_reads_as_its_item() -> None:
    for each in entries("citation_formats"):
        for written in each.details["examples"].split(" | "):
            parsed = parse_citation(written)
            assert parsed.instrument is not None, written
            assert (parsed.unparsed_head, parsed.unparsed_tail) == ("", ""), written
            if "item" in each.details:
                assert each.details["item"] in [str(item) for item in parsed.instrument.items]


def test_every_provision_form_reads_as_its_path() -> None:
    for each in entries("provision_paths"):
        assert str(parse_provision(each.details["path"])) == each.details["path"]
        if "shorthand" in each.details:
            assert str(parse_provision(each.details["shorthand"])) == each.details["path"]


def test_an_unknown_topic_is_refused_by_the_arguments() -> None:
    with pytest.raises(ValueError, match="topic"):
        ListReferenceArguments.model_validate({"topic": "weather"})


@pytest.mark.anyio
@pytest.mark.parametrize("topic", TOPICS)
async def test_both_views_of_the_tool_hold_every_entry(topic: Topic) -> None:
    tool = list_reference_tool()
    result = await tool.handler(ListReferenceArguments(topic=topic), Call("1", 45.0))
    shown = render_reference(result)
    assert [each["key"] for each in result.entries] == [each.key for each in entries(topic)]
    assert all(each.get("description", "") in shown and f"`{each['key']}`" in shown for each in result.entries)
    assert len(shown) < 12_000


def test_the_tool_is_offline_and_read_only_by_its_spec() -> None:
    tool = list_reference_tool()
    assert (tool.name, tool.open_world) == ("list_reference", False)
    assert len(tool.description) < 250
