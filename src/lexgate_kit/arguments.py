"""What every tool's argument model is: flat, closed, and forgiving only where clients are known to differ.

Clients send numbers and lists as JSON strings, null or blank for an absent value, and one value where a
list is meant. All of these are read as meant. Free text is never reinterpreted.
"""

import json
import types
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, model_validator


class Arguments(BaseModel):
    """Base of argument models. Unknown names are refused; the gateway says so by name."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        read: dict[str, Any] = {}
        for name, value in given.items():
            field = cls.model_fields.get(name)
            if field is None:
                read[name] = value
            elif field.is_required() or not _is_blank(value):
                read[name] = _value_as_meant(value, _kinds(field.annotation))
        return read


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _kinds(annotation: Any) -> frozenset[type]:
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        return frozenset().union(*(_kinds(each) for each in get_args(annotation)))
    if origin in (list, tuple):
        return frozenset({list})
    return frozenset({annotation}) if isinstance(annotation, type) else frozenset()


def _value_as_meant(value: Any, kinds: frozenset[type]) -> Any:
    if list in kinds:
        return _list_as_meant(value)
    if isinstance(value, str) and str not in kinds and kinds & {int, float, bool}:
        return _scalar_as_meant(value)
    return value


def _scalar_as_meant(value: str) -> Any:
    if len(value) > 40:
        return value
    try:
        return json.loads(value.strip().lower())
    except ValueError:
        return value


def _list_as_meant(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith("[") and len(value) <= 10_000:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return [value]
    if isinstance(value, list | tuple):
        return [each for each in value if not _is_blank(each)]
    return [value]
