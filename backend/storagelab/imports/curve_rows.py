"""Curves of one phase as rows of `series`: each log as read, and all jobs merged for the charts."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from storagelab.analysis.curves import merge_curves
from storagelab.analysis.downsample import IntArray
from storagelab.analysis.packing import INTERVALS, LOGS, PhaseSeriesKey, build_series_columns
from storagelab.domain.json_values import RowValues
from storagelab.domain.results import ObservedSeries, SeriesDirection

#: The chart's name for the metric of a log; other logs are stored and not drawn. Completion latency replaces the total
#: where a phase has no other.
CHART_METRICS = {
    "iops": "iops",
    "bandwidth": "bandwidth",
    "lat": "lat_mean",
    "clat": "lat_mean",
    "lat_max": "lat_max",
    "lat_stddev": "lat_stddev",
}

_INTERVAL_METRICS = frozenset(CHART_METRICS) - {"clat"}

Curves = dict[tuple[str, SeriesDirection], ObservedSeries]


def get_curve_source(format_name: str) -> str:
    """Return the series source of a result format: `LOGS` for fio, `INTERVALS` for any other."""
    return LOGS if format_name == "fio" else INTERVALS


def merge_job_curves(series: Sequence[ObservedSeries], *, source: str) -> Curves:
    """Merge the series of all jobs of a phase; keys are (metric, direction)."""
    filled = [curve for curve in series if len(curve.t_ms)]
    curves: Curves = {}
    if source == INTERVALS and _is_one_report(filled):
        # The intervals of a single report cover all jobs already, and contain more than a merge of them could.
        curves = {(curve.metric, curve.direction): curve for curve in filled if curve.metric in _INTERVAL_METRICS}
    for curve in merge_curves(filled):
        curves.setdefault((curve.metric, curve.direction), curve)
    return curves


def build_curve_rows(
    series: Sequence[ObservedSeries], curves: Curves, *, run_id: uuid.UUID, phase_id: uuid.UUID, source: str
) -> list[RowValues]:
    """Build the series rows of one phase: merged `curves` as job 0, every other log from job 1 on."""
    rows: list[RowValues] = []
    for (metric, direction), curve in curves.items():
        key = PhaseSeriesKey(run_id, phase_id, source, CHART_METRICS[metric], direction)
        rows.append(
            build_series_columns(
                key,
                curve.t_ms,
                curve.values,
                factor=curve.factor,
                weights=_compute_latency_weights(curve, curves),
                rate_t_ms=_rate_t_ms(curve, curves),
                unit=curve.unit,
                estimated=curve.estimated,
            )
        )
    drawn = {id(curve) for curve in curves.values()}
    for job, curve in _iterate_numbered_logs([curve for curve in series if len(curve.t_ms) and id(curve) not in drawn]):
        key = PhaseSeriesKey(run_id, phase_id, source, curve.metric, curve.direction, job)
        rows.append(
            build_series_columns(
                key, curve.t_ms, curve.values, factor=curve.factor, unit=curve.unit, member=curve.member,
                host=curve.host,
                drawn=False,
            )
        )  # fmt: skip
    return rows


def _is_one_report(series: Sequence[ObservedSeries]) -> bool:
    """Return whether `series` has only one curve for each metric and direction."""
    return len({(curve.metric, curve.direction) for curve in series}) == len(series)


def _compute_latency_weights(curve: ObservedSeries, curves: Curves) -> IntArray | None:
    """Return the I/Os behind each value of a latency curve, from the IOPS curve of its direction.

    Returns None where `curve` is no latency, or where no IOPS curve has the same times.
    """
    rate = curves.get(("iops", curve.direction))
    if curve.unit != "ns" or rate is None:
        return None
    # A window without I/O has a rate and no latency.
    place = np.minimum(np.searchsorted(rate.t_ms, curve.t_ms), len(rate.t_ms) - 1)
    return np.asarray(rate.values[place], dtype=np.int64) if np.array_equal(rate.t_ms[place], curve.t_ms) else None


def _rate_t_ms(curve: ObservedSeries, curves: Curves) -> IntArray | None:
    """Return the times in ms of the IOPS curve of the same direction as a latency curve.

    Returns None where `curve` is no latency, or where there is no such IOPS curve.
    """
    rate = curves.get(("iops", curve.direction))
    return rate.t_ms if curve.unit == "ns" and rate is not None else None


def _iterate_numbered_logs(series: Sequence[ObservedSeries]) -> Iterator[tuple[int, ObservedSeries]]:
    """Yield each log with a number from 1 that is unique for its metric and direction.

    Job numbers of fio repeat between hosts, so they are not used.
    """
    taken: Counter[tuple[str, str]] = Counter()
    for log in sorted(series, key=lambda log: (log.host or "", log.job, log.member or "")):
        taken[log.metric, log.direction] += 1
        yield taken[log.metric, log.direction], log
