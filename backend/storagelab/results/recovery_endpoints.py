"""REST endpoints for runs that ended badly: resume one, or declare an attempt lost."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference, format_row_number
from storagelab.http.responses import ACCEPTED
from storagelab.http.schemas import Numbered
from storagelab.http.session import SessionDep
from storagelab.jobs import resume
from storagelab.results import override, queries, schemas, views
from storagelab.results.attempt_views import describe_attempts

router = APIRouter()
#: Past the evidence only an administrator goes.
admin_router = APIRouter(dependencies=[Depends(require("admin"))])


@router.post("/runs/{ref}/resume", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED})
def resume_run(
    ref: Reference,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> schemas.RunOut:
    """Resume a run that ended early. Finished phases stay. `phases` shows the phases to repeat as `planned`."""
    run = queries.find_run(session, ref)
    subject = Numbered(id=run.id, number=format_row_number(run))
    first = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="resume", body=subject, new_id=generate_uuid7()
    )
    if first is None:
        resume.resume_run(session, user=user, run=run)
    response.headers["Location"] = f"/api/v1/runs/{run.id}"
    return views.describe_run(session, run)


@admin_router.post("/attempts/{ref}/override", responses=declare_problem_responses(404, 409))
def override_attempt(
    ref: Reference, body: schemas.AttemptOverride, session: SessionDep, user: CurrentUser
) -> schemas.AttemptOut:
    """Declare an attempt lost whose server does not answer. Its leases are free, and the server stays in quarantine."""
    attempt = find_by_reference(session, Attempt, ref)
    override.override_attempt(session, user=user, attempt=attempt, body=body)
    return describe_attempts(session, [attempt])[0]
