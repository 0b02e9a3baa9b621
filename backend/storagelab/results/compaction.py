"""Compaction of a finished phase: live samples become one packed series per metric and direction."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.packing import STATUS, PhaseSeriesKey, build_series_columns
from storagelab.db.models import LiveChunk, Phase, Series
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.evaluate.phase_samples import PhaseCurve, StoredLane, iterate_intervals, iterate_lanes
from storagelab.results.latency_over_time import store_over_time

SOURCE = STATUS


def fold_phase(session: Session, *, phase: Phase, attempt_id: uuid.UUID, now: dt.datetime) -> PhaseCurve:
    """Pack the live samples of a phase's attempt into series, delete them, and return the curve.

    Sets the phase's `folded_at` to `now`.
    """
    mine = (
        LiveChunk.phase_id == phase.id,
        LiveChunk.attempt_id == attempt_id,
        LiveChunk.stream != TELEMETRY_STREAM,
    )
    chunks = session.scalars(select(LiveChunk).where(*mine).order_by(LiveChunk.stream, LiveChunk.start_offset)).all()
    samples = [sample for chunk in chunks for sample in chunk.samples]
    session.add_all(make_series(phase, SOURCE, lane) for lane in iterate_lanes(samples))
    store_over_time(session, phase=phase, chunks=chunks)
    session.execute(delete(LiveChunk).where(*mine))
    phase.folded_at = now
    return PhaseCurve(tuple(iterate_intervals(samples)))


def make_series(phase: Phase, source: str, lane: StoredLane) -> Series:
    """Return a lane of a phase as a row of `series`."""
    columns = build_series_columns(
        PhaseSeriesKey(phase.run_id, phase.id, source, lane.metric, lane.direction),
        lane.t_ms,
        lane.integers,
        factor=lane.factor,
        weights=lane.weights,
        rate_t_ms=lane.rate_t_ms,
        unit=lane.unit,
        estimated=lane.estimated,
    )
    return Series(**columns)
