"""A running attempt: the runner's status of it, and the samples it has written since."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import func, select

from storagelab.db.models import Phase
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import NOT_NEEDED, PHASE_TERMINAL, AttemptState, FailureKind, PhaseState, ServerState
from storagelab.domain.loops import LoopRule
from storagelab.domain.runner_reports import ReportedPhase, RunnerStatus
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.engines.registry import get_engine
from storagelab.errors import ServerCallFailed
from storagelab.results.attempt_times import compute_lab_time
from storagelab.results.compaction import fold_phase
from storagelab.results.measure import judge_steady_state, measure_phase, settle_loops
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, ClaimedAttempt, change
from storagelab_workers.attempts.status_events import add_status_events
from storagelab_workers.attempts.streams import (
    StreamPosition,
    StreamReading,
    load_positions,
    read_histogram,
    read_stream,
    read_tail,
    store_reading,
    stream_name,
)
from storagelab_workers.attempts.telemetry import read_telemetry, store_telemetry
from storagelab_workers.attempts.transitions import AttemptFailure, add_event, finish, transition
from storagelab_workers.crash_points import crash_point
from storagelab_workers.protocol import OUTDATED
from storagelab_workers.quarantine import hold_server, require_rediscovery, resync_advice
from storagelab_workers.timing import POLL_FAST, POLL_SLOW, SHORT_RUN, scale_seconds


@dataclass(frozen=True, slots=True)
class PhaseNews:
    """Data of one phase from a poll.

    `tail` is the end of its output once it is over and read to the end, `histogram` the page beside it.
    """

    phase: Phase
    reading: StreamReading | None
    tail: bytes | None
    histogram: bytes = b""


def poll(claimed: ClaimedAttempt) -> bool:
    """Poll a RUNNING attempt once. Returns True when there is more to do at once."""
    try:
        status = _request_status(claimed)
    except ServerCallFailed as problem:
        if problem.runner_code == "not_found":
            _end_unknown_attempt(claimed)
            return False
        if problem.runner_code in OUTDATED:
            _settle_outdated_cancel(claimed, problem)
            return False
        raise
    with session_scope() as session:
        positions = load_positions(session, claimed.attempt.id)
        unfolded = session.scalars(
            select(Phase).where(Phase.run_id == claimed.run.id, Phase.folded_at.is_(None)).order_by(Phase.ordinal)
        ).all()
    news, caught_up = _read_news(claimed, status, unfolded, positions)
    readings = read_telemetry(claimed, status, positions.get(TELEMETRY_STREAM, StreamPosition()))
    over = status["exit"] is not None or status["state"] == "lost"
    crash_point("after_poll_before_commit")
    with change(claimed) as tx:
        _store_status(tx, status)
        for item in news:
            _store_news(tx, item)
        if readings is not None:
            store_telemetry(tx, readings)
        ending = over and caught_up
        if ending:
            _collect_next(tx, status)
        elif caught_up:
            tx.release(_pause(tx))
    crash_point("after_exit_commit" if ending else "after_poll_commit")
    return ending or not caught_up


def _request_status(claimed: ClaimedAttempt) -> RunnerStatus:
    attempt = claimed.attempt
    acknowledged = attempt.status.get("cancel_when") if attempt.status is not None else None
    # A cancel that takes effect now overrides one that waits for the end of the phase, never the other way round.
    if attempt.requested_state == "cancel" and acknowledged not in ("now", attempt.cancel_when):
        return cast("RunnerStatus", claimed.call("cancel", fenced=True, when=attempt.cancel_when))
    return cast("RunnerStatus", claimed.call("status"))


def _read_news(
    claimed: ClaimedAttempt, status: RunnerStatus, unfolded: Sequence[Phase], positions: dict[str, StreamPosition]
) -> tuple[list[PhaseNews], bool]:
    """Read the new data in the streams of phases; return it, and whether that is all of it."""
    engine = get_engine(claimed.job.engine)
    sizes = {file["name"]: int(file["size"]) for file in status["files"]}
    views = {view["ordinal"]: view for view in status["phases"]}
    # Those left out belong to an earlier attempt, whose curve could not be read.
    mine = [phase for phase in unfolded if phase.ordinal in views and views[phase.ordinal]["stop_reason"] != NOT_NEEDED]
    news: list[PhaseNews] = []
    for phase in mine:
        if claimed.over_budget and news:
            return news, False
        name = stream_name(engine.name, phase.ordinal)
        ended = views[phase.ordinal]["state"] in PHASE_TERMINAL
        position = positions.get(name, StreamPosition())
        if position.given_up:
            continue
        if name not in sizes:
            if ended:
                news.append(PhaseNews(phase, None, b""))
            continue
        reading = read_stream(claimed, engine, phase, position, sizes[name])
        # Samples stay visible as live ones until the poll after the one that stored them.
        settled = ended and reading.at_end and not reading.samples
        tail = read_tail(claimed, engine, phase, reading.position, sizes[name]) if settled else None
        histogram = read_histogram(claimed, engine, phase, sizes) if settled else b""
        news.append(PhaseNews(phase, reading, tail, histogram))
        if not reading.at_end:
            return news, False
    return news, True


def _store_status(tx: AttemptTransaction, status: RunnerStatus) -> None:
    """Store the runner's status and phases, with an event for each change.

    The files in the status are left out: a long sweep has thousands.
    """
    attempt = tx.attempt
    before: RunnerStatus = attempt.status or {}
    add_status_events(tx, before=before, after=status)
    stored = {key: value for key, value in status.items() if key not in ("files", "exit", "checks", "again")}
    attempt.status = cast("RunnerStatus", stored)
    attempt.poll_failures = 0
    tx.server.last_seen_at = tx.now
    if attempt.connectivity != "ok":
        add_event(tx, "reach", f"{tx.server.name} answers again.")
        attempt.connectivity = "ok"
        attempt.unreachable_since = None
        if tx.server.state == ServerState.UNREACHABLE:
            tx.server.state = ServerState.BUSY
            tx.server.state_reason = f"r-{tx.run.number} is running there"
            tx.server.last_error = tx.server.last_error_kind = None
    # Most polls find the phases as the last one left them.
    if before.get("phases") != status["phases"]:
        store_phases(tx, status["phases"])


def store_phases(tx: AttemptTransaction, views: Sequence[ReportedPhase]) -> None:
    """Update the phases to the runner's report, with an event for each that begins or ends."""
    by_ordinal = {view["ordinal"]: view for view in views}
    # A resumed attempt has only those phases that an earlier one left.
    query = select(Phase).where(Phase.run_id == tx.run.id, Phase.ordinal.in_(by_ordinal)).order_by(Phase.ordinal)
    shift_ms = _compute_axis_shift(tx, by_ordinal)
    needless: dict[str, list[int]] = {}
    for phase in tx.session.scalars(query):
        view = by_ordinal[phase.ordinal]
        if view["stop_reason"] == NOT_NEEDED and phase.state not in PHASE_TERMINAL:
            needless.setdefault(view["message"] or "", []).append(phase.ordinal)
            # There is nothing to fold and to measure.
            phase.state, phase.folded_at = PhaseState.SKIPPED, tx.now
        elif view["state"] != phase.state and phase.state not in PHASE_TERMINAL:
            phase.state = PhaseState(view["state"])
            detail = f": {view['message']}" if view["message"] else ""
            add_event(tx, "phase", f"Phase {phase.ordinal} ({phase.name}) is {phase.state}{detail}")
        phase.t0_ms, phase.t1_ms = (None if ms is None else ms + shift_ms for ms in (view["t0_ms"], view["t1_ms"]))
        phase.stop_reason, phase.exit_code, phase.message = view["stop_reason"], view["exit_code"], view["message"]
        if (rate := view.get("rate")) is not None:
            phase.offered_iops = rate["requested_iops"]
        if view["started_realtime_ns"] is not None:
            phase.started_at = compute_lab_time(tx.attempt, view["started_realtime_ns"])
    for detail, ordinals in needless.items():
        span = f"Phase {ordinals[0]} is" if len(ordinals) == 1 else f"Phases {ordinals[0]} to {ordinals[-1]} are"
        add_event(tx, "phase", f"{span} skipped. {detail}")


def _compute_axis_shift(tx: AttemptTransaction, ordinals: Collection[int]) -> int:
    """Return the offset in ms from the attempt's time axis to the run's.

    A resumed attempt begins after the phases that were preserved, any other at 0.
    """
    if tx.attempt.resumed_from_id is None:
        return 0
    preserved_end = select(func.max(Phase.t1_ms)).where(Phase.run_id == tx.run.id, Phase.ordinal.not_in(ordinals))
    return tx.session.scalars(preserved_end).one() or 0


def _store_news(tx: AttemptTransaction, news: PhaseNews) -> None:
    if news.reading is not None:
        store_reading(tx, news.reading)
        if news.reading.unreadable is not None:
            add_event(tx, "samples", f"The curve of phase {news.phase.ordinal} ends early: {news.reading.unreadable}")
    if news.tail is not None:
        phase = tx.session.get_one(Phase, news.phase.id)
        evaluate_phase(tx, phase, news.tail, news.histogram)


def evaluate_phase(tx: AttemptTransaction, phase: Phase, output: bytes, histogram: bytes = b"") -> None:
    """Evaluate an ended phase: store its series, its measurement and the verdict on its steady state.

    `output` is the end of the engine's output. With the last phase of a loop the loop is over, and later phases depend
    on its verdict.
    """
    if phase.loop is None:
        settle_loops(tx.session, run=tx.run, rules=collect_loop_rules(tx))
    curve = fold_phase(tx.session, phase=phase, attempt_id=tx.attempt.id, now=tx.now)
    # A phase that a cancel prevented has no rounds, and shows nothing about those before it.
    began = phase.state != PhaseState.SKIPPED
    verdict = judge_steady_state(phase, curve, engine=tx.job.engine) if began else None
    if verdict is not None:
        loops = (tx.run.verdict or {}).get("loops")
        tx.run.verdict = {**verdict, "loops": loops} if loops else verdict
    measure_phase(tx.session, run=tx.run, phase=phase, output=output, histogram=histogram)
    if phase.loop is not None:
        settle_loops(tx.session, run=tx.run, rules=collect_loop_rules(tx))


def collect_loop_rules(tx: AttemptTransaction) -> list[LoopRule]:
    """Return the rules of all loops of the run, also of those that an earlier attempt has finished."""
    return [LoopRule.from_json(rule) for rule in (tx.job.plan or {}).get("loops") or []]


def _collect_next(tx: AttemptTransaction, status: RunnerStatus) -> None:
    attempt, name = tx.attempt, tx.server.name
    attempt.exit_record = status["exit"]
    if status["exit"] is not None:
        transition(tx, AttemptState.COLLECTING, f"I/O has ended ({status['exit']['outcome']}). Fetching the files.")
        return
    rebooted = status["boot_id"] != status["current_boot_id"]
    cause = f"{name} was restarted" if rebooted else f"the runner's supervisor on {name} disappeared"
    transition(tx, AttemptState.COLLECTING, f"The run was lost: {cause}. Fetching what it left.")


def _end_unknown_attempt(claimed: ClaimedAttempt) -> None:
    """End an attempt as LOST that the runner no longer knows, and quarantine the server.

    Its state folder on the server was emptied.
    """
    with change(claimed) as tx:
        message = f"{tx.server.name} no longer knows this run: the runner's state folder was emptied."
        failure = AttemptFailure(FailureKind.INFRASTRUCTURE, message)
        finish(tx, AttemptState.LOST, message, evidence={"runner_code": "not_found"}, failure=failure)
        hold_server(tx.server, message)


def _settle_outdated_cancel(claimed: ClaimedAttempt, refusal: ServerCallFailed) -> None:
    """Request a rediscovery after a cancel was refused for its fence.

    The database is older than the server's record.
    """
    with change(claimed) as tx:
        add_event(tx, "error", f"The cancel was refused: {refusal.message}")
        require_rediscovery(tx, f"{refusal.message} {resync_advice(tx.server)}")
        tx.release(scale_seconds(POLL_SLOW))


def _pause(tx: AttemptTransaction) -> float:
    """Return the seconds until the next poll: few while a person watches or the run is short."""
    watched = tx.job.watched_until is not None and tx.job.watched_until > tx.now
    short = tx.job.estimated_seconds < SHORT_RUN
    return scale_seconds(POLL_FAST if watched or short else POLL_SLOW)
