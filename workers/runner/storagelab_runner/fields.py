"""Typed reading of JSON objects from other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storagelab_runner.errors import Refusal

_INT64 = 1 << 63


def refuse(path: str, reason: str) -> Refusal:
    """Return a Refusal bad_request whose message names the field `path` and the reason."""
    return Refusal("bad_request", f"{path} {reason}.")


def require_object(path: str, value: Any) -> Mapping[str, Any]:
    """Return the value at `path` if it is a JSON object. Raises Refusal bad_request."""
    if not isinstance(value, dict):
        raise refuse(path, "must be an object")
    return value


def refuse_unknown_fields(path: str, value: Mapping[str, Any], allowed: frozenset[str]) -> None:
    """Raise Refusal bad_request when an object has a field that is not in `allowed`.

    A runner must not ignore a wish that it does not know.
    """
    for key in value:
        if key not in allowed:
            raise refuse(f"{path}.{key}", "is not known to this runner")


def parse_text(path: str, value: Mapping[str, Any], key: str, longest: int = 4096) -> str:
    """Return the string `value[key]`, of at most `longest` characters and without NUL.

    Raises Refusal bad_request that names the field.
    """
    raw = value.get(key)
    if not isinstance(raw, str) or not raw or len(raw) > longest or "\0" in raw:
        raise refuse(f"{path}.{key}", f"must be a text of 1 to {longest} characters")
    return raw


def parse_integer(path: str, value: Mapping[str, Any], key: str, lowest: int, highest: int = _INT64 - 1) -> int:
    """Return the whole number `value[key]`, from `lowest` to `highest`.

    Raises Refusal bad_request that names the field.
    """
    raw = value.get(key)
    if isinstance(raw, bool) or not isinstance(raw, int) or not lowest <= raw <= highest:
        raise refuse(f"{path}.{key}", f"must be a whole number from {lowest} to {highest}")
    return raw


def parse_number(path: str, value: Mapping[str, Any], key: str, lowest: float, highest: float) -> float:
    """Return the number `value[key]`, from `lowest` to `highest`; NaN is refused.

    Raises Refusal bad_request that names the field.
    """
    raw = value.get(key)
    if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not lowest <= raw <= highest:
        raise refuse(f"{path}.{key}", f"must be a number from {lowest:g} to {highest:g}")
    return float(raw)


def parse_flag(path: str, value: Mapping[str, Any], key: str) -> bool:
    """Return the boolean `value[key]`. Raises Refusal bad_request that names the field."""
    raw = value.get(key)
    if not isinstance(raw, bool):
        raise refuse(f"{path}.{key}", "must be true or false")
    return raw


def parse_list(path: str, value: Mapping[str, Any], key: str, longest: int) -> list[Any]:
    """Return the list `value[key]`, which has 1 to `longest` items.

    Raises Refusal bad_request that names the field.
    """
    raw = value.get(key)
    if not isinstance(raw, list) or not 1 <= len(raw) <= longest:
        raise refuse(f"{path}.{key}", f"must be a list of 1 to {longest} entries")
    return raw


def parse_texts(path: str, value: Mapping[str, Any], key: str, longest: int) -> list[str]:
    """Return the list `value[key]` of 1 to `longest` strings, each within the limits of `parse_text`.

    Raises Refusal bad_request that names the field.
    """
    entries = parse_list(path, value, key, longest)
    return [parse_text(f"{path}.{key}", {str(place): entry}, str(place)) for place, entry in enumerate(entries)]
