"""Replacement of texts anywhere in a document."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not
from types import NoneType
from typing import Any, TypeVar

from msgspec import Struct, UnsetType, structs

Value = TypeVar("Value")
#: Most fields are figures.
_WITHOUT_TEXT = frozenset({NoneType, bool, int, float, UnsetType})


def replace_texts(value: Value, replace: Callable[[str], str]) -> Value:
    """Return a struct or a JSON value with all of its texts and keys replaced; the same object if none changes."""
    replaced: Any = value
    if isinstance(value, str):
        replaced = replace(value)
    elif isinstance(value, Struct):
        changes = {
            name: changed
            for name in value.__struct_fields__
            if type(item := getattr(value, name)) not in _WITHOUT_TEXT
            and (changed := replace_texts(item, replace)) is not item
        }
        replaced = structs.replace(value, **changes) if changes else value
    elif isinstance(value, dict):
        pairs = [(replace(key), replace_texts(item, replace)) for key, item in value.items()]
        if any(key != before or item is not value[before] for (key, item), before in zip(pairs, value, strict=True)):
            replaced = dict(pairs)
    elif isinstance(value, list):
        items = [replace_texts(item, replace) for item in value]
        if any(map(is_not, items, value)):
            replaced = items
    return replaced  # type: ignore[no-any-return]
