"""What is wrong with data from outside, in words for people."""

from __future__ import annotations

from pydantic import ValidationError
from pydantic_core import ErrorDetails


def wrong(error: ValidationError) -> list[tuple[str, str]]:
    """Where data is wrong and what is asked there, each place once."""
    places: dict[str, dict[str, None]] = {}
    for one in error.errors(include_url=False):
        names = [part for part in one["loc"] if isinstance(part, int) or part in _names(one)]
        places.setdefault(".".join(map(str, names)), {})[_reason(one)] = None
    return [(where, ", or ".join(reasons)) for where, reasons in places.items()]


def _names(error: ErrorDetails) -> list[str]:
    """The parts of a place that a person wrote, without the branches that validation tried."""
    return [part for part in error["loc"] if isinstance(part, str) and part.isidentifier()]


def _reason(error: ErrorDetails) -> str:
    words = _REASONS.get(error["type"])
    if words is None:
        return error["msg"].removeprefix("Value error, ")
    return words.format(**error.get("ctx", {}))


_REASONS = {
    "bool_type": "true or false is needed",
    "dict_type": "an object is needed",
    "extra_forbidden": "there is no such entry",
    "finite_number": "a finite number is needed",
    "greater_than": "it must be more than {gt}",
    "greater_than_equal": "it must be at least {ge}",
    "int_from_float": "a whole number is needed",
    "int_parsing": "a whole number is needed",
    "int_parsing_size": "the number is too large",
    "int_type": "a whole number is needed",
    "less_than": "it must be less than {lt}",
    "less_than_equal": "it must be at most {le}",
    "literal_error": "it must be {expected}",
    "list_type": "a list is needed",
    "missing": "it is missing",
    "model_attributes_type": "an object is needed",
    "model_type": "an object is needed",
    "none_required": "it must be null",
    "string_sub_type": "a text is needed",
    "string_unicode": "a text is needed",
    "string_too_long": "it may be {max_length} characters long at most",
    "string_type": "a text is needed",
    "too_long": "there are more than {max_length} entries",
    "too_short": "there are fewer than {min_length} entries",
    "tuple_type": "a list is needed",
}
"""What validation asks for, in words for people."""
