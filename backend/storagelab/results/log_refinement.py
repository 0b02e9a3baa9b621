"""Refinement by the engine's logs of our own runs, which have the true maximum of each interval."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from storagelab.analysis.packing import LOGS, PhaseSeriesKey, build_series_columns
from storagelab.db.models import Phase, Series
from storagelab.engines.fio.latency_maxima import compute_latency_maxima


def refine_phase(session: Session, *, phase: Phase, logs: Iterable[bytes]) -> None:
    """Store the latency maxima of a phase from the latency logs of all its threads.

    Repeating it changes nothing. Raises ParseFailed for bytes that are no latency log.
    """
    rows = [
        build_series_columns(
            PhaseSeriesKey(phase.run_id, phase.id, LOGS, curve.metric, curve.direction),
            curve.t_ms,
            curve.values,
            factor=curve.factor,
        )
        for curve in compute_latency_maxima(logs)
    ]
    session.execute(delete(Series).where(Series.phase_id == phase.id, Series.source == LOGS))
    if rows:
        session.execute(insert(Series), rows)
