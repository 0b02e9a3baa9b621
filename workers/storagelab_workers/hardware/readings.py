"""Health readings: a drive's own report, stored whenever it differs from the last one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from storagelab.collectors.base import DriveHealthFacts
from storagelab.db.base import generate_uuid7
from storagelab.db.models import HealthReading
from storagelab.domain.json_values import RowValues
from storagelab_workers.hardware.cleaning import clean_json
from storagelab_workers.hardware.rows import Match

#: A reading in which only these moved is stored once in this time.
_MOVING = ("temperature_c", "power_on_hours")
READING_EVERY = dt.timedelta(hours=1)


def get_health_values(health: DriveHealthFacts | None) -> dict[str, object]:
    """Return the values that a drive reported, without those that it did not."""
    if health is None:
        return {}
    return {name: value for name, value in clean_json(asdict(health)).items() if value not in (None, [])}


def store_readings(session: Session, matches: Sequence[Match], reported: Sequence[bool], *, now: dt.datetime) -> None:
    """Store a reading for each drive with an identity and reported health, unless the newest one is equal."""
    wanted = [
        match for match, is_reported in zip(matches, reported, strict=True) if is_reported and match.values["identity"]
    ]
    if not wanted:
        return
    newest = {
        row.drive_id: row.values
        for row in session.execute(
            select(HealthReading.drive_id, HealthReading.values)
            .where(
                HealthReading.identity.in_({match.values["identity"] for match in wanted}),
                HealthReading.at > now - READING_EVERY,
            )
            .order_by(HealthReading.at)
        )
    }
    new = [
        match for match in wanted if _filter_lasting(newest.get(match.id)) != _filter_lasting(match.values["health"])
    ]
    if new:
        session.execute(insert(HealthReading), [_build_reading(match, now) for match in new])


def _build_reading(match: Match, now: dt.datetime) -> RowValues:
    return {
        "id": generate_uuid7(),
        "identity": match.values["identity"],
        "drive_id": match.id,
        "at": now,
        "taken_during": "discovery",
        "values": match.values["health"],
    }


def _filter_lasting(values: Mapping[str, Any] | None) -> dict[str, object] | None:
    if values is None:
        return None
    return {name: value for name, value in values.items() if name not in _MOVING}
