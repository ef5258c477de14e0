"""Say in our words what pydantic finds wrong in a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sapper.language import _

__all__ = ["field_of", "schema_error_text"]

_OBJECT: Final = "expected an object of JSON"
_LIST: Final = "expected a list"
_TRUTH: Final = "expected true or false"
_WHOLE: Final = "expected a whole number"
_NUMBER: Final = "expected a number"
_TEXTS: Final = {  # by pydantic's names of errors, with the values that it gives
    "missing": "this is missing",
    "extra_forbidden": "this is not known here",
    "json_invalid": "the body is not valid JSON",
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "dict_type": _OBJECT,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "string_type": "expected a text",
    "string_unicode": "expected a text",
    "bool_type": _TRUTH,
    "bool_parsing": _TRUTH,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "greater_than": "expected more than {gt}",
    "greater_than_equal": "expected {ge} or more",
    "less_than": "expected less than {lt}",
    "less_than_equal": "expected at most {le}",
    "too_short": "expected at least {min_length} values, got {actual_length}",
    "too_long": "expected at most {max_length} values",
    "string_too_short": "expected at least {min_length} characters",
}


def schema_error_text(error: Mapping[str, Any]) -> str:
    """Return one error of a request that is not what its route takes, with the name of the field.

    What pydantic names by no text of ours is told in its own words.
    """
    field = field_of(error)
    text = _text_of(error)
    return f"{field}: {text}" if field else text


def field_of(error: Mapping[str, Any]) -> str:
    """Return the name of the field with the error, such as `cell.0`; empty for the whole body."""
    if error["type"] == "json_invalid":
        return ""  # pydantic gives the number of a character here
    return ".".join(str(part) for part in error["loc"] if part not in ("body", "query"))


def _text_of(error: Mapping[str, Any]) -> str:
    values = error.get("ctx", {})
    if error["type"] == "literal_error":
        choices = str(values["expected"]).replace(" or ", ", ")
        return f"expected one of {choices}"
    if error["type"] == "string_too_long":  # as a pasted text may be
        return _("expected at most {max_length} characters").format(**values)
    template = _TEXTS.get(error["type"])
    return str(error["msg"]) if template is None else template.format(**values)
