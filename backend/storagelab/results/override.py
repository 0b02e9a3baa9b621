"""Override that declares an unreachable attempt lost, recorded as such.

It is the only way to end an attempt without evidence.
"""

from __future__ import annotations

import uuid

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, AttemptEvent, Job, Lease, Phase, Run, Server
from storagelab.db.references import format_row_number
from storagelab.dispatch.repeating import settle_repeats
from storagelab.dispatch.waiting import look_again
from storagelab.domain.lifecycle import (
    ATTEMPT_TERMINAL,
    JOB_TERMINAL,
    PHASE_TERMINAL,
    AttemptState,
    FailureKind,
    PhaseState,
    RunState,
    ServerState,
    derive_job_state,
)
from storagelab.errors import Conflict, InvalidInput
from storagelab.inventory.service import request_discovery
from storagelab.results.compaction import fold_phase
from storagelab.results.drive_states import record_drive_states
from storagelab.results.schemas import AttemptOverride


def override_attempt(session: Session, *, user: Identity, attempt: Attempt, body: AttemptOverride) -> None:
    """Declare an attempt lost, release its drives, and quarantine its server.

    The quarantine ends when a discovery finds that nothing runs there. Raises InvalidInput when the typed name is not
    the server's, Conflict for an attempt that holds nothing.
    """
    # In the order of the worker: the attempt before its job.
    session.refresh(attempt, with_for_update=True)
    server = session.get_one(Server, attempt.server_id)
    if body.server_name != server.name:
        raise InvalidInput(f"is not the name of the server of {format_row_number(attempt)}", path="server_name")
    if attempt.state in ATTEMPT_TERMINAL:
        raise Conflict(f"{format_row_number(attempt)} is {attempt.state} already: it holds nothing.")
    if attempt.state == AttemptState.QUEUED:
        raise Conflict(f"{format_row_number(attempt)} has not begun and holds nothing: cancel its job instead.")
    message = f"{user.name} declared the run lost without an answer of {server.name}: {body.reason}"
    _end_attempt(session, attempt, user=user, reason=body.reason, message=message)
    _quarantine(
        session, server, f"{format_row_number(attempt)} was declared lost by {user.name} and may still be running there"
    )
    session.execute(delete(Lease).where(Lease.attempt_id == attempt.id))
    audit.record_event(
        session,
        user_id=user.user_id,
        action="attempt_overridden",
        subject=f"attempt {format_row_number(attempt)}",
        server=server.name,
        reason=body.reason,
    )
    session.flush()
    look_again(session)


def _end_attempt(session: Session, attempt: Attempt, *, user: Identity, reason: str, message: str) -> None:
    """Move a lost attempt with its phases, run and job to their final states.

    A concurrent step of a worker finds another version of the attempt and stops.
    """
    now = read_clock(session)
    run = session.get_one(Run, attempt.run_id)
    session.add(
        AttemptEvent(
            attempt_id=attempt.id,
            who="api",
            kind="state",
            from_state=attempt.state,
            to_state=AttemptState.LOST,
            fence=attempt.fence,
            message=message,
            evidence={"override": True, "user": user.name, "reason": reason},
        )
    )
    attempt.state, attempt.version = AttemptState.LOST, attempt.version + 1
    attempt.finished_at = run.finished_at = now
    attempt.next_step_at = attempt.claimed_until = attempt.waiting_reason = None
    attempt.failure_kind = run.failure_kind = FailureKind.INFRASTRUCTURE
    attempt.failure_message = run.failure_message = message
    run.failure_kept = "Kept: what had arrived here before."
    run.state, run.completeness = RunState.LOST, "partial"
    _end_phases(session, run.id, attempt)
    session.flush()
    job = session.scalars(select(Job).where(Job.id == run.job_id).with_for_update()).one()
    server = session.get_one(Server, attempt.server_id)
    record_drive_states(session, run=run, attempt=attempt, job=job, server=server, lost=True)
    settle_repeats(session, job=job, attempt_id=attempt.id, actor="api", now=now)
    states = session.scalars(select(Run.state).where(Run.job_id == job.id)).all()
    was_requested = job.cancel_requested_at is not None
    job.state = derive_job_state([RunState(state) for state in states], cancel_requested=was_requested)
    if job.state in JOB_TERMINAL and job.finished_at is None:
        job.finished_at = now


def _end_phases(session: Session, run_id: uuid.UUID, attempt: Attempt) -> None:
    now = read_clock(session)
    for phase in session.scalars(select(Phase).where(Phase.run_id == run_id)):
        if phase.state not in PHASE_TERMINAL:
            phase.state = PhaseState.LOST
        if phase.folded_at is None:
            fold_phase(session, phase=phase, attempt_id=attempt.id, now=now)


def _quarantine(session: Session, server: Server, reason: str) -> None:
    """Quarantine a server until a discovery finds that nothing runs there, and request the discovery.

    Nothing starts on a quarantined server. A retired server does not change.
    """
    if server.state == ServerState.RETIRED:
        return
    if server.state != ServerState.QUARANTINED:
        server.state = ServerState.QUARANTINED
        server.state_reason = server.last_error = reason
        server.last_error_kind = FailureKind.INFRASTRUCTURE
    request_discovery(session, server=server)
