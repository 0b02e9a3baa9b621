"""Days and weeks in UTC as counts from one Monday. Pure."""

from __future__ import annotations

DAY_SECONDS = 86_400.0
WEEK_SECONDS = 7 * DAY_SECONDS
#: 1970 began on a Thursday; weeks begin on Monday.
_FIRST_MONDAY_SECONDS = 4 * DAY_SECONDS


def compute_week(at_seconds: float) -> int:
    """Return which week a moment lies in."""
    return int((at_seconds - _FIRST_MONDAY_SECONDS) // WEEK_SECONDS)


def start_of_week(week: int) -> float:
    """Return when a week begins."""
    return _FIRST_MONDAY_SECONDS + week * WEEK_SECONDS
