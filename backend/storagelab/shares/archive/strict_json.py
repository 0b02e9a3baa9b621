"""JSON from unknown sources: finite numbers, no key twice, limited depth. Pure."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from storagelab.errors import InvalidInput
from storagelab.shares.archive.limits import MAX_DEPTH

_LONGEST_REASON = 120


def read_json(content: bytes, name: str) -> Any:
    """Return the value of a file called `name`. Raises InvalidInput for values that a reader of shares cannot hold."""
    try:
        value = json.loads(
            content.decode("utf-8"),
            parse_float=_parse_finite_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=_refuse_duplicate_keys,
        )
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not the JSON of a share: {_format_reason(error)}.") from None
    if _compute_depth(value) > MAX_DEPTH:
        raise InvalidInput(f"{name} is nested deeper than {MAX_DEPTH} levels.")
    return value


def _parse_finite_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise ValueError("a key is listed twice in an object")
    return unique


def _format_reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    text = str(error)[:_LONGEST_REASON].rstrip(".")
    return text if text.isprintable() else "it cannot be read"


def _compute_depth(value: Any) -> int:
    """Return the nesting depth of the containers in `value`, computed without recursion."""
    level, depth = [value], 0
    while True:
        level = [container for container in level if isinstance(container, list | dict)]
        if not level:
            return depth
        depth += 1
        if depth > MAX_DEPTH:
            return depth
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, list | dict)
        ]
