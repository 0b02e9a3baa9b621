"""The tree of a server, its health checks, and what became of hardware, over HTTP."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Array,
    Controller,
    Drive,
    HealthReading,
    Job,
    Server,
)
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.schemas import Moment
from storagelab.http.session import SessionDep
from storagelab.inventory import drive_life, health, health_checks, history
from storagelab.inventory.change_fields import CHANGES, ChangePageDep, ChangeQuery
from storagelab.inventory.drive_life_schemas import DriveLife
from storagelab.inventory.drives import describe_health
from storagelab.inventory.history_schemas import (
    ChangedComponent,
    ChangeKind,
    DriveHealth,
    DriveStateEntryPage,
    HealthCheckPage,
    InventoryChangePage,
)
from storagelab.inventory.list_order import paginate_list
from storagelab.inventory.parameters import LogPageDep, ServerReference
from storagelab.inventory.tree import show_tree
from storagelab.inventory.tree_schemas import ServerTree

router = APIRouter()


@router.get("/inventory/changes", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def list_changes(
    session: SessionDep,
    page: ChangePageDep,
    wanted: ChangeQuery,
    server_id: ServerReference = None,
    controller_id: Annotated[str | None, Query(max_length=64, description="Id or number of a controller")] = None,
    drive_id: Annotated[
        str | None, Query(max_length=64, description="Id or number of a drive: its changes in every server it was in")
    ] = None,
    array_id: Annotated[str | None, Query(max_length=64, description="Id or number of an array")] = None,
    component: Annotated[ChangedComponent | None, Query(description="The kind of component")] = None,
    kind: Annotated[ChangeKind | None, Query(description="Kind of change")] = None,
    since: Annotated[Moment | None, Query(description="Changes from this time on")] = None,
) -> InventoryChangePage:
    """List changes of hardware: component, before and after, how it was found, and by whom.

    The newest are first unless `sort` gives another order. Filters narrow the changes of the whole lab, and a change
    has to match all of them. `server_id` gives all changes in a server.
    """
    components: list[tuple[type[Controller | Drive | Array], str | None]] = [
        (Controller, controller_id),
        (Drive, drive_id),
        (Array, array_id),
    ]
    statement = history.select_changes(
        server=find_by_reference(session, Server, server_id) if server_id is not None else None,
        components=[find_by_reference(session, model, ref) for model, ref in components if ref is not None],
        kind_of_component=component,
        kind=kind,
        since=since,
    )
    rows, next_cursor = paginate_list(session, CHANGES.narrow(statement, wanted), CHANGES, page)
    return InventoryChangePage(items=history.describe_changes(session, rows), next_cursor=next_cursor)


@router.get("/servers/{ref}/tree", responses=declare_problem_responses(404))
def get_server_tree(ref: Reference, session: SessionDep) -> ServerTree:
    """Show the hardware of a server as the last discovery saw it: controllers, enclosures, slots, drives, arrays."""
    return show_tree(session, find_by_reference(session, Server, ref))


@router.get("/drives/{ref}/health", responses=declare_problem_responses(404))
def get_drive_health(ref: Reference, session: SessionDep, page: PageDep) -> DriveHealth:
    """List the health readings of a drive, newest first, with a forecast of how long it will last."""
    drive = find_by_reference(session, Drive, ref)
    rows, next_cursor = paginate(session, health.select_readings(drive), HealthReading, page)
    return DriveHealth(
        items=health.describe_readings(session, rows),
        next_cursor=next_cursor,
        identity=drive.identity,
        latest=describe_health(drive.health),
        forecast=health.forecast_endurance(session, drive),
    )


@router.get("/drives/{ref}/life", responses=declare_problem_responses(404))
def get_drive_life(
    ref: Reference,
    session: SessionDep,
    days: Annotated[int | None, Query(ge=1, le=3660, description="Only the last days. Without it all readings")] = None,
) -> DriveLife:
    """Show the life of a drive: wear with its forecast, temperature by day, bytes written by week, and its places."""
    drive = find_by_reference(session, Drive, ref)
    since = read_clock(session) - dt.timedelta(days=days) if days is not None else None
    return drive_life.describe_life(session, drive, since=since)


@router.get("/servers/{ref}/health-checks", responses=declare_problem_responses(404))
def list_health_checks(ref: Reference, session: SessionDep, page: PageDep) -> HealthCheckPage:
    """List the health checks of a server, newest first: each with its run, its outcome, and the reason of a failure."""
    server = find_by_reference(session, Server, ref)
    rows, next_cursor = paginate(session, health_checks.select_health_checks(server), Job, page)
    return HealthCheckPage(items=health_checks.describe_health_checks(session, rows), next_cursor=next_cursor)


@router.get("/drives/{ref}/states", responses=declare_problem_responses(404))
def get_drive_states(ref: Reference, session: SessionDep, page: LogPageDep) -> DriveStateEntryPage:
    """List the states that runs left a drive in, newest first."""
    drive = find_by_reference(session, Drive, ref)
    rows, next_cursor = history.page_of_states(session, history.select_states(drive), page)
    return DriveStateEntryPage(items=history.describe_states(session, rows), next_cursor=next_cursor)
