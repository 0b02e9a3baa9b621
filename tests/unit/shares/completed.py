"""Structs from the few fields that a test is about, with neutral values in all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

Shape = TypeVar("Shape")
_NEUTRAL: Mapping[type[inspect.Type], Any] = {
    inspect.StrType: "",
    inspect.IntType: 0,
    inspect.FloatType: 0.0,
    inspect.BoolType: False,
    inspect.ListType: [],
    inspect.DictType: {},
}


def complete(shape: type[Shape], given: Any) -> Shape:
    """Return `given` as a struct or a list of structs, with unknown or empty values where it has none."""
    return msgspec.convert(_fill(inspect.type_info(shape), given), shape)


def _fill(kind: inspect.Type, given: Any) -> Any:
    if isinstance(kind, inspect.UnionType):
        kind = next((inner for inner in kind.types if _holds(inner, given)), kind)
    if isinstance(kind, inspect.StructType):
        return {
            field.encode_name: _fill(field.type, given[field.encode_name])
            if field.encode_name in given
            else _choose_neutral(field.type)
            for field in kind.fields
            if field.required or field.encode_name in given
        }
    if isinstance(kind, inspect.ListType):
        return [_fill(kind.item_type, item) for item in given]
    if isinstance(kind, inspect.DictType):
        return {key: _fill(kind.value_type, item) for key, item in given.items()}
    return given


def _holds(kind: inspect.Type, given: Any) -> bool:
    if isinstance(given, dict):
        return isinstance(kind, inspect.StructType | inspect.DictType)
    return isinstance(given, list) and isinstance(kind, inspect.ListType)


def _choose_neutral(kind: inspect.Type) -> Any:
    if isinstance(kind, inspect.UnionType) and any(isinstance(inner, inspect.NoneType) for inner in kind.types):
        return None
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    return _fill(kind, {}) if isinstance(kind, inspect.StructType) else _NEUTRAL.get(type(kind))
