"""Decision on another repeat when a run ends of a job that repeats until it is repeatable.

It is made in the transaction that ends the run, under the lock of the job, so that it is made once. A worker that dies
before the commit leaves a run that has not ended. A worker that comes later finds that it has.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from storagelab.analysis.repeating import RepeatedPoint, RepeatRule, RepeatVerdict, judge_repeats
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, AttemptEvent, Job, Measurement, Phase, Run
from storagelab.domain.job_values import RepeatUntilValues
from storagelab.domain.lifecycle import JOB_TERMINAL, RUN_TERMINAL, AttemptState, PhaseState, RunState, was_left_out
from storagelab.domain.loops import parse_round_name
from storagelab.domain.result import RESULT_KINDS
from storagelab.queue import enqueue
from storagelab.runs.validity import is_counted

#: What becomes of a phase; everything else about it is its plan.
_COURSE = frozenset(
    {
        *("id", "run_id", "state", "stop_reason", "message", "exit_code", "started_at", "t0_ms", "t1_ms", "folded_at"),
        "in_measurement_window",
    }
)


@dataclasses.dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """One measured point of a job over its repeats; `metric` is its representative figure."""

    ordinal: int
    group: str | None
    metric: str
    point: RepeatedPoint


def settle_repeats(
    session: Session, *, job: Job, attempt_id: uuid.UUID, actor: str, now: dt.datetime, ended: str | None = None
) -> bool:
    """Store another repeat after the end of a run if the job's rule demands one.

    Return True when one follows. The caller holds the lock of the job. `attempt_id` is the attempt that ended, whose
    events record the decision. `ended` is the reason why no repeat may follow. A job without a repeat rule, or with a
    run that has not ended, is unchanged.
    """
    if job.repeat_until is None:
        return False
    session.flush()
    runs = session.scalars(select(Run).where(Run.job_id == job.id).order_by(Run.repeat_index)).all()
    if any(run.state not in RUN_TERMINAL for run in runs):
        return False
    verdict = _judge(session, job, job.repeat_until, runs, ended=ended or _end_reason(job, now))
    job.repeat_verdict = dataclasses.asdict(verdict)
    session.add(AttemptEvent(attempt_id=attempt_id, who=actor, kind="repeats", message=verdict.sentence))
    if verdict.outcome != "going_on":
        return False
    _add_repeat(session, job=job, runs=runs, actor=actor, message=verdict.sentence, now=now)
    return True


def judge_again(session: Session, job: Job) -> None:
    """Update the verdict on the repeats of an ended job, whose counted runs have changed.

    No further repeat follows. The caller holds the lock of the job. A job without a repeat rule is unchanged, and so is
    an active job, which is judged when its next run ends.
    """
    if job.repeat_until is None or job.repeat_verdict is None or job.state not in JOB_TERMINAL:
        return
    session.flush()
    runs = session.scalars(select(Run).where(Run.job_id == job.id).order_by(Run.repeat_index)).all()
    job.repeat_verdict = dataclasses.asdict(_judge(session, job, job.repeat_until, runs, ended="the job is over"))


def _judge(
    session: Session, job: Job, rule: RepeatUntilValues, runs: Sequence[Run], *, ended: str | None
) -> RepeatVerdict:
    finished = [run for run in runs if run.state == RunState.FINISHED]
    counted = [run for run in finished if is_counted(run)]
    return judge_repeats(
        [measured.point for measured in read_points(session, counted)],
        RepeatRule(limit=job.repeats, at_least=rule["at_least"], cv_percent=rule["cv_percent"]),
        succeeded=[run.state == RunState.FINISHED for run in runs],
        left_out=len(finished) - len(counted),
        ended=ended,
    )


def read_points(session: Session, runs: Sequence[Run]) -> list[MeasuredPoint]:
    """Read the measured points of runs of one job; each point has a figure per run, in order.

    Each cell of a loop is one point. Its figure is the mean over the counted rounds, unknown in a run whose loop was
    not judged. A point that one run skipped is left out.
    """
    rows = session.execute(
        select(Phase, Measurement)
        .outerjoin(Measurement, Measurement.phase_id == Phase.id)
        .where(Phase.run_id.in_([run.id for run in runs]), Phase.kind.in_(RESULT_KINDS))
        .order_by(Phase.ordinal)
    ).all()
    by_point: dict[Any, list[Any]] = defaultdict(list)
    for row in rows:
        phase = row.Phase
        key = phase.ordinal if phase.loop is None else (phase.loop, parse_round_name(phase.name, phase.round))
        by_point[key].append(row)
    points = []
    for of_point in by_point.values():
        first = of_point[0].Phase
        if first.loop is None and any(row.Phase.state == PhaseState.SKIPPED for row in of_point):
            continue
        counted: dict[uuid.UUID, list[Measurement | None]] = defaultdict(list)
        for row in of_point:
            if first.loop is None or row.Phase.in_measurement_window:
                counted[row.Phase.run_id].append(row.Measurement)
        metric = find_headline_metric(first, [measurement for of_run in counted.values() for measurement in of_run])
        values = tuple(_compute_mean_figure(counted[run.id], metric) for run in runs)
        name = parse_round_name(first.name, first.round)
        points.append(MeasuredPoint(first.ordinal, first.group, metric, RepeatedPoint(name, values)))
    return points


def find_headline_metric(phase: Phase, measurements: Sequence[Measurement | None]) -> str:
    """Return the name of the metric that represents a measured point.

    This is IOPS, throughput where no IOPS are known, and latency where the load is given.
    """
    if phase.offered_iops is not None:
        return "latency_mean_ns"
    present = [measurement for measurement in measurements if measurement is not None]
    return "bandwidth_bytes_per_s" if present and all(measurement.iops is None for measurement in present) else "iops"


def _compute_mean_figure(measurements: Sequence[Measurement | None], metric: str) -> float | None:
    """Return the mean of `metric` over the measurements of one point in one run.

    Return None when one of the values is unknown.
    """
    values = [getattr(measurement, metric) if measurement is not None else None for measurement in measurements]
    known_values = [value for value in values if value is not None]
    return fmean(known_values) if known_values and len(known_values) == len(values) else None


def _end_reason(job: Job, now: dt.datetime) -> str | None:
    if job.cancel_requested_at is not None:
        return "the job was cancelled"
    if job.start_before is not None and job.start_before <= now:
        return "the time until which its runs may start has passed"
    return None


def _add_repeat(session: Session, *, job: Job, runs: Sequence[Run], actor: str, message: str, now: dt.datetime) -> None:
    """Store the next run of a job, planned like the first run, and enqueue it.

    The run has its job's place in the queue.
    """
    first = runs[0]
    index = runs[-1].repeat_index + 1
    spec, server_id = session.execute(
        select(Attempt.spec, Attempt.server_id).where(Attempt.run_id == first.id, Attempt.ordinal == 1)
    ).one()
    run = Run(
        id=generate_uuid7(),
        job_id=job.id,
        repeat_index=index,
        server_id=server_id,
        profile_id=first.profile_id,
        title=first.title.removesuffix(_format_repeat_suffix(1, job.repeats))
        + _format_repeat_suffix(index, job.repeats),
        origin=first.origin,
        engine=first.engine,
        engine_version=first.engine_version,
        scale=first.scale,
        rankable=first.scale == "full",
        state=RunState.WAITING,
    )
    session.add(run)
    session.flush()
    phases = session.scalars(select(Phase).where(Phase.run_id == first.id).order_by(Phase.ordinal)).all()
    session.add_all(_copy_planned_phase(phase, run.id) for phase in phases)
    attempt = Attempt(
        id=generate_uuid7(),
        run_id=run.id,
        ordinal=1,
        server_id=server_id,
        state=AttemptState.QUEUED,
        spec=spec,
        next_step_at=now,
    )
    session.add(attempt)
    session.flush()
    session.add(
        AttemptEvent(attempt_id=attempt.id, who=actor, kind="queued", to_state=AttemptState.QUEUED, message=message)
    )
    enqueue(session, "step_attempt", attempt_id=str(attempt.id))
    session.flush()


def run_title(job: Job, *, profile: str, server: str, index: int) -> str:
    """Return the title of a run: the job's name, or profile and server, with the repeat number.

    The only run of a job has no number.
    """
    title = job.name or f"{profile} on {server}"
    if job.repeat_until is not None:
        return title + _format_repeat_suffix(index, job.repeats)
    return f"{title} ({index} of {job.repeats})" if job.repeats > 1 else title


def _format_repeat_suffix(index: int, limit: int) -> str:
    return f" ({index} of at most {limit})"


def _copy_planned_phase(phase: Phase, run_id: uuid.UUID) -> Phase:
    """Return a copy of a phase for another run, in its state before the start.

    A phase that the plan left out is left out in the copy.
    """
    planned = [column.key for column in inspect(Phase).column_attrs if column.key not in _COURSE]
    copy = Phase(run_id=run_id, **{name: getattr(phase, name) for name in planned})
    if was_left_out(phase.state, phase.stop_reason):
        copy.state, copy.stop_reason, copy.message = phase.state, phase.stop_reason, phase.message
    if phase.workload.get("load_percent") is not None:
        # A share of a maximum that each run measures for itself.
        copy.offered_iops = None
    return copy
