"""The tree of a server, its health checks, and what became of hardware, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import Select

from storagelab.db.models import (
    Array,
    Controller,
    Drive,
    DriveStateEntry,
    HealthReading,
    InventoryChange,
    Job,
    Server,
)
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import problems
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.schemas import Moment
from storagelab.http.session import SessionDep
from storagelab.inventory import health, health_checks, history
from storagelab.inventory.drives import describe_health
from storagelab.inventory.filters import find_server_id
from storagelab.inventory.history_schemas import (
    ChangedComponent,
    ChangeKind,
    ChangePage,
    DriveHealthOut,
    DriveStatePage,
    HealthCheckPage,
)
from storagelab.inventory.naming import Piece
from storagelab.inventory.parameters import LogPageDep, ServerReference
from storagelab.inventory.tree import show_tree
from storagelab.inventory.tree_schemas import ServerTree

router = APIRouter(tags=["inventory"])


@router.get("/inventory/changes", responses=problems(404))
def list_changes(
    session: SessionDep,
    page: LogPageDep,
    server_id: ServerReference = None,
    component: Annotated[ChangedComponent | None, Query(description="The kind of piece")] = None,
    kind: Annotated[ChangeKind | None, Query(description="What became of it")] = None,
    since: Annotated[Moment | None, Query(description="Changes from this time on")] = None,
) -> ChangePage:
    """List what changed in the whole lab, newest first: on which piece, before and after, how it was found, by whom."""
    query = history.select_lab_changes(
        server_id=find_server_id(session, server_id), component=component, kind=kind, since=since
    )
    return _page(session, query, page)


@router.get("/servers/{ref}/tree", responses=problems(404))
def get_server_tree(ref: Reference, session: SessionDep) -> ServerTree:
    """Show the hardware of a server as the last discovery saw it: controllers, enclosures, slots, drives, arrays."""
    return show_tree(session, find_by_reference(session, Server, ref))


@router.get("/servers/{ref}/history", responses=problems(404))
def get_server_history(ref: Reference, session: SessionDep, page: LogPageDep) -> ChangePage:
    """List what changed in a server, newest first."""
    return _history(session, find_by_reference(session, Server, ref), page)


@router.get("/controllers/{ref}/history", responses=problems(404))
def get_controller_history(ref: Reference, session: SessionDep, page: LogPageDep) -> ChangePage:
    """List what changed about a controller, newest first."""
    return _history(session, find_by_reference(session, Controller, ref), page)


@router.get("/drives/{ref}/history", responses=problems(404))
def get_drive_history(ref: Reference, session: SessionDep, page: LogPageDep) -> ChangePage:
    """List what changed about a drive, in whatever server it was, newest first."""
    return _history(session, find_by_reference(session, Drive, ref), page)


@router.get("/arrays/{ref}/history", responses=problems(404))
def get_array_history(ref: Reference, session: SessionDep, page: LogPageDep) -> ChangePage:
    """List what changed about an array, newest first."""
    return _history(session, find_by_reference(session, Array, ref), page)


@router.get("/drives/{ref}/health", responses=problems(404))
def get_drive_health(ref: Reference, session: SessionDep, page: PageDep) -> DriveHealthOut:
    """List the health readings of a drive, newest first, with a forecast of how long it will last."""
    drive = find_by_reference(session, Drive, ref)
    rows, next_cursor = paginate(session, health.select_readings(drive), HealthReading, page)
    return DriveHealthOut(
        items=health.describe_readings(session, rows),
        next_cursor=next_cursor,
        identity=drive.identity,
        latest=describe_health(drive.health),
        forecast=health.forecast(session, drive),
    )


@router.get("/servers/{ref}/health-checks", responses=problems(404))
def list_health_checks(ref: Reference, session: SessionDep, page: PageDep) -> HealthCheckPage:
    """List the health checks of a server, newest first: each with its run, whether it was passed, and if not why."""
    server = find_by_reference(session, Server, ref)
    rows, next_cursor = paginate(session, health_checks.select_health_checks(server), Job, page)
    return HealthCheckPage(items=health_checks.describe_health_checks(session, rows), next_cursor=next_cursor)


@router.get("/drives/{ref}/states", responses=problems(404))
def get_drive_states(ref: Reference, session: SessionDep, page: LogPageDep) -> DriveStatePage:
    """List the states that what really ran left a drive in, newest first."""
    drive = find_by_reference(session, Drive, ref)
    rows, next_cursor = history.page_of_log(session, history.select_states(drive), DriveStateEntry, page)
    return DriveStatePage(items=history.describe_states(session, rows), next_cursor=next_cursor)


def _history(session: SessionDep, row: Piece, page: LogPageDep) -> ChangePage:
    return _page(session, history.select_changes(row), page)


def _page(session: SessionDep, query: Select[InventoryChange], page: LogPageDep) -> ChangePage:
    rows, next_cursor = history.page_of_log(session, query, InventoryChange, page)
    return ChangePage(items=history.describe_changes(session, rows), next_cursor=next_cursor)
