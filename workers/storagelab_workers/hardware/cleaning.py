"""Cleaning of tool output for storage: no control characters, numbers that columns and JSON hold."""

from __future__ import annotations

import dataclasses
import math
import unicodedata
from collections.abc import Mapping
from typing import Any

#: Longer texts name nothing; those of settings, such as a command line of the kernel, may be longer.
MAX_NAME = 200
MAX_TEXT = 4000
_MAX_COLUMN = 2**63 - 1
#: Control characters, surrogates: what PostgreSQL refuses or a terminal would obey.
_NOT_TEXT = ("Cc", "Cs")


def clean_text(text: str, limit: int = MAX_NAME) -> str:
    """Return text on one line, cut at `limit` characters; unprintable characters become spaces.

    Spaces inside stay: the runner compares serial numbers letter by letter.
    """
    if text.isprintable():
        return text.strip()[:limit]
    letters = (" " if unicodedata.category(letter) in _NOT_TEXT else letter for letter in text[: 2 * limit])
    return "".join(letters).strip()[:limit]


def clean_name(text: str | None) -> str | None:
    """Return a name as it is stored; None where nothing of it can be shown."""
    return None if text is None else clean_text(text) or None


def clean_facts(facts: Any) -> Any:
    """Return a dataclass of hardware facts with its fields cleaned for storage.

    A number that no column holds becomes unknown.
    """
    return dataclasses.replace(
        facts, **{item.name: _clean_field(getattr(facts, item.name)) for item in _list_fields(facts)}
    )


def clean_json(value: Any) -> Any:
    """Return a value as JSON for the database: lists, dictionaries with names, texts, finite numbers.

    A number that is not finite becomes None.
    """
    if isinstance(value, str):
        return clean_text(value, MAX_TEXT)
    if isinstance(value, Mapping):
        return {clean_text(str(name)): clean_json(item) for name, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [clean_json(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int) else clean_text(str(value), MAX_TEXT)


def _clean_field(value: Any) -> Any:
    if isinstance(value, str):
        return clean_name(value)
    if isinstance(value, tuple):
        return tuple(clean_text(item, MAX_TEXT) if isinstance(item, str) else _clean_field(item) for item in value)
    if isinstance(value, Mapping):
        return {
            clean_text(str(name)): _clean_field(item) if _list_fields(item) else clean_json(item)
            for name, item in value.items()
        }
    if _list_fields(value):
        return clean_facts(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value <= _MAX_COLUMN else None
    return value


def _list_fields(value: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(value) if dataclasses.is_dataclass(value) else ()
