"""From the queue to running I/O: leases, the runner's copy of the plan, and the one start."""

from __future__ import annotations

from typing import cast

from sqlalchemy.exc import IntegrityError

from storagelab.domain.lifecycle import AttemptState, FailureKind, ServerState
from storagelab.domain.runner_reports import RunnerStatus
from storagelab.errors import ServerCallFailed
from storagelab.results.attempt_times import compute_age_at_status
from storagelab_workers import leases
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, ClaimedAttempt, change
from storagelab_workers.attempts.resuming import check_nothing_changed
from storagelab_workers.attempts.reusing import check_drives_are_as_planned
from storagelab_workers.attempts.transitions import AttemptFailure, add_event, finish, keep_findings, transition
from storagelab_workers.attempts.waiting import Wait, find_busy_reason, find_reason, format_utc
from storagelab_workers.configuration_snapshot import file_configuration
from storagelab_workers.crash_points import crash_point
from storagelab_workers.protocol import check_protocol
from storagelab_workers.quarantine import hold_server, request_discovery, require_rediscovery, resync_advice
from storagelab_workers.timing import STEP_LIMIT, WAIT_FOR_SERVER, scale_seconds
from storagelab_workers.transports.answers import PrepareAnswer, RunnerHello
from storagelab_workers.transports.base import ChannelBusy, ServerUnreachable

#: A reason that has just ended is not looked at over and over within one moment.
_SHORTEST_WAIT = 0.05


def lease(claimed: ClaimedAttempt) -> bool:
    """Take the server for a QUEUED attempt when the job's time has come and nothing is ahead of it.

    Returns True when the attempt has moved on.
    """
    with change(claimed) as tx:
        if tx.attempt.requested_state == "cancel":
            _cancel_unstarted(tx)
            return False
        start_before = tx.job.start_before
        if start_before is not None and start_before <= tx.now:
            waited = tx.attempt.waiting_reason or "its turn had not come"
            message = f"It could not start before {format_utc(start_before)}: {waited}."
            evidence = {"start_before": start_before.isoformat(), "started": False}
            finish(
                tx, AttemptState.REFUSED, message, evidence=evidence, failure=AttemptFailure(FailureKind.JOB, message)
            )
            return False
        if tx.server.state == ServerState.RETIRED:
            message = f"{tx.server.name} was retired before the run could start."
            failure = AttemptFailure(FailureKind.INFRASTRUCTURE, message)
            finish(tx, AttemptState.REFUSED, message, evidence={"server_state": "retired"}, failure=failure)
            return False
        waiting = find_reason(tx)
        if waiting is not None:
            _wait(tx, waiting)
            return False
        if tx.attempt.resumed_from_id is not None and not _has_fresh_facts(tx):
            return False
    return _acquire(claimed)


def prepare(claimed: ClaimedAttempt) -> bool:
    """Check a LEASED attempt with the server's report, store its configuration and send the spec.

    Returns True when the attempt has moved on.
    """
    if claimed.attempt.requested_state == "cancel":
        with change(claimed) as tx:
            _cancel_unstarted(tx)
        return False
    try:
        hello = cast("RunnerHello", claimed.call("hello"))
        if hello["boot_id"] != claimed.server.boot_id:
            _requeue_for_discovery(claimed)
            return False
        _check(claimed, hello)
        if claimed.attempt.resumed_from_id is not None:
            check_nothing_changed(claimed, hello)
        check_drives_are_as_planned(claimed)
        answer = claimed.call("prepare", fenced=True, timeout_seconds=STEP_LIMIT, spec=claimed.attempt.spec)
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed as refusal:
        return _handle_refusal(claimed, refusal)
    crash_point("after_prepare_before_commit")
    with change(claimed) as tx:
        tx.server.last_seen_at = tx.now
        tx.attempt.boot_id = hello["boot_id"]
        keep_findings(tx, cast("PrepareAnswer", answer).get("checks"))
        _file_conditions(tx, hello)
        transition(tx, AttemptState.PREPARED, f"{tx.server.name} holds the plan.")
    crash_point("after_prepared_commit")
    return True


def announce_start(claimed: ClaimedAttempt) -> bool:
    """Store the intention to start a PREPARED attempt; return False where it was cancelled instead.

    The transaction is committed here. From then on only the runner's report shows whether I/O began.
    """
    if claimed.attempt.requested_state == "cancel":
        # No start was ever sent, so the tombstone only has to reach the server if it can.
        try:
            claimed.call("cancel", fenced=True, when="now")
        except ServerCallFailed as problem:
            tombstone = f"not left: {problem.message}"
        else:
            tombstone = "left"
        with change(claimed) as tx:
            _cancel_unstarted(tx, tombstone=tombstone)
        return False
    with change(claimed) as tx:
        transition(tx, AttemptState.STARTING, "Starting.")
    crash_point("after_starting_commit")
    return True


def start(claimed: ClaimedAttempt) -> bool:
    """Start a STARTING attempt on the runner, which starts it only once, and store that it runs.

    Returns True when the attempt has moved on.
    """
    if claimed.attempt.requested_state == "cancel":
        return _cancel_starting(claimed)
    try:
        # An adopted attempt has skipped the earlier states, which learn these facts.
        hello = cast("RunnerHello", claimed.call("hello")) if claimed.run.configuration_id is None else None
        answer = claimed.call("start", fenced=True, timeout_seconds=STEP_LIMIT)
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed as refusal:
        return _handle_refusal(claimed, refusal)
    crash_point("after_start_before_commit")
    again = bool(answer.get("again", False))
    status = cast("RunnerStatus", answer)
    _store_running(claimed, status, "I/O had been started before." if again else "I/O was started.", hello=hello)
    return True


def _wait(tx: AttemptTransaction, wait: Wait) -> None:
    if tx.attempt.waiting_reason != wait.reason:
        tx.attempt.waiting_reason = wait.reason
        add_event(tx, "waiting", wait.reason)
    seconds = wait.seconds
    if tx.job.start_before is not None:
        seconds = min(seconds, max((tx.job.start_before - tx.now).total_seconds(), 0.0))
    tx.release(max(seconds, _SHORTEST_WAIT))


def _has_fresh_facts(tx: AttemptTransaction) -> bool:
    """Return whether the server was read since the run was resumed; if not, request it and wait."""
    server = tx.server
    if server.discovered_at is not None and server.discovered_at >= tx.attempt.created_at:
        return True
    if server.discovery == "idle":
        request_discovery(tx)
    reason = f"waiting for {server.name}: its inventory is read again before the run continues"
    _wait(tx, Wait(reason, scale_seconds(WAIT_FOR_SERVER)))
    return False


def _acquire(claimed: ClaimedAttempt) -> bool:
    try:
        with change(claimed) as tx:
            tx.attempt.fence = leases.acquire(tx.session, attempt=tx.attempt, job=tx.job, server=tx.server)
            tx.server.state = ServerState.BUSY
            tx.server.state_reason = f"r-{tx.run.number} is running there"
            transition(tx, AttemptState.LEASED, f"{tx.server.name} is reserved for this run.")
    except IntegrityError:
        # Another attempt took the server after the check; the next step names it.
        with change(claimed) as tx:
            _wait(tx, Wait(f"waiting for {tx.server.name}: another run took it first", scale_seconds(1.0)))
        return False
    crash_point("after_lease_commit")
    return True


def _requeue_for_discovery(claimed: ClaimedAttempt) -> None:
    """Queue the attempt again, release its leases and schedule a rediscovery of the server.

    Kernel, firmware and names of drives may have changed, and the lease names a boot that is over.
    """
    with change(claimed) as tx:
        reason = f"{tx.server.name} was restarted since its inventory was read: it is read again"
        transition(tx, AttemptState.QUEUED, f"Back in the queue: {reason}.")
        leases.release(tx.session, attempt_id=tx.attempt.id, server_id=tx.server.id)
        require_rediscovery(tx, reason)
        tx.release(0.0)


def _check(claimed: ClaimedAttempt, hello: RunnerHello) -> None:
    """Raise ServerCallFailed when the protocol or engine in the server's report forbids a start.

    `hello` is that report.
    """
    name = claimed.server.name
    check_protocol(hello, server=name)
    engines = hello["engines"]
    engine = engines.get(claimed.job.engine) if isinstance(engines, dict) else None
    if not engine or engine.get("error"):
        reason = (engine or {}).get("error") or f"{claimed.job.engine} is not installed"
        raise ServerCallFailed(f"{name}: {reason}", runner_code="engine_missing", kind="infrastructure")
    if engine.get("version") is None:
        # Another attempt runs there, and an engine of unknown version is not started beside it.
        reason = engine.get("reason") or f"The version of {claimed.job.engine} is not known."
        raise ServerCallFailed(reason, runner_code="host_busy", kind="infrastructure")


def _handle_refusal(claimed: ClaimedAttempt, refusal: ServerCallFailed) -> bool:
    """Handle a refusal of the runner: wait while the server is busy, else end the attempt.

    No I/O has begun. Returns True when the attempt has moved on.
    """
    if refusal.runner_code == "stale_fence" and claimed.attempt.state == AttemptState.STARTING:
        return _settle_outdated_start(claimed, refusal)
    with change(claimed) as tx:
        name = tx.server.name
        keep_findings(tx, refusal.findings)
        if refusal.runner_code == "host_busy":
            _wait(tx, Wait(find_busy_reason(tx.session, tx.server, refusal.message), scale_seconds(WAIT_FOR_SERVER)))
            return False
        if refusal.runner_code == "stale_fence":
            _requeue_until_resynced(tx, refusal)
            return False
        evidence = {"runner_code": refusal.runner_code, "message": refusal.message}
        if refusal.runner_code == "cancelled":
            finish(tx, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)
            return False
        if refusal.runner_code == "not_found" and tx.attempt.state == AttemptState.STARTING:
            message = f"{name} no longer knows this attempt: its state folder was emptied."
            failure = AttemptFailure(FailureKind.INFRASTRUCTURE, message)
            finish(tx, AttemptState.LOST, message, evidence=evidence, failure=failure)
            return False
        failure = AttemptFailure.of(refusal.kind, refusal.message)
        finish(tx, AttemptState.REFUSED, refusal.message, evidence=evidence, failure=failure)
        if refusal.runner_code == "wrong_controller":
            hold_server(tx.server, refusal.message)
    return False


def _requeue_until_resynced(tx: AttemptTransaction, refusal: ServerCallFailed) -> None:
    """Queue the attempt again, and start nothing on the server until an administrator resyncs it.

    The database is older than the server's own record, so what runs there must be checked first.
    """
    message = f"Back in the queue: {refusal.message} The database was restored from an older backup."
    transition(tx, AttemptState.QUEUED, message, evidence={"runner_code": refusal.runner_code})
    leases.release(tx.session, attempt_id=tx.attempt.id, server_id=tx.server.id)
    require_rediscovery(tx, f"{refusal.message} {resync_advice(tx.server)}")
    tx.release(0.0)


def _settle_outdated_start(claimed: ClaimedAttempt, refusal: ServerCallFailed) -> bool:
    """Settle a start that the runner refused because the attempt's fence is outdated.

    An earlier start, from before the database was restored, may have been obeyed. Returns True if so.
    """
    status: RunnerStatus
    try:
        status = cast("RunnerStatus", claimed.call("status"))
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed:
        status = {"state": "unknown"}
    if status["state"] in ("running", "finished", "lost"):
        _store_running(claimed, status, f"I/O had been started before this database knew: {refusal.message}")
        return True
    with change(claimed) as tx:
        evidence = {"runner_code": refusal.runner_code, "runner_state": status["state"]}
        failure = AttemptFailure(FailureKind.INFRASTRUCTURE, refusal.message)
        finish(tx, AttemptState.REFUSED, refusal.message, evidence=evidence, failure=failure)
        require_rediscovery(tx, f"{refusal.message} {resync_advice(tx.server)}")
    return False


def _cancel_unstarted(tx: AttemptTransaction, *, tombstone: str | None = None) -> None:
    evidence = {"started": False, "tombstone": tombstone}
    finish(tx, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)


def _cancel_starting(claimed: ClaimedAttempt) -> bool:
    """Cancel an attempt whose start may be on its way; return True when the start came first.

    The runner decides which came first.
    """
    try:
        status = cast("RunnerStatus", claimed.call("cancel", fenced=True, when="now"))
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed as refusal:
        return _handle_refusal(claimed, refusal)
    if status["state"] != "cancelled":
        _store_running(claimed, status, "The cancel came after the start: I/O is being stopped.")
        return True
    with change(claimed) as tx:
        evidence = {"started": False, "runner_state": "cancelled"}
        finish(tx, AttemptState.CANCELLED, "It was cancelled before any I/O.", evidence=evidence)
    return False


def _file_conditions(tx: AttemptTransaction, hello: RunnerHello) -> None:
    """Store engine, engine version and configuration of the run."""
    version = hello["engines"][tx.job.engine]["version"]
    tx.run.engine, tx.run.engine_version = tx.job.engine, version
    if tx.job.engine == "fio":
        tx.server.fio_version = version
    tx.run.configuration_id = file_configuration(
        tx.session,
        server=tx.server,
        job=tx.job,
        hello=hello,
        target_path=tx.attempt.spec["target"].get("path"),
    )


def _store_running(
    claimed: ClaimedAttempt, status: RunnerStatus, message: str, *, hello: RunnerHello | None = None
) -> None:
    with change(claimed) as tx:
        attempt = tx.attempt
        if hello is not None and hello["engines"].get(tx.job.engine, {}).get("version") is not None:
            _file_conditions(tx, hello)
        keep_findings(tx, status.get("checks"))
        attempt.io_started = True
        # The answer to the start may have been lost, and this one come much later.
        attempt.started_at = tx.now - compute_age_at_status(status)
        attempt.boot_id = str(status["boot_id"]) if status["boot_id"] else attempt.boot_id
        boottime = status["started_boottime_ns"]
        attempt.started_boottime_ns = boottime if isinstance(boottime, int) else None
        attempt.poll_failures = 0
        transition(tx, AttemptState.RUNNING, message)
