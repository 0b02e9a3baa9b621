"""The condition of a drive in one word, by its health and by what its controller reports."""

from __future__ import annotations

from typing import Literal

from storagelab.db.models import Drive
from storagelab.inventory.drives import describe_health

DriveCondition = Literal["ok", "warning", "failed", "spare", "unknown"]

#: From this share of its rated endurance on, a drive is to be replaced soon.
WORN_PERCENT = 90
_FAILED = ("failed", "offline", "missing")
_CHANGING = ("rebuilding", "copyback")


def judge_drive(drive: Drive) -> DriveCondition:
    """Return the condition of a drive by its worst known fact; `unknown` where nothing is reported."""
    health, state = describe_health(drive.health), drive.drive_state
    if health.passed is False or state in _FAILED:
        return "failed"
    spare, min_spare = health.spare_percent, health.spare_threshold_percent
    is_worn = health.used_percent is not None and health.used_percent >= WORN_PERCENT
    is_short = spare is not None and min_spare is not None and spare <= min_spare
    if is_worn or is_short or health.warnings or state in _CHANGING:
        return "warning"
    if state == "hot_spare" or drive.lifecycle == "spare":
        return "spare"
    return "unknown" if health.passed is None and state is None else "ok"
