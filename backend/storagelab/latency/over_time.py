"""Reads the histograms of a run over time; the number of queries does not grow with the run."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.analysis.latency_slices import merge_slices, unpack_slices
from storagelab.db.models import LatencyOverTime, Measurement, MeasurementPart, Phase
from storagelab.domain.result import PartResult
from storagelab.domain.samples import DIRECTIONS, TOTAL, LatencyStatistics, ObservedPart
from storagelab.errors import NotFound
from storagelab.evaluate.latency import find_timed_interval
from storagelab.evaluate.latency_over_time import TimedDirection
from storagelab.results.load import build_phase


def list_timed_phases(session: Session, *, run_id: uuid.UUID) -> list[dict[str, Any]]:
    """Read the fields of `TimedPhase` for each phase of a run that has histograms over time. One query."""
    table = LatencyOverTime
    rows = session.execute(
        select(
            Phase.ordinal.label("phase_ordinal"),
            Phase.name,
            Phase.kind,
            Phase.state,
            Phase.loop,
            Phase.round,
            func.array_agg(table.direction).label("directions"),
            func.max(table.n).label("slices"),
            func.sum(table.ios).label("ios"),
        )
        .join(table, table.phase_id == Phase.id)
        .where(table.run_id == run_id)
        .group_by(Phase.id)
        .order_by(Phase.ordinal)
    ).mappings()
    return [{**row, "directions": _order_directions(row["directions"]), "ios": int(row["ios"])} for row in rows]


def read_timed_direction(
    session: Session, *, run_id: uuid.UUID, run_number: str, ordinal: int, direction: str
) -> TimedDirection:
    """Read the latency histograms over time of one direction in a phase.

    Raises NotFound where the phase has none in this direction. Three queries.
    """
    rows = session.execute(
        select(Phase, LatencyOverTime)
        .join(LatencyOverTime, LatencyOverTime.phase_id == Phase.id)
        .where(Phase.run_id == run_id, Phase.ordinal == ordinal)
        .order_by(LatencyOverTime.direction)
    ).all()
    chosen = [row.LatencyOverTime for row in rows if direction in (TOTAL, row.LatencyOverTime.direction)]
    if not chosen:
        subject = "response times" if direction == TOTAL else f"response times of {direction} I/Os"
        raise NotFound(f"Run {run_number} has no {subject} over time of phase {ordinal}.")
    phase = rows[0].Phase
    of, result_ios = find_timed_interval(_load_parts(session, phase), direction)
    slices = merge_slices([unpack_slices(row.times, row.data) for row in chosen])
    return TimedDirection(build_phase(phase), slices, of, result_ios)


def _load_parts(session: Session, phase: Phase) -> list[PartResult]:
    """Return what the parts of the result of a phase timed, and their numbers of I/Os; empty without a result."""
    part = MeasurementPart
    rows = session.execute(
        select(part.direction, part.group, part.percentiles_of, part.latency_n)
        .join(Measurement, Measurement.id == part.measurement_id)
        .where(Measurement.phase_id == phase.id)
    )
    return [
        PartResult(
            row.direction,
            row.group,
            ObservedPart(latency=LatencyStatistics(n=row.latency_n), percentiles_of=row.percentiles_of),
        )
        for row in rows
    ]


def _order_directions(directions: Sequence[str]) -> list[str]:
    return [TOTAL, *(direction for direction in DIRECTIONS if direction in directions)]
