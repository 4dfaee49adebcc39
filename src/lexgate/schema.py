"""Makes the JSON schemas that clients see from pydantic models: flat objects, no `$ref`, no combinators.

Some clients drop a tool, or the whole list, over a top-level combinator or a missing `properties`.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

_NOISE = ("title", "default")


def input_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a tool's arguments; every property keeps its description, bounds and default."""
    schema = model.model_json_schema(mode="validation")
    definitions = schema.get("$defs", {})
    properties = {name: _flat(each, definitions) for name, each in schema.get("properties", {}).items()}
    flat: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if schema.get("required"):
        flat["required"] = schema["required"]
    return flat


def output_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a result: its own fields, with nested objects as plain objects.

    Nothing is required: an error's structure is `{"error": …}`, and clients check it against the same schema.
    """
    schema = model.model_json_schema(mode="serialization")
    definitions = schema.get("$defs", {})
    properties = {name: _loose(each, definitions) for name, each in schema.get("properties", {}).items()}
    return {"type": "object", "properties": properties}


def _resolved(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema without `$ref` and without the null alternative of an optional value."""
    if "$ref" in schema:
        target = definitions[schema["$ref"].rsplit("/", 1)[-1]]
        return _resolved({**target, **{k: v for k, v in schema.items() if k != "$ref"}}, definitions)
    if "anyOf" in schema:
        kinds = [each for each in schema["anyOf"] if each.get("type") != "null"]
        rest = {k: v for k, v in schema.items() if k != "anyOf"}
        if len(kinds) == 1:
            return _resolved({**kinds[0], **rest}, definitions)
        return rest
    return dict(schema)


def _flat(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    resolved = _resolved(schema, definitions)
    flat = {k: v for k, v in resolved.items() if k != "title" and not (k == "default" and v in (None, "", []))}
    if isinstance(flat.get("items"), dict):
        flat["items"] = _flat(flat["items"], definitions)
    return flat


def _loose(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    resolved = _resolved(schema, definitions)
    loose: dict[str, Any] = {key: resolved[key] for key in ("type", "description") if key in resolved}
    if loose.get("type") == "array":
        items = _resolved(resolved.get("items", {}), definitions)
        loose["items"] = {"type": items["type"]} if "type" in items else {}
    return loose
