"""Invariants of every result, independent of the bytes it was read from."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ParsedResult
from storagelab.domain.samples import ObservedPart
from storagelab.errors import InvalidInput
from storagelab.formats.report import describe

LONGEST_SENTENCE = 2000


def check_results(results: Sequence[ParsedResult]) -> None:
    """Fail for a number that cannot be, and for a result that cannot be printed."""
    for result in results:
        assert result.members
        assert result.title
        for measurement in result.measurements:
            _check_measurement(measurement)
        for series in result.series:
            _check_series(series)
        for number in [statement.value for statement in result.statements]:
            assert number is None or math.isfinite(number), number
        assert all(result.warnings)
        assert len(set(result.warnings)) == len(result.warnings), result.warnings
    for _, same in groupby(sorted(results, key=lambda result: result.format), key=lambda result: result.format):
        document = describe(list(same))
        text = json.dumps(document, allow_nan=False, ensure_ascii=False)
        assert json.loads(text.encode()) == document


def check_refusal(refusal: InvalidInput) -> None:
    """Fail for a refusal that is not one sentence that every terminal can show."""
    refusal.message.encode()
    assert refusal.message.strip()
    assert len(refusal.message) < LONGEST_SENTENCE, refusal.message


def _check_measurement(measurement: ObservedMeasurement) -> None:
    workload = measurement.workload
    _check_numbers([measurement.runtime_s, workload.queue_depth, workload.threads, workload.offered_iops])
    _check_numbers([workload.read_percent, workload.random_percent], maximum=100)
    for size in workload.block_sizes or ():
        _check_numbers([size.bytes])
        _check_numbers([size.percent], maximum=100)
    _check_whole([measurement.phase, workload.queue_depth, workload.threads])
    for part in (*measurement.parts.values(), measurement.total):
        _check_part(part)
    _check_numbers(measurement.cpu.values())


def _check_part(part: ObservedPart) -> None:
    latency = part.latency
    _check_numbers([part.ios, part.bytes, part.iops, part.bandwidth_bytes_per_s, part.runtime_s])
    _check_numbers([latency.n, latency.mean, latency.stddev, latency.min, latency.max])
    _check_numbers(part.percentiles_ns, maximum=100)
    _check_numbers(part.percentiles_ns.values())
    _check_whole([part.ios, part.bytes, latency.n])
    _check_bins(part.bins or {})


def _check_series(series: ObservedSeries) -> None:
    assert series.t_ms.dtype == series.values.dtype == np.int64
    assert len(series.t_ms) == len(series.values)
    assert math.isfinite(series.factor)
    assert series.factor > 0
    if len(series.t_ms):
        assert series.values.min() >= 0
        assert series.t_ms.min() >= 0
    if series.histograms is not None:
        assert len(series.histograms) == len(series.t_ms)
        for histogram in series.histograms:
            _check_bins(histogram)
    _check_numbers([series.window_ms])


def _check_bins(bins: Mapping[int, int]) -> None:
    _check_numbers([*bins, *bins.values()])
    _check_whole([*bins, *bins.values()])


def _check_numbers(values: Iterable[float | None], maximum: float = math.inf) -> None:
    for value in values:
        assert value is None or (math.isfinite(value) and 0 <= value <= maximum), value


def _check_whole(values: Iterable[Any]) -> None:
    for value in values:
        assert value is None or type(value) is int, value
