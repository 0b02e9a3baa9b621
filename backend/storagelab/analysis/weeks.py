"""Days and weeks in UTC as counts from one Monday. Pure."""

from __future__ import annotations

DAY_SECONDS = 86_400.0
WEEK_SECONDS = 7 * DAY_SECONDS
#: 1970 began on a Thursday; weeks begin on Monday.
_FIRST_MONDAY_SECONDS = 4 * DAY_SECONDS


def compute_week(at_seconds: float) -> int:
    """Return the number of the week that contains a time in s since 1970; weeks begin on Monday, UTC."""
    return int((at_seconds - _FIRST_MONDAY_SECONDS) // WEEK_SECONDS)


def start_of_week(week: int) -> float:
    """Return the begin of the week with this number, in s since 1970."""
    return _FIRST_MONDAY_SECONDS + week * WEEK_SECONDS
