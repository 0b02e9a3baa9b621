"""Days and weeks in UTC as counts from one Monday. Pure."""

from __future__ import annotations

DAY_SECONDS = 86_400.0
WEEK_SECONDS = 7 * DAY_SECONDS
#: 1970 began on a Thursday; weeks begin on Monday.
_FIRST_MONDAY_S = 4 * DAY_SECONDS


def compute_week(at_s: float) -> int:
    """Return which week a moment lies in."""
    return int((at_s - _FIRST_MONDAY_S) // WEEK_SECONDS)


def start_of_week(week: int) -> float:
    """Return when a week begins."""
    return _FIRST_MONDAY_S + week * WEEK_SECONDS
