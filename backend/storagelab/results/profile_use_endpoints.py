"""The use of a profile by runs, campaigns and permalinks, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.results.profile_use import read_profile_use
from storagelab.results.profile_use_schemas import ProfileUse

router = APIRouter()


@router.get("/profiles/{name}/use")
def get_profile_use(name: Annotated[Line, Path(max_length=100)], session: SessionDep) -> ProfileUse:
    """Show how the runs of a profile ended, on which configurations, and what else uses it."""
    return read_profile_use(session, name)
