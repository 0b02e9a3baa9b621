"""Quarantine of a server: until a discovery finds it in order, or an administrator releases it."""

from __future__ import annotations

import datetime as dt

from storagelab.db.models import Server
from storagelab.domain.lifecycle import FailureKind, ServerState
from storagelab.queue import enqueue
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction

#: The key in `server.facts` that gives the reason why only an administrator's release ends a quarantine.
HELD = "held"


def mark_server(server: Server, state: ServerState, reason: str, *, retry_at: dt.datetime | None = None) -> None:
    """Take a server out of use with the reason; `retry_at` is when it is discovered again by itself.

    A server that is held retains its state and the reason it is held for.
    """
    if server.state in (ServerState.MAINTENANCE, ServerState.RETIRED):
        return
    server.last_error_kind = FailureKind.INFRASTRUCTURE
    server.last_error = reason
    if is_held(server):
        return
    server.state = state
    server.state_reason = reason
    server.discovery_due_at = retry_at


def hold_server(server: Server, reason: str) -> None:
    """Quarantine a server until an administrator releases it, whatever a discovery finds."""
    if server.state == ServerState.RETIRED:
        return
    server.state = ServerState.QUARANTINED
    server.state_reason = reason
    server.last_error_kind = FailureKind.INFRASTRUCTURE
    server.last_error = reason
    server.facts = {**server.facts, HELD: reason}


def is_held(server: Server) -> bool:
    """Return whether a server is quarantined until an administrator releases it.

    A release makes the server a new one.
    """
    return server.state == ServerState.QUARANTINED and HELD in server.facts


def require_rediscovery(change: AttemptTransaction, reason: str) -> None:
    """Quarantine the server of an attempt until a fresh discovery has found it in order."""
    mark_server(change.server, ServerState.QUARANTINED, reason)
    request_discovery(change)


def request_discovery(change: AttemptTransaction) -> None:
    """Request a discovery of the server of an attempt, due at once."""
    change.server.discovery = "requested"
    change.server.discovery_due_at = change.now
    enqueue(change.session, "step_server", server_id=str(change.server.id))


def resync_advice(server: Server) -> str:
    """Return the sentence that an administrator must resync the server after an outdated fence."""
    return (
        f"Nothing is started on {server.name} until an administrator has looked at what its runner did since then and "
        "resyncs the server."
    )
