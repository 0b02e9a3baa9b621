"""Time zones of the dates in queries."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from storagelab.errors import InvalidInput

DEFAULT_TIME_ZONE = "UTC"


def find_time_zone(name: str) -> dt.tzinfo:
    """Return the time zone of this name in the IANA database. Raises InvalidInput."""
    if name == DEFAULT_TIME_ZONE:
        return dt.UTC
    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError):
        raise InvalidInput(
            "unknown time zone. Names are those of IANA, as in Europe/Berlin", path="time_zone"
        ) from None
