"""Discovery of one server: its host key, its runner and its inventory. Never raises.

It always ends.
"""

from __future__ import annotations

import datetime as dt
import time
import uuid
from dataclasses import dataclass, replace
from typing import cast

import asyncssh
import structlog
from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Attempt, Server
from storagelab.db.session import session_scope
from storagelab.domain.json_values import JsonObject
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState, FailureKind, ServerState
from storagelab.errors import ServerCallFailed
from storagelab_workers import leases
from storagelab_workers.attempts.claimed_attempt import get_controller_id
from storagelab_workers.crash_points import crash_point
from storagelab_workers.engine_install import hand_over
from storagelab_workers.protocol import check_protocol
from storagelab_workers.quarantine import is_held, mark_server
from storagelab_workers.runner_adoption import Census, judge_census
from storagelab_workers.runner_package import runner_package
from storagelab_workers.server_facts import store_facts
from storagelab_workers.timing import BUSY_AGAIN, REDISCOVER_AFTER, scale_seconds, visit_claim_seconds
from storagelab_workers.transports.answers import InventoryAnswer, ListAnswer, RunnerHello
from storagelab_workers.transports.base import ChannelBusy, HostKeyMismatch, ServerAddress
from storagelab_workers.transports.pool import TransportPool
from storagelab_workers.transports.ssh import fetch_host_key

log = structlog.get_logger(__name__)

CONFIRM_HOST_KEY = "Confirm the host key"
_INVENTORY_SECONDS = 30.0

#: Servers due for a discovery: requested, abandoned by a worker that died, or silent for a while.
DISCOVERY_DUE = and_(
    Server.state != ServerState.RETIRED,
    or_(
        and_(
            Server.discovery == "requested",
            func.coalesce(Server.discovery_due_at, func.clock_timestamp()) <= func.clock_timestamp(),
        ),
        and_(Server.discovery == "running", Server.discovery_due_at <= func.clock_timestamp()),
        and_(Server.state == ServerState.UNREACHABLE, Server.discovery_due_at <= func.clock_timestamp()),
    ),
)


@dataclass(frozen=True, slots=True)
class Visit:
    """One claimed discovery, with its begin and end; `until` is the mark that distinguishes it from a later one."""

    address: ServerAddress
    expected_fingerprint: str | None
    begun: dt.datetime
    until: dt.datetime


@dataclass(frozen=True, slots=True)
class HostKey:
    """A host key in OpenSSH form, and its fingerprint as people compare it."""

    openssh: str
    fingerprint: str

    @classmethod
    def of(cls, key: asyncssh.SSHKey) -> HostKey:
        """Build the host key from a key that a server offered."""
        return cls(key.export_public_key().decode("ascii").strip(), key.get_fingerprint("sha256"))


@dataclass(frozen=True, slots=True)
class VisitResult:
    """Result of a visit. `pinned` is the host key that was confirmed by the fingerprint given at registration."""

    hello: RunnerHello
    outputs: list[JsonObject]
    census: Census
    clock_offset_ms: float
    pinned: HostKey | None


class ConfirmationNeeded(Exception):
    """Host key offered by the server and not confirmed yet."""

    def __init__(self, offered: HostKey) -> None:
        super().__init__(offered.fingerprint)
        self.offered = offered


def discover(server_id: uuid.UUID, *, servers: TransportPool) -> None:
    """Visit a server for which a discovery is due, and store what was found or why nothing was."""
    try:
        visit = _claim(server_id)
        if visit is not None:
            crash_point("after_visit_claim")
            _visit(visit, servers)
    except Exception:
        # Only reached when not even the failure could be stored; the claim ends by itself and the visit is repeated.
        log.exception("discovery_failed", server_id=str(server_id))


def _claim(server_id: uuid.UUID) -> Visit | None:
    with session_scope() as session:
        row = session.execute(
            select(Server, func.clock_timestamp())
            .where(Server.id == server_id, DISCOVERY_DUE)
            .with_for_update(skip_locked=True)
        ).one_or_none()
        if row is None:
            return None
        server, now = row
        server.discovery = "running"
        server.discovery_due_at = now + dt.timedelta(seconds=visit_claim_seconds())
        return Visit(ServerAddress.of(server), server.host_key_fingerprint, now, server.discovery_due_at)


def _visit(visit: Visit, servers: TransportPool) -> None:
    try:
        result = _look(visit, servers)
    except ConfirmationNeeded as needed:
        with session_scope() as session:
            if (server := _reclaim(session, visit)) is not None:
                _request_confirmation(server, needed.offered)
    except HostKeyMismatch as problem:
        offered = _fetch_offered_key(visit.address)
        with session_scope() as session:
            if (server := _reclaim(session, visit)) is not None:
                _quarantine(server, problem.message, offered)
    except ChannelBusy:
        with session_scope() as session:
            if (server := _reclaim(session, visit)) is not None:
                now = session.scalars(select(func.clock_timestamp())).one()
                server.discovery = "requested"
                server.discovery_due_at = now + dt.timedelta(seconds=scale_seconds(BUSY_AGAIN))
    except ServerCallFailed as problem:
        _store_failure(visit, problem.message, problem.kind)
    except Exception as problem:
        log.exception("discovery_error", server=visit.address.name)
        _store_failure(visit, f"The discovery failed: {type(problem).__name__}: {problem}", FailureKind.BUG)
    else:
        crash_point("after_visit_before_commit")
        with session_scope() as session:
            if (server := _reclaim(session, visit)) is not None:
                _store_found(session, server, result, begun=visit.begun)


def _look(visit: Visit, servers: TransportPool) -> VisitResult:
    """Call a server and return its report, inventory and attempts; pin its host key if expected.

    Raises ConfirmationNeeded or ServerCallFailed.
    """
    address, pinned = visit.address, None
    if address.transport == "ssh" and address.host_key is None:
        offered = HostKey.of(fetch_host_key(address.address or "", address.port or 22))
        if visit.expected_fingerprint is None:
            raise ConfirmationNeeded(offered)
        if visit.expected_fingerprint != offered.fingerprint:
            raise HostKeyMismatch(
                f"{address.name} offers the host key {offered.fingerprint}, "
                f"but {visit.expected_fingerprint} was expected."
            )
        pinned = offered
        address = replace(address, host_key=offered.openssh)
    mine = get_controller_id()
    # The first call opens the channel; the second measures the clock without that.
    check_protocol(servers.call(address, "hello", {}), server=address.name)
    before_ns = time.time_ns()
    hello = cast("RunnerHello", servers.call(address, "hello", {"controller_id": mine}))
    middle_ns = (before_ns + time.time_ns()) // 2
    if hand_over(servers, address, hello, mine):
        again = cast("RunnerHello", servers.call(address, "hello", {"controller_id": mine}))
        hello = {**hello, "engines": again["engines"]}
    inventory = cast("InventoryAnswer", servers.call(address, "inventory", {}, timeout_seconds=_INVENTORY_SECONDS))
    listed = cast("ListAnswer", servers.call(address, "list", {}))
    return VisitResult(
        hello=hello,
        outputs=inventory["outputs"],
        census=Census(tuple(listed["attempts"]), tuple(listed.get("orphans") or ()), hello.get("fence")),
        clock_offset_ms=(hello["realtime_ns"] - middle_ns) / 1e6,
        pinned=pinned,
    )


def _reclaim(session: Session, visit: Visit) -> Server | None:
    """Return the server, locked and back to idle; None when it was retired or requested again in the meantime."""
    server = session.scalars(
        select(Server)
        .where(Server.id == visit.address.id, Server.discovery == "running", Server.discovery_due_at == visit.until)
        .with_for_update()
    ).one_or_none()
    if server is not None:
        server.discovery = "idle"
        server.discovery_due_at = None
    return server


def _store_found(session: Session, server: Server, result: VisitResult, *, begun: dt.datetime) -> None:
    now = session.scalars(select(func.clock_timestamp())).one()
    if result.pinned is not None:
        server.host_key, server.host_key_fingerprint = result.pinned.openssh, result.pinned.fingerprint
    server.offered_host_key = server.offered_host_key_fingerprint = None
    server.runner_sha256 = result.hello.get("sha256") or runner_package(get_settings().data_dir).sha256
    held = is_held(server)
    if not held:
        server.last_error = server.last_error_kind = None
    store_facts(
        session,
        server=server,
        hello=result.hello,
        outputs=list(result.outputs),
        clock_offset_ms=result.clock_offset_ms,
        begun=begun,
        now=now,
    )
    reason = judge_census(session, server=server, census=result.census, controller_id=get_controller_id(), now=now)
    if server.discovery == "requested":
        server.discovery_due_at = now + dt.timedelta(seconds=scale_seconds(BUSY_AGAIN))
    if reason is not None:
        mark_server(server, ServerState.QUARANTINED, reason)
        return
    if held or server.state in (ServerState.MAINTENANCE, ServerState.RETIRED):
        return
    live = select(Attempt.id).where(
        Attempt.server_id == server.id, Attempt.state.not_in({*ATTEMPT_TERMINAL, AttemptState.QUEUED})
    )
    own = session.scalars(live.limit(1)).first() is not None
    server.state = ServerState.BUSY if own else ServerState.READY
    server.state_reason = None
    leases.enqueue_next_attempt(session, server_id=server.id)


def _request_confirmation(server: Server, offered: HostKey) -> None:
    server.offered_host_key = offered.openssh
    server.offered_host_key_fingerprint = offered.fingerprint
    server.state = ServerState.NEW
    server.state_reason = CONFIRM_HOST_KEY
    server.last_error = server.last_error_kind = None


def _quarantine(server: Server, message: str, offered: HostKey | None) -> None:
    """Quarantine a server with another identity.

    Nothing is sent there until a person has looked and confirmed the new key.
    """
    log.error("host_key_mismatch", server=server.name, message=message)
    if offered is not None:
        server.offered_host_key, server.offered_host_key_fingerprint = offered.openssh, offered.fingerprint
        if offered.fingerprint not in message:
            message = f"{message} Confirmed: {server.host_key_fingerprint}, offered now: {offered.fingerprint}."
    mark_server(server, ServerState.QUARANTINED, message)


def _fetch_offered_key(address: ServerAddress) -> HostKey | None:
    try:
        return HostKey.of(fetch_host_key(address.address or "", address.port or 22))
    except ServerCallFailed:
        return None


def _store_failure(visit: Visit, message: str, kind: str | None) -> None:
    with session_scope() as session:
        server = _reclaim(session, visit)
        if server is None:
            return
        now = session.scalars(select(func.clock_timestamp())).one()
        retry_at = now + dt.timedelta(seconds=scale_seconds(REDISCOVER_AFTER))
        mark_server(server, ServerState.UNREACHABLE, message, retry_at=retry_at)
        server.last_error_kind = kind or FailureKind.INFRASTRUCTURE
