"""From the queue to running I/O: leases, the runner's copy of the plan, and the one start."""

from __future__ import annotations

from typing import Any

from sqlalchemy.exc import IntegrityError

from storagelab.domain.lifecycle import AttemptState, FailureKind, ServerState
from storagelab.errors import ServerCallFailed
from storagelab.results.attempt_times import started_ago
from storagelab_workers import leases
from storagelab_workers.attempts.resuming import check_nothing_changed
from storagelab_workers.attempts.reusing import check_drives_are_as_planned
from storagelab_workers.attempts.transitions import Failure, finish, keep_findings, move, note
from storagelab_workers.attempts.turn import Change, Turn, change
from storagelab_workers.attempts.waiting import Wait, busy_reason, find_reason, utc
from storagelab_workers.configuration_snapshot import file_configuration
from storagelab_workers.crash_points import crash_point
from storagelab_workers.protocol import check_protocol
from storagelab_workers.quarantine import hold_server, rediscover, request_discovery, resync_advice
from storagelab_workers.timing import STEP_LIMIT, WAIT_FOR_SERVER, scaled
from storagelab_workers.transports.base import ChannelBusy, ServerUnreachable

#: A reason that has just ended is not looked at over and over within one moment.
_SHORTEST_WAIT = 0.05


def lease(turn: Turn) -> bool:
    """QUEUED: take the server when the job's time has come and nothing is ahead of it. True when it has moved on."""
    with change(turn) as now:
        if now.attempt.requested_state == "cancel":
            _cancel_unstarted(now)
            return False
        start_before = now.job.start_before
        if start_before is not None and start_before <= now.now:
            waited = now.attempt.waiting_reason or "its turn had not come"
            message = f"It could not start before {utc(start_before)}: {waited}."
            evidence = {"start_before": start_before.isoformat(), "started": False}
            finish(now, AttemptState.REFUSED, message, evidence=evidence, failure=Failure(FailureKind.JOB, message))
            return False
        if now.server.state == ServerState.RETIRED:
            message = f"{now.server.name} was retired before the run could start."
            failure = Failure(FailureKind.INFRASTRUCTURE, message)
            finish(now, AttemptState.REFUSED, message, evidence={"server_state": "retired"}, failure=failure)
            return False
        waiting = find_reason(now)
        if waiting is not None:
            _wait(now, waiting)
            return False
        if now.attempt.resumed_from_id is not None and not _facts_are_fresh(now):
            return False
    return _acquire(turn)


def prepare(turn: Turn) -> bool:
    """LEASED: check the server's word on itself, file the configuration, and hand over the plan."""
    if turn.attempt.requested_state == "cancel":
        with change(turn) as now:
            _cancel_unstarted(now)
        return False
    try:
        hello = turn.call("hello")
        if hello["boot_id"] != turn.server.boot_id:
            _restarted_since_discovery(turn)
            return False
        _check(turn, hello)
        if turn.attempt.resumed_from_id is not None:
            check_nothing_changed(turn, hello)
        check_drives_are_as_planned(turn)
        answer = turn.call("prepare", fenced=True, timeout_s=STEP_LIMIT, spec=turn.attempt.spec)
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed as refusal:
        return _refused(turn, refusal)
    crash_point("after_prepare_before_commit")
    with change(turn) as now:
        now.server.last_seen_at = now.now
        now.attempt.boot_id = hello["boot_id"]
        keep_findings(now, answer.get("checks"))
        _file_conditions(now, hello)
        move(now, AttemptState.PREPARED, f"{now.server.name} holds the plan.")
    crash_point("after_prepared_commit")
    return True


def announce_start(turn: Turn) -> bool:
    """PREPARED: store the intention, so that from here on only the runner's word says whether I/O began."""
    if turn.attempt.requested_state == "cancel":
        # No start was ever sent, so the tombstone only has to reach the server if it can.
        try:
            turn.call("cancel", fenced=True, when="now")
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
    if turn.attempt.requested_state == "cancel":
        return _cancel_starting(turn)
    try:
        # An attempt that was adopted has skipped what is learnt on the way here.
        hello = turn.call("hello") if turn.run.configuration_id is None else None
        status = turn.call("start", fenced=True, timeout_s=STEP_LIMIT)
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed as refusal:
        return _refused(turn, refusal)
    crash_point("after_start_before_commit")
    again = bool(status.pop("again", False))
    _running(turn, status, "I/O had been started before." if again else "I/O was started.", hello=hello)
    return True


def _wait(now: Change, wait: Wait) -> None:
    if now.attempt.waiting_reason != wait.reason:
        now.attempt.waiting_reason = wait.reason
        note(now, "waiting", wait.reason)
    seconds = wait.seconds
    if now.job.start_before is not None:
        seconds = min(seconds, max((now.job.start_before - now.now).total_seconds(), 0.0))
    now.rest(max(seconds, _SHORTEST_WAIT))


def _facts_are_fresh(now: Change) -> bool:
    """Return whether the server was read since the run was resumed; if not, request it and wait."""
    server = now.server
    if server.discovered_at is not None and server.discovered_at >= now.attempt.created_at:
        return True
    if server.discovery == "idle":
        request_discovery(now)
    reason = f"waiting for {server.name}: its inventory is read again before the run continues"
    _wait(now, Wait(reason, scaled(WAIT_FOR_SERVER)))
    return False


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
            _wait(now, Wait(f"waiting for {now.server.name}: another run took it first", scaled(1.0)))
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
    check_protocol(hello, server=name)
    engines = hello["engines"]
    engine = engines.get(turn.job.engine) if isinstance(engines, dict) else None
    if not engine or engine.get("error"):
        reason = (engine or {}).get("error") or f"{turn.job.engine} is not installed"
        raise ServerCallFailed(f"{name}: {reason}", runner_code="engine_missing", kind="infrastructure")
    if engine.get("version") is None:
        # Another attempt runs there, and an engine that was not asked before is not started beside it.
        reason = engine.get("reason") or f"The version of {turn.job.engine} is not known."
        raise ServerCallFailed(reason, runner_code="host_busy", kind="infrastructure")


def _refused(turn: Turn, refusal: ServerCallFailed) -> bool:
    """Handle a refusal of the runner: wait while the server is busy, else end, without any I/O."""
    if refusal.runner_code == "stale_fence" and turn.attempt.state == AttemptState.STARTING:
        return _outdated_start(turn, refusal)
    with change(turn) as now:
        name = now.server.name
        keep_findings(now, refusal.findings)
        if refusal.runner_code == "host_busy":
            _wait(now, Wait(busy_reason(now.session, now.server, refusal.message), scaled(WAIT_FOR_SERVER)))
            return False
        if refusal.runner_code == "stale_fence":
            _back_until_resynced(now, refusal)
            return False
        evidence = {"runner_code": refusal.runner_code, "message": refusal.message}
        if refusal.runner_code == "cancelled":
            finish(now, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)
            return False
        if refusal.runner_code == "not_found" and now.attempt.state == AttemptState.STARTING:
            message = f"{name} no longer knows this attempt: its state folder was emptied."
            failure = Failure(FailureKind.INFRASTRUCTURE, message)
            finish(now, AttemptState.LOST, message, evidence=evidence, failure=failure)
            return False
        failure = Failure.of(refusal.kind, refusal.message)
        finish(now, AttemptState.REFUSED, refusal.message, evidence=evidence, failure=failure)
        if refusal.runner_code == "wrong_controller":
            hold_server(now.server, refusal.message)
    return False


def _back_until_resynced(now: Change, refusal: ServerCallFailed) -> None:
    """The database is older than what the server has seen: look what runs there, and start nothing until then."""
    message = f"Back in the queue: {refusal.message} The database was restored from an older backup."
    move(now, AttemptState.QUEUED, message, evidence={"runner_code": refusal.runner_code})
    leases.release(now.session, attempt_id=now.attempt.id, server_id=now.server.id)
    rediscover(now, f"{refusal.message} {resync_advice(now.server)}")
    now.rest(0.0)


def _outdated_start(turn: Turn, refusal: ServerCallFailed) -> bool:
    """A start was refused for its fence; an earlier one, before the database was restored, may have been obeyed."""
    try:
        status = turn.call("status")
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed:
        status = {"state": "unknown"}
    if status["state"] in ("running", "finished", "lost"):
        _running(turn, status, f"I/O had been started before this database knew: {refusal.message}")
        return True
    with change(turn) as now:
        evidence = {"runner_code": refusal.runner_code, "runner_state": status["state"]}
        failure = Failure(FailureKind.INFRASTRUCTURE, refusal.message)
        finish(now, AttemptState.REFUSED, refusal.message, evidence=evidence, failure=failure)
        rediscover(now, f"{refusal.message} {resync_advice(now.server)}")
    return False


def _cancel_unstarted(now: Change, *, tombstone: str | None = None) -> None:
    evidence = {"started": False, "tombstone": tombstone}
    finish(now, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)


def _cancel_starting(turn: Turn) -> bool:
    """A start may be on its way: the runner decides whether the cancel came first."""
    try:
        status = turn.call("cancel", fenced=True, when="now")
    except (ServerUnreachable, ChannelBusy):
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


def _file_conditions(now: Change, hello: dict[str, Any]) -> None:
    """Keep what engine and configuration the run is made with."""
    version = hello["engines"][now.job.engine]["version"]
    now.run.engine, now.run.engine_version = now.job.engine, version
    if now.job.engine == "fio":
        now.server.fio_version = version
    now.run.configuration_id = file_configuration(
        now.session,
        server=now.server,
        job=now.job,
        hello=hello,
        target_path=now.attempt.spec["target"].get("path"),
    )


def _running(turn: Turn, status: dict[str, Any], message: str, *, hello: dict[str, Any] | None = None) -> None:
    with change(turn) as now:
        attempt = now.attempt
        if hello is not None and hello["engines"].get(now.job.engine, {}).get("version") is not None:
            _file_conditions(now, hello)
        keep_findings(now, status.get("checks"))
        attempt.io_started = True
        # The answer to the start may have been lost, and this one come much later.
        attempt.started_at = now.now - started_ago(status)
        attempt.boot_id = str(status["boot_id"]) if status["boot_id"] else attempt.boot_id
        boottime = status["started_boottime_ns"]
        attempt.started_boottime_ns = boottime if isinstance(boottime, int) else None
        attempt.poll_failures = 0
        move(now, AttemptState.RUNNING, message)
