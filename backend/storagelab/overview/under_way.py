"""Runs that are at work, with how far they are."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload, load_only

from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Configuration, Job, Phase, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, PHASE_TERMINAL, AttemptState, PhaseState, RunState
from storagelab.http.schemas import NumberedName
from storagelab.overview.live_samples import read_live_phases, read_temperatures
from storagelab.overview.schemas import PhaseSegment, RunUnderWay, UnderWay
from storagelab.runs.progress import measure_progress
from storagelab.runs.steady_meter import read_steady_reports

#: More segments cannot be distinguished at the width of a card.
MAX_SEGMENTS = 24

_ALIVE = Attempt.state.not_in(ATTEMPT_TERMINAL)


def find_under_way(session: Session, *, limit: int, with_curves: bool = True) -> UnderWay:
    """Return the first `limit` runs at work; the number of queries does not grow."""
    working_count, waiting_count = count_attempts(session)
    attempts = session.scalars(
        select(Attempt)
        .where(_ALIVE, Attempt.state != AttemptState.QUEUED)
        .order_by(Attempt.started_at.nulls_last(), Attempt.number)
        .limit(limit)
        .options(
            load_only(Attempt.run_id, Attempt.requested_state),
            joinedload(Attempt.run).load_only(Run.number, Run.title, Run.state, Run.started_at, Run.configuration_id),
            joinedload(Attempt.run).joinedload(Run.job).load_only(Job.number, Job.name),
            joinedload(Attempt.run).joinedload(Run.server).load_only(Server.number, Server.name),
            joinedload(Attempt.run).joinedload(Run.configuration).load_only(Configuration.number, Configuration.name),
        )
    ).all()
    if not attempts:
        return UnderWay(items=[], count=working_count, waiting_count=waiting_count)
    phases = _load_phases(session, [attempt.run_id for attempt in attempts])
    reports = read_steady_reports(session, [attempt.id for attempt in attempts])
    now = read_clock(session)
    current = {
        run_id: phase
        for run_id, own in phases.items()
        if (phase := next((phase for phase in own if phase.state == PhaseState.RUNNING), None)) is not None
    }
    workloads = _load_workloads(session, [phase.id for phase in current.values()])
    live = read_live_phases(session, [phase.id for phase in current.values()], with_curves=with_curves)
    temperatures = read_temperatures(session, [attempt.id for attempt in attempts])
    items = []
    for attempt in attempts:
        run = attempt.run
        if run.job is None or run.server is None:
            continue
        phase_id = current[run.id].id if run.id in current else None
        samples = live.get(phase_id) if phase_id is not None else None
        items.append(
            RunUnderWay(
                id=run.id,
                number=format_row_number(run),
                title=run.title,
                state=RunState(run.state),
                job=NumberedName(id=run.job.id, number=format_row_number(run.job), name=run.job.name),
                server=NumberedName(id=run.server.id, number=format_row_number(run.server), name=run.server.name),
                cancelling=attempt.requested_state == "cancel",
                progress=measure_progress(run, phases.get(run.id, ()), now, reported=reports.get(attempt.id)),
                configuration=(
                    NumberedName(
                        id=run.configuration.id,
                        number=format_row_number(run.configuration),
                        name=run.configuration.name,
                    )
                    if run.configuration is not None
                    else None
                ),
                workload=workloads.get(phase_id) if phase_id is not None else None,
                segments=make_segments(phases.get(run.id, ()), now),
                live=samples.figure if samples is not None else None,
                curve=samples.curve if samples is not None else None,
                temperature_c=temperatures.get(attempt.id),
            )
        )
    return UnderWay(items=items, count=working_count, waiting_count=waiting_count)


def count_attempts(session: Session) -> tuple[int, int]:
    """Return how many attempts are at work, and how many wait."""
    working, waiting = session.execute(
        select(
            func.count().filter(Attempt.state != AttemptState.QUEUED),
            func.count().filter(Attempt.state == AttemptState.QUEUED),
        ).where(_ALIVE)
    ).one()
    return working, waiting


def find_finish_times(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dt.datetime]:
    """Return when the runs at work on these servers would be over, by run id."""
    at_work = select(Attempt.run_id).where(
        Attempt.server_id.in_(server_ids), Attempt.state.not_in([AttemptState.QUEUED, *ATTEMPT_TERMINAL])
    )
    runs = session.scalars(select(Run).where(Run.id.in_(at_work))).all()
    phases = _load_phases(session, [run.id for run in runs])
    now = read_clock(session)
    measured = {run.id: measure_progress(run, phases.get(run.id, ()), now) for run in runs}
    return {run_id: progress.estimated_finish_at for run_id, progress in measured.items() if progress is not None}


def _load_phases(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[Phase]]:
    """Return by run the phases that measure progress, without their workloads.

    A run may have hundreds of phases.
    """
    wanted = (Phase.run_id, Phase.ordinal, Phase.name, Phase.state, Phase.planned_seconds, Phase.started_at, Phase.loop)
    query = select(Phase).where(Phase.run_id.in_(run_ids)).order_by(Phase.run_id, Phase.ordinal)
    by_run: dict[uuid.UUID, list[Phase]] = defaultdict(list)
    for phase in session.scalars(query.options(load_only(*wanted))):
        by_run[phase.run_id].append(phase)
    return by_run


def _load_workloads(session: Session, phase_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, str | None]:
    description = Phase.workload["description"].astext.label("workload")
    rows = session.execute(select(Phase.id, description).where(Phase.id.in_(phase_ids)))
    return {row.id: row.workload for row in rows}


def make_segments(phases: Sequence[Phase], now: dt.datetime) -> list[PhaseSegment]:
    """Return the progress segments of a run's phases in order, at most MAX_SEGMENTS.

    A loop is one segment, and neighbours are joined beyond the limit. The planned time of ended phases counts as done.
    """
    grouped = [list(group) for _, group in groupby(phases, key=lambda phase: phase.loop or phase.id)]
    size = -(-len(grouped) // MAX_SEGMENTS)
    joined = [
        [phase for group in grouped[start : start + size] for phase in group]
        for start in range(0, len(grouped), max(size, 1))
    ]
    return [_make_segment(group, now) for group in joined]


def _make_segment(phases: Sequence[Phase], now: dt.datetime) -> PhaseSegment:
    planned = sum(phase.planned_seconds or 0.0 for phase in phases)
    ended = sum(phase.state in PHASE_TERMINAL for phase in phases)
    done = sum(_compute_spent_seconds(phase, now) for phase in phases)
    is_running = any(phase.state == PhaseState.RUNNING for phase in phases)
    current = next((phase for phase in phases if phase.state == PhaseState.RUNNING), phases[0])
    state = "done" if ended == len(phases) else "running" if is_running or ended else "planned"
    return PhaseSegment(
        name=current.loop or current.name,
        state=state,  # type: ignore[arg-type]
        phase_count=len(phases),
        planned_seconds=planned,
        percent=100.0 if ended == len(phases) else round(100.0 * done / planned, 1) if planned else 0.0,
    )


def _compute_spent_seconds(phase: Phase, now: dt.datetime) -> float:
    planned = phase.planned_seconds or 0.0
    if phase.state in PHASE_TERMINAL:
        return planned
    if phase.state == PhaseState.RUNNING and phase.started_at is not None:
        return min(max((now - phase.started_at).total_seconds(), 0.0), planned)
    return 0.0
