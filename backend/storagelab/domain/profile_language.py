"""Common parts of the profile language: places, numbers, parameters, and their errors."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class ProfileInvalid(ValueError):
    """A profile or its parameters cannot be expanded; `path` names the place, as in `phases.1.workload`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


def parse_number(path: str, raw: Any, values: Mapping[str, float], convert: Callable[[Any], float] = float) -> float:
    """Return a literal, or the value of a parameter written as `$name`. Raises ProfileInvalid."""
    if isinstance(raw, str) and raw.startswith("$"):
        if raw[1:] not in values:
            raise ProfileInvalid(path, f"unknown parameter {raw[1:]!r}")
        return values[raw[1:]]
    try:
        value = None if isinstance(raw, bool) else float(convert(_parse_plain_number(raw) if convert is float else raw))
    except TypeError:
        value = None
    except (ValueError, OverflowError) as wrong:
        raise ProfileInvalid(path, str(wrong)) from None
    if value is None or not math.isfinite(value):
        raise ProfileInvalid(path, f"{raw!r} is not a number")
    return value


def _parse_plain_number(raw: Any) -> Any:
    """Return a number, or the number of a text in ASCII digits. Raises ValueError for other text."""
    if isinstance(raw, str) and not _NUMBER.fullmatch(raw.strip()):
        raise ValueError(f"{raw!r} is not a number")
    return raw


def parse_whole_number(
    path: str, raw: Any, values: Mapping[str, float], convert: Callable[[Any], float] = float
) -> int:
    """Return a whole number, or the whole value of a parameter, as an int; see `parse_number`.

    Raises ProfileInvalid.
    """
    value = parse_number(path, raw, values, convert)
    if value != int(value):
        origin = f", the value of the parameter {raw[1:]}," if isinstance(raw, str) and raw.startswith("$") else ""
        raise ProfileInvalid(path, f"{value:g}{origin} is not a whole number")
    return int(value)


def refuse_unknown(path: str, raw: Any, allowed: Collection[str]) -> None:
    """Raise ProfileInvalid at `path` unless `raw` is a mapping whose keys are all `allowed`."""
    if not isinstance(raw, Mapping):
        raise ProfileInvalid(path, "must be a mapping")
    for key in raw:
        if key not in allowed:
            raise ProfileInvalid(path, f"{key!r} is not a known key. Available: {', '.join(sorted(allowed))}")
