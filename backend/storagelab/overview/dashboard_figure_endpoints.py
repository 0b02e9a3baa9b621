"""The figures of a dashboard over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.query_text import TimeZone
from storagelab.http.references import Reference
from storagelab.http.session import SessionDep
from storagelab.overview.dashboard_figure_schemas import DashboardFigures
from storagelab.overview.dashboard_figures import describe_entries
from storagelab.query.time_zones import DEFAULT_TIME_ZONE
from storagelab.workbench import queries
from storagelab.workbench.document import WorkbenchDocument
from storagelab.workbench.endpoints import NarrowingText

router = APIRouter(dependencies=[Depends(require("viewer"))])


@router.get("/dashboards/{ref}/figures", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def get_dashboard_figures(
    ref: Reference,
    session: SessionDep,
    user: CurrentUser,
    q: NarrowingText = None,
    time_zone: TimeZone = DEFAULT_TIME_ZONE,
) -> DashboardFigures:
    """Show the newest result of each entry of a dashboard against what was usual before."""
    document = WorkbenchDocument.model_validate(queries.find_dashboard(session, ref, user=user).document)
    meant = queries.find_entries(session, document.entries, query=q, time_zone=time_zone)
    return describe_entries(session, meant.runs, pooled=document.pooled)
