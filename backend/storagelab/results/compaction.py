"""Compaction of a finished phase: live samples become one packed series per metric and direction."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.latency import merge
from storagelab.db.models import LiveChunk, Phase, Series
from storagelab.domain.samples import LatencyStatistics
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.results.latency_over_time import store_over_time
from storagelab.results.packing import STATUS, PhaseSeriesKey, build_series_columns

SOURCE = STATUS
TOTAL = "total"
#: Stored integer = value / factor: IOPS keep three decimals, everything else is whole bytes or nanoseconds.
FACTORS = {"iops": 0.001}
#: The maximum of an interval is the upper edge of its highest bin.
ESTIMATED = frozenset({"lat_max"})

Sample = Mapping[str, Any]


@dataclass(slots=True)
class MetricColumn:
    """One metric of one direction in order of time; `ios` are the I/Os behind each value."""

    t_ms: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    ios: list[int] = field(default_factory=list)

    def add(self, t_ms: int, value: float | None, ios: int) -> None:
        """Append a value with its time in ms and its number of I/Os.

        None is a gap and adds no row.
        """
        if value is not None:
            self.t_ms.append(t_ms)
            self.values.append(value)
            self.ios.append(ios)


@dataclass(frozen=True, slots=True)
class PhaseInterval:
    """One interval of a phase over all directions: it ends at `t_ms` on the phase's axis and lasted `dt_ms`.

    `waited_ns` is the sum of all response times.
    """

    t_ms: int
    dt_ms: int
    ios: int
    bytes: int = 0
    waited_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class PhaseCurve:
    """All intervals of a phase over all directions, in order."""

    intervals: tuple[PhaseInterval, ...]


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
    columns = collect_metric_columns(samples)
    for (metric, direction), column in columns.items():
        if column.t_ms:
            session.add(_make_series(phase, metric, direction, column, columns["iops", direction]))
    store_over_time(session, phase=phase, chunks=chunks)
    session.execute(delete(LiveChunk).where(*mine))
    phase.folded_at = now
    return PhaseCurve(tuple(iterate_intervals(samples)))


def collect_metric_columns(samples: Sequence[Sample]) -> dict[tuple[str, str], MetricColumn]:
    """Return samples, in order of time, as columns by (metric, direction).

    The samples of one moment add up to the direction `total`.
    """
    columns: dict[tuple[str, str], MetricColumn] = {}
    for t_ms, moment in groupby(samples, key=lambda sample: int(sample["t_ms"])):
        together = list(moment)
        for sample in together:
            _add(columns, sample["direction"], t_ms, [sample])
        _add(columns, TOTAL, t_ms, together)
    return columns


def iterate_intervals(samples: Iterable[Sample]) -> Iterable[PhaseInterval]:
    """Yield the intervals of samples in order of time, over all directions."""
    for t_ms, moment in groupby(samples, key=lambda sample: int(sample["t_ms"])):
        together = list(moment)
        yield PhaseInterval(
            t_ms,
            max(sample["dt_ms"] for sample in together),
            sum(sample["ios"] for sample in together),
            sum(sample["bytes"] for sample in together),
            sum(sample["latency"]["n"] * (sample["latency"]["mean"] or 0.0) for sample in together),
        )


def _add(columns: dict[tuple[str, str], MetricColumn], direction: str, t_ms: int, together: Sequence[Sample]) -> None:
    length_ms = max(sample["dt_ms"] for sample in together)
    ios = sum(sample["ios"] for sample in together)
    counting = [sample for sample in together if sample["latency"]["n"] > 0]
    latency = merge(LatencyStatistics(**sample["latency"]) for sample in counting)
    values = {
        "iops": ios * 1000 / length_ms,
        "bandwidth": sum(sample["bytes"] for sample in together) * 1000 / length_ms,
        "lat_mean": latency.mean,
        "lat_stddev": latency.stddev,
        "lat_max": latency.max,
        # Percentiles of several directions cannot be merged, so a mixed interval has none.
        "lat_p99": counting[0]["p99_ns"] if len(counting) == 1 else None,
    }
    for metric, value in values.items():
        columns.setdefault((metric, direction), MetricColumn()).add(t_ms, value, ios)


def _make_series(phase: Phase, metric: str, direction: str, column: MetricColumn, rate: MetricColumn) -> Series:
    factor = FACTORS.get(metric, 1.0)
    columns = build_series_columns(
        PhaseSeriesKey(phase.run_id, phase.id, SOURCE, metric, direction),
        np.array(column.t_ms, dtype=np.int64),
        np.rint(np.array(column.values) / factor).astype(np.int64),
        factor=factor,
        weights=np.array(column.ios) if metric.startswith("lat_") else None,
        rate_t_ms=np.array(rate.t_ms, dtype=np.int64) if metric.startswith("lat_") else None,
        estimated=metric in ESTIMATED,
    )
    return Series(**columns)
