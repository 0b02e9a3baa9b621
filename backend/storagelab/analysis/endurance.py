"""Forecast of drive wear, from the rated endurance or else from the drive's own wear counter."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import stdev

from storagelab.analysis.student_t import compute_two_sided_quantile
from storagelab.analysis.weeks import DAY_SECONDS, WEEK_SECONDS

#: Readings closer together than this show the writes of one run, not of days.
MIN_SPAN_SECONDS = DAY_SECONDS
#: Below this, rounding of the drive's own counters decides the write amplification.
MIN_WRITTEN_BYTES = 1 << 30
#: A forecast is of how a drive is used now: readings before these days count only where the newer span less than a day.
WINDOW_SECONDS = 90 * DAY_SECONDS
#: Fewer weeks show nothing of how much their growth varies.
MIN_WEEKS = 4
CONFIDENCE = 0.95
_DAYS_A_YEAR = 365.0


@dataclass(frozen=True, slots=True)
class WearReading:
    """Wear counters of a drive at `at_seconds`, in seconds of any one clock; None for a counter not reported."""

    at_seconds: float
    used_percent: float | None
    written_bytes: int | None
    media_written_bytes: int | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """Forecast of the endurance of a drive.

    `days_left` and the rates apply while the drive is written as between the first and the last reading.

    `reason` explains a `days_left` of None, or else how it was found. `basis` is rated_endurance or used_percent. Days
    are counted from the last reading. `days_low` and `days_high` are their 95 % interval over `weeks` weeks: None where
    these are too few, and `days_high` also where the drive may never be used up.
    """

    days_left: float | None
    days_low: float | None
    days_high: float | None
    weeks: int
    used_percent: float | None
    percent_per_day: float | None
    basis: str | None
    reason: str
    drive_writes_per_day: float | None
    bytes_per_day: float | None
    write_amplification: float | None
    span_days: float | None
    readings: int


def compute_rated_endurance_bytes(
    *, rated_bytes: int | None, drive_writes_per_day: float | None, warranty_years: float | None, size_bytes: int | None
) -> int | None:
    """Return the rated endurance of a drive model in bytes written, or None where it is unknown.

    The vendor states `rated_bytes`, or the bytes follow from drive writes per day over the warranty.
    """
    if rated_bytes is not None:
        return rated_bytes
    if drive_writes_per_day is None or warranty_years is None or size_bytes is None:
        return None
    return round(drive_writes_per_day * warranty_years * _DAYS_A_YEAR * size_bytes)


def forecast_wear(readings: Sequence[WearReading], *, size_bytes: int | None, rated_bytes: int | None) -> Forecast:
    """Forecast the wear from readings in order of time.

    A counter that falls was reset, or the drive was exchanged: only readings after that count, and only those of the
    last 90 days. The rate is the growth from the first to the last of these readings. Its interval is Student's t over
    the growth of whole weeks, counted back from the last reading.
    """
    readings, rated_bytes = _filter_window_readings(_list_readings_since_reset(readings)), rated_bytes or None
    span_seconds = readings[-1].at_seconds - readings[0].at_seconds if readings else 0.0
    enough = span_seconds >= MIN_SPAN_SECONDS
    days_left, basis, reason = (
        _compute_remaining_days(readings, rated_bytes)
        if enough
        else (None, None, _format_shortage_reason(len(readings), span_seconds))
    )
    points = compute_wear_percents(readings, rated_bytes=rated_bytes if basis != "used_percent" else None)
    rate = (points[-1][1] - points[0][1]) / (points[-1][0] - points[0][0]) if basis is not None else None
    growths = compute_weekly_growth(points)
    days_low, days_high = _compute_days_interval(points[-1][1], rate, growths) if rate is not None else (None, None)
    bytes_per_day = _compute_daily_growth(readings, "written_bytes")
    return Forecast(
        days_left=days_left,
        days_low=days_low,
        days_high=days_high,
        weeks=len(growths),
        used_percent=points[-1][1] if points else None,
        percent_per_day=rate * DAY_SECONDS if rate is not None else None,
        basis=basis,
        reason=reason,
        drive_writes_per_day=bytes_per_day / size_bytes if bytes_per_day is not None and size_bytes else None,
        bytes_per_day=bytes_per_day,
        write_amplification=_compute_write_amplification(readings),
        span_days=span_seconds / DAY_SECONDS,
        readings=len(readings),
    )


def compute_wear_percents(readings: Sequence[WearReading], *, rated_bytes: int | None) -> list[tuple[float, float]]:
    """Return the wear of a drive over time, as (seconds, percent).

    The percent is bytes written of `rated_bytes` where both are known, else the drive's own wear counter. Above 100 the
    drive is used beyond its rated endurance.
    """
    written = _list_counter_values(readings, "written_bytes")
    if rated_bytes and written:
        return [(at_seconds, 100 * value / rated_bytes) for at_seconds, value in written]
    return _list_counter_values(readings, "used_percent")


def compute_weekly_growth(points: Sequence[tuple[float, float]]) -> list[float]:
    """Return the growth of the value in each whole week, in order of time.

    `points` are (seconds, value). Weeks are counted back from the last point; values are interpolated between points.
    """
    if not points:
        return []
    weeks = int((points[-1][0] - points[0][0]) // WEEK_SECONDS)
    ends = [_interpolate_value(points, points[-1][0] - back * WEEK_SECONDS) for back in range(weeks, -1, -1)]
    return [later - earlier for earlier, later in itertools.pairwise(ends)]


def _interpolate_value(points: Sequence[tuple[float, float]], at_seconds: float) -> float:
    for (start_seconds, start), (end_seconds, end) in itertools.pairwise(points):
        if start_seconds <= at_seconds <= end_seconds and end_seconds > start_seconds:
            return start + (end - start) * (at_seconds - start_seconds) / (end_seconds - start_seconds)
    return points[-1][1]


def _compute_days_interval(used: float, rate: float, growths: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the fewest and the most days until 100 % used, from the 95 % interval of the rate.

    `used` is in percent, `rate` in percent a second, and `growths` in percent a week. Both are None for too few weeks;
    the most days are None where the drive may never be used up.
    """
    if len(growths) < MIN_WEEKS:
        return None, None
    error = stdev(growths) / math.sqrt(len(growths)) / WEEK_SECONDS
    half = compute_two_sided_quantile(CONFIDENCE, len(growths) - 1) * error
    left = max(100.0 - used, 0.0) / DAY_SECONDS
    return left / (rate + half), left / (rate - half) if rate > half else None


def _filter_window_readings(readings: Sequence[WearReading]) -> Sequence[WearReading]:
    recent = [item for item in readings if item.at_seconds >= readings[-1].at_seconds - WINDOW_SECONDS]
    return recent if recent and recent[-1].at_seconds - recent[0].at_seconds >= MIN_SPAN_SECONDS else readings


def _format_shortage_reason(readings: int, span_seconds: float) -> str:
    if readings == 0:
        return "Its health has not been read yet. A forecast needs readings at least a day apart."
    if readings == 1:
        return "Only one reading so far. A forecast needs another one at least a day later."
    span = f"{span_seconds / 3600:.1f} hours" if span_seconds >= 3600 else f"{span_seconds / 60:.0f} minutes"
    return f"The readings span {span}. A forecast needs at least a day."


def _compute_remaining_days(
    readings: Sequence[WearReading], rated_bytes: int | None
) -> tuple[float | None, str | None, str]:
    """Return the days of endurance left, the basis of that figure and the reason, in words.

    The rated endurance is preferred: the drive's own counter shows whole percents only.
    """
    bytes_per_day = _compute_daily_growth(readings, "written_bytes")
    if rated_bytes is not None and bytes_per_day is not None:
        if bytes_per_day == 0:
            return None, None, "Nothing was written to it between the readings."
        left = max(rated_bytes - _list_counter_values(readings, "written_bytes")[-1][1], 0.0)
        return left / bytes_per_day, "rated_endurance", "By the endurance that its model is rated for."
    percent_per_day = _compute_daily_growth(readings, "used_percent")
    if percent_per_day is None:
        return None, None, "The drive reports no wear, and no rated endurance with bytes written is known."
    used = _list_counter_values(readings, "used_percent")
    if used[-1][1] - used[0][1] < 1:
        return None, None, "Its wear has not moved by a whole percent between the readings."
    return max(100.0 - used[-1][1], 0.0) / percent_per_day, "used_percent", "By the wear that the drive itself reports."


def _compute_write_amplification(readings: Sequence[WearReading]) -> float | None:
    """Return the write amplification: bytes written to the flash for each byte the host wrote.

    None where too little was written, or the counters are not reported.
    """
    counters = [
        (float(item.written_bytes), float(item.media_written_bytes))
        for item in readings
        if item.written_bytes is not None and item.media_written_bytes is not None
    ]
    if not counters:
        return None
    written, media = counters[-1][0] - counters[0][0], counters[-1][1] - counters[0][1]
    return media / written if written >= MIN_WRITTEN_BYTES else None


def _compute_daily_growth(readings: Sequence[WearReading], name: str) -> float | None:
    """Return the growth of a counter per day, or None unless readings lie far enough apart."""
    values = _list_counter_values(readings, name)
    if not values or values[-1][0] - values[0][0] < MIN_SPAN_SECONDS:
        return None
    return (values[-1][1] - values[0][1]) / ((values[-1][0] - values[0][0]) / DAY_SECONDS)


def _list_counter_values(readings: Sequence[WearReading], name: str) -> list[tuple[float, float]]:
    """Return the readings that report the counter `name`, as (seconds, value)."""
    return [(item.at_seconds, float(value)) for item in readings if (value := getattr(item, name)) is not None]


def _list_readings_since_reset(readings: Sequence[WearReading]) -> Sequence[WearReading]:
    """Return the last readings, as many as possible, in which no counter falls.

    Readings without the counter may lie in between.
    """
    start, last = 0, dict.fromkeys(("used_percent", "written_bytes"), -math.inf)
    for index, item in enumerate(readings):
        for name, before in last.items():
            value = getattr(item, name)
            if value is not None:
                start = index if value < before else start
                last[name] = value
    return readings[start:]
