"""Jobs as the API shows them; the number of queries does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, joinedload, load_only
from sqlalchemy.orm.interfaces import LoaderOption

from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Job, Phase, Run, User
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.http.references import number_of
from storagelab.jobs.progress import current_run, measure_progress
from storagelab.jobs.run_schemas import NumberedName, RunSummary
from storagelab.jobs.run_summaries import named_configuration, summarise_runs, summary_relations
from storagelab.jobs.schemas import CancelWhen, JobOut, JobProfileOut, ProgressOut

_COMPUTED = {
    "number",
    "server",
    "profile",
    "waiting_reason",
    "cancel_when",
    "failure",
    "submitted_by",
    "runs",
    "progress",
}


def job_relations() -> tuple[LoaderOption, ...]:
    """What a job names, to be loaded with it."""
    return (joinedload(Job.server), joinedload(Job.profile))


def select_jobs(*, state: str | None = None, server_id: uuid.UUID | None = None) -> Select[Job]:
    """Jobs with what they name."""
    query = select(Job).options(*job_relations())
    if state is not None:
        query = query.where(Job.state == state)
    if server_id is not None:
        query = query.where(Job.server_id == server_id)
    return query


def describe_jobs(session: Session, jobs: Sequence[Job]) -> list[JobOut]:
    """Jobs that were loaded with `job_relations`, with six queries for all of them."""
    runs = _runs_by_job(session, [job.id for job in jobs])
    summaries = dict(zip((run.id for run in runs), summarise_runs(session, runs), strict=True))
    names = _user_names(session, (job.submitted_by for job in jobs))
    active = [run for job in jobs if (run := current_run(_of_job(runs, job.id))) is not None]
    attempts = _live_attempts(session, [run.id for run in active])
    progress = _progress(session, active)
    return [
        _describe(
            job,
            runs=[summaries[run.id] for run in _of_job(runs, job.id)],
            submitted_by=names.get(job.submitted_by) if job.submitted_by else None,
            attempt=next((attempts.get(run.id) for run in active if run.job_id == job.id), None),
            progress=next((progress.get(run.id) for run in active if run.job_id == job.id), None),
        )
        for job in jobs
    ]


def _describe(
    job: Job,
    *,
    runs: list[RunSummary],
    submitted_by: str | None,
    attempt: Attempt | None,
    progress: ProgressOut | None,
) -> JobOut:
    fields = {name: getattr(job, name) for name in JobOut.model_fields if name not in _COMPUTED}
    return JobOut(
        **fields,
        number=number_of(job),
        server=NumberedName(id=job.server.id, number=number_of(job.server), name=job.server.name),
        profile=JobProfileOut(
            name=job.profile.name, version=job.profile.version, title=job.profile.title, parameters=job.parameters
        ),
        waiting_reason=attempt.waiting_reason if attempt is not None else None,
        cancel_when=cancel_of(attempt) if attempt is not None else None,
        failure=next((run.failure for run in runs if run.failure is not None), None),
        submitted_by=submitted_by,
        runs=runs,
        progress=progress,
    )


def _runs_by_job(session: Session, job_ids: Sequence[uuid.UUID]) -> list[Run]:
    query = select(Run).where(Run.job_id.in_(job_ids)).order_by(Run.job_id, Run.repeat_index)
    return list(session.scalars(query.options(*summary_relations(), named_configuration())))


def _of_job(runs: Sequence[Run], job_id: uuid.UUID) -> list[Run]:
    return [run for run in runs if run.job_id == job_id]


def _user_names(session: Session, user_ids: Iterable[uuid.UUID | None]) -> dict[uuid.UUID, str]:
    wanted = {user_id for user_id in user_ids if user_id is not None}
    return {row.id: row.name for row in session.execute(select(User.id, User.name).where(User.id.in_(wanted)))}


def cancel_of(attempt: Attempt) -> CancelWhen | None:
    """When the cancel that was asked for takes effect; None when none was."""
    if attempt.desired != "cancel":
        return None
    return "after_phase" if attempt.cancel_when == "after_phase" else "now"


def _live_attempts(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Attempt]:
    query = (
        select(Attempt)
        .where(Attempt.run_id.in_(run_ids), Attempt.state.not_in(ATTEMPT_TERMINAL))
        .options(load_only(Attempt.run_id, Attempt.waiting_reason, Attempt.desired, Attempt.cancel_when))
    )
    return {row.run_id: row for row in session.scalars(query)}


def _progress(session: Session, runs: Sequence[Run]) -> dict[uuid.UUID, ProgressOut | None]:
    now = read_clock(session)
    rows = session.scalars(
        select(Phase).where(Phase.run_id.in_([run.id for run in runs])).order_by(Phase.run_id, Phase.ordinal)
    ).all()
    return {run.id: measure_progress(run, [row for row in rows if row.run_id == run.id], now) for run in runs}
