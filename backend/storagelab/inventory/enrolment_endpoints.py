"""Enrolments: the drives that may be destroyed, and the command for root that confirms them."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Enrolment, Server
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import find_by_reference
from storagelab.http.session import SessionDep
from storagelab.inventory import enrolments
from storagelab.inventory.enrolment_schemas import EnrolmentCreate, EnrolmentOut, EnrolmentPage, EnrolmentState

router = APIRouter()
#: Only an administrator decides which drives may be destroyed, and which never.
admin_router = APIRouter(dependencies=[Depends(require("admin"))])


@router.get("/enrolments", responses=declare_problem_responses(404))
def list_enrolments(
    session: SessionDep,
    page: PageDep,
    server_id: Annotated[str | None, Query(max_length=64, description="Id or number of a server")] = None,
    state: EnrolmentState | None = None,
) -> EnrolmentPage:
    """List enrolments, newest first."""
    server = find_by_reference(session, Server, server_id) if server_id is not None else None
    statement = enrolments.select_enrolments(server_id=server.id if server is not None else None, state=state)
    rows, next_cursor = paginate(session, statement, Enrolment, page)
    return EnrolmentPage(items=enrolments.describe_enrolments(session, rows), next_cursor=next_cursor)


@admin_router.post("/enrolments", status_code=201, responses=declare_problem_responses(409))
def propose_enrolment(
    body: EnrolmentCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> EnrolmentOut:
    """Propose that a drive may be destroyed. It may once root has run `command` on its server."""
    new_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="enrolment", body=body, new_id=new_id)
    if first is None:
        enrolments.propose(session, user=user, body=body, enrolment_id=new_id)
    response.headers["Location"] = f"/api/v1/enrolments/{first or new_id}"
    return _describe_enrolment(session, first or new_id)


@router.get("/enrolments/{enrolment_id}", responses=declare_problem_responses(404))
def get_enrolment(enrolment_id: uuid.UUID, session: SessionDep) -> EnrolmentOut:
    """Show one enrolment."""
    return _describe_enrolment(session, enrolment_id)


@admin_router.post("/enrolments/{enrolment_id}/withdraw", responses=declare_problem_responses(404))
def withdraw_enrolment(enrolment_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> EnrolmentOut:
    """Withdraw an enrolment: the lab no longer writes to the drive. `command` removes it on the server, too."""
    enrolment = enrolments.find_enrolment(session, enrolment_id, lock=True)
    enrolments.withdraw(session, user=user, enrolment=enrolment)
    return _describe_enrolment(session, enrolment_id)


def _describe_enrolment(session: SessionDep, enrolment_id: uuid.UUID) -> EnrolmentOut:
    return enrolments.describe_enrolments(session, [enrolments.find_enrolment(session, enrolment_id)])[0]
