"""Telemetry of a phase as series: live while it runs, packed once all readings are in."""

from __future__ import annotations

import uuid

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.packing import TELEMETRY
from storagelab.db.models import LiveChunk, Phase, Series
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.evaluate.telemetry_lanes import iterate_lanes
from storagelab.results.compaction import make_series


def fold_telemetry(session: Session, *, phase: Phase, attempt_id: uuid.UUID) -> None:
    """Pack the live telemetry of a phase's attempt into series and delete the live telemetry.

    The new series replace earlier ones. Without live telemetry nothing changes.
    """
    mine = (
        LiveChunk.phase_id == phase.id,
        LiveChunk.attempt_id == attempt_id,
        LiveChunk.stream == TELEMETRY_STREAM,
    )
    chunks = session.scalars(select(LiveChunk).where(*mine).order_by(LiveChunk.start_offset)).all()
    if not chunks:
        return
    session.execute(delete(Series).where(Series.phase_id == phase.id, Series.source == TELEMETRY))
    lanes = iterate_lanes([sample for chunk in chunks for sample in chunk.samples])
    session.add_all(make_series(phase, TELEMETRY, lane) for lane in lanes)
    session.execute(delete(LiveChunk).where(*mine))
