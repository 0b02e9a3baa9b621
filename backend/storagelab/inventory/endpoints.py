"""Servers and drives."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.base import uuid7
from storagelab.db.models import Drive, Server
from storagelab.domain.lifecycle import ServerState
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import problems
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import ACCEPTED
from storagelab.http.session import SessionDep
from storagelab.inventory import queries, service
from storagelab.inventory.schemas import DrivePage, HostKeyIn, ServerIn, ServerOut, ServerPage

router = APIRouter(tags=["inventory"])


@router.get("/servers")
def list_servers(session: SessionDep, page: PageDep, state: ServerState | None = None) -> ServerPage:
    """List servers, newest first; retired ones only with `state=retired`."""
    rows, next_cursor = paginate(session, queries.select_servers(state=state), Server, page)
    return ServerPage(items=queries.describe_servers(session, rows), next_cursor=next_cursor)


@router.post("/servers", status_code=202, responses={**problems(409), **ACCEPTED})
def register_server(
    body: ServerIn,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> ServerOut:
    """Register a server. It is reached and read in the background: follow `state` and `discovery`."""
    server_id = uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="server", body=body, new_id=server_id)
    if first is None:
        server = service.register_server(session, user=user, body=body, server_id=server_id)
    else:
        server = session.get_one(Server, first)
    return _accepted(session, response, server)


@router.get("/servers/{ref}", responses=problems(404))
def get_server(ref: Reference, session: SessionDep) -> ServerOut:
    """Show one server."""
    return queries.describe_servers(session, [find_by_reference(session, Server, ref)])[0]


@router.post("/servers/{ref}/host-key", status_code=202, responses={**problems(404, 409), **ACCEPTED})
def confirm_host_key(
    ref: Reference, body: HostKeyIn, response: Response, session: SessionDep, user: CurrentUser
) -> ServerOut:
    """Confirm the host key that the server offers: it is pinned, and the server is discovered."""
    server = _locked(session, ref)
    service.confirm_host_key(session, user=user, server=server, fingerprint=body.fingerprint)
    return _accepted(session, response, server)


@router.post("/servers/{ref}/discover", status_code=202, responses={**problems(404, 409), **ACCEPTED})
def discover_server(ref: Reference, response: Response, session: SessionDep) -> ServerOut:
    """Read the server's inventory again."""
    server = _locked(session, ref)
    service.request_discovery(session, server=server)
    return _accepted(session, response, server)


@router.post("/servers/{ref}/retire", responses=problems(404, 409))
def retire_server(ref: Reference, session: SessionDep, user: CurrentUser) -> ServerOut:
    """Take a server out of use. Its results stay, and its name becomes free."""
    server = _locked(session, ref)
    service.retire(session, user=user, server=server)
    session.flush()
    return queries.describe_servers(session, [server])[0]


@router.get("/drives", responses=problems(404))
def list_drives(
    session: SessionDep,
    page: PageDep,
    server_id: Annotated[str | None, Query(max_length=64, description="Id or number of a server")] = None,
) -> DrivePage:
    """List drives, those found last first."""
    server = find_by_reference(session, Server, server_id) if server_id is not None else None
    statement = queries.select_drives(server_id=server.id if server is not None else None)
    rows, next_cursor = paginate(session, statement, Drive, page)
    return DrivePage(items=queries.describe_drives(rows), next_cursor=next_cursor)


def _locked(session: SessionDep, ref: str) -> Server:
    """The server, locked until the commit: its step and its other clients wait for one another."""
    server = find_by_reference(session, Server, ref)
    session.refresh(server, with_for_update=True)
    return server


def _accepted(session: SessionDep, response: Response, server: Server) -> ServerOut:
    response.headers["Location"] = f"/api/v1/servers/{server.id}"
    return queries.describe_servers(session, [server])[0]
