"""Telemetry: the runner's own readings by offset, each second stored exactly once, by phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from storagelab.db.models import Artifact, LiveChunk, Phase, StreamCursor
from storagelab.domain.runner_reports import ReportedPhase, RunnerStatus
from storagelab.domain.telemetry import TELEMETRY_STREAM, TelemetryLine
from storagelab.domain.telemetry_events import TelemetryEvent
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.telemetry import fold_telemetry
from storagelab.results.telemetry_digest import Stretch, digest_readings
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, ClaimedAttempt
from storagelab_workers.attempts.streams import POLL_BYTES, StreamPosition, read_range
from storagelab_workers.attempts.transitions import add_event


@dataclass(frozen=True, slots=True)
class TelemetryReading:
    """Data from a piece of the stream, stored in one transaction with the position.

    `passed` are the phases that are complete; `unreadable` is why the stream is no longer read; `events` are changes
    under the run.
    """

    stretches: tuple[Stretch, ...]
    passed: frozenset[int]
    position: StreamPosition
    unreadable: str | None = None
    events: tuple[TelemetryEvent, ...] = ()


def read_telemetry(claimed: ClaimedAttempt, status: RunnerStatus, position: StreamPosition) -> TelemetryReading | None:
    """Read new telemetry from `position` on; None where nothing is new or the stream was given up."""
    size = next((int(file["size"]) for file in status["files"] if file["name"] == TELEMETRY_STREAM), 0)
    if position.given_up or size <= position.offset:
        return None
    until = min(size, position.offset + POLL_BYTES)
    data = b"".join(read_range(claimed, TELEMETRY_STREAM, position.offset, until))
    return digest(data, position, begins=compute_phase_begins(status["phases"]))


def compute_phase_begins(views: Sequence[ReportedPhase]) -> dict[int, int]:
    """Return the beginning of each started phase on the axis of the attempt, in ms since its first engine start."""
    return {view["ordinal"]: t0_ms for view in views if (t0_ms := view["t0_ms"]) is not None}


def digest(data: bytes, position: StreamPosition, *, begins: dict[int, int]) -> TelemetryReading:
    """Parse the complete telemetry lines in `data` into samples by phase.

    `begins` are the begins of phases in ms by ordinal. A phase whose begin was not seen yet waits for the next poll.
    """
    digested = digest_readings(data, begins=begins, offset=position.offset, last=_restore_reading(position.state))
    state: dict[str, object] | None = {"last": asdict(digested.last)} if digested.last is not None else None
    if digested.unreadable is not None:
        state = {"unreadable": digested.unreadable}
    reached = StreamPosition(digested.offset, state)
    return TelemetryReading(digested.stretches, digested.passed, reached, digested.unreadable, digested.events)


def store_telemetry(tx: AttemptTransaction, reading: TelemetryReading) -> None:
    """Store telemetry samples and the stream position, and pack ended phases, in this transaction."""
    phases = {phase.ordinal: phase for phase in tx.session.scalars(select(Phase).where(Phase.run_id == tx.run.id))}
    for stretch in reading.stretches:
        if stretch.phase_ordinal in phases and stretch.samples:
            tx.session.add(
                LiveChunk(
                    attempt_id=tx.attempt.id,
                    phase_id=phases[stretch.phase_ordinal].id,
                    stream=TELEMETRY_STREAM,
                    start_offset=stretch.start_offset,
                    end_offset=stretch.end_offset,
                    samples=[asdict(sample) for sample in stretch.samples],
                )
            )
    tx.session.merge(
        StreamCursor(
            attempt_id=tx.attempt.id,
            stream=TELEMETRY_STREAM,
            offset=reading.position.offset,
            state=reading.position.state,
        )
    )
    for event in reading.events:
        add_event(tx, "telemetry", event.words, evidence=asdict(event))
    tx.session.flush()
    for ordinal in sorted(reading.passed & phases.keys()):
        fold_telemetry(tx.session, phase=phases[ordinal], attempt_id=tx.attempt.id)
    if reading.unreadable is not None:
        add_event(tx, "samples", f"The telemetry ends early: {reading.unreadable}")


def finish_telemetry(tx: AttemptTransaction, views: Sequence[ReportedPhase]) -> None:
    """Read the rest of the telemetry from the stored file, and pack the samples of all phases.

    `views` are the phases of the runner's report.
    """
    cursor = tx.session.get(StreamCursor, {"attempt_id": tx.attempt.id, "stream": TELEMETRY_STREAM})
    position = StreamPosition(cursor.offset, cursor.state) if cursor is not None else StreamPosition()
    artifact = tx.session.scalars(
        select(Artifact).where(Artifact.attempt_id == tx.attempt.id, Artifact.name == TELEMETRY_STREAM)
    ).one_or_none()
    if artifact is not None and artifact.storage_key is not None and not position.given_up:
        with get_artifact_store().open(artifact.storage_key) as file:
            file.seek(position.offset)
            data = file.read()
        if data:
            store_telemetry(tx, digest(data, position, begins=compute_phase_begins(views)))
    for phase in tx.session.scalars(select(Phase).where(Phase.run_id == tx.run.id)):
        fold_telemetry(tx.session, phase=phase, attempt_id=tx.attempt.id)


def _restore_reading(state: Mapping[str, Any] | None) -> TelemetryLine | None:
    """Return the last telemetry line of the stored `state`, from which the next difference starts."""
    last = (state or {}).get("last")
    return TelemetryLine(**last) if last is not None else None
