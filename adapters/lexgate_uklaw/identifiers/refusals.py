"""The refusals of identifiers that cannot be used: a reason code and the next step each. Input is never echoed."""

from lexgate_kit.errors import UnusableInput

ITEM_FORMS = "ukpga/2018/12, ukpga/Eliz2/3-4/19 or a https://www.legislation.gov.uk/ address"


def invalid_item(message: str, next_step: str = "") -> UnusableInput:
    """Return the refusal of something that names no item of legislation."""
    step = next_step or f"Give a path such as {ITEM_FORMS}; find it with uklaw_search_legislation."
    return UnusableInput(message, reason="invalid_item", next_step=step)


def invalid_provision(message: str, next_step: str = "") -> UnusableInput:
    """Return the refusal of something that names no provision."""
    step = next_step or "Give a path such as section/45/2/f or schedule/2/paragraph/3, as an outline lists it."
    return UnusableInput(message, reason="invalid_provision", next_step=step)


def invalid_version(message: str, next_step: str = "") -> UnusableInput:
    """Return the refusal of something that names no version."""
    step = next_step or "Use current, enacted (made, adopted or created by type), or a date as YYYY-MM-DD."
    return UnusableInput(message, reason="invalid_version", next_step=step)


def invalid_date(message: str, next_step: str = "") -> UnusableInput:
    """Return the refusal of something that is no day of the calendar."""
    return UnusableInput(
        message, reason="invalid_date", next_step=next_step or "Give a real calendar date as YYYY-MM-DD."
    )
