"""One step of an attempt: claim it, make all possible transitions, release it. Never raises."""

from __future__ import annotations

import datetime as dt
import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from sqlalchemy import select
from sqlalchemy.exc import InterfaceError, OperationalError

from storagelab.db.models import AttemptEvent, Phase, StreamCursor
from storagelab.domain.lifecycle import AttemptState, FailureKind, ServerState
from storagelab_workers import leases
from storagelab_workers.attempts import begin
from storagelab_workers.attempts.collect import collect
from storagelab_workers.attempts.poll import poll
from storagelab_workers.attempts.streams import stream_name
from storagelab_workers.attempts.transitions import Failure, finish, move, note
from storagelab_workers.attempts.turn import Change, Superseded, Turn, change, claim
from storagelab_workers.crash_points import crash_point
from storagelab_workers.quarantine import mark_server
from storagelab_workers.timing import (
    BUSY_AGAIN,
    GIVE_BACK_AFTER,
    REDISCOVER_AFTER,
    SILENCE_AFTER_DEADLINE,
    retry_after,
    scaled,
)
from storagelab_workers.transports.base import ChannelBusy, HostKeyMismatch, ServerUnreachable
from storagelab_workers.transports.pool import TransportPool

log = structlog.get_logger(__name__)

#: After this many unexpected errors in a row something of ours is broken, and waiting does not mend it.
MOST_ERRORS = 5
_DATABASE_TRIES = 5

#: A start was sent, so I/O may have begun whatever is known of it.
_AFTER_START = (AttemptState.STARTING, AttemptState.RUNNING, AttemptState.COLLECTING)

_ACTIONS: dict[AttemptState, Callable[[Turn], bool]] = {
    AttemptState.QUEUED: begin.lease,
    AttemptState.LEASED: begin.prepare,
    AttemptState.PREPARED: begin.announce_start,
    AttemptState.STARTING: begin.start,
    AttemptState.RUNNING: poll,
    AttemptState.COLLECTING: collect,
}


def step(attempt_id: uuid.UUID, *, servers: TransportPool, actor: str) -> None:
    """Drive an attempt on if it is due. Safe to call at any time, by anybody, any number of times."""
    try:
        turn = claim(attempt_id, servers=servers, actor=actor)
    except (OperationalError, InterfaceError) as problem:
        log.warning("database_lost", attempt_id=str(attempt_id), error=_first_line(problem))
        return
    except Exception:
        log.exception("claim_failed", attempt_id=str(attempt_id))
        return
    if turn is None:
        return
    crash_point("after_claim")
    try:
        _drive(turn)
    except Superseded:
        log.info("step_superseded", attempt_id=str(attempt_id))
    except Exception:
        # Only reached when even the failure could not be stored; the claim ends by itself and the step is repeated.
        log.exception("step_failed", attempt_id=str(attempt_id))


def _drive(turn: Turn) -> None:
    try:
        while _ACTIONS[AttemptState(turn.attempt.state)](turn):
            if turn.over_budget:
                with change(turn) as now:
                    now.rest(0.0)
                return
    except Superseded:
        raise
    except ChannelBusy:
        # Nothing was learnt of the server, and this thread is needed for others.
        with change(turn) as now:
            now.rest(scaled(BUSY_AGAIN))
    except ServerUnreachable as problem:
        with change(turn) as now:
            _unreachable(now, problem)
    except (OperationalError, InterfaceError) as problem:
        log.warning("database_lost", attempt_id=str(turn.attempt.id), error=_first_line(problem))
        _let_go(turn)
    except Exception as problem:
        log.exception("step_error", attempt_id=str(turn.attempt.id), state=turn.attempt.state)
        with change(turn) as now:
            _unexpected(now, problem)


def _let_go(turn: Turn) -> None:
    """Give the claim back once the database answers again, so that nobody waits until it ends by itself."""
    for _ in range(_DATABASE_TRIES):
        time.sleep(scaled(1.0))
        try:
            with change(turn) as now:
                now.rest(0.0)
        except (OperationalError, InterfaceError) as problem:
            log.warning("database_lost", attempt_id=str(turn.attempt.id), error=_first_line(problem))
        else:
            return


def _first_line(problem: Exception) -> str:
    """Return the first line of an error, without the statement and the values of a database error."""
    return f"{type(problem).__name__}: {problem}".splitlines()[0][:300]


def _unreachable(now: Change, problem: ServerUnreachable) -> None:
    """The server gave no answer. Leases stay where I/O may have begun; only evidence ends such an attempt."""
    attempt = now.attempt
    attempt.poll_failures += 1
    if attempt.connectivity != "unreachable":
        attempt.connectivity = "unreachable"
        attempt.unreachable_since = now.now
        note(now, "reach", problem.message)
    retry_at = now.now + dt.timedelta(seconds=scaled(REDISCOVER_AFTER))
    if isinstance(problem, HostKeyMismatch):
        mark_server(now.server, ServerState.QUARANTINED, problem.message)
    elif now.server.state in (ServerState.READY, ServerState.BUSY):
        mark_server(now.server, ServerState.UNREACHABLE, problem.message, retry_at=retry_at)
    silent = (now.now - (attempt.unreachable_since or now.now)).total_seconds()
    if attempt.state == AttemptState.LEASED and (
        attempt.requested_state == "cancel" or silent >= scaled(GIVE_BACK_AFTER)
    ):
        _give_back(now, problem)
        return
    if attempt.state in _AFTER_START and _must_be_over(now, silent):
        _lost_in_silence(now)
        return
    now.rest(retry_after(attempt.poll_failures))


def _give_back(now: Change, problem: ServerUnreachable) -> None:
    """Nothing was started, so others need not wait for a server that this attempt cannot reach either."""
    move(now, AttemptState.QUEUED, f"Back in the queue: {problem.message}")
    leases.release(now.session, attempt_id=now.attempt.id, server_id=now.attempt.server_id)
    now.attempt.connectivity = "ok"
    now.attempt.unreachable_since = None
    now.attempt.poll_failures = 0
    now.rest(0.0)


def _must_be_over(now: Change, silent_s: float) -> bool:
    """Return whether the runner's own deadline passed so long ago that nothing of the attempt can still run."""
    began = now.attempt.started_at or now.attempt.unreachable_since
    if began is None or silent_s < scaled(SILENCE_AFTER_DEADLINE):
        return False
    deadline = began + dt.timedelta(seconds=now.attempt.spec["deadline_seconds"])
    return now.now >= deadline + dt.timedelta(seconds=scaled(SILENCE_AFTER_DEADLINE))


def _lost_in_silence(now: Change) -> None:
    attempt, name = now.attempt, now.server.name
    since = attempt.unreachable_since or now.now
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
    finish(now, AttemptState.LOST, message, evidence=evidence, failure=Failure(FailureKind.INFRASTRUCTURE, message))


def _unexpected(now: Change, problem: Exception) -> None:
    """An error nobody foresaw: tell it, try again later, and after several in a row stop what can be stopped."""
    attempt = now.attempt
    attempt.poll_failures += 1
    said = _first_line(problem)
    note(now, "error", f"A step failed and is tried again: {said}")
    now.session.flush()
    if not _errors_in_a_row(now):
        now.rest(retry_after(attempt.poll_failures))
        return
    failure = Failure(FailureKind.BUG, f"Storage Lab failed {MOST_ERRORS} times in a row here: {said}")
    evidence: dict[str, Any] = {"error": said, "state": attempt.state}
    match AttemptState(attempt.state):
        case AttemptState.QUEUED | AttemptState.LEASED | AttemptState.PREPARED:
            # No start was sent from any of these.
            finish(now, AttemptState.REFUSED, failure.message, evidence=evidence, failure=failure)
        case AttemptState.COLLECTING if attempt.exit_record is not None:
            evidence["exit"] = attempt.exit_record
            finish(now, AttemptState.FAILED, failure.message, evidence=evidence, failure=failure)
        case AttemptState.COLLECTING:
            finish(now, AttemptState.LOST, failure.message, evidence=evidence, failure=failure)
        case AttemptState.RUNNING:
            _stop_reading_samples(now, said)
            now.rest(retry_after(attempt.poll_failures))
        case _:
            now.rest(retry_after(attempt.poll_failures))


def _errors_in_a_row(now: Change) -> bool:
    kinds = now.session.scalars(
        select(AttemptEvent.kind)
        .where(AttemptEvent.attempt_id == now.attempt.id)
        .order_by(AttemptEvent.id.desc())
        .limit(MOST_ERRORS)
    ).all()
    return len(kinds) == MOST_ERRORS and set(kinds) == {"error"}


def _stop_reading_samples(now: Change, why: str) -> None:
    """Leave the samples in the raw files, so that the end of the run is still seen; they are evaluated from there."""
    unfolded = now.session.scalars(select(Phase).where(Phase.run_id == now.run.id, Phase.folded_at.is_(None)))
    for phase in unfolded:
        key = {"attempt_id": now.attempt.id, "stream": stream_name(now.job.engine, phase.ordinal)}
        cursor = now.session.get(StreamCursor, key) or StreamCursor(**key, offset=0, state=None)
        cursor.state = {**(cursor.state or {}), "unreadable": why}
        now.session.add(cursor)
    note(now, "samples", "The live curve ends here. The raw files are kept and evaluated at the end.")
