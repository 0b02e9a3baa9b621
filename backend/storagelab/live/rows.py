"""Live state of jobs, read from the database as messages of their event streams."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypedDict

from sqlalchemy import Row, func, or_, select
from sqlalchemy.orm import Session, load_only

from storagelab.analysis.latency import merge
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, AttemptEvent, Job, LiveChunk, Phase, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import JOB_TERMINAL, PhaseState
from storagelab.domain.samples import LatencyStatistics
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.runs.contact import Connectivity, Contact, get_connectivity
from storagelab.runs.progress import find_current_run, measure_progress
from storagelab.runs.steady_meter import read_steady_reports


@dataclass(frozen=True, slots=True)
class Cursor:
    """Read position in the two sources of one attempt: ids of `attempt_event` and `live_chunk`.

    A row with a lower id can become visible after one with a higher id only if two transactions write at once. The
    attempt's lock prevents that, so no row of an attempt is skipped.
    """

    event_id: int = 0
    chunk_id: int = 0


class LiveEvent(TypedDict):
    """An event of an attempt."""

    at: str
    kind: str
    message: str


class CurvePoint(TypedDict):
    """The totals of one interval of a live curve."""

    t_ms: int
    dt_ms: int
    iops: float | None
    throughput_bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_stddev_ns: float | None
    latency_max_ns: float | None
    latency_p99_ns: float | None


class LivePoint(CurvePoint):
    """A point with the phase that it belongs to."""

    run_id: str
    phase_ordinal: int
    phase_name: str
    kind: str


class LiveState(TypedDict):
    """The state of a job and of the run that it shows."""

    job_state: str
    run_number: str
    run_state: str
    attempt_state: str | None
    phase_ordinal: int | None
    phase_name: str | None
    connectivity: Connectivity | None


@dataclass(frozen=True, slots=True)
class LiveRow:
    """One stored row as messages: `name` of the event, its data; a chunk has one message for each point."""

    attempt_id: uuid.UUID
    name: str
    id: int
    data: tuple[LiveEvent | LivePoint, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Current state of a job. `attempt_ids` are all of its attempts."""

    state: LiveState
    progress: Mapping[str, object] | None
    is_over: bool
    attempt_ids: tuple[uuid.UUID, ...]


def read_snapshots(session: Session, job_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Snapshot]:
    """Return the state of each job, in six queries; a job that does not exist is absent."""
    jobs = session.execute(select(Job.id, Job.state).where(Job.id.in_(job_ids))).all()
    runs = session.scalars(
        select(Run)
        .where(Run.job_id.in_(job_ids))
        .options(load_only(Run.job_id, Run.number, Run.state, Run.started_at))
        .order_by(Run.job_id, Run.repeat_index)
    ).all()
    attempt_rows = session.execute(
        select(Attempt, Server.last_seen_at)
        .join(Server, Server.id == Attempt.server_id)
        .where(Attempt.run_id.in_([run.id for run in runs]))
        .options(load_only(Attempt.run_id, Attempt.state, Attempt.connectivity, Attempt.started_at))
        .order_by(Attempt.ordinal)
    ).all()
    attempts = [row.Attempt for row in attempt_rows]
    latest = {attempt.run_id: attempt for attempt in attempts}
    seen_at = {row.Attempt.id: row.last_seen_at for row in attempt_rows}
    of_job = {job.id: [run for run in runs if run.job_id == job.id] for job in jobs}
    shown = {job.id: find_current_run(of_job[job.id]) or of_job[job.id][-1] for job in jobs}
    phases = session.scalars(
        select(Phase)
        .where(Phase.run_id.in_([run.id for run in shown.values()]))
        .options(
            load_only(Phase.run_id, Phase.ordinal, Phase.name, Phase.state, Phase.planned_seconds, Phase.started_at)
        )
        .order_by(Phase.run_id, Phase.ordinal)
    ).all()
    current = {run_id: attempt.id for run_id, attempt in latest.items() if run_id in {run.id for run in shown.values()}}
    reported = read_steady_reports(session, list(current.values()))
    now = read_clock(session)
    snapshots = {}
    for job in jobs:
        run = shown[job.id]
        own = [phase for phase in phases if phase.run_id == run.id]
        progress = measure_progress(run, own, now, reported=reported.get(current.get(run.id)))
        run_ids = {item.id for item in of_job[job.id]}
        attempt = latest.get(run.id)
        connectivity = get_connectivity(attempt, Contact(seen_at[attempt.id], now)) if attempt is not None else None
        snapshots[job.id] = Snapshot(
            state=_describe_state(job.state, run, attempt, own, connectivity=connectivity),
            progress=progress.model_dump(mode="json", by_alias=True) if progress is not None else None,
            is_over=job.state in JOB_TERMINAL,
            attempt_ids=tuple(attempt.id for attempt in attempts if attempt.run_id in run_ids),
        )
    return snapshots


def read_newest(session: Session, attempt_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Cursor]:
    """Return by attempt id a cursor after the newest events and points of the attempt."""
    events = select(AttemptEvent.attempt_id, func.max(AttemptEvent.id)).group_by(AttemptEvent.attempt_id)
    chunks = select(LiveChunk.attempt_id, func.max(LiveChunk.id)).group_by(LiveChunk.attempt_id)
    newest_event = dict(session.execute(events.where(AttemptEvent.attempt_id.in_(attempt_ids))).all())
    of_engine = LiveChunk.stream != TELEMETRY_STREAM
    newest_chunk = dict(session.execute(chunks.where(LiveChunk.attempt_id.in_(attempt_ids), of_engine)).all())
    return {
        attempt_id: Cursor(newest_event.get(attempt_id, 0), newest_chunk.get(attempt_id, 0))
        for attempt_id in attempt_ids
    }


def read_rows(session: Session, cursors: Mapping[uuid.UUID, Cursor]) -> list[LiveRow]:
    """Return the rows of the attempts behind their cursors, in two queries: events, then points, by id."""
    if not cursors:
        return []
    events = session.execute(
        select(AttemptEvent.id, AttemptEvent.attempt_id, AttemptEvent.at, AttemptEvent.kind, AttemptEvent.message)
        .where(
            or_(
                *(
                    (AttemptEvent.attempt_id == attempt_id) & (AttemptEvent.id > cursor.event_id)
                    for attempt_id, cursor in cursors.items()
                )
            )
        )
        .order_by(AttemptEvent.id)
    )
    rows = [
        LiveRow(
            attempt_id=event.attempt_id,
            name="event",
            id=event.id,
            data=({"at": event.at.isoformat(), "kind": event.kind, "message": event.message},),
        )
        for event in events
    ]
    chunks = session.execute(
        select(LiveChunk.id, LiveChunk.attempt_id, LiveChunk.samples)
        .add_columns(Phase.run_id, Phase.ordinal, Phase.name, Phase.kind, Phase.t0_ms)
        .join(Phase, Phase.id == LiveChunk.phase_id)
        .where(
            LiveChunk.stream != TELEMETRY_STREAM,
            or_(
                *(
                    (LiveChunk.attempt_id == attempt_id) & (LiveChunk.id > cursor.chunk_id)
                    for attempt_id, cursor in cursors.items()
                )
            ),
        )
        .order_by(LiveChunk.id)
    )
    for chunk in chunks:
        points = tuple(
            _build_live_point(chunk, point) for point in iterate_live_points(chunk.samples, t0_ms=chunk.t0_ms or 0)
        )
        rows.append(LiveRow(attempt_id=chunk.attempt_id, name="point", id=chunk.id, data=points))
    return rows


def _build_live_point(chunk: Row[Any], point: CurvePoint) -> LivePoint:
    return {
        "run_id": str(chunk.run_id),
        "phase_ordinal": chunk.ordinal,
        "phase_name": chunk.name,
        "kind": chunk.kind,
        **point,
    }


def iterate_live_points(samples: Sequence[Mapping[str, Any]], *, t0_ms: int) -> Iterator[CurvePoint]:
    """Yield points of the live curve: totals over the directions of each interval; latency is None in a stall.

    `t0_ms` is the start of the phase on the run's axis. Percentiles of several directions cannot be merged, so a mixed
    interval has none.
    """
    for t_ms, moment in groupby(samples, key=lambda sample: int(sample["t_ms"])):
        together = list(moment)
        dt_ms = max(sample["dt_ms"] for sample in together)
        counting = [sample for sample in together if sample["ios"] > 0]
        latency = merge(LatencyStatistics(**sample["latency"]) for sample in counting)
        seconds = dt_ms / 1000
        yield {
            "t_ms": t0_ms + t_ms,
            "dt_ms": dt_ms,
            "iops": sum(sample["ios"] for sample in together) / seconds if dt_ms else None,
            "throughput_bytes_per_s": sum(sample["bytes"] for sample in together) / seconds if dt_ms else None,
            "latency_mean_ns": latency.mean,
            "latency_stddev_ns": latency.stddev,
            "latency_max_ns": latency.max,
            "latency_p99_ns": counting[0]["p99_ns"] if len(counting) == 1 else None,
        }


def _describe_state(
    job_state: str, run: Run, attempt: Attempt | None, phases: Sequence[Phase], *, connectivity: Connectivity | None
) -> LiveState:
    phase = next((phase for phase in phases if phase.state == PhaseState.RUNNING), None)
    return {
        "job_state": job_state,
        "run_number": format_row_number(run),
        "run_state": run.state,
        "attempt_state": attempt.state if attempt is not None else None,
        "phase_ordinal": phase.ordinal if phase is not None else None,
        "phase_name": phase.name if phase is not None else None,
        "connectivity": connectivity,
    }
