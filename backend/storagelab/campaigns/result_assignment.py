"""Assignment of a finished job's results to its cell: under the requested condition, or nowhere."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from storagelab.campaigns.drive_selection import is_on_array
from storagelab.campaigns.table import parse_layout
from storagelab.db.models import Attempt, AttemptEvent, Campaign, CampaignCell, Job, Phase, Run
from storagelab.domain.campaign_filing import judge
from storagelab.domain.campaigns import CELL_ENDED, DEVICE, REBUILDING, CellState, RebuildTimes, find_condition_after
from storagelab.domain.lifecycle import JobState, PhaseState, RunState
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import PhaseMeasurement
from storagelab.domain.telemetry_events import ARRAY_STATE_CHANGED
from storagelab.evaluate.campaign_means import compute_mean, group_measurements, is_small
from storagelab.results.conditions import read_conditions
from storagelab.results.load import load_results
from storagelab.runs.validity import find_exclusion_reason, is_counted

_BUSY = "busy with recover"


@dataclass(frozen=True, slots=True)
class Operations:
    """Finished preparation of a job: its operations, in order, and the array they made."""

    done: tuple[Mapping[str, Any], ...]
    made: str | None


def read_operations(session: Session, job: Job) -> Operations:
    """Return the finished preparation operations of a job, and the array that they made.

    The source is the runner's own record of each attempt.
    """
    rows = session.scalars(
        select(Attempt.status)
        .join(Run, Run.id == Attempt.run_id)
        .where(Run.job_id == job.id)
        .order_by(Run.repeat_index, Attempt.ordinal)
    )
    done = tuple(
        view for status in rows for view in (status or {}).get("operations") or [] if view.get("state") == "finished"
    )
    made = [(view.get("evidence") or {}).get("stable_id") for view in done if view["kind"] == "mdadm_create"]
    return Operations(done, str(made[-1]) if made and made[-1] is not None else None)


def keep_array(session: Session, campaign: Campaign, cell: CampaignCell, job: Job) -> None:
    """Record the array that exists after a job, and its condition.

    After a job that did not end well the condition is unknown: the array is made again before any further measurement.
    """
    before = campaign.array
    if _was_resumed(session, job):
        # A resumed job cannot vouch for the array: its own was taken down when it first ended.
        campaign.array = None if before is None else {**before, "stale": True}
        return
    operations = read_operations(session, job)
    array_state = find_condition_after(before["standing"] if before else None, operations.done)
    if operations.made is not None:
        campaign.array = {
            "row": cell.row,
            "stable_id": operations.made,
            "standing": array_state,
            "drives": list(cell.drives),
            "stale": job.state != JobState.FINISHED,
        }
    elif before is not None:
        stale = before["stale"] or job.state != JobState.FINISHED
        campaign.array = None if array_state is None else {**before, "standing": array_state, "stale": stale}


def _was_resumed(session: Session, job: Job) -> bool:
    return session.scalars(
        select(exists().where(Attempt.run_id == Run.id, Run.job_id == job.id, Attempt.resumed_from_id.is_not(None)))
    ).one()


def file_cell(session: Session, campaign: Campaign, cell: CampaignCell, job: Job) -> None:
    """Store the final state and the result of a cell whose job has ended."""
    cell.started_at, cell.finished_at = job.started_at, job.finished_at
    runs = session.scalars(select(Run).where(Run.job_id == job.id).order_by(Run.repeat_index)).all()
    counted = [run.id for run in runs if is_counted(run)]
    if job.state != JobState.FINISHED:
        cell.state, cell.reason = _determine_bad_end(job, runs)
        return
    if cell.row is None or cell.column is None:
        cell.state, cell.reason = CellState.MEASURED, None
        return
    requested, layout = campaign.columns[cell.column]["state"], parse_layout(campaign.rows[cell.row])
    if not counted:
        cell.state = CellState.WITHHELD
        cell.reason = " ".join(reason for run in runs if (reason := find_exclusion_reason(run)) is not None)
        return
    on_array = layout.layout == DEVICE and is_on_array(session, job.server_id, layout.stable_ids)
    verdict = judge(requested, layout.layout, list_measured_conditions(session, counted), on_array=on_array)
    cell.condition = verdict.seen
    if not verdict.filed:
        cell.state, cell.reason = CellState.WITHHELD, verdict.reason
        return
    cell.metric, cell.value, cell.unit, cell.phase_name = compute_headline(session, counted)
    if cell.value is None:
        cell.state, cell.reason = CellState.FAILED, "The job finished, but its measurements could not be read."
        return
    cell.state, cell.reason = CellState.MEASURED, None
    if requested == REBUILDING:
        cell.rebuild_seconds = rebuild_seconds(session, counted)


def file_again(session: Session, campaign: Campaign, cell: CampaignCell, job: Job) -> None:
    """File a finished cell again, because other runs of its job count than before."""
    if cell.state not in CELL_ENDED or job.state != JobState.FINISHED:
        return
    cell.metric = cell.value = cell.unit = cell.phase_name = cell.condition = cell.rebuild_seconds = None
    file_cell(session, campaign, cell, job)


def list_measured_conditions(session: Session, run_ids: Sequence[uuid.UUID]) -> list[Mapping[str, Any] | None]:
    """Return the array condition in every measured phase of these runs; None for an unobserved phase."""
    result: list[Mapping[str, Any] | None] = []
    for run_id in run_ids:
        conditions = read_conditions(session, run_id=run_id)
        ordinals = session.scalars(
            select(Phase.ordinal)
            .where(Phase.run_id == run_id, Phase.kind == "measure", Phase.state != PhaseState.SKIPPED)
            .order_by(Phase.ordinal)
        )
        result += [conditions.get(ordinal) for ordinal in ordinals]
    return result


class CellHeadline(NamedTuple):
    """The one figure of a cell and the phase that it is of; all None where nothing was measured."""

    metric: str | None = None
    value: float | None = None
    unit: str | None = None
    phase_name: str | None = None


def compute_headline(session: Session, run_ids: Sequence[uuid.UUID]) -> CellHeadline:
    """Compute the headline figure of a cell from its best phase, as the mean over its repeats.

    The figure is requests per second of random phases with small blocks; throughput where there are none. The choice
    does not depend on the measured values, so that all cells of a column can be compared. Each loop point counts as one
    phase, with those of its rounds that count. A phase that was cut short measured a burst and does not count.
    """
    small: dict[str, list[PhaseMeasurement]] = defaultdict(list)
    other: dict[str, list[PhaseMeasurement]] = defaultdict(list)
    for run in load_results(session, sorted(run_ids), every_round=False, max_rows=None):
        for name, measurements in group_measurements(run).items():
            for measurement in measurements:
                (small if is_small(measurement.load) else other)[name].append(measurement)
    metric, column = ("iops", "iops") if small else ("bandwidth", "bandwidth_bytes_per_s")
    means = {name: compute_mean(measurements, column) for name, measurements in (small or other).items()}
    known_means = {name: mean for name, mean in means.items() if mean is not None}
    if not known_means:
        return CellHeadline()
    best = max(known_means, key=known_means.__getitem__)
    return CellHeadline(metric, known_means[best], METRICS[metric].unit, best)


def rebuild_seconds(session: Session, run_ids: Sequence[uuid.UUID]) -> float | None:
    """Return the seconds of an array rebuild by telemetry, in the first of these repeats.

    A rebuild lasts from the member's return until the array is at rest. None when it did not end in that run.
    """
    times = read_rebuild(session, run_ids)
    return times.seconds if times is not None else None


def read_rebuild(session: Session, run_ids: Sequence[uuid.UUID]) -> RebuildTimes | None:
    """Read the times of the array rebuild in the first of these repeats.

    None when the rebuild did not end in that run.
    """
    attempt = session.scalars(
        select(Attempt)
        .join(Run, Run.id == Attempt.run_id)
        .where(Run.id.in_(run_ids))
        .order_by(Run.repeat_index, Attempt.ordinal)
        .limit(1)
    ).one_or_none()
    if attempt is None:
        return None
    returned = [
        ended_ns
        for view in (attempt.status or {}).get("operations") or []
        if view["kind"] == "mdadm_readd"
        and view.get("state") == "finished"
        and (ended_ns := view.get("ended_realtime_ns"))
    ]
    if not returned:
        return None
    begun_s = _find_phases_start_seconds(session, attempt)
    events = session.scalars(
        select(AttemptEvent.evidence)
        .where(AttemptEvent.attempt_id == attempt.id, AttemptEvent.kind == "telemetry")
        .order_by(AttemptEvent.id)
    )
    ended = next((event["ms"] for event in events if _is_rebuild_end(event or {})), None)
    if begun_s is None or ended is None:
        return None
    return RebuildTimes(returned[-1] / 1e9, begun_s, ended)


def _find_phases_start_seconds(session: Session, attempt: Attempt) -> float | None:
    """Return the time at which the first phase began, in s since 1970, or None.

    The clock is that of the operations' times where known.
    """
    views = (attempt.status or {}).get("phases") or []
    started = [started_ns for view in views if (started_ns := view.get("started_realtime_ns"))]
    if started:
        return float(started[0] / 1e9)
    begun = session.scalars(
        select(Phase.started_at)
        .where(Phase.run_id == attempt.run_id, Phase.started_at.is_not(None))
        .order_by(Phase.ordinal)
        .limit(1)
    ).one_or_none()
    return None if begun is None else begun.timestamp()


def compute_measured_seconds(cell: CampaignCell, now: dt.datetime) -> float | None:
    """Return the duration of a cell so far in seconds; None for one that has not begun."""
    if cell.started_at is None:
        return None
    return ((cell.finished_at or now) - cell.started_at).total_seconds()


def _is_rebuild_end(event: Mapping[str, Any]) -> bool:
    if event.get("kind") != ARRAY_STATE_CHANGED:
        return False
    return _BUSY in str(event.get("before")) and _BUSY not in str(event.get("after"))


def _determine_bad_end(job: Job, runs: Sequence[Run]) -> tuple[CellState, str]:
    failed = next((run for run in runs if run.state in (RunState.FAILED, RunState.LOST)), None)
    if failed is not None:
        return CellState.FAILED, failed.failure_message or f"The run is {failed.state}."
    if job.state == JobState.CANCELLED:
        return CellState.NOT_MEASURED, "The job was cancelled."
    return CellState.FAILED, f"The job is {job.state}."
