"""Replacement of texts anywhere in a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct, structs

Value = TypeVar("Value")


def replace_texts(value: Value, replace: Callable[[str], str]) -> Value:
    """Return a struct or a JSON value with all of its texts and keys replaced; the same object if none changes."""
    replaced: Any = value
    if isinstance(value, str):
        replaced = replace(value)
    elif isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changes = {
            name: changed
            for name, item in fields.items()
            if (changed := replace_texts(item, replace)) is not item and changed != item
        }
        replaced = structs.replace(value, **changes) if changes else value
    elif isinstance(value, dict):
        replaced = {replace(key): replace_texts(item, replace) for key, item in value.items()}
    elif isinstance(value, list):
        replaced = [replace_texts(item, replace) for item in value]
    return replaced  # type: ignore[no-any-return]
