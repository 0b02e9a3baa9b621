"""The end of an attempt: every file into the artifact store, and the state that the evidence allows."""

from __future__ import annotations

from itertools import groupby
from typing import cast

import structlog
from sqlalchemy import select

from storagelab.db.models import Artifact, AttemptEvent, Measurement, Phase
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import AttemptState, FailureKind, was_not_run
from storagelab.domain.runner_reports import ExitRecord, RunnerStatus
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.latency_maxima import LATENCY_LOG
from storagelab.engines.registry import get_engine
from storagelab.errors import ServerCallFailed
from storagelab.results.artifact_store import ContentMismatch, StoredFile, get_artifact_store
from storagelab.results.ingest import file_artifact
from storagelab.results.log_refinement import refine_phase
from storagelab.results.measure import settle_loops
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, ClaimedAttempt, change
from storagelab_workers.attempts.copying import RemoteFile, copy_file, copy_together, iterate_batches
from storagelab_workers.attempts.poll import collect_loop_rules, evaluate_phase, store_phases
from storagelab_workers.attempts.streams import find_histogram_name, stream_name
from storagelab_workers.attempts.telemetry import finish_telemetry
from storagelab_workers.attempts.transitions import AttemptFailure, add_event, finish
from storagelab_workers.crash_points import crash_point
from storagelab_workers.quarantine import require_rediscovery
from storagelab_workers.transports.base import ChannelBusy, ServerUnreachable

log = structlog.get_logger(__name__)

#: The last document of a stream lies within this many bytes of its end, also with many jobs and full histograms.
TAIL_BYTES = 8 << 20
#: A server that does not take the acknowledgement retains its copy longer; that must not stop the run from ending.
_ACK_TRIES = 3

_OUTCOMES = {
    "succeeded": AttemptState.SUCCEEDED,
    "failed": AttemptState.FAILED,
    "deadline": AttemptState.FAILED,
    "cancelled": AttemptState.CANCELLED,
}


def collect(claimed: ClaimedAttempt) -> bool:
    """Fetch the missing files of a COLLECTING attempt, evaluate the rest, notify the runner, end it.

    Returns True when there is more to do.
    """
    for batch in iterate_batches(_list_missing_files(claimed)):
        left = _fetch_together(claimed, batch) if len(batch) > 1 else batch
        if not all(_fetch(claimed, file) for file in left):
            return False
        if claimed.over_budget:
            with change(claimed) as tx:
                tx.release(0.0)
            return False
    with change(claimed) as tx:
        _evaluate_the_rest(tx)
        _refine(tx)
    crash_point("after_copy_commit")
    if not _acknowledge_storage(claimed):
        return False
    crash_point("after_ack_before_commit")
    with change(claimed) as tx:
        _end(tx)
    return False


def _list_missing_files(claimed: ClaimedAttempt) -> list[RemoteFile]:
    """Return the files of an ended attempt that are on the runner and not stored yet.

    They are listed by the exit record, for a lost attempt by the runner's status.
    """
    record = claimed.attempt.exit_record
    if record is not None:
        files = [RemoteFile(file["name"], int(file["size"]), file["sha256"]) for file in record["files"]]
    else:
        listed = cast("RunnerStatus", claimed.call("status"))["files"]
        files = [RemoteFile(file["name"], int(file["size"]), None) for file in listed]
    with session_scope() as session:
        here = set(session.scalars(select(Artifact.name).where(Artifact.attempt_id == claimed.attempt.id)))
    return [file for file in files if file.name not in here]


def _fetch_together(claimed: ClaimedAttempt, files: list[RemoteFile]) -> list[RemoteFile]:
    """Fetch small files into the store and record them, with one call and one transaction.

    Returns the files that did not arrive and must be fetched one by one.
    """
    copied = copy_together(claimed, files)
    crash_point("after_copy_before_commit")
    with change(claimed) as tx:
        for file, stored in copied:
            _file(tx, file, stored)
    here = {file.name for file, _ in copied}
    return [file for file in files if file.name not in here]


def _fetch(claimed: ClaimedAttempt, file: RemoteFile) -> bool:
    """Fetch one file into the store and record it.

    Returns False when that ends the step or the attempt.
    """
    try:
        stored = copy_file(claimed, file.name, size=file.size, sha256=file.sha256)
    except ContentMismatch:
        # A file that differs from the exit record twice has been changed on the server.
        if not _fetch_again(claimed, f"{file.name} arrived with another content than announced and is fetched again."):
            _fail_changed_file(claimed, file)
        return False
    if stored is None:
        with change(claimed) as tx:
            tx.release(0.0)
        return False
    crash_point("after_copy_before_commit")
    with change(claimed) as tx:
        _file(tx, file, stored)
    return True


def _fetch_again(claimed: ClaimedAttempt, words: str) -> bool:
    """Record that a file must be fetched once more, so that the next step fetches it.

    Returns False when `words` was recorded before.
    """
    with change(claimed) as tx:
        query = select(AttemptEvent.id).where(
            AttemptEvent.attempt_id == tx.attempt.id, AttemptEvent.kind == "copy", AttemptEvent.message == words
        )
        if tx.session.scalars(query.limit(1)).first() is not None:
            return False
        add_event(tx, "copy", words)
        tx.release(0.0)
    return True


def _file(tx: AttemptTransaction, file: RemoteFile, stored: StoredFile) -> None:
    folder, _, _ = file.name.removeprefix("phases/").partition("/")
    phase_id = None
    if file.name.startswith("phases/") and folder.isdigit():
        phase_id = tx.session.scalars(
            select(Phase.id).where(Phase.run_id == tx.run.id, Phase.ordinal == int(folder))
        ).one_or_none()
    file_artifact(
        tx.session, run_id=tx.run.id, attempt_id=tx.attempt.id, phase_id=phase_id, name=file.name, stored=stored
    )


def _evaluate_the_rest(tx: AttemptTransaction) -> None:
    """Evaluate phases that the polls left, from the stored files.

    A phase that cannot be evaluated is reported and delays nothing.
    """
    record = tx.attempt.exit_record
    if record is not None:
        store_phases(tx, record["phases"])
    unfolded = tx.session.scalars(
        select(Phase).where(Phase.run_id == tx.run.id, Phase.folded_at.is_(None)).order_by(Phase.ordinal)
    ).all()
    for phase in unfolded:
        if was_not_run(phase.state, phase.stop_reason):
            continue
        try:
            with tx.session.begin_nested():
                evaluate_phase(tx, phase, _read_stored_tail(tx, phase), _read_stored_histogram(tx, phase))
        except Exception as problem:
            log.exception("phase_not_evaluated", run=tx.run.number, phase=phase.ordinal)
            add_event(tx, "error", f"Phase {phase.ordinal} ({phase.name}) could not be evaluated: {problem}")
    settle_loops(tx.session, run=tx.run, rules=collect_loop_rules(tx), over=True)
    views = record["phases"] if record is not None else (tx.attempt.status or {}).get("phases", [])
    finish_telemetry(tx, views)


def _refine(tx: AttemptTransaction) -> None:
    """Replace the estimated maximum latencies by the true ones from the engine's logs.

    A log that cannot be read is reported; the estimate is then retained.
    """
    store = get_artifact_store()
    rows = tx.session.execute(
        select(Phase, Artifact)
        .join(Artifact, Artifact.phase_id == Phase.id)
        .where(
            Artifact.attempt_id == tx.attempt.id,
            Artifact.name.regexp_match(LATENCY_LOG),
            Artifact.storage_key.is_not(None),
        )
        .order_by(Phase.ordinal, Artifact.name)
    ).all()
    for phase, pairs in groupby(rows, key=lambda row: row.Phase):
        try:
            with tx.session.begin_nested():
                logs = (b"".join(store.read_blocks(pair.Artifact.storage_key or "")) for pair in pairs)
                refine_phase(tx.session, phase=phase, logs=logs)
        except (ParseFailed, OSError) as problem:
            add_event(tx, "error", f"The logs of phase {phase.ordinal} ({phase.name}) could not be read: {problem}")


def _read_stored_tail(tx: AttemptTransaction, phase: Phase) -> bytes:
    whole = get_engine(tx.job.engine).needs_whole_stream
    return _read_stored(tx, stream_name(tx.job.engine, phase.ordinal), longest=None if whole else TAIL_BYTES)


def _read_stored_histogram(tx: AttemptTransaction, phase: Phase) -> bytes:
    name = find_histogram_name(tx.job.engine, phase.ordinal)
    return b"" if name is None else _read_stored(tx, name, longest=None)


def _read_stored(tx: AttemptTransaction, name: str, *, longest: int | None) -> bytes:
    """Read the last `longest` bytes, or all, of a stored file of the attempt; empty if there is none."""
    artifact = tx.session.scalars(
        select(Artifact).where(Artifact.attempt_id == tx.attempt.id, Artifact.name == name)
    ).one_or_none()
    if artifact is None or artifact.storage_key is None:
        return b""
    with get_artifact_store().open(artifact.storage_key) as file:
        file.seek(0 if longest is None else max(artifact.size_bytes - longest, 0))
        return file.read()


def _acknowledge_storage(claimed: ClaimedAttempt) -> bool:
    """Notify the runner that all files are stored; return False when the call must be repeated."""
    try:
        claimed.call("ack", fenced=True)
    except ChannelBusy:
        raise
    except ServerUnreachable:
        if claimed.attempt.poll_failures < _ACK_TRIES:
            raise
        refused = "the server does not answer"
    except ServerCallFailed as problem:
        refused = problem.message
    else:
        return True
    with change(claimed) as tx:
        add_event(tx, "ack", f"The server keeps its copy of the files: {refused}")
    return True


def _end(tx: AttemptTransaction) -> None:
    """End the attempt in the state that the exit record and the measurements justify."""
    record = tx.attempt.exit_record
    if record is None or record.get("interrupted"):
        _end_lost(tx, record)
        return
    to_state = _OUTCOMES[record["outcome"]]
    succeeded = to_state is AttemptState.SUCCEEDED
    if succeeded and (unmeasured := _find_unmeasured_phase(tx)) is not None:
        message = f"The output of {tx.job.engine} for {unmeasured} could not be read. Its raw files are stored."
        finish(tx, AttemptState.FAILED, message, evidence=record, failure=AttemptFailure(FailureKind.ENGINE, message))
        return
    finish(
        tx,
        to_state,
        _format_closing_words(record),
        evidence=record,
        failure=_build_failure(tx, record),
        complete=succeeded,
    )


def _find_unmeasured_phase(tx: AttemptTransaction) -> str | None:
    """Return the first phase that ran and left no measurement, as `phase 2 (Precondition)`; None when all did."""
    measured = select(Measurement.phase_id).where(Measurement.run_id == tx.run.id)
    without = tx.session.scalars(
        select(Phase).where(Phase.run_id == tx.run.id, Phase.id.not_in(measured)).order_by(Phase.ordinal)
    )
    ran = (phase for phase in without if not was_not_run(phase.state, phase.stop_reason))
    return next((f"phase {phase.ordinal} ({phase.name})" for phase in ran), None)


def _format_closing_words(record: ExitRecord) -> str:
    return {
        "succeeded": "The run has finished and everything is stored.",
        "cancelled": "The run was cancelled. What was measured is stored.",
        "deadline": "The run was stopped at its deadline. What was measured is stored.",
        "failed": "The run failed. What was measured is stored.",
    }[record["outcome"]]


def _build_failure(tx: AttemptTransaction, record: ExitRecord) -> AttemptFailure | None:
    if record["outcome"] in ("succeeded", "cancelled"):
        return None
    recorded = record["failure"]
    if recorded is not None:
        return AttemptFailure.of(recorded["kind"], recorded["message"])
    if record["outcome"] == "deadline":
        seconds = tx.attempt.spec["deadline_seconds"]
        return AttemptFailure(
            FailureKind.ENGINE, f"The run did not end within its limit of {seconds:g} s and was stopped."
        )
    return AttemptFailure(FailureKind.BUG, "The run failed and the runner gave no reason.")


def _end_lost(tx: AttemptTransaction, record: ExitRecord | None) -> None:
    """End as LOST an attempt that was ended from outside; `record` is its exit record, if any."""
    status: RunnerStatus = tx.attempt.status or {}
    name = tx.server.name
    if status.get("boot_id") != status.get("current_boot_id"):
        cause = f"{name} was restarted"
    elif record is not None:
        cause = f"the runner's supervisor on {name} was stopped, for instance by a shutdown,"
    else:
        cause = f"the runner's supervisor on {name} disappeared"
    message = f"The run was lost: {cause} while it was running."
    evidence = {
        "boot_id": status.get("boot_id"),
        "current_boot_id": status.get("current_boot_id"),
        "supervisor_pid": status.get("supervisor_pid"),
        "heartbeat_age_ms": status.get("heartbeat_age_ms"),
        "exit": record,
    }
    finish(
        tx, AttemptState.LOST, message, evidence=evidence, failure=AttemptFailure(FailureKind.INFRASTRUCTURE, message)
    )
    require_rediscovery(tx, f"r-{tx.run.number} was lost: {cause}")


def _fail_changed_file(claimed: ClaimedAttempt, file: RemoteFile) -> None:
    with change(claimed) as tx:
        message = f"{file.name} on {tx.server.name} was changed after the run had ended, and was not stored."
        _evaluate_the_rest(tx)
        failure = AttemptFailure(FailureKind.INFRASTRUCTURE, message)
        finish(tx, AttemptState.FAILED, message, evidence=tx.attempt.exit_record or {}, failure=failure)
