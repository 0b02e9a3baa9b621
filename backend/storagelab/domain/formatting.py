"""Readable values of a configuration: `RAID 5`, `64 KiB`, `16 GT/s x8`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.domain.operations import KINDS, describe
from storagelab.domain.redundancy import format_lost_redundancy

_LEVEL = re.compile(r"raid[ -]?(?P<digits>\d{1,2})", re.IGNORECASE)
_BINARY = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
_DECIMAL = ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"))


def format_raid_level(level: Any) -> str | None:
    """Return `RAID 10` for `raid10`, `Raid-10` or 10; another word with spaces for underscores.

    Return None for an empty level.
    """
    if level is None or level == "":
        return None
    text = str(level).strip()
    match = _LEVEL.fullmatch(f"raid{text}" if text.isdigit() else text)
    return f"RAID {int(match['digits'])}" if match else text.replace("_", " ")


def format_binary_size(size_bytes: Any) -> str | None:
    """Return a size such as `64 KiB`: memory, caches and strips come in powers of two."""
    if not isinstance(size_bytes, int | float):
        return None if size_bytes is None else str(size_bytes)
    for factor, unit in _BINARY:
        if size_bytes >= factor:
            return f"{size_bytes / factor:.4g} {unit}"
    return f"{size_bytes:g} B"


def format_decimal_size(size_bytes: Any) -> str | None:
    """Return a size such as `1.92 TB`, as drives are sold."""
    if not isinstance(size_bytes, int | float):
        return None if size_bytes is None else str(size_bytes)
    for factor, unit in _DECIMAL:
        if size_bytes >= factor:
            return f"{size_bytes / factor:.3g} {unit}"
    return f"{size_bytes:g} B"


def format_link(speed_gts: Any, width: Any) -> str | None:
    """Return `16 GT/s x8`; a link of unknown width is its speed alone."""
    parts = [f"{speed_gts:g} GT/s" if speed_gts is not None else None, f"x{width}" if width is not None else None]
    return " ".join(part for part in parts if part) or None


def format_policy(policy: Any) -> str | None:
    """Return `write back`, or `write back, in effect write through` where the two differ."""
    if not isinstance(policy, Mapping):
        return None if policy is None else format_plain(policy)
    requested, effective = policy.get("requested"), policy.get("effective")
    if requested is None or effective is None or requested == effective:
        return format_plain(requested if effective is None else effective)
    return f"{format_plain(requested)}, in effect {format_plain(effective)}"


def format_array_condition(array: Mapping[str, Any], missing: int) -> str | None:
    """Return the condition of an array with its missing members, members and activity as one phrase.

    An example is `degraded, 1 of 8 members missing`.
    """
    condition = array.get("condition")
    if condition is None:
        return None
    words = [format_plain(condition) or ""]
    if missing:
        total = array.get("member_count")
        words.append(f"{missing}{f' of {total}' if total else ''} members missing")
    if condition == "degraded" and (left := format_lost_redundancy(array, missing)) is not None:
        words.append(left)
    if array.get("activity") not in (None, "none"):
        words.append(format_plain(array["activity"]) or "")
    return ", ".join(words)


def format_preparation(preparation: Sequence[Mapping[str, Any]]) -> str:
    """Return as one phrase the operations that prepared the system before the first phase, in order.

    Without operations the phrase is `none`.
    """
    steps = [{key: value for key, value in step.items() if key != "ordinal"} for step in preparation]
    return "; ".join(describe(step) if step.get("kind") in KINDS else str(step.get("kind")) for step in steps) or "none"


def format_plain(value: Any) -> str | None:
    """Return a word of a vocabulary, a number, a flag or a list of them as text; None remains None."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list):
        return ", ".join(format_plain(item) or "unknown" for item in value) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {format_plain(item) or 'unknown'}" for key, item in sorted(value.items())) or "none"
    return str(value).replace("_", " ")
