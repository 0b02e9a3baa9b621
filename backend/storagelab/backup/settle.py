"""Settlement of work that was under way at the backup, so that the restored copy starts no I/O.

The original may be alive and go on with these very attempts. Where it is not, their outcome is unknown.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, literal, null, or_, select, update
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Attempt,
    AttemptEvent,
    Campaign,
    DriveStateEntry,
    Import,
    Job,
    LabSetting,
    Lease,
    Phase,
    Run,
    Server,
)
from storagelab.dispatch.repeating import settle_repeats
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CampaignState
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import (
    ATTEMPT_TERMINAL,
    JOB_TERMINAL,
    PHASE_TERMINAL,
    RUN_STATE_OF_ATTEMPT,
    AttemptState,
    FailureKind,
    PhaseState,
    RunState,
    ServerState,
    check_transition,
    derive_job_state,
)

ACTOR = "restore"
#: No start was sent from these, so nothing of the attempt has happened.
_BEFORE_START = (AttemptState.QUEUED, AttemptState.LEASED, AttemptState.PREPARED)


#: Why no repeat follows the runs that were ended.
_RESTORED = "the lab was restored from a backup"


@dataclass(frozen=True, slots=True)
class Settled:
    """Numbers of the runs that were ended."""

    lost: list[int]
    cancelled: list[int]


def settle(session: Session, *, backed_up_at: dt.datetime, same_lab: bool) -> Settled:
    """End every attempt that was live at the backup, free its resources, and record the restore.

    Also pauses campaigns, resets imports and invalidates drive states. `same_lab` preserves the lab's identity, so its
    fence must rise above every number used since the backup. Returns the ended runs.
    """
    now = read_clock(session)
    settled = Settled([], [])
    rows = session.execute(
        select(Attempt, Run, Job, Server)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .join(Server, Server.id == Attempt.server_id)
        .where(Attempt.state.not_in(ATTEMPT_TERMINAL))
        .order_by(Attempt.number)
    ).all()
    for attempt, run, job, server in rows:
        unstarted = attempt.state in _BEFORE_START
        (settled.cancelled if unstarted else settled.lost).append(run.number)
        _end(session, attempt, run, unstarted=unstarted, backed_up_at=backed_up_at, now=now)
        _look_again(server, unstarted=unstarted, now=now)
        session.flush()
        settle_repeats(session, job=job, attempt_id=attempt.id, actor=ACTOR, now=now, ended=_RESTORED)
        _settle_job(session, job, now)
    _pause_campaigns(session, backed_up_at, now)
    _read_imports_again(session)
    _invalidate_drive_states(session, backed_up_at)
    if same_lab:
        _raise_fences(session)
    # Heartbeats of the other lab's processes do not apply to this lab.
    session.execute(delete(LabSetting).where(LabSetting.key.startswith("heartbeat.")))
    audit.record_event(
        session,
        user_id=None,
        action="lab_restored",
        subject="lab",
        backed_up_at=backed_up_at.isoformat(),
        same_lab=same_lab,
        lost=settled.lost,
        cancelled=settled.cancelled,
    )
    session.flush()
    return settled


def _pause_campaigns(session: Session, backed_up_at: dt.datetime, now: dt.datetime) -> None:
    """Pause planned and running campaigns, and mark the arrays of all unfinished ones as stale.

    No campaign then submits a job by itself or builds on an array as it was at the backup.
    """
    going = Campaign.has_children.is_(False) & Campaign.state.not_in(CAMPAIGN_TERMINAL)
    # What is over several servers follows its parts.
    for campaign in session.scalars(select(Campaign).where(going)):
        campaign.inventory_not_before = now
        if campaign.array is not None:
            campaign.array = {**campaign.array, "stale": True}
        if campaign.state in (CampaignState.PLANNED, CampaignState.RUNNING):
            campaign.state, campaign.next_check_at = CampaignState.PAUSED, None
            campaign.waiting_reason = (
                f"The lab was restored from its backup of {backed_up_at:%Y-%m-%d %H:%M} UTC. Resume the campaign here, "
                "unless the lab that was backed up continues it."
            )


def _invalidate_drive_states(session: Session, backed_up_at: dt.datetime) -> None:
    """Record the state of every known drive as unknown: runs may have written since the backup."""
    reason = (
        f"the lab was restored from a backup of {backed_up_at:%Y-%m-%d %H:%M} UTC, and changes since then are unknown"
    )
    entries = select(DriveStateEntry.identity, literal("unknown"), literal(reason)).distinct()
    session.execute(insert(DriveStateEntry).from_select(["identity", "state", "reason"], entries))


def _end(
    session: Session, attempt: Attempt, run: Run, *, unstarted: bool, backed_up_at: dt.datetime, now: dt.datetime
) -> None:
    at = f"{backed_up_at:%Y-%m-%d %H:%M} UTC"
    if unstarted:
        state, left_over = AttemptState.CANCELLED, PhaseState.CANCELLED
        message = f"The lab was restored from its backup of {at}, made before this run had started. Submit it again."
    else:
        state, left_over = AttemptState.LOST, PhaseState.LOST
        message = (
            f"The lab was restored from its backup of {at}, made while this run was under way. "
            "How the run ended is not known."
        )
    from_state = AttemptState(attempt.state)
    check_transition(from_state, state)
    held = session.scalars(select(Lease.resource).where(Lease.attempt_id == attempt.id).order_by(Lease.resource)).all()
    evidence: dict[str, object] = {
        "backed_up_at": backed_up_at.isoformat(),
        "restored_at": now.isoformat(),
        "leases": list(held),
        "last_status": attempt.status,
    }
    session.add(
        AttemptEvent(
            attempt_id=attempt.id,
            who=ACTOR,
            kind="state",
            from_state=from_state,
            to_state=state,
            fence=attempt.fence,
            message=message,
            evidence=evidence,
            evidence_sha256=hashlib.sha256(encode_canonical_json(evidence)).hexdigest(),
        )
    )
    session.execute(delete(Lease).where(Lease.attempt_id == attempt.id))
    session.execute(
        update(Phase).where(Phase.run_id == run.id, Phase.state.not_in(PHASE_TERMINAL)).values(state=left_over)
    )
    attempt.state = state
    attempt.version += 1
    attempt.finished_at = run.finished_at = now
    attempt.next_step_at = attempt.claimed_until = attempt.waiting_reason = None
    attempt.failure_kind = run.failure_kind = FailureKind.INFRASTRUCTURE
    attempt.failure_message = run.failure_message = message
    run.failure_kept = "Kept: everything that the lab had read of the run before the backup."
    run.state = RUN_STATE_OF_ATTEMPT[state]
    run.completeness = "partial"


def _look_again(server: Server, *, unstarted: bool, now: dt.datetime) -> None:
    """Quarantine a server that was in use, and request the discovery that returns it to service.

    A server in maintenance or retired stays as it is. `unstarted` is true for an attempt that had not begun.
    """
    if server.state in (ServerState.MAINTENANCE, ServerState.RETIRED):
        return
    if not unstarted or server.state == ServerState.BUSY:
        server.state = ServerState.QUARANTINED
        server.state_reason = (
            "A run was under way on this server when the lab was backed up. It is discovered again first."
        )
        server.discovery = "requested"
        server.discovery_due_at = now


def _settle_job(session: Session, job: Job, now: dt.datetime) -> None:
    states = [RunState(state) for state in session.scalars(select(Run.state).where(Run.job_id == job.id))]
    job.state = derive_job_state(states, cancel_requested=job.cancel_requested_at is not None)
    if job.state in JOB_TERMINAL and job.finished_at is None:
        job.finished_at = now


def _read_imports_again(session: Session) -> None:
    """Reset imports whose uploads were not stored yet, so that they are read again.

    The backup includes the uploads, but not what had been read of them.
    """
    unread = {"preview": null(), "selection": null(), "error_message": None, "error_kept": None, "finished_at": None}
    was_read = func.jsonb_typeof(Import.preview) == "object"
    session.execute(
        update(Import)
        .where(or_(Import.state.in_(("reading", "ready", "storing")), (Import.state == "failed") & was_read))
        .values(state="reading", tries=0, claimed_until=None, enqueued_at=None, **unread)
    )


def _raise_fences(session: Session) -> None:
    """Raise the fences above every number that was ever reached.

    A fence counts attempts, so the seconds since 1970 are above every such number. A lab that is restored again later
    gets a higher one again.
    """
    seconds = session.scalars(select(func.extract("epoch", func.clock_timestamp()))).one()
    session.execute(update(Server).values(fence=func.greatest(Server.fence, int(seconds))))
