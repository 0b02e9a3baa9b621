"""Reads the histograms of a run over time; the number of queries does not grow with the run."""

from __future__ import annotations

import math
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS, compute_cumulative_shares, compute_supported_percentiles
from storagelab.analysis.latency_slices import Slices, build_heat_map, merge_slices, unpack_slices
from storagelab.db.models import LatencyOverTime, Measurement, MeasurementPart, Phase
from storagelab.domain.samples import DIRECTIONS
from storagelab.errors import NotFound

TOTAL = "total"
#: Percentiles over time: the median, and the tail that SNIA requires.
PERCENTS_OVER_TIME = (50.0, 99.0, 99.9, 99.99, 99.999)


@dataclass(frozen=True, slots=True)
class TimedDirection:
    """One direction of one phase, or all of them together, over time. `of` is what its result timed."""

    phase: Phase
    slices: Slices
    of: str | None
    result_ios: int | None


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
    of, result_ios = _load_result_kind(session, phase, direction)
    slices = merge_slices([unpack_slices(row.times, row.data) for row in chosen])
    return TimedDirection(phase, slices, of, result_ios)


def describe_timed(timed: TimedDirection, *, direction: str) -> dict[str, Any]:
    """Return the fields of `PhaseHistograms` for one direction, without its span."""
    return {
        "phase_ordinal": timed.phase.ordinal,
        "name": timed.phase.name,
        "state": timed.phase.state,
        "direction": direction,
        "of": timed.of,
        "result_ios": timed.result_ios,
        "percents": PERCENTS_OVER_TIME,
        "least_beyond": SUPPORTING_IOS,
        "slices": describe_slices(timed.slices),
        "cells": describe_cells(timed.slices),
    }


def describe_slices(slices: Slices) -> dict[str, Any]:
    """Return the fields of `LatencySlices` for latency slices over time."""
    by_slice = [
        compute_supported_percentiles(slices.histogram(place, place), PERCENTS_OVER_TIME)
        for place in range(len(slices))
    ]
    return {
        "t0_ms": slices.t0_ms,
        "t1_ms": slices.t1_ms,
        "ios": slices.ios,
        "percentiles_ns": [list(column) for column in zip(*by_slice, strict=True)] or [[] for _ in PERCENTS_OVER_TIME],
    }


def describe_cells(slices: Slices) -> dict[str, Any]:
    """Return the fields of `LatencyCells` for latency slices over time."""
    cells = build_heat_map(slices)
    return {
        "low_ns": cells.low_ns,
        "high_ns": cells.high_ns,
        "slice": cells.slices,
        "row": cells.rows,
        "ios": cells.ios,
    }


def cut_span(timed: TimedDirection, *, from_ms: int | None, to_ms: int | None) -> TimedDirection:
    """Select the slices whose middle is between `from_ms` and `to_ms`.

    None means the start or the end of the phase.
    """
    span = timed.slices.between(-math.inf if from_ms is None else from_ms, math.inf if to_ms is None else to_ms)
    return replace(timed, slices=timed.slices.part(*(span or (0, -1))))


def describe_span(timed: TimedDirection, *, direction: str) -> dict[str, Any] | None:
    """Return the fields of `LatencySpan`, merged over all slices; None where there is no slice."""
    slices = timed.slices
    if not len(slices):
        return None
    bins = slices.histogram(0, len(slices) - 1)
    return {
        "from_ms": int(slices.t0_ms[0]),
        "to_ms": int(slices.t1_ms[-1]),
        "percents": PERCENTS,
        "distribution": {
            "direction": direction,
            "source": "bins",
            "of": timed.of,
            "estimated": False,
            "n": sum(bins.values()),
            "percentiles_ns": compute_supported_percentiles(bins, PERCENTS),
            "cdf": asdict(compute_cumulative_shares(bins)),
        },
    }


def _load_result_kind(session: Session, phase: Phase, direction: str) -> tuple[str | None, int | None]:
    """Return the kind of latency in a phase's result and its number of I/Os.

    Each is None where the phase has no result or its parts differ.
    """
    part = MeasurementPart
    query = select(part.direction, part.percentiles_of, part.latency_n).join(
        Measurement, Measurement.id == part.measurement_id
    )
    return find_result_kind(session.execute(query.where(Measurement.phase_id == phase.id)).all(), direction)


def find_result_kind(parts: Sequence[Any], direction: str) -> tuple[str | None, int | None]:
    """Return the kind of latency and the number of I/Os in the given result parts of one direction.

    Each part has a direction, a timed interval and a number of I/Os. Each value is None where it is unknown or differs.
    """
    mine = [row for row in parts if direction in (TOTAL, row.direction)]
    kinds = {row.percentiles_of for row in mine if row.latency_n}
    counts = [row.latency_n for row in mine]
    is_complete = bool(counts) and None not in counts
    return (kinds.pop() if len(kinds) == 1 else None), (sum(counts) if is_complete else None)


def _order_directions(directions: Sequence[str]) -> list[str]:
    return [TOTAL, *(direction for direction in DIRECTIONS if direction in directions)]
