"""Redundancy left in an array that lacks members.

Two arrays may both be degraded and differ in whether they could lose one more member.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_LEVEL = re.compile(r"raid[ -]?(\d{1,2})", re.IGNORECASE)
#: How many members each level of parity may lack and go on.
_MAY_LACK = {4: 1, 5: 1, 6: 2}
_NO_REDUNDANCY_LEFT = "no redundancy left"


def format_lost_redundancy(array: Mapping[str, Any], missing: int) -> str | None:
    """Return `no redundancy left` for an array that lacks `missing` members; None where it has some, or this is
    unknown.
    """
    return _NO_REDUNDANCY_LEFT if _has_none(array, missing) else None


def _has_none(array: Mapping[str, Any], missing: int) -> bool:
    """Return whether an array without `missing` of its members has no redundancy left.

    `array` has `level`, and if known `member_count` and `settings`. The result is false for nested levels, which spread
    their missing members over their parts.
    """
    match = _LEVEL.fullmatch(str(array.get("level") or ""))
    if match is None or missing < 1:
        return False
    level, members = int(match[1]), array.get("member_count")
    if level in _MAY_LACK:
        return missing >= _MAY_LACK[level]
    if not isinstance(members, int):
        return False
    if level == 1:
        return missing >= members - 1
    # Every pair lacks one when half of the members are missing and the array still works; other layouts have more
    # copies.
    return level == 10 and _is_mirrored_in_pairs(array) and 2 * missing >= members


def _is_mirrored_in_pairs(array: Mapping[str, Any]) -> bool:
    layout = (array.get("settings") or {}).get("layout")
    return (layout is None and array.get("implementation") != "mdadm") or str(layout) == "near=2"
