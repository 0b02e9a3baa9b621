"""REST endpoints of the queue: its order, the pause of the lab, leases and target probes."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Response

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Job, Server
from storagelab.dispatch import pause as lab_pause
from storagelab.dispatch import queue_list, queue_order, target_probes
from storagelab.dispatch.queue_schemas import JobUpdate, LabPause, LabPauseCreate, LeasePage, QueuePage
from storagelab.dispatch.target_probe_schemas import TargetProbe, TargetProbeCreate
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import DEFAULT_LIMIT, MAX_LIMIT
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import ACCEPTED
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.jobs import views
from storagelab.jobs.schemas import JobOut

router = APIRouter()

ServerReference = Annotated[str | None, Query(max_length=64, description="Id or number of a server")]
Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT)]


@router.get("/queue", responses=declare_problem_responses(404))
def get_queue(
    session: SessionDep,
    server_id: ServerReference = None,
    limit: Limit = MAX_LIMIT,
    cursor: Annotated[str | None, Query(max_length=300, description="`next_cursor` of the previous page")] = None,
) -> QueuePage:
    """List runs in progress and waiting runs, in the order of execution, each with the reason it waits."""
    return queue_list.read_queue(session, server_id=_find_server_id(session, server_id), limit=limit, cursor=cursor)


@router.get("/leases", responses=declare_problem_responses(404))
def list_leases(
    session: SessionDep,
    server_id: ServerReference = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Annotated[Line | None, Query(max_length=500, description="`next_cursor` of the previous page")] = None,
) -> LeasePage:
    """List the servers, controllers and drives that attempts use exclusively."""
    return queue_list.read_leases(session, server_id=_find_server_id(session, server_id), limit=limit, cursor=cursor)


@router.patch("/jobs/{ref}", responses=declare_problem_responses(404, 409))
def change_job(ref: Reference, body: JobUpdate, session: SessionDep, user: CurrentUser) -> JobOut:
    """Change a job's name, labels or note, and while it waits its priority or its place in the queue."""
    job = find_by_reference(session, Job, ref, *views.list_job_relations())
    queue_order.change_job(session, user=user, job=job, change=body)
    return views.describe_jobs(session, [job])[0]


@router.post("/lab/pause")
def pause_lab(body: LabPauseCreate, session: SessionDep, user: CurrentUser) -> LabPause:
    """Start nothing on any server until the lab is resumed. Runs in progress finish."""
    lab_pause.pause(session, user=user, reason=body.reason)
    return lab_pause.read_pause(session)


@router.post("/lab/resume")
def resume_lab(session: SessionDep, user: CurrentUser) -> LabPause:
    """Resume the lab: start what waits."""
    lab_pause.resume(session, user=user)
    return lab_pause.read_pause(session)


@router.post("/target-probes", status_code=202, responses={**declare_problem_responses(409), **ACCEPTED})
def request_target_probe(
    body: TargetProbeCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> TargetProbe:
    """Request a probe of whether a server would accept a target now, with every reason. Nothing is changed there."""
    new_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="check", body=body, new_id=new_id)
    if first is None:
        target_probes.request_probe(session, user=user, body=body, probe_id=new_id)
    probe_id = first or new_id
    response.headers["Location"] = f"/api/v1/target-probes/{probe_id}"
    return target_probes.describe_probe(session, target_probes.find_probe(session, probe_id))


@router.get("/target-probes/{probe_id}", responses=declare_problem_responses(404))
def get_target_probe(probe_id: uuid.UUID, session: SessionDep) -> TargetProbe:
    """Show a target probe. Its `state` is `requested` until the server has answered."""
    return target_probes.describe_probe(session, target_probes.find_probe(session, probe_id))


def _find_server_id(session: SessionDep, reference: str | None) -> uuid.UUID | None:
    return find_by_reference(session, Server, reference).id if reference is not None else None
