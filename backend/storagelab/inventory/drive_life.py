"""The life of a drive over a period: wear, temperature, bytes written by cause, and where it was."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from storagelab.analysis.daily_values import Point, compute_weekly_median, list_day_spans, list_last_readings
from storagelab.analysis.endurance import compute_wear_percents
from storagelab.analysis.written_bytes import CounterReading, RunWrite, split_weekly_writes
from storagelab.db.models import Drive, DriveStateEntry, HealthReading, Phase, Server
from storagelab.db.references import format_row_number
from storagelab.inventory import health, history
from storagelab.inventory.drive_life_schemas import (
    DriveLife,
    DriveNeighbours,
    DrivePlace,
    TemperatureDay,
    WearPoint,
    WrittenWeek,
)
from storagelab.inventory.drives import describe_health
from storagelab.inventory.naming import get_drive_place, load_numbered_names

#: Kinds of phases that prepare a drive for what is measured.
PREPARING = ("fill", "precondition")
#: A period has at most this many readings, the newest of it.
MAX_READINGS = 20_000
MAX_NEIGHBOURS = 24
_NAMES = ("used_percent", "written_bytes", "media_written_bytes", "temperature_c")


def describe_life(session: Session, drive: Drive, *, since: dt.datetime | None) -> DriveLife:
    """Return the wear, writes and temperatures of a drive since a moment, or over its whole life.

    The number of queries is constant.
    """
    forecast = health.forecast_endurance(session, drive)
    # Where the drive's own count is what a forecast goes by, the curve does too.
    rated = forecast.rated_endurance_bytes if forecast.basis != "used_percent" else None
    rows = read_readings(session, health.is_of(drive), since=since)
    readings = [health.convert_wear_reading(row) for row in rows]
    temperatures = [
        (row.at.timestamp(), value)
        for row in rows
        if (value := describe_health({"temperature_c": row.temperature_c}).temperature_c) is not None
    ]
    writes = read_run_writes(session, drive, *([DriveStateEntry.at >= since] if since is not None else []))
    return DriveLife(
        since=since,
        forecast=forecast,
        wear=_convert_wear_points(list_last_readings(compute_wear_percents(readings, rated_bytes=rated))),
        neighbours=_describe_neighbours(session, drive, rated_bytes=rated, since=since),
        temperature=[
            TemperatureDay(
                day=_convert_epoch_seconds(day.start_seconds).date(), low_c=day.low, mean_c=day.mean, high_c=day.high
            )
            for day in list_day_spans(temperatures)
        ],
        weeks=[
            WrittenWeek(
                start=_convert_epoch_seconds(week.start_seconds).date(),
                run_bytes=week.run_bytes,
                preparation_bytes=week.preparation_bytes,
                other_bytes=week.other_bytes,
            )
            for week in split_weekly_writes(list_counter_readings(rows), writes)
        ],
        places=_describe_places(session, drive),
    )


def read_readings(
    session: Session, condition: ColumnElement[bool], *, since: dt.datetime | None = None
) -> Sequence[Any]:
    """Return the newest health readings that meet `condition`, oldest first, with their wear values.

    At most `MAX_READINGS` are returned, since `since` where given.
    """
    columns: list[Any] = [HealthReading.values[name].label(name) for name in _NAMES]
    query = select(HealthReading.at, HealthReading.run_id, *columns).where(condition)
    if since is not None:
        query = query.where(HealthReading.at >= since)
    rows = session.execute(query.order_by(HealthReading.at.desc(), HealthReading.id.desc()).limit(MAX_READINGS)).all()
    return rows[::-1]


def list_counter_readings(rows: Sequence[Any]) -> list[CounterReading]:
    """Return the readings that have a counter of bytes written, as input of the wear analysis."""
    readings = [(row, health.convert_wear_reading(row)) for row in rows]
    return [
        CounterReading(reading.at_seconds, reading.written_bytes, row.run_id)
        for row, reading in readings
        if reading.written_bytes is not None
    ]


def read_run_writes(session: Session, drive: Drive, *conditions: ColumnElement[bool]) -> list[RunWrite]:
    """Return the volumes that runs of the lab wrote to a drive.

    An entry without a phase belongs to a preparation. Where its volume is unknown too, the volume of the whole run is
    unknown.
    """
    rows = session.execute(
        select(DriveStateEntry.at, DriveStateEntry.run_id, DriveStateEntry.written_bytes, Phase.kind)
        .outerjoin(Phase, Phase.id == DriveStateEntry.phase_id)
        .where(history.is_state_of(drive), DriveStateEntry.run_id.is_not(None), *conditions)
        .order_by(DriveStateEntry.id.desc())
        .limit(MAX_READINGS)
    ).all()
    writes = []
    for row in rows:
        prepares = row.kind is None or row.kind in PREPARING
        writes.append(RunWrite(row.at.timestamp(), row.run_id, row.written_bytes, prepares))
        if row.kind is None and row.written_bytes is None:
            writes.append(RunWrite(row.at.timestamp(), row.run_id, None, is_preparation=False))
    return writes


def _describe_neighbours(
    session: Session, drive: Drive, *, rated_bytes: int | None, since: dt.datetime | None
) -> DriveNeighbours | None:
    """Return the wear of other drives of the same model, drives of the same server first.

    Returns None where there are none.
    """
    if drive.model is None:
        return None
    is_here = Drive.server_id == drive.server_id
    rows = session.execute(
        select(Drive.identity, Drive.health, is_here.label("is_here"))
        .where(Drive.model == drive.model, Drive.present, Drive.lifecycle != "retired", Drive.id != drive.id)
        .where(Drive.identity.is_not(None), Drive.identity.is_distinct_from(drive.identity))
        .order_by(is_here.desc(), Drive.number)
        .limit(MAX_NEIGHBOURS)
    ).all()
    here = [row for row in rows if row.is_here]
    # Several paths lead to one drive.
    drives = {row.identity: describe_health(row.health) for row in here or rows}
    if not drives:
        return None
    used = [value.used_percent for value in drives.values() if value.used_percent is not None]
    heat = [value.temperature_c for value in drives.values() if value.temperature_c is not None]
    wear = _read_weekly_wear(session, list(drives), rated_bytes=rated_bytes, since=since)
    return DriveNeighbours(
        scope="server" if here else "lab",
        drive_count=len(drives),
        wear=_convert_wear_points(compute_weekly_median(wear)),
        used_percent=median(used) if used else None,
        temperature_c=median(heat) if heat else None,
    )


def _read_weekly_wear(
    session: Session, identities: Sequence[str], *, rated_bytes: int | None, since: dt.datetime | None
) -> dict[str, list[Point]]:
    """Return the wear of each drive by the last reading of each week, in order of time."""
    # As literals: the expression must be the same one in DISTINCT ON and in the order.
    week = func.date_trunc(literal_column("'week'"), HealthReading.at, literal_column("'UTC'"))
    columns: list[Any] = [HealthReading.values[name].label(name) for name in _NAMES]
    query = (
        select(HealthReading.identity, HealthReading.at, *columns)
        .ext(distinct_on(HealthReading.identity, week))
        .where(HealthReading.identity.in_(identities))
        .order_by(HealthReading.identity, week, HealthReading.at.desc())
    )
    if since is not None:
        query = query.where(HealthReading.at >= since)
    readings = defaultdict(list)
    for row in session.execute(query):
        readings[row.identity].append(health.convert_wear_reading(row))
    return {identity: compute_wear_percents(own, rated_bytes=rated_bytes) for identity, own in readings.items()}


def _describe_places(session: Session, drive: Drive) -> list[DrivePlace]:
    own: ColumnElement[bool] = Drive.id == drive.id if drive.identity is None else Drive.identity == drive.identity
    rows = session.scalars(select(Drive).where(own).order_by(Drive.present.desc(), Drive.last_seen_at.desc())).all()
    servers = load_numbered_names(session, Server, [row.server_id for row in rows])
    return [
        DrivePlace(
            server=servers[row.server_id],
            drive_number=format_row_number(row),
            place=get_drive_place(row),
            slot=row.slot,
            present=row.present,
            first_seen_at=row.first_seen_at,
            last_seen_at=row.last_seen_at,
        )
        for row in rows
    ]


def _convert_wear_points(points: Sequence[Point]) -> list[WearPoint]:
    return [WearPoint(at=_convert_epoch_seconds(at_seconds), used_percent=value) for at_seconds, value in points]


def _convert_epoch_seconds(at_seconds: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(at_seconds, dt.UTC)
