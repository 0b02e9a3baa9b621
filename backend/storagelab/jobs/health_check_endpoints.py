"""Health checks over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Response

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Job, Server
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import ACCEPTED
from storagelab.http.schemas import Strict
from storagelab.http.session import SessionDep
from storagelab.jobs import views
from storagelab.jobs.health_checks import submit_health_check
from storagelab.jobs.schemas import JobOut

router = APIRouter()


class HealthCheckCreate(Strict):
    """Nothing is to be chosen: every health check is the same, so that they can be compared."""


@router.post(
    "/servers/{ref}/health-checks", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED}
)
def check_server_health(
    ref: Reference,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    body: HealthCheckCreate | None = None,
    idempotency_key: IdempotencyKey = None,
) -> JobOut:
    """Run a short known workload on a scratch file and read the inventory. A failure takes the server out of use."""
    server = find_by_reference(session, Server, ref)
    session.refresh(server, with_for_update=True)
    job_id = generate_uuid7()
    first = claim_key(
        session,
        user_id=user.user_id,
        key=idempotency_key,
        purpose=f"health check {server.id}",
        body=body or HealthCheckCreate(),
        new_id=job_id,
    )
    if first is None:
        submit_health_check(session, user=user, server=server, job_id=job_id)
    job = find_by_reference(session, Job, str(first or job_id), *views.list_job_relations())
    response.headers["Location"] = f"/api/v1/jobs/{job.id}"
    return views.describe_jobs(session, [job])[0]
