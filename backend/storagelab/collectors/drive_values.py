"""Values in the JSON of drive tools: counters of up to 128 bits, world-wide names, refusals."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from storagelab.collectors.base import ToolReport
from storagelab.collectors.values import number

#: What a counter can be at most: more does not fit into a column, and no drive has lived that long.
LARGEST = (1 << 63) - 1
_LARGEST_BYTE = 255
_COLDEST, _HOTTEST = -100, 200
_DIGITS = re.compile(r"(\d{1,39})(?:\.0{1,9})?", re.ASCII)
_WORLD_WIDE = re.compile(r"[0-9a-f]{16}|[0-9a-f]{32}")
_REFUSED = re.compile(
    r"permission denied|operation not permitted|(?:need|have|must)\b.{0,20}\broot\b|are you root", re.IGNORECASE
)


def json_value(text: str) -> Any:
    """Parse a text as JSON; return None when it is invalid. NaN and other non-numbers become None."""
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None


def mapping(value: object) -> Mapping[str, Any]:
    """A JSON object, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def mappings(value: object) -> list[Mapping[str, Any]]:
    """The objects in a JSON list, none for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def counter(value: object) -> int | None:
    """A whole number that is not negative, also where it is printed as text or, as nvme-cli did once, as `63.0`."""
    if isinstance(value, str):
        match = _DIGITS.fullmatch(value.strip())
        value = None if match is None else int(match[1])
    elif isinstance(value, float):
        value = int(value) if math.isfinite(value) and value.is_integer() else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= LARGEST else None


def bytes_of(value: object, unit_bytes: int) -> int | None:
    """Convert a number of units into bytes."""
    units = counter(value)
    return units * unit_bytes if units is not None and units <= LARGEST // unit_bytes else None


def endurance_used(value: object) -> float | None:
    """A share of the rated endurance in percent: one byte, which may go beyond 100."""
    percent = counter(value)
    return float(percent) if percent is not None and percent <= _LARGEST_BYTE else None


def celsius(value: object) -> float | None:
    """A temperature at which a drive can be."""
    degrees = number(value)
    return degrees if degrees is not None and _COLDEST <= degrees <= _HOTTEST else None


def world_wide_name(value: object) -> str | None:
    """An EUI-64, NGUID or WWN in lower-case hexadecimal; None when it was never written, which leaves one digit."""
    if not isinstance(value, str):
        return None
    digits = value.strip().lower().removeprefix("0x").replace("-", "")
    return digits if _WORLD_WIDE.fullmatch(digits) and len(set(digits)) > 1 else None


def is_refusal(text: str) -> bool:
    """Return whether a message of a tool reports missing rights."""
    return _REFUSED.search(text) is not None


def report_of(tool: str, version: str | None, answered: bool, problems: list[str]) -> tuple[ToolReport, ...]:
    """A report about a tool that told nothing at all: it lacks rights, or failed. Empty when it was not asked."""
    if answered or not problems:
        return ()
    refusals = [problem for problem in problems if is_refusal(problem)]
    if refusals:
        return (ToolReport(tool, "not_permitted", version, refusals[0]),)
    return (ToolReport(tool, "failed", version, problems[0]),)
