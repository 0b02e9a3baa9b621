"""Moments of an attempt by the lab's clock, from the wall times that its server recorded."""

from __future__ import annotations

import datetime as dt
from typing import Any

from storagelab.db.models import Attempt
from storagelab.domain.runner_reports import RunnerStatus


def compute_lab_time(attempt: Attempt, realtime_ns: Any) -> dt.datetime | None:
    """Convert a time of the server's clock in ns to lab time, counted from the attempt's start.

    All wall times of an attempt have one anchor, the start. Where that is unknown, the server's clock counts. Returns
    None for a value that is no time.
    """
    if not isinstance(realtime_ns, int):
        return None
    anchor_ns = (attempt.status or {}).get("started_realtime_ns")
    if attempt.started_at is None or not isinstance(anchor_ns, int):
        return dt.datetime.fromtimestamp(realtime_ns / 1e9, dt.UTC)
    return attempt.started_at + dt.timedelta(microseconds=(realtime_ns - anchor_ns) // 1000)


def compute_age_at_status(status: RunnerStatus) -> dt.timedelta:
    """Return the time from the begin of an attempt to its status report.

    It is zero where the server was restarted since the begin.
    """
    began_ns, now_ns = status.get("started_boottime_ns"), status.get("now_boottime_ns")
    if status.get("boot_id") != status.get("current_boot_id"):
        return dt.timedelta(0)
    if not isinstance(began_ns, int) or not isinstance(now_ns, int):
        return dt.timedelta(0)
    return dt.timedelta(microseconds=max(now_ns - began_ns, 0) // 1000)
