"""Reads a call's arguments into the tool's model; what is wrong with them is said by name, in our words."""

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from lexgate_kit.arguments import Arguments
from lexgate_kit.errors import UnusableInput
from lexgate_kit.inline import one_line

MAX_ARGUMENT_CHARACTERS = 400_000
"""The longest text argument of any tool is 20,000 characters; more than this is not worth reading."""


def read_arguments(model: type[Arguments], given: Mapping[str, Any]) -> Arguments:
    """Return the arguments as the tool's model.

    Raises:
        UnusableInput: names every unknown argument, or the first one that is missing or unusable.
    """
    if _characters(given) > MAX_ARGUMENT_CHARACTERS:
        raise UnusableInput(
            f"The arguments are longer than {MAX_ARGUMENT_CHARACTERS:,} characters.",
            reason="too_large",
            next_step="Send less text, in several calls.",
        )
    unknown = [name for name in given if name not in model.model_fields]
    if unknown:
        raise _unknown(unknown, model)
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise _unusable(error, model) from None
    except RecursionError:
        raise UnusableInput("The arguments are nested too deeply.", next_step="Send flat arguments.") from None


def _characters(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(str(key)) + _characters(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return len(value) + sum(_characters(each) for each in value)
    return 8


def _unknown(unknown: list[str], model: type[BaseModel]) -> UnusableInput:
    known = list(model.model_fields)
    name = one_line(unknown[0], 40)
    near = difflib.get_close_matches(unknown[0][:60], known, n=1, cutoff=0.6)
    more = f" ({len(unknown)} in all)" if len(unknown) > 1 else ""
    meant = f'Did you mean "{near[0]}"? ' if near else ""
    known_here = f"This tool takes: {', '.join(known)}." if known else "This tool takes no arguments."
    return UnusableInput(
        f'There is no argument "{name}"{more}; nothing was done.',
        reason="unknown_argument",
        next_step=f"{meant}{known_here}",
    )


# pydantic's error types, in our words. Anything else is "cannot be used".
_WORDS: Mapping[str, str] = {
    "missing": "is missing",
    "string_too_long": "is too long",
    "string_too_short": "is too short",
    "string_type": "must be a text",
    "string_pattern_mismatch": "is not in the expected form",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "literal_error": "is not one of the allowed values",
    "enum": "is not one of the allowed values",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
    "too_long": "has too many entries",
}
_BOUNDS = ("ge", "le", "min_length", "max_length", "expected", "actual_length")


def _unusable(error: ValidationError, model: type[BaseModel]) -> UnusableInput:
    first = error.errors(include_url=False, include_input=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    words = _WORDS.get(first["type"], "cannot be used")
    bounds = [f"{key.replace('_', ' ')} {value}" for key, value in first.get("ctx", {}).items() if key in _BOUNDS]
    within = f" ({', '.join(bounds)})" if bounds else ""
    field = model.model_fields.get(name)
    described = f" It is: {field.description.rstrip('.')}." if field and field.description else ""
    return UnusableInput(
        f'The argument "{name}" {words}{within}.', next_step=f"Call again with it corrected.{described}"
    )
