"""Packing of a curve as a row of `series`: lossless, with extremes and, if long, an overview."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from storagelab.analysis.downsample import IntArray, build_interval_buckets
from storagelab.analysis.series_codec import OVERVIEW_FROM, OVERVIEW_POINTS, encode_overview, encode_series
from storagelab.domain.metrics import METRICS

#: Where a curve comes from: the engine's status documents, its logs, the intervals of a report, or the runner's own
#: readings of block layer and host.
STATUS, LOGS, INTERVALS, TELEMETRY = "status", "logs", "intervals", "telemetry"
#: Sources that leave no time out: each row is what counters grew by since the row before, however long ago that was.
#: A log may pause, and a drive that was pulled out has no readings: what lies between their rows is not known.
WITHOUT_GAPS = frozenset({STATUS})
#: A distance this many times the usual one between two rows of other sources is a gap and not a late reading.
GAP_FACTOR = 2.5


@dataclass(frozen=True, slots=True)
class PhaseSeriesKey:
    """Key of a curve of a phase. `job` 0 is all jobs together; others are numbered in order of appearance."""

    run_id: uuid.UUID
    phase_id: uuid.UUID
    source: str
    metric: str
    direction: str
    job: int = 0


def build_series_columns(
    key: PhaseSeriesKey,
    t_ms: IntArray,
    values: IntArray,
    *,
    factor: float = 1.0,
    weights: IntArray | None = None,
    rate_t_ms: IntArray | None = None,
    estimated: bool = False,
    unit: str | None = None,
    member: str | None = None,
    host: str | None = None,
    drawn: bool = True,
) -> dict[str, Any]:
    """Return the columns of the table `series` for one stored series.

    A value is its integer in `values` times `factor`; `weights` are the I/Os behind each latency. The arrays are
    equally long and not empty. Only a curve that is `drawn` by charts has an overview; its times ascend. `rate_t_ms`
    are the times of the rate beside a latency, which has no row for a stall: they give the length of each interval.
    """
    scaled = values * factor
    return {
        "run_id": key.run_id,
        "phase_id": key.phase_id,
        "source": key.source,
        "metric": key.metric,
        "direction": key.direction,
        "job": key.job,
        "unit": unit or (METRICS[key.metric].unit if key.metric in METRICS else "ns"),
        "factor": factor,
        "estimated": estimated,
        "member": member,
        "host": host,
        "n": len(t_ms),
        "t0_ms": int(t_ms.min()),
        "t1_ms": int(t_ms.max()),
        "value_min": float(scaled.min()),
        "value_max": float(scaled.max()),
        "value_mean": _compute_mean(scaled, weights if weights is not None else _compute_held_ms(key, t_ms)),
        "overview": _build_overview(key, t_ms, values, weights, rate_t_ms) if drawn else None,
        "data": encode_series(t_ms, values),
    }


def compute_interval_lengths(end_ms: IntArray, *, source: str) -> IntArray:
    """Return the length of each interval of a stored series in ms; after a gap the usual length.

    Time before the first row is a gap for every source: an engine may first make its files.
    """
    distance = np.diff(end_ms, prepend=np.int64(0))
    if distance.size < 2:
        return distance
    usual = int(np.median(distance[1:]))
    gap = distance > GAP_FACTOR * usual
    if source in WITHOUT_GAPS:
        gap[1:] = False
    return np.where(gap, usual, distance)


def _build_overview(
    key: PhaseSeriesKey, t_ms: IntArray, values: IntArray, weights: IntArray | None, rate_t_ms: IntArray | None
) -> bytes | None:
    """Return the packed overview of a long series, for charts; None for a short series.

    It has the buckets that charts would draw from the samples.
    """
    if len(t_ms) <= OVERVIEW_FROM:
        return None
    axis = t_ms if rate_t_ms is None else rate_t_ms
    # What lies between two rows of a latency without its rate may be a stall, which has none.
    alone = rate_t_ms is None and key.metric.startswith("lat_")
    lengths = compute_interval_lengths(axis, source=LOGS if alone else key.source)
    length = lengths[np.minimum(np.searchsorted(axis, t_ms), len(axis) - 1)]
    drawn = build_interval_buckets(
        t_ms - length,
        t_ms,
        values.astype(np.float64),
        (length if weights is None else weights).astype(np.float64),
        t0_ms=0,
        t1_ms=int(axis[-1]),
        max_points=OVERVIEW_POINTS,
        usual_ms=max(int(np.median(lengths)), 1),
    )
    # A stored overview begins one interval later than it is drawn: older ones have the ends of their intervals.
    interval = int(t_ms[-1] - t_ms[0]) // (len(t_ms) - 1)
    return encode_overview(replace(drawn, t0_ms=drawn.t0_ms + interval))


def _compute_held_ms(key: PhaseSeriesKey, t_ms: IntArray) -> IntArray | None:
    """Return the time in ms for which each value of a rate applies; None where all count alike.

    A latency has no row for a stall, so its own times do not show this time.
    """
    has_lengths = key.source in WITHOUT_GAPS and not key.metric.startswith("lat_")
    return compute_interval_lengths(t_ms, source=key.source) if has_lengths else None


def _compute_mean(values: Any, weights: Any) -> float:
    """Return the mean of the values by their weights, or the plain mean without weights.

    Weights are times, or I/Os for a latency.
    """
    if weights is None or not weights.sum():
        return float(values.mean())
    return float(np.average(values, weights=weights))
