"""Completion estimate of a job submitted now: its own time after that of the jobs ahead of it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Job, Run, Server
from storagelab.dispatch.pause import read_pause
from storagelab.domain.lifecycle import JOB_TERMINAL, RUN_TERMINAL, JobState, ServerState
from storagelab.planning.cost_schemas import CompletionEstimate
from storagelab.planning.schemas import JobCreate, JobPlan

#: For a server in any other state it is unknown when it takes a job.
_TAKES_JOBS = (ServerState.READY, ServerState.BUSY)


def estimate_completion(session: Session, *, body: JobCreate, plan: JobPlan, server: Server) -> CompletionEstimate:
    """Estimate the completion of a job from the jobs ahead and its plan.

    Maintenance and reservations are not considered.
    """
    now = read_clock(session)
    jobs = _list_jobs_ahead(session, body=body, server=server, now=now)
    if read_pause(session).paused:
        return _make_unknown_estimate(len(jobs), "The lab is paused. Nothing starts until it is resumed.")
    if server.state not in _TAKES_JOBS:
        return _make_unknown_estimate(
            len(jobs), f"{server.name} is in the state {server.state}, so it is unknown when it takes a job."
        )
    left = _estimate_seconds_left(session, jobs, now)
    begins = [now + dt.timedelta(seconds=sum(pair[index] for pair in left)) for index in (0, 1)]
    if body.start_after is not None:
        begins = [max(begin, body.start_after) for begin in begins]
    own = (plan.estimated_seconds * body.typical_repeats, plan.maximum_seconds * body.repeats)
    ahead = "no job is ahead of it" if not jobs else f"{len(jobs)} job{'s' if len(jobs) > 1 else ''} ahead of it"
    return CompletionEstimate(
        estimated_finish_at=begins[0] + dt.timedelta(seconds=own[0]),
        max_finish_at=begins[1] + dt.timedelta(seconds=own[1]),
        jobs_ahead=len(jobs),
        sentence=f"If it is submitted now: {ahead} on {server.name}.",
    )


def _list_jobs_ahead(session: Session, *, body: JobCreate, server: Server, now: dt.datetime) -> Sequence[Job]:
    """Return the jobs ahead of a new job: running jobs, and waiting jobs of no lower priority."""
    begun = Job.state.in_((JobState.RUNNING, JobState.CANCELLING))
    in_front = (Job.priority >= body.priority) & or_(Job.start_after.is_(None), Job.start_after <= now)
    query = select(Job).where(Job.server_id == server.id, Job.state.not_in(JOB_TERMINAL), or_(begun, in_front))
    return session.scalars(query).all()


def _estimate_seconds_left(session: Session, jobs: Sequence[Job], now: dt.datetime) -> list[tuple[float, float]]:
    """Return (typical, maximum) remaining seconds of each job."""
    runs = defaultdict(list)
    for run in session.scalars(select(Run).where(Run.job_id.in_([job.id for job in jobs]))):
        runs[run.job_id].append(run)
    left = []
    for job in jobs:
        ended = sum(run.state in RUN_TERMINAL for run in runs[job.id])
        current = next((run for run in runs[job.id] if run.started_at is not None and run.finished_at is None), None)
        spent = (now - current.started_at).total_seconds() if current is not None and current.started_at else 0.0
        typical_repeats = job.repeat_until["at_least"] if job.repeat_until else job.repeats
        left.append(
            (
                _compute_seconds_left(job.estimated_seconds, typical_repeats, ended, spent),
                _compute_seconds_left(job.maximum_seconds, job.repeats, ended, spent),
            )
        )
    return left


def _compute_seconds_left(seconds: float, repeats: int, ended: int, spent: float) -> float:
    """Return the remaining seconds of a job with a total duration of `seconds`.

    `ended` of its `repeats` runs are over; the current run has taken `spent` seconds. An active job has one remaining
    run or more.
    """
    of_each = seconds / repeats
    return max(of_each * (max(repeats - ended, 1) - 1), 0.0) + max(of_each - spent, 0.0)


def _make_unknown_estimate(jobs_ahead: int, sentence: str) -> CompletionEstimate:
    return CompletionEstimate(estimated_finish_at=None, max_finish_at=None, jobs_ahead=jobs_ahead, sentence=sentence)
