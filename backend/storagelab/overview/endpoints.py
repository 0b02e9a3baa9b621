"""The lab at a glance, over HTTP."""

from __future__ import annotations

from fastapi import APIRouter

from storagelab.http.session import SessionDep
from storagelab.overview.schemas import Overview
from storagelab.overview.service import read_overview

router = APIRouter(tags=["lab"])


@router.get("/overview")
def get_overview(session: SessionDep) -> Overview:
    """Show the lab at a glance: servers, runs at work, runs that ended, and what somebody should look at."""
    return read_overview(session)
