"""Values in the JSON of drive tools: counters of up to 128 bits, world-wide names, refusals."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from storagelab.collectors.base import ToolReport
from storagelab.collectors.values import read_number
from storagelab.domain.json_values import JsonObject

#: What a counter can be at most: more does not fit into a column, and no drive has lived that long.
LARGEST = (1 << 63) - 1
_LARGEST_BYTE = 255
_COLDEST, _HOTTEST = -100, 200
_DIGITS = re.compile(r"(\d{1,39})(?:\.0{1,9})?", re.ASCII)
_WORLD_WIDE = re.compile(r"[0-9a-f]{16}|[0-9a-f]{32}")
_REFUSED = re.compile(
    r"permission denied|operation not permitted|(?:need|have|must)\b.{0,20}\broot\b|are you root", re.IGNORECASE
)


def parse_json(text: str) -> Any:
    """Parse a text as JSON; return None when it is invalid. NaN and other non-numbers become None."""
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None


def read_mapping(value: object) -> JsonObject:
    """Return `value` if it is a JSON object, else an empty mapping."""
    return value if isinstance(value, dict) else {}


def read_mappings(value: object) -> list[JsonObject]:
    """Return the objects in a JSON list; an empty list for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def read_counter(value: object) -> int | None:
    """Return a whole number that is not negative.

    Also accepts text and, as nvme-cli once printed it, `63.0`. None for anything else.
    """
    if isinstance(value, str):
        match = _DIGITS.fullmatch(value.strip())
        value = None if match is None else int(match[1])
    elif isinstance(value, float):
        value = int(value) if math.isfinite(value) and value.is_integer() else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= LARGEST else None


def convert_to_bytes(value: object, unit_bytes: int) -> int | None:
    """Return a counter of units as bytes; None when `value` is not a counter."""
    units = read_counter(value)
    return units * unit_bytes if units is not None and units <= LARGEST // unit_bytes else None


def read_endurance_used(value: object) -> float | None:
    """Return the used share of the rated endurance in percent: one byte, which may exceed 100."""
    percent = read_counter(value)
    return float(percent) if percent is not None and percent <= _LARGEST_BYTE else None


def read_celsius(value: object) -> float | None:
    """Return a temperature in degrees Celsius if it is plausible for a drive, else None."""
    degrees = read_number(value)
    return degrees if degrees is not None and _COLDEST <= degrees <= _HOTTEST else None


def parse_world_wide_name(value: object) -> str | None:
    """Return an EUI-64, NGUID or WWN in lower-case hexadecimal; None when all digits are equal, so it was never
    written.
    """
    if not isinstance(value, str):
        return None
    digits = value.strip().lower().removeprefix("0x").replace("-", "")
    return digits if _WORLD_WIDE.fullmatch(digits) and len(set(digits)) > 1 else None


def is_refusal(text: str) -> bool:
    """Return whether a message of a tool reports missing rights."""
    return _REFUSED.search(text) is not None


def build_tool_report(tool: str, version: str | None, answered: bool, problems: list[str]) -> tuple[ToolReport, ...]:
    """Return one report about a tool that gave no facts; empty when it answered or was not run.

    The state is `not_permitted` for missing rights, else `failed`.
    """
    if answered or not problems:
        return ()
    refusals = [problem for problem in problems if is_refusal(problem)]
    if refusals:
        return (ToolReport(tool, "not_permitted", version, refusals[0]),)
    return (ToolReport(tool, "failed", version, problems[0]),)
