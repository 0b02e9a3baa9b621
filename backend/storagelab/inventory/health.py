"""Readings of a drive's health, in whatever server they were taken, and the forecast that they allow."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.endurance import Forecast, WearReading, compute_rated_endurance_bytes, forecast_wear
from storagelab.db.models import Drive, HardwareModel, HealthReading
from storagelab.inventory.drive_condition import WORN_PERCENT
from storagelab.inventory.drives import describe_health
from storagelab.inventory.history import load_run_numbers
from storagelab.inventory.history_schemas import EnduranceForecast, HealthReadingOut

#: More readings add no information about wear, which moves in weeks.
MAX_READINGS = 5000
#: A rate predicts nothing for a day that is farther away.
_FARTHEST_DAYS = 100 * 365.0


def select_readings(drive: Drive) -> Select[HealthReading]:
    """Select the readings of a drive."""
    return select(HealthReading).where(is_of(drive))


def describe_readings(session: Session, rows: Sequence[HealthReading]) -> list[HealthReadingOut]:
    """Return readings as the API shows them."""
    runs = load_run_numbers(session, [row.run_id for row in rows])
    return [
        HealthReadingOut(
            id=row.id,
            at=row.at,
            taken_during=row.taken_during,
            run_number=runs.get(row.run_id) if row.run_id else None,
            values=describe_health(row.values),
        )
        for row in rows
    ]


def forecast_endurance(session: Session, drive: Drive) -> EnduranceForecast:
    """Forecast the endurance of a drive from its newest readings and the stored facts of its model."""
    names = ("used_percent", "written_bytes", "media_written_bytes")
    columns: list[Any] = [HealthReading.values[name].label(name) for name in names]
    rows = session.execute(
        select(HealthReading.at, *columns).where(is_of(drive)).order_by(HealthReading.at.desc()).limit(MAX_READINGS)
    ).all()
    readings = [convert_wear_reading(row) for row in reversed(rows)]
    rated = find_rated_bytes(session, drive)
    estimate = forecast_wear(readings, size_bytes=drive.size_bytes, rated_bytes=rated)
    last_at = rows[0].at if rows else None
    return EnduranceForecast(
        remaining_days=estimate.days_left,
        exhausted_at=_add_days(last_at, estimate.days_left),
        exhausted_earliest_at=_add_days(last_at, estimate.days_low),
        exhausted_latest_at=_add_days(last_at, estimate.days_high),
        week_count=estimate.weeks,
        used_percent=estimate.used_percent,
        percent_per_day=estimate.percent_per_day,
        alert_percent=WORN_PERCENT,
        alert_at=_add_days(last_at, _compute_days_until(WORN_PERCENT, estimate)),
        basis=estimate.basis,  # type: ignore[arg-type]  # The two words of the analysis.
        reason=estimate.reason,
        drive_writes_per_day=estimate.drive_writes_per_day,
        bytes_per_day=estimate.bytes_per_day,
        write_amplification=estimate.write_amplification,
        rated_endurance_bytes=rated,
        span_days=estimate.span_days,
        reading_count=estimate.readings,
    )


def _compute_days_until(percent: float, estimate: Forecast) -> float | None:
    """Return the days until `percent` of the endurance is used.

    Returns None where it is used already, or no rate is known.
    """
    if estimate.used_percent is None or not estimate.percent_per_day or estimate.used_percent >= percent:
        return None
    return (percent - estimate.used_percent) / estimate.percent_per_day


def _add_days(last_at: dt.datetime | None, days: float | None) -> dt.datetime | None:
    if last_at is None or days is None or days > _FARTHEST_DAYS:
        return None
    return last_at + dt.timedelta(days=days)


def find_rated_bytes(session: Session, drive: Drive) -> int | None:
    """Return the rated endurance of the drive's model in bytes, as entered; None where it is unknown."""
    if drive.model is None:
        return None
    model = session.scalars(
        select(HardwareModel).where(HardwareModel.component == "drive", HardwareModel.model == drive.model)
    ).one_or_none()
    if model is None:
        return None
    return compute_rated_endurance_bytes(
        rated_bytes=model.rated_endurance_bytes,
        drive_writes_per_day=model.drive_writes_per_day,
        warranty_years=model.warranty_years,
        size_bytes=drive.size_bytes,
    )


def is_of(drive: Drive) -> ColumnElement[bool]:
    """Return the condition for health readings of a drive, taken in any server."""
    own: ColumnElement[bool] = HealthReading.drive_id == drive.id
    return own if drive.identity is None else or_(own, HealthReading.identity == drive.identity)


def convert_wear_reading(row: Any) -> WearReading:
    """Convert a row with wear counters to the input of the wear analysis."""
    health = describe_health(
        {
            "used_percent": row.used_percent,
            "written_bytes": row.written_bytes,
            "media_written_bytes": row.media_written_bytes,
        }
    )
    return WearReading(row.at.timestamp(), health.used_percent, health.written_bytes, health.media_written_bytes)
