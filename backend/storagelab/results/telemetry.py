"""Telemetry of a phase as series: live while it runs, packed once all readings are in."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.downsample import IntArray
from storagelab.db.models import LiveChunk, Phase, Series
from storagelab.domain.metrics import TELEMETRY_METRICS
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.results.compaction import TOTAL, MetricColumn
from storagelab.results.packing import TELEMETRY, PhaseSeriesKey, build_series_columns

#: Stored integer = value / factor, as for the other sources; percentages, queue and degrees keep three decimals.
_FACTORS = dict.fromkeys(("iops", "queue", "utilisation", "cpu", "temperature", "interrupts"), 0.001)


@dataclass(frozen=True, slots=True)
class StoredLane:
    """One metric and direction as it is stored: times within the phase, and integers that a value is `factor` times of.

    `weights` are the I/Os behind each latency, None for everything else.
    """

    metric: str
    direction: str
    t_ms: IntArray
    integers: IntArray
    factor: float
    unit: str
    weights: IntArray | None


def collect_metric_columns(samples: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], MetricColumn]:
    """Return telemetry samples as columns by (metric, direction), in the order of the samples.

    A sample is `domain.telemetry.TelemetrySample` as JSON.
    """
    columns: dict[tuple[str, str], MetricColumn] = {}
    for sample in samples:
        traffic = dict(sample["traffic"])
        if traffic:
            traffic[TOTAL] = {
                name: sum(part[name] for part in sample["traffic"].values()) for name in ("ios", "bytes", "busy_ns")
            }
        for direction, part in traffic.items():
            values = {
                "iops": part["ios"] * 1000 / sample["dt_ms"],
                "bandwidth": part["bytes"] * 1000 / sample["dt_ms"],
                "lat_mean": part["busy_ns"] / part["ios"] if part["ios"] else None,
            }
            for metric, value in values.items():
                columns.setdefault((metric, direction), MetricColumn()).add(sample["t_ms"], value, part["ios"])
        degrees = sample["temperature_mc"]
        host = {
            "queue": sample["queue"],
            "utilisation": sample["utilisation_percent"],
            "cpu": sample["cpu_percent"],
            "temperature": degrees / 1000 if degrees is not None else None,
            # Samples that were stored before interrupts were counted have none.
            "interrupts": sample.get("interrupts_per_s"),
        }
        for metric, value in host.items():
            columns.setdefault((metric, TOTAL), MetricColumn()).add(sample["t_ms"], value, 0)
    return columns


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
    for lane in iterate_lanes([sample for chunk in chunks for sample in chunk.samples]):
        session.add(_make_series(phase, lane))
    session.execute(delete(LiveChunk).where(*mine))


def iterate_lanes(samples: Sequence[Mapping[str, Any]]) -> Iterator[StoredLane]:
    """Yield the telemetry samples of a phase as one lane per metric and direction, ready to store.

    A direction without any activity has no lane.
    """
    columns = collect_metric_columns(samples)
    idle = {direction for (metric, direction), column in columns.items() if metric == "iops" and not any(column.ios)}
    for (metric, direction), column in columns.items():
        if column.t_ms and (direction == TOTAL or direction not in idle):
            factor = _FACTORS.get(metric, 1.0)
            yield StoredLane(
                metric,
                direction,
                np.array(column.t_ms, dtype=np.int64),
                np.rint(np.array(column.values) / factor).astype(np.int64),
                factor,
                TELEMETRY_METRICS[metric].unit,
                np.array(column.ios) if metric.startswith("lat_") else None,
            )


def _make_series(phase: Phase, lane: StoredLane) -> Series:
    return Series(
        **build_series_columns(
            PhaseSeriesKey(phase.run_id, phase.id, TELEMETRY, lane.metric, lane.direction),
            lane.t_ms,
            lane.integers,
            factor=lane.factor,
            weights=lane.weights,
            unit=lane.unit,
        )
    )
