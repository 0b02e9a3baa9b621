"""The runs that worked on one drive, and what each wrote to it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.written_bytes import compute_run_writes
from storagelab.db.models import Attempt, Drive, DriveStateEntry, HealthReading, Lease, Run
from storagelab.inventory import drive_life, health, history
from storagelab.inventory.drives import describe_health
from storagelab.results.queries import select_runs
from storagelab.results.schemas import DriveRun
from storagelab.runs.summaries import summarise_runs


def select_drive_runs(drive: Drive) -> Select[Run]:
    """Select the runs that left a state or a health reading of a drive, or that use it now."""
    sources = [
        select(DriveStateEntry.run_id).where(history.is_state_of(drive)),
        select(HealthReading.run_id).where(health.is_of(drive)),
    ]
    if drive.stable_id is not None:
        held = select(Attempt.run_id).join(Lease, Lease.attempt_id == Attempt.id)
        sources.append(held.where(Lease.resource == f"dev:{drive.stable_id}"))
    return select_runs().where(or_(*(Run.id.in_(source) for source in sources)))


def describe_drive_runs(session: Session, drive: Drive, runs: Sequence[Run]) -> list[DriveRun]:
    """Return runs with the bytes that each wrote to a drive, in a fixed number of queries."""
    ids = [run.id for run in runs]
    rows = drive_life.read_readings(session, health.is_of(drive) & HealthReading.run_id.in_(ids))
    writes = drive_life.read_run_writes(session, drive, DriveStateEntry.run_id.in_(ids))
    written = compute_run_writes(drive_life.list_counter_readings(rows), writes)
    rated = health.find_rated_bytes(session, drive)
    heat: dict[uuid.UUID, float] = {}
    for row in rows:
        value = describe_health({"temperature_c": row.temperature_c}).temperature_c
        if value is not None:
            heat[row.run_id] = max(value, heat.get(row.run_id, value))
    shown = []
    for run, summary in zip(runs, summarise_runs(session, runs), strict=True):
        own = written.get(run.id)
        shown.append(
            DriveRun(
                run=summary,
                written_bytes=own,
                endurance_percent=100 * own / rated if own is not None and rated else None,
                highest_temperature_c=heat.get(run.id),
            )
        )
    return shown
