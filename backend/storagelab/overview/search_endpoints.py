"""The search box over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.overview.search import search_lab as find
from storagelab.overview.search_schemas import SearchResult

router = APIRouter()


@router.get("/search")
def search_lab(
    session: SessionDep,
    user: CurrentUser,
    q: Annotated[Line, Query(max_length=200, description="Words that must all occur, or a number such as d-12")],
    limit: Annotated[int, Query(ge=1, le=50, description="Hits of each kind at most")] = 8,
) -> SearchResult:
    """Search runs, hardware, configurations, profiles, campaigns, dashboards, shares and reviews."""
    return find(session, q=q, limit=limit, user_id=user.user_id)
