"""Health checks of a server: jobs that only the lab makes, identified by their label, with results."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.db.models import Job, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.labels import HEALTH_CHECK_KEY
from storagelab.domain.lifecycle import JobState
from storagelab.inventory.history import load_user_names
from storagelab.inventory.history_schemas import HealthCheck

_PASSED = {JobState.FINISHED: True, JobState.FAILED: False}


def select_health_checks(server: Server) -> Select[Job]:
    """Select the health checks of a server."""
    return select(Job).where(Job.server_id == server.id, Job.labels.has_key(HEALTH_CHECK_KEY))


def describe_health_checks(session: Session, jobs: Sequence[Job]) -> list[HealthCheck]:
    """Return checks as the API shows them; the number of queries is the same for all of them."""
    rows = session.scalars(select(Run).where(Run.job_id.in_([job.id for job in jobs]))) if jobs else ()
    runs = {run.job_id: run for run in rows}
    people = load_user_names(session, [job.submitted_by for job in jobs])
    return [
        HealthCheck(
            job_number=format_row_number(job),
            run_number=format_row_number(run) if (run := runs.get(job.id)) is not None else None,
            created_at=job.created_at,
            finished_at=job.finished_at,
            scheduled=job.labels[HEALTH_CHECK_KEY] == "scheduled",
            requested_by=people.get(job.submitted_by) if job.submitted_by else None,
            state=JobState(job.state),
            passed=_PASSED.get(JobState(job.state)),
            reason=run.failure_message if run is not None else None,
        )
        for job in jobs
    ]
