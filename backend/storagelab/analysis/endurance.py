"""How long a drive will last as it is written: from what it is rated for, else from its own count of wear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

DAY_SECONDS = 86_400.0
#: Readings that lie closer say what one run wrote, and nothing about days.
LEAST_SPAN_SECONDS = DAY_SECONDS
#: Below this, rounding of the drive's own counters decides the write amplification.
LEAST_WRITTEN_BYTES = 1 << 30
_DAYS_A_YEAR = 365.0


@dataclass(frozen=True, slots=True)
class WearReading:
    """What a drive said at `at_s`, in seconds of any one clock; None is what it did not say."""

    at_s: float
    used_percent: float | None
    written_bytes: int | None
    media_written_bytes: int | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """`days_left` and the rates hold while the drive is written as between the first and the last reading.

    `reason` says why `days_left` is None, else by what it was found. `basis` is rated_endurance or used_percent.
    """

    days_left: float | None
    basis: str | None
    reason: str
    drive_writes_per_day: float | None
    bytes_per_day: float | None
    write_amplification: float | None
    span_days: float | None
    readings: int


def rated_endurance_bytes(
    *, rated_bytes: int | None, drive_writes_per_day: float | None, warranty_years: float | None, size_bytes: int | None
) -> int | None:
    """The bytes that a model may be written: as its vendor states them, else so many drives a day of the warranty."""
    if rated_bytes is not None:
        return rated_bytes
    if drive_writes_per_day is None or warranty_years is None or size_bytes is None:
        return None
    return round(drive_writes_per_day * warranty_years * _DAYS_A_YEAR * size_bytes)


def forecast_wear(readings: Sequence[WearReading], *, size_bytes: int | None, rated_bytes: int | None) -> Forecast:
    """Forecast from readings in order of time.

    A counter that falls was reset, or the drive was exchanged: only what came after that counts.
    """
    readings = _since_reset(readings)
    span_s = readings[-1].at_s - readings[0].at_s if readings else 0.0
    if span_s < LEAST_SPAN_SECONDS:
        reason = _too_few(len(readings), span_s)
        return Forecast(None, None, reason, None, None, _amplification(readings), span_s / DAY_SECONDS, len(readings))
    days_left, basis, reason = _days_left(readings, rated_bytes)
    bytes_per_day = _growth_per_day(readings, "written_bytes")
    return Forecast(
        days_left=days_left,
        basis=basis,
        reason=reason,
        drive_writes_per_day=bytes_per_day / size_bytes if bytes_per_day is not None and size_bytes else None,
        bytes_per_day=bytes_per_day,
        write_amplification=_amplification(readings),
        span_days=span_s / DAY_SECONDS,
        readings=len(readings),
    )


def _too_few(readings: int, span_s: float) -> str:
    if readings == 0:
        return "Its health has not been read yet. A forecast needs readings at least a day apart."
    if readings == 1:
        return "Only one reading so far. A forecast needs another one at least a day later."
    span = f"{span_s / 3600:.1f} hours" if span_s >= 3600 else f"{span_s / 60:.0f} minutes"
    return f"The readings span {span}. A forecast needs at least a day."


def _days_left(readings: Sequence[WearReading], rated_bytes: int | None) -> tuple[float | None, str | None, str]:
    """Days, what they were found by, and why; the rated endurance is finer than whole percents, so it goes first."""
    bytes_per_day = _growth_per_day(readings, "written_bytes")
    if rated_bytes is not None and bytes_per_day is not None:
        if bytes_per_day == 0:
            return None, None, "Nothing was written to it between the readings."
        left = max(rated_bytes - _told(readings, "written_bytes")[-1][1], 0.0)
        return left / bytes_per_day, "rated_endurance", "By the endurance that its model is rated for."
    percent_per_day = _growth_per_day(readings, "used_percent")
    if percent_per_day is None:
        return None, None, "The drive reports no wear, and no rated endurance with bytes written is known."
    used = _told(readings, "used_percent")
    if used[-1][1] - used[0][1] < 1:
        return None, None, "Its wear has not moved by a whole percent between the readings."
    return max(100.0 - used[-1][1], 0.0) / percent_per_day, "used_percent", "By the wear that the drive itself reports."


def _amplification(readings: Sequence[WearReading]) -> float | None:
    """Bytes that reached the flash for each byte that was written; None where too little was, or it is not told."""
    told = [
        (float(item.written_bytes), float(item.media_written_bytes))
        for item in readings
        if item.written_bytes is not None and item.media_written_bytes is not None
    ]
    if not told:
        return None
    written, media = told[-1][0] - told[0][0], told[-1][1] - told[0][1]
    return media / written if written >= LEAST_WRITTEN_BYTES else None


def _growth_per_day(readings: Sequence[WearReading], name: str) -> float | None:
    """By how much a counter grew in a day; None unless readings that lie far enough apart tell it."""
    told = _told(readings, name)
    if not told or told[-1][0] - told[0][0] < LEAST_SPAN_SECONDS:
        return None
    return (told[-1][1] - told[0][1]) / ((told[-1][0] - told[0][0]) / DAY_SECONDS)


def _told(readings: Sequence[WearReading], name: str) -> list[tuple[float, float]]:
    """When a counter was told, and its value."""
    return [(item.at_s, float(value)) for item in readings if (value := getattr(item, name)) is not None]


def _since_reset(readings: Sequence[WearReading]) -> Sequence[WearReading]:
    """The longest end of the readings in which no counter falls."""
    for index in range(len(readings) - 1, 0, -1):
        if any(_fell(readings[index - 1], readings[index], name) for name in ("used_percent", "written_bytes")):
            return readings[index:]
    return readings


def _fell(earlier: WearReading, later: WearReading, name: str) -> bool:
    before, after = getattr(earlier, name), getattr(later, name)
    return before is not None and after is not None and after < before
