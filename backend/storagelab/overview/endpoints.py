"""The lab at a glance, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.http.session import SessionDep
from storagelab.overview.schemas import Overview
from storagelab.overview.service import read_overview
from storagelab.overview.timeline_schemas import Horizon

router = APIRouter()


@router.get("/overview")
def get_overview(
    session: SessionDep,
    user: CurrentUser,
    horizon: Annotated[Horizon, Query(description="How far the timeline of the queue reaches")] = Horizon.DAY,
) -> Overview:
    """Show the lab at a glance: servers, runs in progress, the queue, latest results and alerts."""
    return read_overview(session, user_id=user.user_id, horizon=horizon)
