"""Typed reading of JSON objects from other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storagelab_runner.errors import Refusal

_INT64 = 1 << 63


def refuse(path: str, reason: str) -> Refusal:
    """Return a bad_request that names the field."""
    return Refusal("bad_request", f"{path} {reason}.")


def require_object(path: str, value: Any) -> Mapping[str, Any]:
    """Return the value as a JSON object."""
    if not isinstance(value, dict):
        raise refuse(path, "must be an object")
    return value


def refuse_unknown_fields(path: str, value: Mapping[str, Any], allowed: frozenset[str]) -> None:
    """Refuse fields that this runner does not know: it must not ignore a wish."""
    for key in value:
        if key not in allowed:
            raise refuse(f"{path}.{key}", "is not known to this runner")


def parse_text(path: str, value: Mapping[str, Any], key: str, longest: int = 4096) -> str:
    """Return a string without NUL and of bounded length."""
    raw = value.get(key)
    if not isinstance(raw, str) or not raw or len(raw) > longest or "\0" in raw:
        raise refuse(f"{path}.{key}", f"must be a text of 1 to {longest} characters")
    return raw


def parse_integer(path: str, value: Mapping[str, Any], key: str, lowest: int, highest: int = _INT64 - 1) -> int:
    """Return a whole number within bounds."""
    raw = value.get(key)
    if isinstance(raw, bool) or not isinstance(raw, int) or not lowest <= raw <= highest:
        raise refuse(f"{path}.{key}", f"must be a whole number from {lowest} to {highest}")
    return raw


def parse_number(path: str, value: Mapping[str, Any], key: str, lowest: float, highest: float) -> float:
    """Return a number within bounds, which NaN never is."""
    raw = value.get(key)
    if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not lowest <= raw <= highest:
        raise refuse(f"{path}.{key}", f"must be a number from {lowest:g} to {highest:g}")
    return float(raw)


def parse_flag(path: str, value: Mapping[str, Any], key: str) -> bool:
    """Return true or false."""
    raw = value.get(key)
    if not isinstance(raw, bool):
        raise refuse(f"{path}.{key}", "must be true or false")
    return raw


def parse_list(path: str, value: Mapping[str, Any], key: str, longest: int) -> list[Any]:
    """Return a list that is not empty and of bounded length."""
    raw = value.get(key)
    if not isinstance(raw, list) or not 1 <= len(raw) <= longest:
        raise refuse(f"{path}.{key}", f"must be a list of 1 to {longest} entries")
    return raw


def parse_texts(path: str, value: Mapping[str, Any], key: str, longest: int) -> list[str]:
    """Return a list of texts, each within the bounds of `text`."""
    entries = parse_list(path, value, key, longest)
    return [parse_text(f"{path}.{key}", {str(place): entry}, str(place)) for place, entry in enumerate(entries)]
