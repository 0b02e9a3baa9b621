"""Readable validation messages: the library's own words and its patterns do not help users."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

_LONGEST = 500
_OF_PATTERNS: dict[str, str] = {}
_TIME = "must be a time such as 2026-11-20T12:00:00Z"
_WHOLE = "must be a whole number"
_NUMBER = "must be a number"
_TRUTH = "must be true or false"
_ID = "must be an id, such as 0192e4a1-7c3f-7b2e-9a41-5d6f8e0c1b2a"
_OBJECT = "must be a JSON object"
_NO_FORM = "does not have the required form"
_ALTERNATIVES = re.compile(r"\^\(([a-z_]+(?:\|[a-z_]+)+)\)\$")

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "unknown field",
    "string_unicode": "is not valid Unicode",
    "string_type": "must be text",
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": "is too large",
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": "must be a finite number",
    "bool_type": _TRUTH,
    "bool_parsing": _TRUTH,
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "none_required": "must be null",
    "uuid_type": _ID,
    "uuid_parsing": _ID,
    "uuid_version": _ID,
    "datetime_type": _TIME,
    "datetime_parsing": _TIME,
    "datetime_from_date_parsing": _TIME,
    "datetime_object_invalid": _TIME,
    "timezone_aware": f"{_TIME}, with its offset from UTC",
}


def _format_length_error(context: Mapping[str, Any], value: Any, *, is_max: bool) -> str:
    number = context["max_length" if is_max else "min_length"]
    noun = "character" if isinstance(value, str) else "entry"
    if not is_max and number == 1:
        return "must not be empty"
    plural = {"character": "characters", "entry": "entries"}
    return f"must have at {'most' if is_max else 'least'} {number} {noun if number == 1 else plural[noun]}"


_Wording = Callable[[Mapping[str, Any], Any], str]
_WITH_LIMITS: dict[str, _Wording] = {
    "greater_than": lambda context, _: f"must be more than {context['gt']}",
    "greater_than_equal": lambda context, _: f"must be at least {context['ge']}",
    "less_than": lambda context, _: f"must be less than {context['lt']}",
    "less_than_equal": lambda context, _: f"must be at most {context['le']}",
    "multiple_of": lambda context, _: f"must be a multiple of {context['multiple_of']}",
    "literal_error": lambda context, _: f"must be {context['expected']}",
    "enum": lambda context, _: f"must be {context['expected']}",
    "union_tag_invalid": lambda context, _: (
        f"must have one of {context['expected_tags']} as {context['discriminator']}"
    ),
    "union_tag_not_found": lambda context, _: f"must have a {context['discriminator']}",
    "string_pattern_mismatch": lambda context, _: find_pattern_words(context["pattern"]) or _NO_FORM,
    "json_invalid": lambda context, _: f"is not valid JSON: {context['error']}",
    "too_long": lambda context, value: _format_length_error(context, value, is_max=True),
    "string_too_long": lambda context, value: _format_length_error(context, value, is_max=True),
    "too_short": lambda context, value: _format_length_error(context, value, is_max=False),
    "string_too_short": lambda context, value: _format_length_error(context, value, is_max=False),
}


def register_pattern_words(pattern: str, words: str) -> str:
    """Return the regular expression itself and register `words` for it, for every text that does not match it.

    The words follow the name of a field, as in "must not have a semicolon".
    """
    if _OF_PATTERNS.setdefault(pattern, words) != words:
        raise ValueError(f"{pattern} has words already: {_OF_PATTERNS[pattern]}")
    return pattern


def find_pattern_words(pattern: str) -> str | None:
    """Return the message for texts that do not match a regular expression; None without one.

    A pattern that only lists alternatives needs no registered words.
    """
    listed = _ALTERNATIVES.fullmatch(pattern)
    if listed is None:
        return _OF_PATTERNS.get(pattern)
    *others, last = listed[1].split("|")
    return f"must be {', '.join(others)} or {last}"


def describe_error(item: Mapping[str, Any]) -> str:
    """Return one of a validation's errors as the text that follows the name of its field."""
    kind, context = item["type"], item.get("ctx") or {}
    if kind in _WITH_LIMITS:
        words = _WITH_LIMITS[kind](context, item.get("input"))
    else:
        words = _WORDS.get(kind) or str(item["msg"]).removeprefix("Value error, ")
    if tuple(item["loc"]) == ("body",) and kind in _WORDS:
        words = f"the body {words}"
    return words[:_LONGEST]
