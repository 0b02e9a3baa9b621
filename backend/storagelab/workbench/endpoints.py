"""Dashboards over HTTP: save, change, pin, trash, restore, and the runs they show."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Dashboard
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.optimistic_locking import refuse_overtaken
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.query_text import TimeZone
from storagelab.http.references import Reference, format_row_number
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.inventory.list_order import paginate_list
from storagelab.query.grammar import MAX_CHARACTERS
from storagelab.query.time_zones import DEFAULT_TIME_ZONE
from storagelab.workbench import queries, service
from storagelab.workbench.dashboard_fields import DASHBOARDS, DashboardPageDep, DashboardQuery
from storagelab.workbench.schemas import (
    DashboardCreate,
    DashboardEntries,
    DashboardOut,
    DashboardPage,
    DashboardUpdate,
)

NarrowingText = Annotated[
    Line | None,
    Query(
        max_length=MAX_CHARACTERS,
        description="Query in place of that of the dashboard. Of named runs only those that it finds are shown",
    ),
]

#: A dashboard belongs to the user who saved it, also to a viewer; its visibility to the lab is for operators.
router = APIRouter(dependencies=[Depends(require("viewer"))])


@router.get("/dashboards", responses=QUERY_PROBLEM)
def list_dashboards(
    session: SessionDep,
    page: DashboardPageDep,
    user: CurrentUser,
    query: DashboardQuery,
    own: Annotated[bool | None, Query(description="Only yours, or only those of others")] = None,
    shared: Annotated[bool | None, Query(description="Only those that everyone sees, or only private ones")] = None,
    pinned: Annotated[bool | None, Query(description="Only those that you have pinned, or only others")] = None,
    trashed: Annotated[bool, Query(description="Those in the trash, in place of all others")] = False,
) -> DashboardPage:
    """List your dashboards and those that others share, newest first unless `sort` gives another order."""
    statement = queries.select_dashboards(user, own=own, shared=shared, pinned=pinned, trashed=trashed)
    filtered = DASHBOARDS.find(statement, query, viewer=user.user_id)
    rows, next_cursor = paginate_list(session, filtered, DASHBOARDS, page, viewer=user.user_id)
    return DashboardPage(items=queries.describe_dashboards(session, rows, user=user), next_cursor=next_cursor)


@router.post("/dashboards", status_code=201, responses={**declare_problem_responses(403, 409), **QUERY_PROBLEM})
def save_dashboard(
    body: DashboardCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> DashboardOut:
    """Save a workbench as a dashboard. Viewers save them for themselves alone."""
    new_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="dashboard", body=body, new_id=new_id)
    if first is None:
        row = service.save_dashboard(session, user=user, body=body, dashboard_id=new_id)
    else:
        row = queries.find_dashboard(session, str(first), user=user, trashed=True)
    response.headers["Location"] = f"/api/v1/dashboards/{row.id}"
    return _show(session, row, user)


@router.get("/dashboards/{ref}", responses=declare_problem_responses(404))
def get_dashboard(ref: Reference, session: SessionDep, user: CurrentUser) -> DashboardOut:
    """Show one dashboard with its document."""
    return _show(session, queries.find_dashboard(session, ref, user=user), user)


@router.patch("/dashboards/{ref}", responses={**declare_problem_responses(403, 404, 409), **QUERY_PROBLEM})
def change_dashboard(ref: Reference, body: DashboardUpdate, session: SessionDep, user: CurrentUser) -> DashboardOut:
    """Change a dashboard of yours, or as an administrator one that is shared."""
    row = queries.find_dashboard(session, ref, user=user, lock=True)
    service.require_change(user, row)
    present = _show(session, row, user)
    refuse_overtaken(
        format_row_number(row), present.model_dump(mode="json"), body, by=present.updated_by, at=present.updated_at
    )
    service.change_dashboard(session, user=user, row=row, body=body)
    return _show(session, row, user)


@router.delete("/dashboards/{ref}", responses=declare_problem_responses(403, 404))
def trash_dashboard(ref: Reference, session: SessionDep, user: CurrentUser) -> DashboardOut:
    """Move a dashboard to the trash, from which it can be restored."""
    row = queries.find_dashboard(session, ref, user=user, lock=True)
    service.trash_dashboard(session, user=user, row=row)
    return _show(session, row, user)


@router.post("/dashboards/{ref}/restore", responses=declare_problem_responses(403, 404, 409))
def restore_dashboard(ref: Reference, session: SessionDep, user: CurrentUser) -> DashboardOut:
    """Restore a dashboard from the trash, for all who had pinned it as well."""
    row = queries.find_dashboard(session, ref, user=user, trashed=True, lock=True)
    service.restore_dashboard(session, user=user, row=row)
    return _show(session, row, user)


@router.put("/dashboards/{ref}/pin", responses=declare_problem_responses(404, 409))
def pin_dashboard(ref: Reference, session: SessionDep, user: CurrentUser) -> DashboardOut:
    """Pin a dashboard for yourself, behind those that you have pinned. Five is the limit."""
    row = queries.find_dashboard(session, ref, user=user)
    service.pin_dashboard(session, user=user, row=row)
    return _show(session, row, user)


@router.delete("/dashboards/{ref}/pin", responses=declare_problem_responses(404))
def unpin_dashboard(ref: Reference, session: SessionDep, user: CurrentUser) -> DashboardOut:
    """Unpin a dashboard."""
    row = queries.find_dashboard(session, ref, user=user)
    service.unpin_dashboard(session, user=user, row=row)
    return _show(session, row, user)


@router.get("/dashboards/{ref}/entries", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def get_dashboard_entries(
    ref: Reference,
    session: SessionDep,
    user: CurrentUser,
    q: NarrowingText = None,
    time_zone: TimeZone = DEFAULT_TIME_ZONE,
) -> DashboardEntries:
    """Give the runs that a dashboard shows now: those it names, or the newest that its query finds."""
    row = queries.find_dashboard(session, ref, user=user)
    return queries.read_entries(session, row, query=q, time_zone=time_zone)


def _show(session: SessionDep, row: Dashboard, user: CurrentUser) -> DashboardOut:
    return queries.describe_dashboards(session, [row], user=user)[0]
