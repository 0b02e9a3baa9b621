"""Automatic retry of a run that had begun I/O: only when it was lost and its job requests it."""

from __future__ import annotations

from sqlalchemy import delete, select

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, AttemptEvent, LatencyOverTime, LiveChunk, Measurement, Phase, Series
from storagelab.domain.lifecycle import AttemptState, PhaseState, RunState, was_left_out
from storagelab.queue import enqueue
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction

REQUEUE_ONCE = "requeue_once"


def needs_second_try(change: AttemptTransaction) -> bool:
    """Return whether a lost attempt is repeated: only the first of a run, if the job requests it.

    A run that was cancelled is not repeated.
    """
    attempt = change.attempt
    is_requested = change.job.on_lost == REQUEUE_ONCE and change.job.cancel_requested_at is None
    return (
        is_requested
        and attempt.state == AttemptState.LOST
        and attempt.ordinal == 1
        and attempt.requested_state == "run"
    )


def try_once_more(change: AttemptTransaction) -> None:
    """Queue the run of a lost attempt again under a new attempt.

    The files of the lost attempt stay, its figures are deleted.
    """
    lost, run = change.attempt, change.run
    phase_ids = select(Phase.id).where(Phase.run_id == run.id)
    for model in (Measurement, Series, LatencyOverTime, LiveChunk):
        change.session.execute(delete(model).where(model.phase_id.in_(phase_ids)))
    for phase in change.session.scalars(select(Phase).where(Phase.run_id == run.id)):
        if was_left_out(phase.state, phase.stop_reason):
            continue
        phase.state = PhaseState.PLANNED
        phase.stop_reason = phase.message = None
        phase.exit_code = phase.started_at = phase.t0_ms = phase.t1_ms = phase.folded_at = None
        phase.in_measurement_window = None
        if phase.workload.get("load_percent") is not None:
            phase.offered_iops = None
    run.state = RunState.WAITING
    run.finished_at = run.started_at = None
    run.failure_kind = run.failure_message = run.failure_kept = None
    run.verdict = None
    attempt = Attempt(
        id=generate_uuid7(),
        run_id=run.id,
        ordinal=lost.ordinal + 1,
        server_id=lost.server_id,
        state=AttemptState.QUEUED,
        spec=lost.spec,
        next_step_at=change.now,
    )
    change.session.add(attempt)
    change.session.flush()
    message = f"A second attempt, as the job asks for: {lost.failure_message or 'the first one was lost.'}"
    change.session.add(
        AttemptEvent(
            attempt_id=attempt.id, who=change.actor, kind="queued", to_state=AttemptState.QUEUED, message=message
        )
    )
    enqueue(change.session, "step_attempt", attempt_id=str(attempt.id))
