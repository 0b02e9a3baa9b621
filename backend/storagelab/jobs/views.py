"""Jobs as the API shows them; the number of queries does not grow with the list."""

from __future__ import annotations

import statistics
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload, load_only
from sqlalchemy.orm.interfaces import LoaderOption

from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Job, Phase, Run, User
from storagelab.db.references import format_row_number
from storagelab.domain.labels import has_reserved_key
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, JOB_TERMINAL, RUN_TERMINAL, RunState
from storagelab.http.schemas import NumberedName
from storagelab.inventory.filters import Narrowed, filter_by_labels
from storagelab.jobs.job_fields import JOBS
from storagelab.jobs.schemas import JobOut, JobProfile, JobSummary
from storagelab.planning.cost_schemas import EstimateAccuracy
from storagelab.planning.profile_selection import get_adhoc_document
from storagelab.planning.repeat_schemas import RepeatUntil, RepeatVerdictOut
from storagelab.planning.schemas import CancelMode, JobCreate, JobPlan
from storagelab.query.conditions import TypedQuery
from storagelab.runs.progress import find_current_run, measure_progress
from storagelab.runs.progress_schemas import RunProgress
from storagelab.runs.schemas import RunSummary
from storagelab.runs.steady_meter import read_steady_reports
from storagelab.runs.summaries import build_configuration_option, list_summary_relations, summarise_runs

_COMPUTED = {
    "number",
    "server",
    "profile",
    "waiting_reason",
    "cancel_mode",
    "failure",
    "submitted_by",
    "runs",
    "run_counts",
    "progress",
    "repeat_until",
    "repeat_verdict",
}
#: At most this many runs of a job are named in lists.
LISTED_RUNS = 10


def list_job_relations() -> tuple[LoaderOption, ...]:
    """Return the loader options for the server and the profile of a job."""
    return (joinedload(Job.server), joinedload(Job.profile))


def narrow_jobs(
    query: Narrowed,
    *,
    wanted: TypedQuery | None = None,
    state: str | None = None,
    is_over: bool | None = None,
    server_id: uuid.UUID | None = None,
    labels: Sequence[str] | None = None,
) -> Narrowed:
    """Return a query over jobs narrowed by a list query, a state, a server and labels.

    `is_over` selects jobs that have ended, or those that have not.
    """
    query = JOBS.narrow(filter_by_labels(query, Job, labels), wanted)
    if state is not None:
        query = query.where(Job.state == state)
    if is_over is not None:
        query = query.where(Job.state.in_(JOB_TERMINAL) if is_over else Job.state.not_in(JOB_TERMINAL))
    if server_id is not None:
        query = query.where(Job.server_id == server_id)
    return query


def describe_jobs(session: Session, jobs: Sequence[Job]) -> list[JobOut]:
    """Describe jobs loaded with `list_job_relations`, with all of their runs, in nine queries for all of them."""
    runs = session.scalars(_select_runs([job.id for job in jobs])).all()
    return [
        JobOut.model_validate(
            {
                **fields,
                "plan": (plan := JobPlan.model_validate(job.plan)),
                "conditioning": plan.conditioning_choice,
                "accuracy": _compute_accuracy(plan, own),
                "request": _request(session, job, plan),
            }
        )
        for job, own, fields in _iterate_described_jobs(session, jobs, runs)
    ]


def _request(session: Session, job: Job, plan: JobPlan) -> JobCreate | None:
    """Return the request body that submits the same job again, without confirmations.

    The body has no time window, because the earlier one has passed. Returns None where today's rules refuse the body.
    """
    request = {
        "name": job.name,
        "labels": {key: value for key, value in job.labels.items() if not has_reserved_key(key)},
        "server_id": str(job.server_id),
        "engine": job.engine,
        "profile": {
            "name": job.profile.name,
            "version": job.profile.version,
            "parameters": job.parameters,
            "scale": plan.scale,
            "document": get_adhoc_document(session, job.profile),
        },
        "target": job.target,
        "preparation": job.preparation,
        "conditioning": plan.conditioning_choice,
        "configuration_name": job.configuration_name,
        "repeats": job.repeats,
        "repeat_until": job.repeat_until,
        "priority": job.priority,
        "on_lost": job.on_lost,
        "note": job.note,
    }
    try:
        return JobCreate.model_validate(request)
    except ValidationError:
        # An earlier release took what would be refused now.
        return None


def _compute_accuracy(plan: JobPlan, runs: Sequence[RunSummary]) -> EstimateAccuracy | None:
    counted = [run for run in runs if run.state == RunState.FINISHED and run.invalid is None and run.trashed is None]
    took = [run.duration_seconds for run in counted if run.duration_seconds is not None]
    if not took:
        return None
    return EstimateAccuracy(
        planned_seconds=plan.estimated_seconds, duration_seconds=statistics.median(took), runs=len(took)
    )


def list_jobs(session: Session, jobs: Sequence[Job]) -> list[JobSummary]:
    """Return jobs that were loaded with `list_job_relations`, as lists show them.

    Hundreds of repeats cost little more than ten.
    """
    shown = _select_listed_runs([job.id for job in jobs])
    runs = session.scalars(_select_runs([job.id for job in jobs]).where(Run.id.in_(shown))).all()
    return [JobSummary.model_validate(fields) for _, _, fields in _iterate_described_jobs(session, jobs, runs)]


def _iterate_described_jobs(
    session: Session, jobs: Sequence[Job], runs: Sequence[Run]
) -> Iterator[tuple[Job, list[RunSummary], dict[str, object]]]:
    of_job: dict[uuid.UUID | None, list[Run]] = defaultdict(list)
    for item in runs:
        of_job[item.job_id].append(item)
    summaries = dict(zip((run.id for run in runs), summarise_runs(session, runs), strict=True))
    names = _load_user_names(session, (job.submitted_by for job in jobs))
    counts = _count_runs(session, [job.id for job in jobs])
    active = {job.id: run for job in jobs if (run := find_current_run(of_job[job.id]))}
    attempts = _load_live_attempts(session, [run.id for run in active.values()])
    steady_reports = read_steady_reports(session, [attempt.id for attempt in attempts.values()])
    progress = _measure_progress(
        session,
        list(active.values()),
        {run_id: steady_reports.get(live_attempt.id) for run_id, live_attempt in attempts.items()},
    )
    for job in jobs:
        now = active.get(job.id)
        attempt = attempts.get(now.id) if now is not None else None
        own = [summaries[item.id] for item in of_job[job.id]]
        fields = {name: getattr(job, name) for name in JobSummary.model_fields if name not in _COMPUTED}
        yield (
            job,
            own,
            {
                **fields,
                "number": format_row_number(job),
                "server": NumberedName(id=job.server.id, number=format_row_number(job.server), name=job.server.name),
                "profile": JobProfile(
                    name=job.profile.name,
                    version=job.profile.version,
                    title=job.profile.title,
                    parameters=dict(job.parameters),
                ),
                "waiting_reason": attempt.waiting_reason if attempt is not None else None,
                "cancel_mode": cancel_of(attempt) if attempt is not None else None,
                "failure": next((item.failure for item in own if item.failure is not None), None),
                "submitted_by": names.get(job.submitted_by) if job.submitted_by else None,
                "runs": own,
                "run_counts": counts[job.id],
                "progress": progress.get(now.id) if now is not None else None,
                "repeat_until": RepeatUntil(**job.repeat_until) if job.repeat_until else None,
                "repeat_verdict": RepeatVerdictOut.model_validate(job.repeat_verdict) if job.repeat_verdict else None,
            },
        )


def _select_runs(job_ids: Sequence[uuid.UUID]) -> Select[Run]:
    query = select(Run).where(Run.job_id.in_(job_ids)).order_by(Run.job_id, Run.repeat_index)
    return query.options(*list_summary_relations(), build_configuration_option())


def _select_listed_runs(job_ids: Sequence[uuid.UUID]) -> Select[uuid.UUID]:
    """Select the ids of the runs that `JobSummary` lists for each job.

    They are the first ten runs, the current or next one, and the first that failed.
    """

    def place(*order: Any) -> Any:
        return func.row_number().over(partition_by=Run.job_id, order_by=(*order, Run.repeat_index))

    over, failed = Run.state.in_(RUN_TERMINAL), Run.failure_kind.is_not(None)
    places = select(
        Run.id, place().label("of_all"), place(over).label("of_open"), place(failed.desc()).label("of_failed")
    )
    ranked = places.where(Run.job_id.in_(job_ids)).subquery()
    first = (ranked.c.of_all <= LISTED_RUNS) | (ranked.c.of_open == 1) | (ranked.c.of_failed == 1)
    return select(ranked.c.id).where(first)


def _count_runs(session: Session, job_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[str, int]]:
    query = select(Job.id, Run.state, func.count()).join(Run, Run.job_id == Job.id).where(Job.id.in_(job_ids))
    counts: dict[uuid.UUID, dict[str, int]] = {job_id: {} for job_id in job_ids}
    for job_id, state, count in session.execute(query.group_by(Job.id, Run.state).order_by(Run.state)):
        counts[job_id][state] = count
    return counts


def _load_user_names(session: Session, user_ids: Iterable[uuid.UUID | None]) -> dict[uuid.UUID, str]:
    wanted = {user_id for user_id in user_ids if user_id is not None}
    return {row.id: row.name for row in session.execute(select(User.id, User.name).where(User.id.in_(wanted)))}


def cancel_of(attempt: Attempt) -> CancelMode | None:
    """Return the mode of the requested cancel, `now` or `after_phase`; None when none was requested."""
    if attempt.requested_state != "cancel":
        return None
    return "after_phase" if attempt.cancel_when == "after_phase" else "now"


def _load_live_attempts(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Attempt]:
    query = (
        select(Attempt)
        .where(Attempt.run_id.in_(run_ids), Attempt.state.not_in(ATTEMPT_TERMINAL))
        .options(load_only(Attempt.run_id, Attempt.waiting_reason, Attempt.requested_state, Attempt.cancel_when))
    )
    return {row.run_id: row for row in session.scalars(query)}


def _measure_progress(
    session: Session, runs: Sequence[Run], steady_reports: Mapping[uuid.UUID, Any]
) -> dict[uuid.UUID, RunProgress | None]:
    now = read_clock(session)
    rows = session.scalars(
        select(Phase).where(Phase.run_id.in_([run.id for run in runs])).order_by(Phase.run_id, Phase.ordinal)
    ).all()
    return {
        run.id: measure_progress(
            run, [row for row in rows if row.run_id == run.id], now, reported=steady_reports.get(run.id)
        )
        for run in runs
    }
