"""A person's notices over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.http.session import SessionDep
from storagelab.overview.notice_schemas import Notices, NoticesUpdate
from storagelab.overview.notices import mark_read, read_notices

router = APIRouter()


@router.get("/notices")
def show_notices(session: SessionDep, user: CurrentUser) -> Notices:
    """Show one's own notices: decisions, alerts, and the outcome of followed runs."""
    return read_notices(session, user)


@router.patch("/notices", dependencies=[Depends(require("viewer"))])
def update_notices(body: NoticesUpdate, session: SessionDep, user: CurrentUser) -> Notices:
    """Mark notices as read, by their ids or up to a moment. Those of other people stay as they are."""
    mark_read(session, user, body)
    return read_notices(session, user)
