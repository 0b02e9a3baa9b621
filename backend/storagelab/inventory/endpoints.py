"""Servers over HTTP."""

from __future__ import annotations

import uuid

from fastapi import APIRouter, Depends, Response

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Server
from storagelab.domain.lifecycle import ServerState
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.label_filters import LabelFilter
from storagelab.http.pagination import PageDep
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import ACCEPTED
from storagelab.http.session import SessionDep
from storagelab.inventory import queries, server_windows, service
from storagelab.inventory.hardware_fields import SERVERS
from storagelab.inventory.list_order import paginate_list
from storagelab.inventory.parameters import ServerPageDep, ServerQuery
from storagelab.inventory.schemas import (
    HostKeyConfirmation,
    ServerCreate,
    ServerOut,
    ServerPage,
    ServerRelease,
    ServerResync,
)
from storagelab.inventory.server_window_schemas import (
    ServerWindow,
    ServerWindowCreate,
    ServerWindowKind,
    ServerWindowPage,
)
from storagelab.inventory.setup_script import render_setup_script

router = APIRouter()
#: Exceptions to the separation of runs: only an administrator uses them, and each is in the audit log.
admin_router = APIRouter(dependencies=[Depends(require("admin"))])


@router.get("/servers", responses=QUERY_PROBLEM)
def list_servers(
    session: SessionDep,
    page: ServerPageDep,
    query: ServerQuery,
    state: ServerState | None = None,
    labels: LabelFilter = None,
) -> ServerPage:
    """List servers, newest first unless `sort` gives another order.

    Retired ones are included only where `state` or the query names the state.
    """
    statement = queries.select_servers(state=state, wanted=query, labels=labels)
    rows, next_cursor = paginate_list(session, statement, SERVERS, page)
    return ServerPage(items=queries.describe_servers(session, rows), next_cursor=next_cursor)


@router.post("/servers", status_code=202, responses={**declare_problem_responses(409), **ACCEPTED})
def register_server(
    body: ServerCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> ServerOut:
    """Register a server. It is reached and read in the background: follow `state` and `discovery`."""
    server_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="server", body=body, new_id=server_id)
    if first is None:
        server = service.register_server(session, user=user, body=body, server_id=server_id)
    else:
        server = session.get_one(Server, first)
    return _describe_accepted_server(session, response, server)


@router.get("/servers/{ref}", responses=declare_problem_responses(404))
def get_server(ref: Reference, session: SessionDep) -> ServerOut:
    """Show one server."""
    return queries.describe_servers(session, [find_by_reference(session, Server, ref)])[0]


@router.post("/servers/{ref}/host-key", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED})
def confirm_host_key(
    ref: Reference, body: HostKeyConfirmation, response: Response, session: SessionDep, user: CurrentUser
) -> ServerOut:
    """Confirm the host key that the server offers: it is pinned, and the server is discovered."""
    server = _lock_server(session, ref)
    service.confirm_host_key(session, user=user, server=server, fingerprint=body.fingerprint)
    return _describe_accepted_server(session, response, server)


@router.post("/servers/{ref}/discover", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED})
def discover_server(ref: Reference, response: Response, session: SessionDep) -> ServerOut:
    """Read the server's inventory again."""
    server = _lock_server(session, ref)
    service.request_discovery(session, server=server)
    return _describe_accepted_server(session, response, server)


@router.post("/servers/{ref}/retire", responses=declare_problem_responses(404, 409))
def retire_server(ref: Reference, session: SessionDep, user: CurrentUser) -> ServerOut:
    """Take a server out of use. Its results stay, and its name becomes free."""
    server = _lock_server(session, ref)
    service.retire(session, user=user, server=server)
    session.flush()
    return queries.describe_servers(session, [server])[0]


@admin_router.post(
    "/servers/{ref}/release", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED}
)
def release_server(
    ref: Reference, body: ServerRelease, response: Response, session: SessionDep, user: CurrentUser
) -> ServerOut:
    """Release a server from quarantine: it is ready again once a discovery has found no fault."""
    server = _lock_server(session, ref)
    service.release(session, user=user, server=server, reason=body.reason)
    return _describe_accepted_server(session, response, server)


@admin_router.post(
    "/servers/{ref}/resync", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED}
)
def resync_server(
    ref: Reference, body: ServerResync, response: Response, session: SessionDep, user: CurrentUser
) -> ServerOut:
    """Raise this lab's fence above that of the runner, as after a restored database. The server must be idle."""
    server = _lock_server(session, ref)
    service.request_resync(session, user=user, server=server, name=body.name, reason=body.reason)
    return _describe_accepted_server(session, response, server)


@router.get(
    "/servers/{ref}/setup-script",
    dependencies=[Depends(require("operator"))],
    response_class=Response,
    responses={
        **declare_problem_responses(404, 409),
        200: {"content": {"text/x-shellscript": {"schema": {"type": "string"}}}},
    },
)
def get_setup_script(ref: Reference, session: SessionDep) -> Response:
    """Give the script that an administrator reads and runs on a server to let this lab in."""
    script = render_setup_script(session, find_by_reference(session, Server, ref))
    disposition = 'attachment; filename="server-setup.sh"'
    return Response(script, media_type="text/x-shellscript", headers={"Content-Disposition": disposition})


@router.get("/servers/{ref}/windows", responses=declare_problem_responses(404))
def list_server_windows(
    ref: Reference, session: SessionDep, page: PageDep, kind: ServerWindowKind | None = None
) -> ServerWindowPage:
    """List the maintenance windows and reservations of a server, those added last first."""
    server = find_by_reference(session, Server, ref)
    items, next_cursor = server_windows.list_windows(session, server, kind, page)
    return ServerWindowPage(items=items, next_cursor=next_cursor)


@router.post("/servers/{ref}/windows", status_code=201, responses=declare_problem_responses(404, 409))
def add_server_window(
    ref: Reference,
    body: ServerWindowCreate,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> ServerWindow:
    """Plan maintenance, in which nothing is started on a server, or reserve the server: the runs of others wait.

    Both end by themselves, and a run in progress finishes.
    """
    server = _lock_server(session, ref)
    new_id = generate_uuid7()
    purpose = f"window {server.id}"
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose=purpose, body=body, new_id=new_id)
    if first is not None:
        return server_windows.find_window(session, server=server, window_id=first)
    return server_windows.add_window(session, user=user, server=server, body=body, window_id=new_id)


@router.delete("/servers/{ref}/windows/{window_id}", status_code=204, responses=declare_problem_responses(403, 404))
def end_server_window(ref: Reference, window_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """End a window now, or call it off: maintenance, your own reservation, or as an administrator any reservation."""
    server_windows.end_window(session, user=user, server=_lock_server(session, ref), window_id=window_id)


def _lock_server(session: SessionDep, ref: str) -> Server:
    """Lock a server until the commit and return it, so that concurrent changes of it wait."""
    server = find_by_reference(session, Server, ref)
    session.refresh(server, with_for_update=True)
    return server


def _describe_accepted_server(session: SessionDep, response: Response, server: Server) -> ServerOut:
    response.headers["Location"] = f"/api/v1/servers/{server.id}"
    return queries.describe_servers(session, [server])[0]
