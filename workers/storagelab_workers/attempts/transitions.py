"""State transitions of an attempt: its event and the effects on phases, run, job and server."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from storagelab.db.models import AttemptEvent, Job, Measurement, Phase, Run
from storagelab.dispatch.repeating import settle_repeats
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import (
    JOB_TERMINAL,
    PHASE_TERMINAL,
    RUN_STATE_OF_ATTEMPT,
    RUN_TERMINAL,
    AttemptState,
    FailureKind,
    JobState,
    PhaseState,
    RunState,
    ServerState,
    check_transition,
    derive_job_state,
)
from storagelab.results.measure import run_badges
from storagelab.results.skipped_phases import find_left_out
from storagelab_workers import leases
from storagelab_workers.attempts.auto_retry import needs_second_try, try_once_more
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.attempts.clock_news import badge_clock_jumps
from storagelab_workers.attempts.copying import discard_drafts
from storagelab_workers.attempts.phase_conditions import keep_conditions
from storagelab_workers.health_checks import judge_health_check
from storagelab_workers.quarantine import request_discovery


@dataclass(frozen=True, slots=True)
class AttemptFailure:
    """Failure of an attempt: the kind, which determines who acts, and one sentence."""

    kind: FailureKind
    message: str

    @classmethod
    def of(cls, kind: str | None, message: str) -> AttemptFailure:
        """Build a failure from the runner's report; a kind unknown to this version becomes `bug`."""
        return cls(FailureKind(kind) if kind in set(FailureKind) else FailureKind.BUG, message)


#: What becomes of phases that were running, and of those that never began, when the attempt ends so.
_LEFT_OVER_PHASES = {
    AttemptState.FAILED: (PhaseState.FAILED, PhaseState.SKIPPED),
    AttemptState.REFUSED: (PhaseState.SKIPPED, PhaseState.SKIPPED),
    AttemptState.CANCELLED: (PhaseState.CANCELLED, PhaseState.CANCELLED),
    AttemptState.LOST: (PhaseState.LOST, PhaseState.LOST),
}


def add_event(
    change: AttemptTransaction, kind: str, message: str, *, evidence: Mapping[str, object] | None = None
) -> None:
    """Add an event to the attempt without a change of its state."""
    _append(change, kind, message, evidence=evidence)


def transition(
    change: AttemptTransaction, to_state: AttemptState, message: str, *, evidence: Mapping[str, object] | None = None
) -> None:
    """Move the attempt into another state, and run and job with it. Raises IllegalTransition."""
    from_state = AttemptState(change.attempt.state)
    check_transition(from_state, to_state)
    _append(change, "state", message, evidence=evidence, from_state=from_state, to_state=to_state)
    change.attempt.state = to_state
    change.attempt.waiting_reason = None
    change.run.state = RUN_STATE_OF_ATTEMPT[to_state]
    if to_state is AttemptState.RUNNING and change.run.started_at is None:
        change.run.started_at = change.attempt.started_at or change.now
    _settle_job(change)


def finish(
    change: AttemptTransaction,
    to_state: AttemptState,
    message: str,
    *,
    evidence: Mapping[str, object],
    failure: AttemptFailure | None = None,
    complete: bool = False,
) -> None:
    """End an attempt in the state `to_state`, with `evidence` from its server.

    Its phases, run, job, leases and server change in the same transaction. What was measured is preserved.
    """
    attempt, run = change.attempt, change.run
    attempt.finished_at = run.finished_at = change.now
    attempt.next_step_at = attempt.claimed_until = None
    _end_phases(change, to_state)
    run.completeness = "complete" if complete else "partial"
    # What was lost between the order to start and an answer may have begun as well.
    may_have_begun = attempt.io_started or to_state is AttemptState.LOST
    if may_have_begun:
        left_out = find_left_out(change.session, run_id=run.id)
        run.badges = run_badges(run, target_kind=change.job.target["kind"], left_out=left_out)
        keep_conditions(change, to_state)
        badge_clock_jumps(change)
    if failure is not None:
        attempt.failure_kind = run.failure_kind = failure.kind
        attempt.failure_message = run.failure_message = failure.message
        run.failure_kept = _describe_preserved_results(change)
    transition(change, to_state, message, evidence=evidence)
    if needs_second_try(change):
        try_once_more(change)
        _settle_job(change)
    elif settle_repeats(change.session, job=change.job, attempt_id=attempt.id, actor=change.actor, now=change.now):
        _settle_job(change)
    if change.server.state == ServerState.BUSY:
        change.server.state = ServerState.READY
        change.server.state_reason = None
    if may_have_begun and change.job.preparation:
        # Its operations may have made arrays or taken them apart; the next configuration is what a discovery finds.
        request_discovery(change)
    if change.run.state in RUN_TERMINAL:
        judge_health_check(change, to_state, message, kind=failure.kind if failure is not None else None)
    leases.release(change.session, attempt_id=attempt.id, server_id=attempt.server_id)
    discard_drafts(attempt.id)


def keep_findings(change: AttemptTransaction, findings: Sequence[Mapping[str, Any]] | None) -> None:
    """Store the runner's findings about the target under the verb that caused them: prepare or start.

    The attempt's state decides the verb.
    """
    if findings:
        verb = "prepare" if change.attempt.state == AttemptState.LEASED else "start"
        change.attempt.checks = {**change.attempt.checks, verb: list(findings)}


def _append(
    change: AttemptTransaction,
    kind: str,
    message: str,
    *,
    evidence: Mapping[str, object] | None,
    from_state: AttemptState | None = None,
    to_state: AttemptState | None = None,
) -> None:
    change.session.add(
        AttemptEvent(
            attempt_id=change.attempt.id,
            who=change.actor,
            kind=kind,
            from_state=from_state,
            to_state=to_state,
            fence=change.attempt.fence,
            message=message,
            evidence=evidence,
            evidence_sha256=hashlib.sha256(encode_canonical_json(evidence)).hexdigest()
            if evidence is not None
            else None,
        )
    )


def _end_phases(change: AttemptTransaction, to_state: AttemptState) -> None:
    """Set the final state of every phase that has not ended when the attempt ends.

    States that the runner reported were stored before.
    """
    if to_state not in _LEFT_OVER_PHASES:
        return
    begun, not_begun = _LEFT_OVER_PHASES[to_state]
    for phase in change.session.scalars(select(Phase).where(Phase.run_id == change.run.id)):
        if phase.state not in PHASE_TERMINAL:
            phase.state = not_begun if phase.state == PhaseState.PLANNED else begun


def _describe_preserved_results(change: AttemptTransaction) -> str:
    names = change.session.scalars(
        select(Phase.name)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .where(Phase.run_id == change.run.id)
        .order_by(Phase.ordinal)
    ).all()
    if not names:
        return "Nothing had been measured."
    shown = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"]
    return f"Kept: what was measured in {', '.join(shown)}, with every raw file that could be read."


def _settle_job(change: AttemptTransaction) -> None:
    """Derive the state and times of the job from its runs and store them.

    The job's row is locked, because two runs may end at the same moment.
    """
    session = change.session
    session.flush()
    job = session.scalars(select(Job).where(Job.id == change.job.id).with_for_update()).one()
    states = [RunState(state) for state in session.scalars(select(Run.state).where(Run.job_id == job.id))]
    job.state = derive_job_state(states, cancel_requested=job.cancel_requested_at is not None)
    if job.state == JobState.QUEUED and job.started_at is not None:
        # Its run waits for a second attempt: a job that has begun never counts as waiting again.
        job.state = JobState.RUNNING
    if job.state != JobState.QUEUED and job.started_at is None:
        job.started_at = change.now
    if job.state not in JOB_TERMINAL:
        job.finished_at = None
    elif job.finished_at is None:
        job.finished_at = change.now
