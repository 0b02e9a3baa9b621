"""Registration of servers and requests for their inventory. The worker does the requested work."""

from __future__ import annotations

import socket
import uuid

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Job, Run, Server
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, ServerState
from storagelab.errors import Conflict, InvalidInput
from storagelab.inventory.schemas import ServerCreate
from storagelab.inventory.server_addresses import require_server_address
from storagelab.queue import enqueue

WAITING_FOR_DISCOVERY = "Its inventory is being read"
WAITING_FOR_HOST_KEY = "Its host key is being fetched"


def register_server(session: Session, *, user: Identity, body: ServerCreate, server_id: uuid.UUID) -> Server:
    """Store a new server as `server_id` and request its discovery.

    Raises Conflict for a name that is in use, ForbiddenAddress for an address where no server is tested.
    """
    local = body.transport == "local"
    if body.address is not None and body.port is not None:
        require_server_address(body.address, body.port)
    server = Server(
        id=server_id,
        name=body.name,
        transport=body.transport,
        address=body.address,
        port=None if local else body.port,
        username=body.username,
        state=ServerState.NEW,
        state_reason=WAITING_FOR_DISCOVERY if local else WAITING_FOR_HOST_KEY,
        host_key_fingerprint=body.host_key_fingerprint,
    )
    try:
        with session.begin_nested():
            session.add(server)
    except IntegrityError:
        raise Conflict(f"There is a server called {body.name!r} already: choose another name.") from None
    audit.record_event(
        session,
        user_id=user.user_id,
        action="server_registered",
        subject=f"server {format_row_number(server)}",
        name=server.name,
        address=server.address,
        host_key_fingerprint=server.host_key_fingerprint,
    )
    _request_discovery(session, server)
    return server


def ensure_local_server(session: Session) -> Server:
    """Return the server that is the lab's own machine; register it under its host name if missing."""
    existing = session.scalars(
        select(Server).where(Server.transport == "local", Server.state != ServerState.RETIRED).order_by(Server.number)
    ).first()
    if existing is not None:
        return existing
    name = socket.gethostname()
    taken = session.scalar(select(func.count()).where(Server.name == name, Server.state != ServerState.RETIRED))
    server = Server(
        id=generate_uuid7(),
        name=f"{name} (this machine)" if taken else name,
        transport="local",
        state=ServerState.NEW,
        state_reason=WAITING_FOR_DISCOVERY,
    )
    session.add(server)
    session.flush()
    _request_discovery(session, server)
    return server


def confirm_host_key(session: Session, *, user: Identity, server: Server, fingerprint: str) -> None:
    """Pin the host key that a server offers, once a person has compared its fingerprint.

    Also requests a discovery. Confirming the pinned key again changes nothing. Raises Conflict when no key is offered,
    InvalidInput when another key is offered.
    """
    _require_usable(server)
    if server.offered_host_key is None:
        if server.host_key is not None and server.host_key_fingerprint == fingerprint:
            return
        raise Conflict(f"{server.name} offers no host key to confirm: discover it first.")
    if server.offered_host_key_fingerprint != fingerprint:
        raise InvalidInput(f"the server offers {server.offered_host_key_fingerprint}", path="fingerprint")
    audit.record_event(
        session,
        user_id=user.user_id,
        action="host_key_confirmed",
        subject=f"server {format_row_number(server)}",
        before=server.host_key_fingerprint,
        after=fingerprint,
    )
    server.host_key = server.offered_host_key
    server.host_key_fingerprint = fingerprint
    server.offered_host_key = None
    server.offered_host_key_fingerprint = None
    if server.state in (ServerState.NEW, ServerState.UNREACHABLE, ServerState.QUARANTINED):
        server.state = ServerState.NEW
        server.state_reason = WAITING_FOR_DISCOVERY
    _request_discovery(session, server)


def request_discovery(session: Session, *, server: Server) -> None:
    """Request a discovery of the server, unless one is running. Raises Conflict for a retired server."""
    _require_usable(server)
    if server.discovery != "running":
        _request_discovery(session, server)


def release(session: Session, *, user: Identity, server: Server, reason: str) -> None:
    """Request the discovery that ends a server's quarantine when it finds nothing wrong.

    Raises Conflict for a server that is not in quarantine, or whose host key has not been confirmed.
    """
    if server.state != ServerState.QUARANTINED:
        raise Conflict(f"{server.name} is {server.state}, not quarantined: there is nothing to release it from.")
    if server.offered_host_key is not None:
        raise Conflict(f"{server.name} offers another host key than the confirmed one: confirm its host key instead.")
    audit.record_event(
        session,
        user_id=user.user_id,
        action="server_released",
        subject=f"server {format_row_number(server)}",
        reason=reason,
        quarantined_for=server.state_reason,
    )
    # Only a discovery that finds the server in order makes a new one ready; otherwise it is quarantined again.
    server.state = ServerState.NEW
    server.state_reason = f"{user.name} requested its release: {reason}"
    _request_discovery(session, server)


def request_resync(session: Session, *, user: Identity, server: Server, name: str, reason: str) -> None:
    """Request that the lab's fence number rises above the one that the runner has seen.

    This takes effect once nothing runs on the server. Raises InvalidInput when `name` is not the server's, Conflict for
    a retired server.
    """
    _require_usable(server)
    if name != server.name:
        raise InvalidInput("is not the name of this server. Nothing was changed.", path="name")
    audit.record_event(
        session,
        user_id=user.user_id,
        action="server_resync_requested",
        subject=f"server {format_row_number(server)}",
        reason=reason,
        fence=server.fence,
    )
    server.resync_requested = True
    _request_discovery(session, server)


def retire(session: Session, *, user: Identity, server: Server) -> None:
    """Take a server out of use; its results stay. Raises Conflict while something is still to run on it."""
    if server.state == ServerState.RETIRED:
        return
    live = session.execute(
        select(Run.number, Job.number)
        .join(Attempt, Attempt.run_id == Run.id)
        .join(Job, Job.id == Run.job_id)
        .where(Attempt.server_id == server.id, Attempt.state.not_in(ATTEMPT_TERMINAL))
        .limit(1)
    ).first()
    if live is not None:
        run, job = format_number(Run, live[0]), format_number(Job, live[1])
        raise Conflict(f"{server.name} is still needed by {run} of {job}: cancel it or wait for its end.")
    server.state = ServerState.RETIRED
    server.state_reason = f"Retired by {user.name}"
    server.discovery = "idle"
    server.discovery_due_at = None
    audit.record_event(
        session, user_id=user.user_id, action="server_retired", subject=f"server {format_row_number(server)}"
    )


def _require_usable(server: Server) -> None:
    if server.state == ServerState.RETIRED:
        raise Conflict(f"{server.name} is retired: register it again to use it.")


def _request_discovery(session: Session, server: Server) -> None:
    server.discovery = "requested"
    server.discovery_due_at = read_clock(session)
    session.flush()
    enqueue(session, "step_server", server_id=str(server.id))
