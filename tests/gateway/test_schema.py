"""The schemas that clients see."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from lexgate.schema import input_schema, output_schema
from lexgate_kit.arguments import Arguments


class Inner(BaseModel):
    title: str


class Asked(Arguments):
    word: str = Field(description="a word", max_length=10)
    kind: Literal["a", "b"] = Field(default="a", description="a kind")
    year: int | None = Field(default=None, ge=1267, description="a year")
    tags: list[str] = Field(default=[], description="tags")


class Answered(BaseModel):
    hits: list[Inner] = Field(default=[], description="the hits")
    best: Inner | None = Field(default=None, description="the best hit")
    count: int = 0


def _walk(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for each in value.values() for key in _walk(each))]
    return [key for each in value for key in _walk(each)] if isinstance(value, list) else []


def test_arguments_are_flat_closed_and_described() -> None:
    assert input_schema(Asked) == {
        "type": "object",
        "properties": {
            "word": {"type": "string", "maxLength": 10, "description": "a word"},
            "kind": {"type": "string", "enum": ["a", "b"], "default": "a", "description": "a kind"},
            "year": {"type": "integer", "minimum": 1267, "description": "a year"},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "tags"},
        },
        "additionalProperties": False,
        "required": ["word"],
    }


def test_results_are_described_loosely() -> None:
    assert output_schema(Answered) == {
        "type": "object",
        "properties": {
            "hits": {"type": "array", "items": {"type": "object"}, "description": "the hits"},
            "best": {"type": "object", "description": "the best hit"},
            "count": {"type": "integer"},
        },
    }


def test_no_schema_refers_or_combines() -> None:
    assert not {"$ref", "$defs", "anyOf", "oneOf", "allOf"} & set(_walk([input_schema(Asked), output_schema(Answered)]))


def test_a_tool_without_arguments_still_has_properties() -> None:
    assert input_schema(Arguments) == {"type": "object", "properties": {}, "additionalProperties": False}
