"""Controllers, drives and arrays over HTTP, and what people write down about any piece."""

from __future__ import annotations

from fastapi import APIRouter

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.models import Array, Controller, Drive, Server
from storagelab.http.optimistic_locking import refuse_overtaken
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, find_by_reference, format_row_number
from storagelab.http.session import SessionDep
from storagelab.inventory import arrays, controllers, drives, queries
from storagelab.inventory.hardware_fields import ARRAYS, CONTROLLERS, DRIVES
from storagelab.inventory.hardware_schemas import (
    ArrayOut,
    ArrayPage,
    ComponentUpdate,
    ControllerOut,
    ControllerPage,
    DriveUpdate,
    ServerUpdate,
)
from storagelab.inventory.list_order import paginate_list
from storagelab.inventory.parameters import (
    ArrayPageDep,
    ArrayQuery,
    ControllerPageDep,
    ControllerQuery,
    DrivePageDep,
    DriveQuery,
    FilterDep,
    Firmware,
    Model,
    Word,
)
from storagelab.inventory.pieces import change_piece
from storagelab.inventory.schemas import DriveOut, DrivePage, ServerOut

router = APIRouter()


@router.get("/controllers", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def list_controllers(
    session: SessionDep,
    page: ControllerPageDep,
    wanted: FilterDep,
    query: ControllerQuery,
    model: Model = None,
    firmware: Firmware = None,
) -> ControllerPage:
    """List controllers, those found last first unless `sort` gives another order."""
    statement = controllers.select_controllers(wanted, model=model, firmware=firmware)
    rows, next_cursor = paginate_list(session, CONTROLLERS.narrow(statement, query), CONTROLLERS, page)
    return ControllerPage(items=controllers.describe_controllers(session, rows), next_cursor=next_cursor)


@router.get("/controllers/{ref}", responses=declare_problem_responses(404))
def get_controller(ref: Reference, session: SessionDep) -> ControllerOut:
    """Show one controller."""
    return controllers.describe_controllers(session, [find_by_reference(session, Controller, ref)])[0]


@router.patch("/controllers/{ref}", responses=declare_problem_responses(404, 409))
def change_controller(ref: Reference, body: ComponentUpdate, session: SessionDep, user: CurrentUser) -> ControllerOut:
    """Change the labels, notes, facts and lifecycle of a controller."""
    row = find_by_reference(session, Controller, ref)
    session.refresh(row, with_for_update=True)
    refuse_overtaken(format_row_number(row), {field: getattr(row, field) for field in body.before}, body)
    change_piece(session, user=user, row=row, changes=body.changes())
    return controllers.describe_controllers(session, [row])[0]


@router.get("/drives", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def list_drives(
    session: SessionDep,
    page: DrivePageDep,
    wanted: FilterDep,
    query: DriveQuery,
    model: Model = None,
    firmware: Firmware = None,
) -> DrivePage:
    """List drives, those found last first unless `sort` gives another order."""
    statement = drives.select_drives(wanted, model=model, firmware=firmware)
    rows, next_cursor = paginate_list(session, DRIVES.narrow(statement, query), DRIVES, page)
    return DrivePage(items=drives.describe_drives(session, rows), next_cursor=next_cursor)


@router.get("/drives/{ref}", responses=declare_problem_responses(404))
def get_drive(ref: Reference, session: SessionDep) -> DriveOut:
    """Show one drive."""
    return drives.describe_drives(session, [find_by_reference(session, Drive, ref)])[0]


@router.patch("/drives/{ref}", responses=declare_problem_responses(404, 409))
def change_drive(ref: Reference, body: DriveUpdate, session: SessionDep, user: CurrentUser) -> DriveOut:
    """Change the labels, notes, facts and lifecycle of a drive, or protect it from every write (role admin)."""
    row = find_by_reference(session, Drive, ref)
    session.refresh(row, with_for_update=True)
    refuse_overtaken(format_row_number(row), {field: getattr(row, field) for field in body.before}, body)
    change_piece(session, user=user, row=row, changes=body.changes())
    return drives.describe_drives(session, [row])[0]


@router.get("/arrays", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def list_arrays(
    session: SessionDep,
    page: ArrayPageDep,
    wanted: FilterDep,
    query: ArrayQuery,
    level: Word = None,
    condition: Word = None,
) -> ArrayPage:
    """List arrays, those found last first unless `sort` gives another order."""
    statement = arrays.select_arrays(wanted, level=level, condition=condition)
    rows, next_cursor = paginate_list(session, ARRAYS.narrow(statement, query), ARRAYS, page)
    return ArrayPage(items=arrays.describe_arrays(session, rows), next_cursor=next_cursor)


@router.get("/arrays/{ref}", responses=declare_problem_responses(404))
def get_array(ref: Reference, session: SessionDep) -> ArrayOut:
    """Show one array with its members."""
    return arrays.describe_arrays(session, [find_by_reference(session, Array, ref)])[0]


@router.patch("/arrays/{ref}", responses=declare_problem_responses(404, 409))
def change_array(ref: Reference, body: ComponentUpdate, session: SessionDep, user: CurrentUser) -> ArrayOut:
    """Change the labels, notes, facts and lifecycle of an array."""
    row = find_by_reference(session, Array, ref)
    session.refresh(row, with_for_update=True)
    refuse_overtaken(format_row_number(row), {field: getattr(row, field) for field in body.before}, body)
    change_piece(session, user=user, row=row, changes=body.changes())
    return arrays.describe_arrays(session, [row])[0]


@router.patch("/servers/{ref}", responses=declare_problem_responses(404, 409))
def change_server(ref: Reference, body: ServerUpdate, session: SessionDep, user: CurrentUser) -> ServerOut:
    """Change the labels, notes and facts of a server, the person responsible, and how often it is checked."""
    row = find_by_reference(session, Server, ref)
    session.refresh(row, with_for_update=True)
    refuse_overtaken(format_row_number(row), {field: getattr(row, field) for field in body.before}, body)
    change_piece(session, user=user, row=row, changes=body.changes())
    return queries.describe_servers(session, [row])[0]
