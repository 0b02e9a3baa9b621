"""One step of an attempt: claim it, make all possible transitions, release it. Never raises."""

from __future__ import annotations

import datetime as dt
import time
import uuid
from collections.abc import Callable

import structlog
from sqlalchemy import select
from sqlalchemy.exc import InterfaceError, OperationalError

from storagelab.db.models import AttemptEvent, Phase, StreamCursor
from storagelab.domain.lifecycle import AttemptState, FailureKind, ServerState
from storagelab_workers import leases
from storagelab_workers.attempts import begin
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, ClaimedAttempt, ClaimLost, change, claim
from storagelab_workers.attempts.collect import collect
from storagelab_workers.attempts.poll import poll
from storagelab_workers.attempts.streams import stream_name
from storagelab_workers.attempts.transitions import AttemptFailure, add_event, finish, transition
from storagelab_workers.crash_points import crash_point
from storagelab_workers.quarantine import mark_server
from storagelab_workers.timing import (
    BUSY_AGAIN,
    GIVE_BACK_AFTER,
    REDISCOVER_AFTER,
    SILENCE_AFTER_DEADLINE,
    retry_after,
    scale_seconds,
)
from storagelab_workers.transports.base import ChannelBusy, HostKeyMismatch, ServerUnreachable
from storagelab_workers.transports.pool import TransportPool

log = structlog.get_logger(__name__)

#: After this many unexpected errors in a row the fault is in this code, and waiting does not fix it.
MAX_ERRORS = 5
_DATABASE_TRIES = 5

#: A start was sent, so I/O may have begun, whatever is known of it.
_AFTER_START = (AttemptState.STARTING, AttemptState.RUNNING, AttemptState.COLLECTING)

_ACTIONS: dict[AttemptState, Callable[[ClaimedAttempt], bool]] = {
    AttemptState.QUEUED: begin.lease,
    AttemptState.LEASED: begin.prepare,
    AttemptState.PREPARED: begin.announce_start,
    AttemptState.STARTING: begin.start,
    AttemptState.RUNNING: poll,
    AttemptState.COLLECTING: collect,
}


def advance_attempt(attempt_id: uuid.UUID, *, servers: TransportPool, actor: str) -> None:
    """Advance an attempt by one step if it is due.

    Safe to call at any time, by any caller, any number of times.
    """
    try:
        claimed = claim(attempt_id, servers=servers, actor=actor)
    except (OperationalError, InterfaceError) as problem:
        log.warning("database_lost", attempt_id=str(attempt_id), error=_extract_first_line(problem))
        return
    except Exception:
        log.exception("claim_failed", attempt_id=str(attempt_id))
        return
    if claimed is None:
        return
    crash_point("after_claim")
    try:
        _drive(claimed)
    except ClaimLost:
        log.info("step_superseded", attempt_id=str(attempt_id))
    except Exception:
        # Only reached when even the failure could not be stored; the claim ends by itself and the step is repeated.
        log.exception("step_failed", attempt_id=str(attempt_id))


def _drive(claimed: ClaimedAttempt) -> None:
    try:
        while _ACTIONS[AttemptState(claimed.attempt.state)](claimed):
            if claimed.over_budget:
                with change(claimed) as tx:
                    tx.release(0.0)
                return
    except ClaimLost:
        raise
    except ChannelBusy:
        # Busy channel: do not block this worker thread.
        with change(claimed) as tx:
            tx.release(scale_seconds(BUSY_AGAIN))
    except ServerUnreachable as problem:
        with change(claimed) as tx:
            _handle_unreachable(tx, problem)
    except (OperationalError, InterfaceError) as problem:
        log.warning("database_lost", attempt_id=str(claimed.attempt.id), error=_extract_first_line(problem))
        _let_go(claimed)
    except Exception as problem:
        log.exception("step_error", attempt_id=str(claimed.attempt.id), state=claimed.attempt.state)
        with change(claimed) as tx:
            _handle_unexpected_error(tx, problem)


def _let_go(claimed: ClaimedAttempt) -> None:
    """Release the claim once the database answers again, so that no worker waits until it expires."""
    for _ in range(_DATABASE_TRIES):
        time.sleep(scale_seconds(1.0))
        try:
            with change(claimed) as tx:
                tx.release(0.0)
        except (OperationalError, InterfaceError) as problem:
            log.warning("database_lost", attempt_id=str(claimed.attempt.id), error=_extract_first_line(problem))
        else:
            return


def _extract_first_line(problem: Exception) -> str:
    """Return the first line of an error, without the statement and the values of a database error."""
    return f"{type(problem).__name__}: {problem}".splitlines()[0][:300]


def _handle_unreachable(tx: AttemptTransaction, problem: ServerUnreachable) -> None:
    """Record that the server gave no answer, and decide whether the attempt waits or ends.

    Leases remain where I/O may have begun; only evidence ends such an attempt.
    """
    attempt = tx.attempt
    attempt.poll_failures += 1
    if attempt.connectivity != "unreachable":
        attempt.connectivity = "unreachable"
        attempt.unreachable_since = tx.now
        add_event(tx, "reach", problem.message)
    retry_at = tx.now + dt.timedelta(seconds=scale_seconds(REDISCOVER_AFTER))
    if isinstance(problem, HostKeyMismatch):
        mark_server(tx.server, ServerState.QUARANTINED, problem.message)
    elif tx.server.state in (ServerState.READY, ServerState.BUSY):
        mark_server(tx.server, ServerState.UNREACHABLE, problem.message, retry_at=retry_at)
    silent = (tx.now - (attempt.unreachable_since or tx.now)).total_seconds()
    if attempt.state == AttemptState.LEASED and (
        attempt.requested_state == "cancel" or silent >= scale_seconds(GIVE_BACK_AFTER)
    ):
        _give_back(tx, problem)
        return
    if attempt.state in _AFTER_START and _must_be_over(tx, silent):
        _end_silent_attempt(tx)
        return
    tx.release(retry_after(attempt.poll_failures))


def _give_back(tx: AttemptTransaction, problem: ServerUnreachable) -> None:
    """Queue an attempt that started nothing again and release its leases.

    Others need not wait for a server that this attempt cannot reach either.
    """
    transition(tx, AttemptState.QUEUED, f"Back in the queue: {problem.message}")
    leases.release(tx.session, attempt_id=tx.attempt.id, server_id=tx.attempt.server_id)
    tx.attempt.connectivity = "ok"
    tx.attempt.unreachable_since = None
    tx.attempt.poll_failures = 0
    tx.release(0.0)


def _must_be_over(tx: AttemptTransaction, silent_s: float) -> bool:
    """Return whether the runner's deadline passed so long ago that nothing of the attempt still runs.

    `silent_s` is the time in seconds since the server last answered.
    """
    began = tx.attempt.started_at or tx.attempt.unreachable_since
    if began is None or silent_s < scale_seconds(SILENCE_AFTER_DEADLINE):
        return False
    deadline = began + dt.timedelta(seconds=tx.attempt.spec["deadline_seconds"])
    return tx.now >= deadline + dt.timedelta(seconds=scale_seconds(SILENCE_AFTER_DEADLINE))


def _end_silent_attempt(tx: AttemptTransaction) -> None:
    attempt, name = tx.attempt, tx.server.name
    since = attempt.unreachable_since or tx.now
    message = (
        f"{name} has not answered since {since:%Y-%m-%d %H:%M} UTC, and the run's own limit has passed there: "
        "nothing of it can still be running."
    )
    evidence = {
        "unreachable_since": since.isoformat(),
        "deadline_seconds": attempt.spec["deadline_seconds"],
        "started_at": attempt.started_at.isoformat() if attempt.started_at else None,
        "last_status": attempt.status,
    }
    finish(
        tx, AttemptState.LOST, message, evidence=evidence, failure=AttemptFailure(FailureKind.INFRASTRUCTURE, message)
    )


def _handle_unexpected_error(tx: AttemptTransaction, problem: Exception) -> None:
    """Record an unexpected error and try again later; after several in a row stop the attempt.

    Only what can be stopped in its state is stopped.
    """
    attempt = tx.attempt
    attempt.poll_failures += 1
    summary = _extract_first_line(problem)
    add_event(tx, "error", f"A step failed and is tried again: {summary}")
    tx.session.flush()
    if not _has_repeated_errors(tx):
        tx.release(retry_after(attempt.poll_failures))
        return
    failure = AttemptFailure(FailureKind.BUG, f"Storage Lab failed {MAX_ERRORS} times in a row here: {summary}")
    evidence: dict[str, object] = {"error": summary, "state": attempt.state}
    match AttemptState(attempt.state):
        case AttemptState.QUEUED | AttemptState.LEASED | AttemptState.PREPARED:
            # No start was sent from any of these.
            finish(tx, AttemptState.REFUSED, failure.message, evidence=evidence, failure=failure)
        case AttemptState.COLLECTING if attempt.exit_record is not None:
            evidence["exit"] = attempt.exit_record
            finish(tx, AttemptState.FAILED, failure.message, evidence=evidence, failure=failure)
        case AttemptState.COLLECTING:
            finish(tx, AttemptState.LOST, failure.message, evidence=evidence, failure=failure)
        case AttemptState.RUNNING:
            _stop_reading_samples(tx, summary)
            tx.release(retry_after(attempt.poll_failures))
        case _:
            tx.release(retry_after(attempt.poll_failures))


def _has_repeated_errors(tx: AttemptTransaction) -> bool:
    kinds = tx.session.scalars(
        select(AttemptEvent.kind)
        .where(AttemptEvent.attempt_id == tx.attempt.id)
        .order_by(AttemptEvent.id.desc())
        .limit(MAX_ERRORS)
    ).all()
    return len(kinds) == MAX_ERRORS and set(kinds) == {"error"}


def _stop_reading_samples(tx: AttemptTransaction, reason: str) -> None:
    """Stop reading the attempt's samples live, for `reason`, so that its end is still seen.

    The samples stay in the raw files and are evaluated at the end.
    """
    unfolded = tx.session.scalars(select(Phase).where(Phase.run_id == tx.run.id, Phase.folded_at.is_(None)))
    for phase in unfolded:
        key = {"attempt_id": tx.attempt.id, "stream": stream_name(tx.job.engine, phase.ordinal)}
        cursor = tx.session.get(StreamCursor, key) or StreamCursor(**key, offset=0, state=None)
        cursor.state = {**(cursor.state or {}), "unreadable": reason}
        tx.session.add(cursor)
    add_event(tx, "samples", "The live curve ends here. The raw files are kept and evaluated at the end.")
