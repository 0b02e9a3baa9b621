"""From the queue to running I/O: leases, the runner's copy of the plan, and the one start."""

from __future__ import annotations

import datetime as dt

from sqlalchemy.exc import IntegrityError

from storagelab.domain.lifecycle import AttemptState, FailureKind, ServerState
from storagelab.errors import ServerCallFailed
from storagelab_workers import leases
from storagelab_workers.attempts.transitions import Failure, finish, mark_server, move, note, rediscover
from storagelab_workers.attempts.turn import Change, Turn, change
from storagelab_workers.configuration_snapshot import file_configuration
from storagelab_workers.crash_points import crash_point
from storagelab_workers.timing import WAIT_FOR_SERVER, scaled
from storagelab_workers.transports.base import ServerUnreachable

PROTOCOL = 1
#: A server whose clock is further off than this starts nothing: its logs and certificates could not be trusted.
LARGEST_CLOCK_OFFSET_MS = 60_000
_USABLE = (ServerState.READY, ServerState.BUSY)


def lease(turn: Turn) -> bool:
    """QUEUED: take the server when the job's time has come and nothing is ahead of it. True when it has moved on."""
    with change(turn) as now:
        if now.attempt.desired == "cancel":
            _cancel_unstarted(now)
            return False
        start_before = now.job.start_before
        if start_before is not None and start_before <= now.now:
            waited = now.attempt.waiting_reason or "its turn had not come"
            message = f"It could not start before {_utc(start_before)}: {waited}."
            evidence = {"start_before": start_before.isoformat(), "started": False}
            finish(now, AttemptState.REFUSED, message, evidence=evidence, failure=Failure(FailureKind.JOB, message))
            return False
        if now.server.state == ServerState.RETIRED:
            message = f"{now.server.name} was retired before the run could start."
            failure = Failure(FailureKind.INFRASTRUCTURE, message)
            finish(now, AttemptState.REFUSED, message, evidence={"server_state": "retired"}, failure=failure)
            return False
        waiting = _reason_to_wait(now)
        if waiting is not None:
            _wait(now, *waiting)
            return False
    return _acquire(turn)


def prepare(turn: Turn) -> bool:
    """LEASED: check the server's word on itself, file the configuration, and hand over the plan."""
    if turn.attempt.desired == "cancel":
        with change(turn) as now:
            _cancel_unstarted(now)
        return False
    try:
        hello = turn.call("hello")
        if hello["boot_id"] != turn.server.boot_id:
            _restarted_since_discovery(turn)
            return False
        _check(turn, hello)
        turn.call("prepare", fenced=True, spec=turn.attempt.spec)
    except ServerUnreachable:
        raise
    except ServerCallFailed as refusal:
        return _refused(turn, refusal)
    crash_point("after_prepare_before_commit")
    with change(turn) as now:
        engine = hello["engines"][now.job.engine]
        now.run.engine = now.job.engine
        now.run.engine_version = engine["version"]
        now.server.fio_version = engine["version"]
        now.server.last_seen_at = now.now
        now.attempt.boot_id = hello["boot_id"]
        now.run.configuration_id = file_configuration(
            now.session,
            server=now.server,
            job=now.job,
            hello=hello,
            target_path=turn.attempt.spec["target"].get("path"),
        )
        move(now, AttemptState.PREPARED, f"{now.server.name} holds the plan.")
    crash_point("after_prepared_commit")
    return True


def announce_start(turn: Turn) -> bool:
    """PREPARED: store the intention, so that from here on only the runner's word says whether I/O began."""
    if turn.attempt.desired == "cancel":
        # No start was ever sent, so the tombstone only has to reach the server if it can.
        try:
            turn.call("cancel", fenced=True)
        except ServerCallFailed as problem:
            tombstone = f"not left: {problem.message}"
        else:
            tombstone = "left"
        with change(turn) as now:
            _cancel_unstarted(now, tombstone=tombstone)
        return False
    with change(turn) as now:
        move(now, AttemptState.STARTING, "Starting.")
    crash_point("after_starting_commit")
    return True


def start(turn: Turn) -> bool:
    """STARTING: start, or learn that it was started; the runner makes sure that it happens once."""
    if turn.attempt.desired == "cancel":
        return _cancel_starting(turn)
    try:
        status = turn.call("start", fenced=True)
    except ServerUnreachable:
        raise
    except ServerCallFailed as refusal:
        return _refused(turn, refusal)
    crash_point("after_start_before_commit")
    again = bool(status.pop("again", False))
    _running(turn, status, "I/O had been started before." if again else "I/O was started.")
    return True


def _reason_to_wait(now: Change) -> tuple[str, float] | None:
    """Why the attempt stays in the queue, and for how long it need not look again."""
    start_after = now.job.start_after
    if start_after is not None and start_after > now.now:
        return f"starts at {_utc(start_after)}, as asked", (start_after - now.now).total_seconds()
    server = now.server
    if server.state not in _USABLE:
        why = f" ({server.state_reason})" if server.state_reason else ""
        return f"waiting for {server.name}: it is {server.state}{why}", scaled(WAIT_FOR_SERVER)
    blocker = leases.find_blocker(now.session, attempt=now.attempt, job=now.job, server=server)
    return (blocker.reason, scaled(WAIT_FOR_SERVER)) if blocker is not None else None


def _wait(now: Change, reason: str, seconds: float) -> None:
    if now.attempt.waiting_reason != reason:
        now.attempt.waiting_reason = reason
        note(now, "waiting", reason)
    now.rest(seconds)


def _acquire(turn: Turn) -> bool:
    try:
        with change(turn) as now:
            now.attempt.fence = leases.acquire(now.session, attempt=now.attempt, job=now.job, server=now.server)
            now.server.state = ServerState.BUSY
            now.server.state_reason = f"r-{now.run.number} is running there"
            move(now, AttemptState.LEASED, f"{now.server.name} is reserved for this run.")
    except IntegrityError:
        # Another attempt was faster between looking and taking. The next look says who it is.
        with change(turn) as now:
            _wait(now, f"waiting for {now.server.name}: another run was faster", scaled(1.0))
        return False
    crash_point("after_lease_commit")
    return True


def _restarted_since_discovery(turn: Turn) -> None:
    """Kernel, firmware and the names of drives may be others now, and the lease names a boot that is over."""
    with change(turn) as now:
        reason = f"{now.server.name} was restarted since its inventory was read: it is read again"
        move(now, AttemptState.QUEUED, f"Back in the queue: {reason}.")
        leases.release(now.session, attempt_id=now.attempt.id, server_id=now.server.id)
        rediscover(now, reason)
        now.rest(0.0)


def _check(turn: Turn, hello: dict[str, object]) -> None:
    """Raise ServerCallFailed when what the server says about itself forbids a start."""
    name = turn.server.name
    if hello["protocol"] != PROTOCOL:
        raise ServerCallFailed(
            f"The runner on {name} speaks another protocol ({hello['protocol']}); discover the server again.",
            runner_code="refused",
            kind="infrastructure",
        )
    offset_ms = turn.server.clock_offset_ms
    if offset_ms is not None and abs(offset_ms) > LARGEST_CLOCK_OFFSET_MS:
        raise ServerCallFailed(
            f"The clock of {name} is {offset_ms / 1000:.0f} s off; set it, then discover the server again.",
            runner_code="refused",
            kind="infrastructure",
        )
    engines = hello["engines"]
    engine = engines.get(turn.job.engine) if isinstance(engines, dict) else None
    if not engine or engine.get("error"):
        reason = (engine or {}).get("error") or f"{turn.job.engine} is not installed"
        raise ServerCallFailed(f"{name}: {reason}", runner_code="engine_missing", kind="infrastructure")


def _refused(turn: Turn, refusal: ServerCallFailed) -> bool:
    """What follows from the runner's no: wait while the server is busy, else the end, without any I/O."""
    with change(turn) as now:
        name = now.server.name
        if refusal.runner_code == "host_busy":
            _wait(now, f"waiting for {name}: {refusal.message}", scaled(WAIT_FOR_SERVER))
            return False
        evidence = {"runner_code": refusal.runner_code, "message": refusal.message}
        if refusal.runner_code == "cancelled":
            finish(now, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)
            return False
        failure = Failure.of(refusal.kind, refusal.message)
        if refusal.runner_code == "not_found" and now.attempt.state == AttemptState.STARTING:
            message = f"{name} no longer knows this attempt: its state folder was emptied."
            finish(
                now, AttemptState.LOST, message, evidence=evidence, failure=Failure(FailureKind.INFRASTRUCTURE, message)
            )
            return False
        finish(now, AttemptState.REFUSED, refusal.message, evidence=evidence, failure=failure)
        if refusal.runner_code in ("stale_fence", "wrong_controller"):
            mark_server(now.server, ServerState.QUARANTINED, refusal.message)
    return False


def _cancel_unstarted(now: Change, *, tombstone: str | None = None) -> None:
    evidence = {"started": False, "tombstone": tombstone}
    finish(now, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)


def _cancel_starting(turn: Turn) -> bool:
    """A start may be on its way: the runner decides whether the cancel came first."""
    try:
        status = turn.call("cancel", fenced=True)
    except ServerUnreachable:
        raise
    except ServerCallFailed as refusal:
        return _refused(turn, refusal)
    if status["state"] != "cancelled":
        _running(turn, status, "The cancel came after the start: I/O is being stopped.")
        return True
    with change(turn) as now:
        evidence = {"started": False, "runner_state": "cancelled"}
        finish(now, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)
    return False


def _running(turn: Turn, status: dict[str, object], message: str) -> None:
    with change(turn) as now:
        attempt = now.attempt
        attempt.io_started = True
        attempt.started_at = now.now
        attempt.boot_id = str(status["boot_id"]) if status["boot_id"] else attempt.boot_id
        boottime = status["started_boottime_ns"]
        attempt.started_boottime_ns = boottime if isinstance(boottime, int) else None
        attempt.poll_failures = 0
        move(now, AttemptState.RUNNING, message)


def _utc(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
