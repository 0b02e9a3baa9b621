"""Runs that wait: for a requested time of the night, or for the end of maintenance."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tests.seeding.copying import as_line, made_id
from tests.seeding.recipes import Recipe, plan_for, spec_for
from tests.seeding.rows import Lines, job_head, phase_line, planned_fields
from tests.seeding.tables import TABLES

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Drive, MaintenanceWindow, Server
from storagelab.domain.lifecycle import ServerState

JOB, RUN, ATTEMPT, PHASE = range(6, 10)
#: Begin of the night, UTC, and the pause before it: nothing of a line is due while a benchmark runs.
_NIGHT_HOUR, _PAUSE = 20, dt.timedelta(hours=8)
#: One server in this many is under maintenance, so that its line waits for that.
MAINTAINED = 10
_REASONS = ("New rack", "Firmware update", "Cabling", "Move to row 7")
_SUBMITTED_SECONDS = 3 * 86_400.0
_PHASES = 64


@dataclass(frozen=True, slots=True)
class Place:
    """A server with the device that its line is for."""

    server: Server
    device: Drive
    window: MaintenanceWindow | None


def next_night(now: dt.datetime) -> dt.datetime:
    """Return the begin of the next night that is not too near."""
    tonight = now.replace(hour=_NIGHT_HOUR, minute=0, second=0, microsecond=0)
    return tonight if tonight - now >= _PAUSE else tonight + dt.timedelta(days=1)


def plan_maintenance(server: Server, number: int, now: dt.datetime) -> MaintenanceWindow:
    """Put a server under maintenance that began a while ago and lasts into the next days."""
    ends_at = (now + dt.timedelta(hours=10 + number % 30)).replace(minute=0, second=0, microsecond=0)
    reason = _REASONS[number // MAINTAINED % len(_REASONS)]
    server.state = ServerState.MAINTENANCE
    server.state_reason = f"Maintenance until {_utc(ends_at)}: {reason}"
    return MaintenanceWindow(
        id=generate_uuid7(), server_id=server.id, starts_at=now - dt.timedelta(hours=2), ends_at=ends_at, reason=reason
    )


def make_queue(
    count: int, places: Sequence[Place], recipes: Sequence[Recipe], *, now: dt.datetime, random: np.random.Generator
) -> Lines:
    """Return the lines of `count` jobs of one run each, distributed over all servers."""
    lines: Lines = {table: [] for table in TABLES}
    submitted = np.sort(now.timestamp() - random.uniform(60.0, _SUBMITTED_SECONDS, count)).tolist()
    chosen = random.integers(len(recipes), size=count).tolist()
    for number, (at, recipe) in enumerate(zip(submitted, chosen, strict=True)):
        _add_job(lines, places[number % len(places)], recipes[recipe], number, at, next_night(now))
    return lines


def _add_job(lines: Lines, place: Place, recipe: Recipe, number: int, submitted: float, night: dt.datetime) -> None:
    job_id, run_id = made_id(submitted, JOB, number), made_id(submitted, RUN, number)
    attempt_id = made_id(submitted, ATTEMPT, number)
    created_at = dt.datetime.fromtimestamp(round(submitted, 3), dt.UTC)
    server, window = place.server, place.window
    start_after = night if window is None else None
    next_step_at = night if window is None else window.ends_at
    reason = f"starts at {_utc(night)}, as requested"
    if window is not None:
        reason = f"waiting for {server.name}: maintenance until {_utc(window.ends_at)} ({window.reason})"
    head = job_head(
        job_id=job_id,
        created_at=created_at,
        server_id=server.id,
        recipe=recipe,
        repeats=1,
        priority=(50, 50, 50, 70, 30)[number % 5],
        state="queued",
        start_after=start_after,
    )
    lines["job"].append(f"{head}\t{planned_fields(plan_for(recipe, place.device))}\n")
    lines["run"].append(
        as_line(
            *(run_id, created_at, job_id, 1, server.id, None, recipe.profile_id, f"{recipe.title} on {server.name}"),
            *("measured", "fio", server.fio_version, "waiting", "partial", None, [], None),
            *(None, True, None, None, {}, None, None, None, None, None),
        )
    )
    lines["attempt"].append(
        as_line(
            *(attempt_id, created_at, run_id, 1, server.id, "queued", reason, next_step_at),
            *(False, None, None, None, None, spec_for(recipe, place.device)),
        )
    )
    lines["attempt_event"].append(
        as_line(attempt_id, created_at, "api", "queued", None, "queued", "The job was submitted.", None, None)
    )
    for phase in recipe.phases:
        phase_id = made_id(submitted, PHASE, number * _PHASES + phase.ordinal)
        lines["phase"].append(phase_line(phase_id, run_id, phase, ("planned", None, None, None)))


def _utc(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
